#include <cerrado/run/ranks/rank_run.hpp>

#include <fmt/format.h>

#include <utility>

namespace cerrado {

RankRun::RankRun(Ranks& ranks, std::vector<DeviceName> const& devices, DealPolicy policy)
    : ranks_(ranks),
      lines_{ranks.next_run()} {
    if (ranks_.rank() == 0) {
        meet(devices, policy);
    } else {
        greet(devices);
    }
}

RankRun::~RankRun() {
    if (local_ != nullptr) {
        if (!clerks_.empty()) local_->interrupt(); // the run has failed here
        join_clerks();
        for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.leave(rank, lines_.greeting());
    }
}

// Rank 0 hears which devices the others have, makes the deal, and says which members they are.
void RankRun::meet(std::vector<DeviceName> const& devices, DealPolicy policy) {
    std::vector<std::vector<DeviceName>> of_rank = {devices};
    for (int rank = 1; rank < ranks_.size(); ++rank) {
        std::optional<std::string> frame;
        while (!frame) frame = ranks_.receive(rank, lines_.greeting(), 1);
        ByteReader from(*frame);
        get(from, of_rank.emplace_back());
    }
    std::vector<DeviceName> all;
    std::vector<std::string> names;
    for (std::size_t rank = 0; rank < of_rank.size(); ++rank) {
        for (DeviceName const& device : of_rank[rank]) {
            all.push_back(device);
            names.push_back(fmt::format("rank {} {}", rank, to_string(device)));
        }
    }
    auto deal = std::make_unique<LocalDeal>(all, names, devices.size(), policy);
    local_ = deal.get();
    deal_ = std::move(deal);
    std::size_t member = devices.size();
    for (int rank = 1; rank < ranks_.size(); ++rank) {
        ByteWriter welcome;
        welcome.put(static_cast<std::uint64_t>(member));
        welcome.put(local_->has_several_kinds());
        ranks_.send(rank, lines_.greeting(), welcome.bytes());
        ranks_.watch(rank, lines_.greeting(), [deal = local_](std::string_view) { deal->interrupt(); });
        std::size_t const count = of_rank[static_cast<std::size_t>(rank)].size();
        for (std::size_t i = 0; i < count; ++i) clerks_.emplace_back(ranks_, lines_, *local_, rank, i, member++);
    }
}

void RankRun::greet(std::vector<DeviceName> const& devices) {
    ByteWriter hello;
    put(hello, devices);
    ranks_.send(0, lines_.greeting(), hello.bytes());
    std::optional<std::string> frame;
    while (!frame) frame = ranks_.receive(0, lines_.greeting(), 1);
    ByteReader from(*frame);
    first_ = from.get<std::uint64_t>();
    bool const has_several_kinds = from.get<bool>();
    deal_ = std::make_unique<DistantDeal>(ranks_, lines_, first_, devices.size(), has_several_kinds);
}

void RankRun::join_clerks() {
    for (Clerk& clerk : clerks_) {
        std::exception_ptr const failure = clerk.join();
        if (!failure_) failure_ = failure;
    }
    clerks_.clear();
}

std::vector<DeviceShare> RankRun::finish() {
    if (local_ == nullptr) return {};
    join_clerks();
    if (failure_) std::rethrow_exception(failure_);
    return local_->shares();
}

} // namespace cerrado
