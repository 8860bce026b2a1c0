#include <cerrado/run/parts/work_left.hpp>

#include <algorithm>

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

// Donated traversals that nobody has taken.
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

} // namespace cerrado
