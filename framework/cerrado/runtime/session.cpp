#include <cerrado/runtime/session.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/runtime/size_counts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado {

bool Monitor::poll(std::uint64_t roots_done, std::uint64_t delivered) {
    double const now = watch_.seconds();
    if (options_.progress && now - last_report_ >= 0.1) {
        options_.progress({roots_done, given_, now, delivered});
        last_report_ = now;
    }
    if (reason_ == Status::complete) {
        if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed)) {
            reason_ = Status::interrupted;
        } else if (options_.deadline_seconds > 0 && now >= options_.deadline_seconds) {
            reason_ = Status::deadline;
        }
    }
    return reason_ != Status::complete;
}

Status Monitor::status(std::uint64_t roots_done) const {
    if (past_limit_) return Status::limit;
    return roots_done == given_ ? Status::complete : reason_;
}

namespace {

void check_outcome(RunResult const& result, Session const& session, Outcome const& outcome) {
    if (result.status == Status::complete && outcome.roots_done != session.job_count) {
        throw Error(fmt::format(
            "{} of {} initial traversals were done; the result would be wrong, so there is none (please report this)",
            outcome.roots_done, session.job_count));
    }
    if (outcome.donated_done != result.balance.donated) {
        throw Error(fmt::format(
            "{} of {} donated traversals were done; the result would be wrong, so there is none (please report this)",
            outcome.donated_done, result.balance.donated));
    }
    if (outcome.too_deep != 0) {
        throw Error(
            fmt::format("pivoting would have to hold more than {} vertices here; ask for cliques of at most "
                        "that many, or use another algorithm",
                        session.needs.k - 1));
    }
}

// No count of a vertex or an edge exceeds the sum.
void conclude_local(RunResult& result, Session const& session, Outcome const& outcome) {
    if (to_string(result.count) != result.sizes.sum) {
        throw Error(
            fmt::format("there are {} cliques of {} vertices, and counts per vertex and edge have 128 bits; "
                        "choose a size of which there are fewer",
                        result.sizes.sum, session.needs.longest));
    }
    result.local = local_counts(session.graph, outcome.local);
}

} // namespace

LocalRef local_ref(Session const& session, Count* vertices, Count* edges, WideCount const* binomials) {
    LocalRef local;
    local.vertices = {vertices, vertices + session.shape.vertex_count};
    if (session.needs.local_edges) local.edges = {edges, edges + session.local_edges()};
    local.binomials = binomials;
    local.columns = binomial_columns(session.needs.longest);
    local.size = session.needs.longest;
    return local;
}

std::uint64_t local_bytes(Session const& session) {
    if (!session.needs.local) return 0;
    std::uint64_t const binomials =
        (std::uint64_t{session.shape.max_degree()} + 1) * binomial_columns(session.needs.longest);
    return (session.shape.vertex_count + session.local_edges()) * 2 * sizeof(Count) + binomials * sizeof(WideCount);
}

void conclude(RunResult& result, Session const& session, Outcome const& outcome, Monitor const& monitor) {
    result.roots = {session.job_count, outcome.roots_done};
    result.status = monitor.status(outcome.roots_done);
    check_outcome(result, session, outcome);
    if (session.needs.pivots) {
        result.sizes = sizes_of_leaves(outcome.totals, session.needs.shortest, session.needs.longest);
        result.count = to_count(result.sizes.sum);
        if (session.needs.local) conclude_local(result, session, outcome);
        return;
    }
    result.count = 0;
    for (WideCount const total : outcome.totals) result.count += total;
    if (result.status == Status::limit) result.count = *session.options.limit;
    if (session.options.patterns.k != 0) result.pattern_counts = outcome.totals;
}

std::uint32_t bank_count(std::uint32_t classes, int workers) {
    constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20; // to clear and to add up takes no longer than a launch
    std::uint64_t const banks = std::max<std::uint64_t>(1, most_bytes / (classes * sizeof(Count)));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(banks, static_cast<std::uint64_t>(workers)));
}

Count bank_budget(std::uint32_t banks, int workers) {
    std::uint32_t const sharers = (static_cast<std::uint32_t>(workers) + banks - 1) / banks;
    return (Count{1} << 63) / sharers;
}

std::string to_string(WideCount count) {
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
        count /= 10;
    } while (count != 0);
    return {digits.rbegin(), digits.rend()};
}

std::string_view to_string(Status status) {
    switch (status) {
    case Status::complete: return "complete";
    case Status::deadline: return "deadline";
    case Status::interrupted: return "interrupted";
    case Status::limit: return "limit";
    }
    return "unknown";
}

std::string_view to_string(GraphOrder order) {
    switch (order) {
    case GraphOrder::automatic: return "auto";
    case GraphOrder::degree: return "degree";
    case GraphOrder::degeneracy: return "degeneracy";
    }
    return "unknown";
}

} // namespace cerrado
