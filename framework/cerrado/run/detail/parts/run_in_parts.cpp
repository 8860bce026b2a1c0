#include <cerrado/run/detail/parts/run_in_parts.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/detail/io/file_lock.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/detail/parts/checkpoint.hpp>
#include <cerrado/run/detail/parts/kept_arrays.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/detail/parts/work_left.hpp>
#include <cerrado/run/detail/session/member.hpp>
#include <cerrado/run/detail/session/resident_state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#if CERRADO_HAS_CUDA
#include <cerrado/run/detail/preparation/device_buffer.hpp>
#endif

namespace cerrado {

namespace {

template <class T> std::vector<T> read_array(RunMemory const& memory, T const* array, std::uint64_t count) {
    std::vector<T> values(count);
    if (count > 0) memory.read(values.data(), array, count * sizeof(T));
    return values;
}

Count read_word(RunMemory const& memory, Count const* word) { return read_array(memory, word, 1).front(); }

void append(WorkLeft& left, std::uint32_t const* record, std::uint32_t words) {
    left.records.insert(left.records.end(), record, record + words);
}

// Appends the donated traversals that no worker has taken.
void append_queued(WorkLeft& left, ShareQueueRef const& queue, RunMemory const& memory) {
    Count const tail = read_word(memory, queue.tail);
    Count const head = read_word(memory, queue.head);
    if (head >= tail) return;
    std::vector<std::uint32_t> const records = read_array(memory, queue.records, queue.capacity * queue.words);
    for (Count ticket = head; ticket < tail; ++ticket) {
        append(left, records.data() + queue.slot(ticket) * queue.words, queue.words);
    }
}

} // namespace

SavedWork read_saved_work(RunSession const& session, RunContext const& context, RunMemory const& memory,
                          std::uint64_t workers, std::uint64_t level_bytes, WorkLeft& left) {
    BalanceRef const& balance = context.balance;
    left.jobs = session.dealt.from_ticket(read_word(memory, context.queue.next), session.jobs_of_round());
    append_queued(left, balance.queue, memory);
    if (balance.left.count > 0) {
        Count const next = std::min(read_word(memory, balance.left.next), balance.left.count);
        std::vector<std::uint32_t> const rest = read_array(memory, balance.left.records + next * balance.queue.words,
                                                           (balance.left.count - next) * balance.queue.words);
        left.records.insert(left.records.end(), rest.begin(), rest.end());
    }
    SavedWork work;
    work.traversals = read_array(memory, balance.saved, workers);
    work.levels = read_array(memory, static_cast<char const*>(balance.saved_levels),
                             workers * static_cast<std::uint64_t>(context.levels) * level_bytes);
    return work;
}

void put(ByteWriter& to, WorkLeft const& work) {
    to.put(work.jobs.are_all());
    to.put_all(std::span(work.jobs.ranges()));
    to.put(work.words);
    to.put_all(std::span(work.records));
}

void get(ByteReader& from, WorkLeft& work) {
    bool const are_all = from.get<bool>();
    std::vector<JobRange> ranges = from.get_all<JobRange>();
    work.jobs = are_all ? JobRanges() : JobRanges(std::move(ranges));
    work.words = from.get<std::uint32_t>();
    work.records = from.get_all<std::uint32_t>();
}

namespace {

constexpr std::string_view of_any_version = "cerrado checkpoint ";
constexpr std::string_view magic = "cerrado checkpoint 12\n";

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
    to.put(checkpoint.is_changed);
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
    checkpoint.is_changed = from.get<bool>();
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
    std::error_code none;
    if (std::filesystem::is_directory(path, none)) {
        throw InputError(path + ": this is a directory, not a checkpoint; give the file that a run has written");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw InputError(fmt::format("{}: the checkpoint cannot be read ({}); give the file that a run has written",
                                     path, std::strerror(errno)));
    return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void refuse_damaged(std::string const& path) {
    throw InputError(path + ": the checkpoint is damaged; give another file to begin anew, or remove this one");
}

// Returns: whether the two belong to different runs of the same larger run. `levels`: the number of nested larger runs
// to compare.
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

// Returns: whether `one` is further than `other`. Requires: both are of the same run.
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
    GraphMarks const none;
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    ByteWriter sums;
    auto const add = [&](auto const& array) {
        sums.put(static_cast<std::uint64_t>(array.size()));
        sums.put(checksum_of(std::span(array.data(), array.size())));
    };
    auto const add_texts = [&](std::vector<std::string> const& texts) {
        ByteWriter all;
        for (std::string const& text : texts) all.put(std::string_view(text));
        add(all.bytes());
    };
    add(graph.offsets());
    add(graph.neighbour_array());
    add(graph.original_ids());
    sums.put(graph.oriented());
    add(marks.arcs);
    add(marks.labels);
    add(marks.edge_labels);
    add_texts(marks.label_names);
    add_texts(marks.edge_label_names);
    if (marks.names) add_texts(*marks.names);
    return checksum_of(sums.bytes());
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

void CheckpointWriter::write(Checkpoint const& checkpoint) {
    failure_.clear();
    try {
        write_checkpoint(options_.file, checkpoint);
    } catch (Error const& error) {
        if (!options_.note) throw;
        failure_ = error.what();
        if (std::exchange(is_told_, true)) return;
        options_.note(failure_ + "; the run goes on, and writes the next checkpoint at its usual time");
    }
}

void conclude_checkpoints(CheckpointOptions const& options, Checkpoint const& checkpoint, std::string const& failure,
                          bool is_lost) {
    if (is_lost) {
        throw Error(options.file +
                    ": the last checkpoint was not written, so the result of this part is lost; make room, and give "
                    "the same command again");
    }
    if (failure.empty() || checkpoint.complete) return;
    options.note(failure + "; a run that goes on from the last checkpoint repeats the work done since then");
}

Checkpoint read_checkpoint(std::string const& path) {
    std::string const text = read_file(path);
    std::string_view bytes = text;
    if (!bytes.starts_with(of_any_version)) {
        throw InputError(path +
                         ": this is no checkpoint, and it was not changed; give a file that a run with checkpoints has "
                         "written, or a new file name to begin anew");
    }
    if (!bytes.starts_with(magic)) {
        throw InputError(
            path +
            ": the checkpoint is of another version of Cerrado; use that version, or give another file to begin anew");
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

std::shared_ptr<void const> lock_checkpoint(CheckpointOptions const& options) {
    if (options.lock != nullptr || options.file.empty()) return options.lock;
    auto lock = std::make_shared<detail::FileLock>(options.file);
    if (!detail::is_written_straight(options.file))
        detail::OutputFile(options.file, false); // throws if it cannot be written
    return lock;
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
            throw InputError(
                fmt::format("{} is part {} of {}, {} jobs, and {} is part {} of {}, {} jobs: they are of different "
                            "runs; give the parts of one run",
                            path, one.part.number, one.part.of, one.jobs, first.path, first.part.number, first.part.of,
                            first.jobs));
        }
        if (!one.complete) {
            throw InputError(fmt::format("{}: part {} of {} is not done; let it go on to its end, then merge", path,
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
        throw InputError(
            fmt::format("the run has {} parts, and these are missing: {}; give the checkpoints of all parts",
                        file_of.size(), joined(missing, ", ")));
    }
    return parts;
}

void check_subject(std::string const& path, CheckpointSubject const& written, CheckpointSubject const& wanted) {
    auto const refuse = [&](std::string const& what, std::string const& has, std::string const& asked) {
        throw InputError(
            fmt::format("{}: the checkpoint is of {} {}, this run of {}; give the graph and the options of the "
                        "checkpoint's run, or another file",
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

namespace {

std::string content_of(ResidentMemory const& memory) {
    std::string content(memory.bytes(), '\0');
    memory.read(content.data());
    return content;
}

// Returns: the arrays into which words of the application point. The members' types do not matter, because each pointer
// is a whole word.
std::vector<ResidentMemory*> arrays_in(Resident const& resident, std::span<std::byte const> application) {
    std::vector<ResidentMemory*> arrays;
    for (std::size_t at = 0; at + sizeof(void*) <= application.size(); at += alignof(void*)) {
        void* word = nullptr;
        std::memcpy(&word, application.data() + at, sizeof word);
        ResidentMemory* const memory = resident.state().memory_at(word);
        if (memory != nullptr && std::ranges::find(arrays, memory) == arrays.end()) arrays.push_back(memory);
    }
    return arrays;
}

} // namespace

bool points_into_arrays(Resident const& resident, std::span<std::byte const> application) {
    return !arrays_in(resident, application).empty();
}

// An ArrayRef is the address of an array, followed by the number of its entries.
void check_arrays_of(Resident const& resident, std::span<std::byte> application) {
    using Ref = ArrayRef<std::byte>;
    for (std::size_t at = 0; at + sizeof(Ref) <= application.size(); at += alignof(Ref)) {
        Ref ref;
        std::memcpy(&ref, application.data() + at, sizeof ref);
        ResidentMemory* const memory = resident.state().memory_at(ref.data);
        if (memory == nullptr || memory->data() != ref.data || ref.count == 0 || memory->bytes() % ref.count != 0)
            continue;
        ref.count |= Ref::is_checked;
        std::memcpy(application.data() + at, &ref, sizeof ref);
    }
}

KeptArrays arrays_of(RunInput const& input, std::span<std::byte const> application) {
    return input.resident == nullptr ? KeptArrays() : KeptArrays(*input.resident, application);
}

KeptArrays::KeptArrays(Resident const& resident, std::span<std::byte const> application) {
    for (ResidentMemory* const memory : arrays_in(resident, application)) {
        arrays_.push_back({memory, checksum_of(content_of(*memory))});
    }
}

std::optional<KeptArrays::Place> KeptArrays::place_of(std::uint64_t word) const {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        auto const begin = reinterpret_cast<std::uintptr_t>(arrays_[i].memory->data());
        if (word >= begin && word - begin < arrays_[i].memory->bytes()) return Place{i, word - begin};
    }
    return std::nullopt;
}

std::string KeptArrays::without_addresses(std::span<std::byte const> bytes) const {
    std::string result(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += alignof(void*)) {
        std::uint64_t word = 0;
        std::memcpy(&word, result.data() + at, sizeof word);
        std::optional<Place> const place = place_of(word);
        if (!place) continue;
        word = (place->array << 56) + place->byte;
        std::memcpy(result.data() + at, &word, sizeof word);
    }
    return result;
}

bool KeptArrays::has(void const* place) const { return place_of(reinterpret_cast<std::uintptr_t>(place)).has_value(); }

std::uint64_t KeptArrays::first_checksum() const {
    ByteWriter sums;
    for (Kept const& kept : arrays_) {
        sums.put(kept.memory->bytes());
        sums.put(kept.checksum);
    }
    return checksum_of(sums.bytes());
}

std::string KeptArrays::changed() const {
    ByteWriter to;
    for (Kept const& kept : arrays_) {
        std::string const content = content_of(*kept.memory);
        bool const has_changed = checksum_of(content) != kept.checksum;
        to.put(std::string_view(has_changed ? content : ""));
    }
    return to.bytes();
}

void KeptArrays::restore(std::string const& contents) const {
    ByteReader from(contents);
    for (Kept const& kept : arrays_) {
        std::string const content = from.get_text();
        if (content.empty()) continue;
        if (content.size() != kept.memory->bytes())
            throw InputError(
                "the checkpoint has arrays of other sizes than this run; give arrays of the same sizes, or another "
                "file");
        kept.memory->write(content.data());
    }
}

void add_seconds(RunResult& total, RunResult const& part) {
    total.seconds.start += part.seconds.start;
    total.seconds.prepare += part.seconds.prepare;
    total.seconds.run += part.seconds.run;
}

namespace {

// Requires: both are of the same devices, or the total has no devices yet.
void add_devices(std::vector<DeviceShare>& total, std::vector<DeviceShare> const& part) {
    if (total.empty()) total.resize(part.size());
    for (std::size_t i = 0; i < std::min(total.size(), part.size()); ++i) {
        DeviceShare const before = total[i];
        total[i] = part[i];
        total[i].jobs += before.jobs;
        total[i].busy_seconds += before.busy_seconds;
        total[i].parts += before.parts;
        total[i].handed_over += before.handed_over;
        if (part[i].use.kind.empty()) total[i].use = before.use; // the device had no share in this part
        keep_larger(total[i].use.memory, before.use.memory);
        if (part[i].note.empty()) total[i].note = before.note;
    }
}

} // namespace

void keep_larger(MemoryUse& memory, MemoryUse const& other) {
    memory.graph_bytes = std::max(memory.graph_bytes, other.graph_bytes);
    memory.traversal_bytes = std::max(memory.traversal_bytes, other.traversal_bytes);
    memory.peak_bytes = std::max(memory.peak_bytes, other.peak_bytes);
}

void add_result(RunResult& total, RunResult const& part) {
    add_to(total.count, part.count);
    total.of<Delivered>() += part.of<Delivered>();
    add_seconds(total, part);
    total.seconds.run_before += part.seconds.run_before;
    total.balance.donated += part.balance.donated;
    total.balance.stops += part.balance.stops;
    total.balance.stop_seconds += part.balance.stop_seconds;
    total.roots.done += part.roots.done;
    DeviceUse const before = std::exchange(total.device, part.device);
    keep_larger(total.device.memory, before.memory);
    add_devices(total.devices, part.devices);
    total.chosen.order = part.chosen.order;
    total.chosen.balance = part.chosen.balance;
}

void add_numbers(RunResult& total, RunResult const& part) {
    std::vector<WideCount> const& more = part.of<OutputNumbers>();
    std::vector<WideCount>& numbers = total.of<OutputNumbers>();
    numbers.resize(std::max(numbers.size(), more.size()));
    if (!more.empty()) numbers[0] += more[0];
    for (std::size_t i = 1; i < more.size(); ++i) add_to(numbers[i], more[i]);
    total.count = first_number(numbers);
}

void write_result(ByteWriter& to, RunResult const& result) {
    to.put(result.count);
    to.put(result.of<Delivered>());
    to.put_all(std::span<WideCount const>(result.of<OutputNumbers>()));
    to.put(result.seconds);
    to.put(result.balance);
    to.put(result.roots);
    to.put(result.device.memory);
    to.put(std::string_view(result.device.kind));
    to.put(std::string_view(result.device.name));
    to.put(result.device.workers);
}

void read_result(ByteReader& from, RunResult& result) {
    result.count = from.get<WideCount>();
    result.of<Delivered>() = from.get<std::uint64_t>();
    result.of<OutputNumbers>() = from.get_all<WideCount>();
    result.seconds = from.get<Seconds>();
    result.balance = from.get<BalanceUse>();
    result.roots = from.get<RootsUse>();
    result.device.memory = from.get<MemoryUse>();
    result.device.kind = from.get_text();
    result.device.name = from.get_text();
    result.device.workers = from.get<int>();
}

// If the file belongs to another run, this constructor ignores it; the first run refuses it.
SeveralRuns::SeveralRuns(CheckpointOptions asked, int runs) : asked_(std::move(asked)), runs_(runs) {
    if (!asked_.on()) return;
    Checkpoint const found = find_checkpoint(asked_);
    std::size_t const level = asked_.earlier.size();
    if (found.earlier.size() <= level) return;
    FinishedRuns const& earlier = found.earlier[level];
    if (earlier.of != asked_.key || earlier.all != runs_ || earlier.done >= runs_) return;
    first_ = earlier.done;
    ByteReader from(earlier.results);
    read_result(from, finished_);
    Seconds before;
    before.run_before = finished_.seconds.run_before + finished_.seconds.run;
    finished_.seconds = before;
}

CheckpointOptions SeveralRuns::options_of(int run, RunResult const& finished) const {
    if (!asked_.on()) return asked_;
    CheckpointOptions options = asked_;
    ByteWriter results;
    write_result(results, finished);
    options.earlier.push_back({asked_.key, run, runs_, results.bytes()});
    options.key = fmt::format("{}; part {} of {}", asked_.key, run + 1, runs_);
    if (run > first_) {
        options.begins = true;
        options.resume = false;
        options.from.clear();
    }
    return options;
}

} // namespace cerrado

namespace cerrado::detail {

namespace {

// Returns: the seconds that the next part may take if the run has taken `seconds`; 0: the part ends by itself.
double seconds_of_part(RunOptions const& options, double seconds) {
    double const every = options.checkpoint.every_seconds;
    if (options.deadline_seconds <= 0) return std::max(every, 0.0);
    double const left = std::max(options.deadline_seconds - seconds, 1e-6);
    return every > 0 ? std::min(every, left) : left;
}

// Returns: whether the deadline has come. The first device decides for all devices of a run.
bool is_at_deadline(RunOptions const& options, double seconds) {
    if (options.deadline_seconds <= 0) return false;
    std::int64_t const here = seconds >= options.deadline_seconds ? 1 : 0;
    if (options.member == nullptr) return here != 0;
    return options.member->agree("the deadline", [&] { return std::vector<std::int64_t>{here}; }).front() != 0;
}

// Returns: whether another checkpoint is due, `seconds` after the last one.
bool is_due(CheckpointOptions const& options, double seconds) {
    return options.every_seconds > 0 && seconds >= options.every_seconds;
}

// Returns: a function that turns the progress of the session's part into that of the whole run, and shows it. `jobs`:
// the jobs in a round. `delivered`, `seconds`: the subgraphs that the run delivered before the part, and the time that
// it took.
std::function<void(Progress const&)> progress_of_run(RunOptions const& options, RunSession const& session,
                                                     std::uint64_t jobs, WideCount delivered, double seconds) {
    if (!options.progress) return {};
    std::uint64_t const in_this = session.dealt.are_all() ? jobs : session.dealt.count();
    RootsUse const roots = {jobs * static_cast<std::uint64_t>(session.needs.rounds),
                            jobs * static_cast<std::uint64_t>(session.first_round() + 1) - in_this};
    return [=, show = options.progress](Progress progress) {
        progress.roots_done += roots.done;
        progress.roots_given = roots.given;
        progress.delivered += static_cast<std::uint64_t>(delivered);
        progress.seconds += seconds;
        show(progress);
    };
}

// Makes the session that of the run's next part: the rest of the round under way.
void begin_part(RunSession& session, Checkpoint const& checkpoint) {
    session.round = checkpoint.round;
    session.dealt = checkpoint.left.jobs;
    session.left = &checkpoint.left;
}

// Sets the work that is left after a part. `total` includes the part already.
void end_part(RunSession const& session, Checkpoint& checkpoint, WorkLeft left, RunResult const& part,
              RunResult& total) {
    total.status = part.status;
    checkpoint.left = std::move(left);
    checkpoint.is_changed |= part.of<RoundChanged>();
    if (part.status != Status::complete) return;
    checkpoint.left = {};
    bool const is_last = session.needs.until_unchanged && !std::exchange(checkpoint.is_changed, false);
    checkpoint.complete = ++checkpoint.round == session.needs.rounds || is_last;
    total.roots.done = checkpoint.jobs_of_part * static_cast<std::uint64_t>(checkpoint.round);
    if (is_last) total.roots.given = total.roots.done;
}

// Returns: whether the result is lost because the last checkpoint was not written. It is false for a whole run, which
// has its result elsewhere, too. The first device decides for all devices of a run.
bool is_lost(RunOptions const& options, Checkpoint const& checkpoint, std::string const& failure) {
    if (checkpoint.part.is_whole()) return false;
    std::int64_t const here = failure.empty() ? 0 : 1;
    if (options.member == nullptr) return here != 0;
    return options.member->agree("the last checkpoint", [&] { return std::vector<std::int64_t>{here}; }).front() != 0;
}

// Tells the user where the run goes on, and counts the seconds in `total` as earlier ones. Requires: `total` is the
// checkpoint's result.
void go_on(Checkpoint const& checkpoint, CheckpointOptions const& options, RunResult& total) {
    Seconds before;
    before.run_before = total.seconds.run_before + total.seconds.run;
    total.seconds = before;
    if (!options.note) return;
    bool const is_last =
        std::ranges::all_of(options.earlier, [](FinishedRuns const& runs) { return runs.done + 1 == runs.all; });
    if (checkpoint.complete && is_last) {
        options.note(
            fmt::format("{}: this run has come to its end before, after {:.1f} s; its result is read from the file",
                        checkpoint.path, before.run_before));
        return;
    }
    std::string part;
    for (FinishedRuns const& runs : options.earlier) part += fmt::format(" in part {} of {}", runs.done + 1, runs.all);
    options.note(fmt::format("{}: the run goes on from here, with {} of {} jobs done{} after {:.1f} s", checkpoint.path,
                             total.roots.done, total.roots.given, part, before.run_before));
}

std::uint64_t checksum_of_jobs(RunSession const& session) {
#if CERRADO_HAS_CUDA
    ResidentOnDevice const* const resident = session.resident();
    if (resident != nullptr && resident->jobs != nullptr) {
        std::vector<Job> jobs(session.job_count);
        read_from_anywhere(jobs.data(), resident->jobs, jobs.size() * sizeof(Job));
        return checksum_of(std::span<Job const>(jobs));
    }
#endif
    return checksum_of(session.jobs());
}

} // namespace

bool writes_checkpoint(RunOptions const& options) { return options.member == nullptr || options.member->is_first(); }

void check_jobs(Checkpoint& checkpoint, RunSession const& session) {
    std::uint64_t const sum = checksum_of_jobs(session);
    std::uint64_t const jobs = session.jobs_of_round();
    if (checkpoint.path.empty()) {
        checkpoint.order = session.order;
        checkpoint.job_workers = session.job_workers;
        checkpoint.jobs = jobs;
        checkpoint.jobs_checksum = sum;
        checkpoint.part = session.options.checkpoint.part;
        checkpoint.jobs_of_part = jobs;
        if (checkpoint.part.is_whole()) return;
        std::vector<double> const alike(static_cast<std::size_t>(checkpoint.part.of), 1);
        std::vector<JobRange> const all = session.dealt.from_ticket(0, jobs).ranges();
        checkpoint.left.jobs = JobRanges(deal_jobs(all, alike)[static_cast<std::size_t>(checkpoint.part.number) - 1]);
        checkpoint.jobs_of_part = checkpoint.left.jobs.count();
    } else if (checkpoint.jobs != jobs) {
        throw InputError(fmt::format(
            "{}: the checkpoint is of {} jobs, this run of {}; give the roots or numbers of the checkpoint's run",
            checkpoint.path, checkpoint.jobs, jobs));
    } else if (checkpoint.order != session.order || checkpoint.jobs_checksum != sum) {
        throw InputError(fmt::format(
            "{}: the checkpoint has other jobs than this run; give the roots and the order of the checkpoint's run",
            checkpoint.path));
    }
}

int job_workers_of(PartOfRun const& part) {
    constexpr int of_a_part = 4096; // about the workers of a GPU
    return part.is_whole() ? 0 : of_a_part * std::min(part.of, most_parts_of_run);
}

void check_divisible(CheckpointOptions const& options, RunSession const& session, bool has_arrays) {
    PartOfRun const& part = options.part;
    if (part.of < 1 || part.of > most_parts_of_run || part.number < 1 || part.number > part.of) {
        throw InputError(
            fmt::format("part {} of {}: expected 1 to {} parts, and the number of one of them, counted from 1",
                        part.number, part.of, most_parts_of_run));
    }
    if (part.is_whole() && options.merged.empty()) return;
    if (!options.merged.empty() && (!options.file.empty() || !part.is_whole())) {
        throw InputError("a run that merges parts must have no checkpoint and no part of its own: leave both out");
    }
    if (!options.earlier.empty()) {
        throw InputError(
            "this run consists of several runs, so it cannot be done in parts; choose an algorithm that walks");
    }
    if (session.needs.rounds > 1 || has_arrays || session.needs.records) {
        throw InputError(
            "a run with several rounds, with arrays that its jobs write or with a sink cannot be done in parts on "
            "several machines: take an algorithm that walks, or one machine");
    }
}

std::uint64_t checksum_of_array(void const* data, std::uint64_t bytes, [[maybe_unused]] DeviceKind device) {
    if (data == nullptr) return 0;
#if CERRADO_HAS_CUDA
    if (device == DeviceKind::cuda) {
        std::string copy(bytes, '\0');
        read_from_anywhere(copy.data(), data, bytes);
        return checksum_of(copy);
    }
#endif
    return checksum_of(std::string_view(static_cast<char const*>(data), bytes));
}

CheckpointSubject subject_of(Runnable const& app, RunSession const& session, KeptArrays const& arrays) {
    CheckpointSubject subject;
    Graph const& graph = session.given;
    subject.key = session.options.checkpoint.key;
    Runnable::Settings const settings = app.settings(session.options.device, arrays);
    if (session.options.checkpoint.on() && subject.key.empty() && !settings.are_all_known) {
        throw InputError(
            "a checkpoint cannot tell this application's settings (a floating-point number or a pointer, say) from "
            "others: set CheckpointOptions::key to a text that says what they are; a run goes on only with the same "
            "key");
    }
    ByteWriter type_and_settings;
    type_and_settings.put(std::string_view(app.type_name()));
    type_and_settings.put(settings.checksum);
    subject.application = fmt::format("{:016x}", checksum_of(type_and_settings.bytes()));
    subject.k = session.needs.k;
    subject.vertices = graph.vertex_count();
    subject.entries = graph.neighbour_array().size();
    subject.graph_checksum = checksum_of(graph);
    subject.arrays_checksum = arrays.first_checksum();
    return subject;
}

RunResult sum_of_parts(Runnable const& app, std::vector<Checkpoint> const& parts) {
    RunResult total;
    for (Checkpoint const& part : parts) {
        RunResult one;
        app.read(part.result, one);
        app.add(total, one);
        total.seconds.run_before += one.seconds.run;
    }
    total.seconds.run = 0;
    total.status = Status::complete;
    total.roots = {parts.front().jobs, parts.front().jobs};
    return total;
}

RunResult run_in_parts(Runnable const& app, RunSession& session, Checkpoint& checkpoint, KeptArrays const& arrays,
                       RunOfSession const& run_part) {
    Stopwatch const running;
    double written = 0;
    RunOptions const options = session.options;
    CheckpointOptions const& asked = options.checkpoint;
    CheckpointWriter writer(asked);
    RunResult total;
    if (asked.go_back) asked.go_back(checkpoint.mark);
    if (!checkpoint.path.empty()) {
        app.read(checkpoint.result, total);
        arrays.restore(checkpoint.arrays);
        go_on(checkpoint, asked, total);
    }
    if (!checkpoint.complete)
        total.roots.given = checkpoint.jobs_of_part * static_cast<std::uint64_t>(session.needs.rounds);
    while (!checkpoint.complete) {
        begin_part(session, checkpoint);
        session.options.deadline_seconds = seconds_of_part(options, running.seconds());
        session.options.progress =
            progress_of_run(options, session, checkpoint.jobs_of_part, total.of<Delivered>(), running.seconds());
        RunResult part;
        WorkLeft left;
        run_part(session, part, left);
        app.add(total, part);
        end_part(session, checkpoint, std::move(left), part, total);
        if (part.status == Status::complete && !checkpoint.complete && !is_due(asked, running.seconds() - written)) {
            continue; // begins another round
        }
        checkpoint.result = app.bytes_of(total);
        checkpoint.arrays = arrays.changed();
        if (asked.mark) checkpoint.mark = asked.mark();
        if (writes_checkpoint(options)) writer.write(checkpoint);
        written = running.seconds();
        if (part.status == Status::interrupted || part.status == Status::limit) break;
        if (part.status == Status::deadline && is_at_deadline(options, running.seconds())) break;
    }
    conclude_checkpoints(options.checkpoint, checkpoint, writer.failure(),
                         is_lost(options, checkpoint, writer.failure()));
    session.left = nullptr;
    session.round.reset();
    return total;
}

} // namespace cerrado::detail
