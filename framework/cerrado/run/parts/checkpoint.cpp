#include <cerrado/run/parts/checkpoint.hpp>

#include <cerrado/graph/io/arrays/binary_csr.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace cerrado {

namespace {

constexpr std::string_view magic = "cerrado checkpoint 9\n";

void put_subject(ByteWriter& to, CheckpointSubject const& subject) {
    to.put(std::string_view(subject.application));
    to.put(std::string_view(subject.key));
    to.put(subject.k);
    to.put(subject.vertices);
    to.put(subject.entries);
    to.put(subject.graph_checksum);
    to.put(subject.arrays_checksum);
}

CheckpointSubject get_subject(ByteReader& from) {
    CheckpointSubject subject;
    subject.application = from.get_text();
    subject.key = from.get_text();
    subject.k = from.get<int>();
    subject.vertices = from.get<std::uint64_t>();
    subject.entries = from.get<std::uint64_t>();
    subject.graph_checksum = from.get<std::uint64_t>();
    subject.arrays_checksum = from.get<std::uint64_t>();
    return subject;
}

void put_earlier(ByteWriter& to, std::vector<FinishedRuns> const& earlier) {
    to.put(static_cast<std::uint64_t>(earlier.size()));
    for (FinishedRuns const& runs : earlier) {
        to.put(std::string_view(runs.of));
        to.put(runs.done);
        to.put(runs.all);
        to.put(std::string_view(runs.results));
    }
}

std::vector<FinishedRuns> get_earlier(ByteReader& from) {
    std::vector<FinishedRuns> earlier;
    auto const count = from.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        FinishedRuns& runs = earlier.emplace_back();
        runs.of = from.get_text();
        runs.done = from.get<int>();
        runs.all = from.get<int>();
        runs.results = from.get_text();
    }
    return earlier;
}

std::string to_bytes(Checkpoint const& checkpoint) {
    ByteWriter to;
    put_subject(to, checkpoint.subject);
    to.put(checkpoint.order);
    to.put(checkpoint.job_workers);
    to.put(checkpoint.jobs);
    to.put(checkpoint.jobs_checksum);
    to.put(checkpoint.complete);
    to.put(checkpoint.round);
    put(to, checkpoint.left);
    to.put(checkpoint.part);
    to.put(checkpoint.jobs_of_part);
    to.put(checkpoint.mark);
    to.put(std::string_view(checkpoint.result));
    to.put(std::string_view(checkpoint.arrays));
    put_earlier(to, checkpoint.earlier);
    to.put(static_cast<std::uint64_t>(checkpoint.words.size()));
    for (std::string const& word : checkpoint.words) to.put(std::string_view(word));
    return to.bytes();
}

Checkpoint from_bytes(std::string_view bytes) {
    ByteReader from(bytes);
    Checkpoint checkpoint;
    checkpoint.subject = get_subject(from);
    checkpoint.order = from.get<GraphOrder>();
    checkpoint.job_workers = from.get<int>();
    checkpoint.jobs = from.get<std::uint64_t>();
    checkpoint.jobs_checksum = from.get<std::uint64_t>();
    checkpoint.complete = from.get<bool>();
    checkpoint.round = from.get<int>();
    get(from, checkpoint.left);
    checkpoint.part = from.get<PartOfRun>();
    checkpoint.jobs_of_part = from.get<std::uint64_t>();
    checkpoint.mark = from.get<std::uint64_t>();
    checkpoint.result = from.get_text();
    checkpoint.arrays = from.get_text();
    checkpoint.earlier = get_earlier(from);
    auto const words = from.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < words; ++i) checkpoint.words.push_back(from.get_text());
    return checkpoint;
}

std::string read_file(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(fmt::format("{}: the checkpoint cannot be read: {}", path, std::strerror(errno)));
    return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void refuse_damaged(std::string const& path) {
    throw InputError(path + ": the checkpoint is damaged; begin anew with another file, or remove this one");
}

// Whether one of them is of another of the runs that together make a larger one. `levels`: within each other.
bool are_of_several(std::vector<FinishedRuns> const& one, std::vector<FinishedRuns> const& other, std::size_t levels) {
    for (std::size_t i = 0; i < levels; ++i) {
        if (one[i].of != other[i].of) return false;
        if (one[i].done != other[i].done) return true;
    }
    return false;
}

bool are_of_several(Checkpoint const& one, Checkpoint const& other) {
    return one.subject.graph_checksum == other.subject.graph_checksum &&
           are_of_several(one.earlier, other.earlier, std::min(one.earlier.size(), other.earlier.size()));
}

// Of two that are of the same run.
bool is_further(Checkpoint const& one, Checkpoint const& other) {
    auto const seconds_of = [](Checkpoint const& checkpoint) {
        ByteReader from(checkpoint.result);
        RunResult result;
        read_result(from, result);
        return result.seconds.run_before + result.seconds.run;
    };
    for (std::size_t i = 0; i < std::min(one.earlier.size(), other.earlier.size()); ++i) {
        if (one.earlier[i].done != other.earlier[i].done) return one.earlier[i].done > other.earlier[i].done;
    }
    return one.complete != other.complete ? one.complete : seconds_of(one) > seconds_of(other);
}

} // namespace

std::uint64_t checksum_of(std::string_view bytes) {
    detail::Checksum checksum;
    checksum.add(bytes);
    return checksum.value();
}

std::uint64_t checksum_of(Graph const& graph) {
    std::uint64_t const sums[] = {checksum_of(graph.offsets()), checksum_of(graph.neighbour_array()),
                                  checksum_of(graph.original_ids())};
    return checksum_of(std::span<std::uint64_t const>(sums));
}

void write_checkpoint(std::string const& path, Checkpoint const& checkpoint) {
    std::string const bytes = to_bytes(checkpoint);
    ByteWriter size_and_sum;
    size_and_sum.put(static_cast<std::uint64_t>(bytes.size()));
    size_and_sum.put(checksum_of(bytes));
    detail::OutputFile file(path, false);
    file.write(magic);
    file.write(size_and_sum.bytes());
    file.write(bytes);
    file.commit();
}

Checkpoint read_checkpoint(std::string const& path) {
    std::string const text = read_file(path);
    std::string_view bytes = text;
    if (!bytes.starts_with(magic.substr(0, magic.size() - 2))) {
        throw InputError(path +
                         ": this is no checkpoint, and stays as it is; give a file that a run with checkpoints "
                         "has written, or to begin anew one that is not there yet");
    }
    if (!bytes.starts_with(magic)) {
        throw InputError(path + ": the checkpoint is of another version of Cerrado; begin anew with another file");
    }
    bytes.remove_prefix(magic.size());
    constexpr std::size_t head = 2 * sizeof(std::uint64_t);
    if (bytes.size() < head) refuse_damaged(path);
    ByteReader from(bytes.substr(0, head));
    auto const size = from.get<std::uint64_t>();
    auto const sum = from.get<std::uint64_t>();
    bytes.remove_prefix(head);
    if (bytes.size() != size || checksum_of(bytes) != sum) refuse_damaged(path);
    Checkpoint checkpoint = from_bytes(bytes);
    checkpoint.path = path;
    return checkpoint;
}

Checkpoint find_checkpoint(CheckpointOptions const& options) {
    auto const is_there = [](std::string const& path) {
        std::error_code error;
        return std::filesystem::is_regular_file(path, error);
    };
    if (options.begins) return {};
    std::string const& from = options.from.empty() ? options.file : options.from;
    bool const is_needed = options.resume || !options.from.empty();
    Checkpoint found;
    if (is_needed || is_there(from)) found = read_checkpoint(from);
    if (from == options.file || !is_there(options.file)) return found;
    Checkpoint there = read_checkpoint(options.file);
    if (!are_of_several(there, found)) check_subject(options.file, there.subject, found.subject);
    return is_further(there, found) ? there : found;
}

void check_part(Checkpoint const& checkpoint, PartOfRun const& asked) {
    PartOfRun const& part = checkpoint.part;
    if (part == asked) return;
    std::string const is = part.is_whole() ? "the whole run" : fmt::format("part {} of {}", part.number, part.of);
    throw InputError(asked.is_whole()
                         ? fmt::format("{}: the checkpoint is of {}; go on with it as that part, or merge all parts",
                                       checkpoint.path, is)
                         : fmt::format("{}: the checkpoint is of {}, and part {} of {} is asked for; give another file",
                                       checkpoint.path, is, asked.number, asked.of));
}

std::vector<Checkpoint> read_parts(std::vector<std::string> const& paths) {
    std::vector<Checkpoint> parts;
    std::vector<std::string const*> file_of;
    for (std::string const& path : paths) {
        Checkpoint const& one = parts.emplace_back(read_checkpoint(path));
        Checkpoint const& first = parts.front();
        check_subject(path, one.subject, first.subject);
        if (one.part.of != first.part.of || one.jobs != first.jobs || one.jobs_checksum != first.jobs_checksum ||
            one.order != first.order) {
            throw InputError(fmt::format(
                "{} is part {} of {}, {} jobs, and {} is part {} of {}, {} jobs: they are of different runs", path,
                one.part.number, one.part.of, one.jobs, first.path, first.part.number, first.part.of, first.jobs));
        }
        if (!one.complete) {
            throw InputError(fmt::format("{}: part {} of {} is not done; go on with it, then merge", path,
                                         one.part.number, one.part.of));
        }
        file_of.resize(static_cast<std::size_t>(one.part.of));
        std::string const*& file = file_of[static_cast<std::size_t>(one.part.number) - 1];
        if (file != nullptr) {
            throw InputError(fmt::format("part {} of {} is in {} and in {}; give each part once", one.part.number,
                                         one.part.of, *file, path));
        }
        file = &path;
    }
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < file_of.size(); ++i) {
        if (file_of[i] == nullptr) missing.push_back(i + 1);
    }
    if (!missing.empty()) {
        throw InputError(fmt::format("of {} parts these are missing: {}", file_of.size(), fmt::join(missing, ", ")));
    }
    return parts;
}

void check_subject(std::string const& path, CheckpointSubject const& written, CheckpointSubject const& wanted) {
    auto const refuse = [&](std::string const& what, std::string const& has, std::string const& asked) {
        throw InputError(
            fmt::format("{}: the checkpoint is of {} {}, this run of {}; give what it was made with, or "
                        "another file",
                        path, what, has, asked));
    };
    if (written.key != wanted.key) refuse("the run", "'" + written.key + "'", "'" + wanted.key + "'");
    if (written.application != wanted.application) refuse("the application", written.application, wanted.application);
    if (written.k != wanted.k) refuse("k =", fmt::to_string(written.k), fmt::to_string(wanted.k));
    if (written == wanted) return;
    if (written.arrays_checksum != wanted.arrays_checksum && written.graph_checksum == wanted.graph_checksum) {
        refuse("arrays that begin as", fmt::format("{:016x}", written.arrays_checksum),
               fmt::format("{:016x}", wanted.arrays_checksum));
    }
    auto const graph = [](CheckpointSubject const& subject) {
        return fmt::format("of {} vertices and {} entries (checksum {:016x})", subject.vertices, subject.entries,
                           subject.graph_checksum);
    };
    refuse("a graph", graph(written), "one " + graph(wanted));
}

} // namespace cerrado
