// Collects the undone work of a run that was ended: see WorkLeft.
#pragma once

#include <cerrado/application/detail/application.hpp>
#include <cerrado/contract/detail/bytes.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/run/detail/session/session.hpp>
#include <cerrado/traversal/detail/context.hpp>
#include <cerrado/traversal/detail/hooks.hpp>

#include <cstring>
#include <vector>

namespace cerrado {

// Appends the work as bytes of a checkpoint or of a message to another process.
void put(ByteWriter& to, WorkLeft const& work);
void get(ByteReader& from, WorkLeft& work);

// The traversals that workers saved in the last launch.
struct SavedWork {
    std::vector<SavedTraversal> traversals; // by worker
    std::vector<char> levels;               // the levels of each traversal, with room for the most that one can have
};

// Reads the traversals that workers saved, and collects the jobs and records that no worker has taken from the queues.
// Requires: all workers have ended.
SavedWork read_saved_work(RunSession const& session, RunContext const& context, RunMemory const& memory,
                          std::uint64_t workers, std::uint64_t level_bytes, WorkLeft& left);

namespace detail {

// Returns: whether the worker would have gone on with later stages of the level. It does not if another worker has them.
template <class Engine, class Level> bool has_later_stages(Level const& level) {
    if constexpr (phase::has_stages<Engine>) return !level.gave_later_stages;
    return false;
}

// Appends the open part of the traversal's first `length` vertices: the range of their extensions, or all extensions if
// none were produced yet.
template <class App> void append_record(WorkLeft& left, SavedTraversal const& saved, LevelOf<App> const* levels,
                                        int length, RunContext const& context) {
    JobShare const& job = saved.job;
    bool const is_first = length == job.first_length;
    bool const is_new = !is_first && !levels[length - 1].generated;
    bool const is_own = is_new || (has_later_stages<EngineOf<App>>(levels[length - 1]) &&
                                   !(is_first && job.origin == JobOrigin::donated));
    std::uint32_t const first = is_first ? job.range_first : 0;
    std::uint32_t const end = is_new ? ~0u : levels[length - 1].size;
    if (first >= end && !is_own) return;
    std::size_t const at = left.records.size();
    left.records.resize(at + context.balance.queue.words);
    std::uint32_t* const record = left.records.data() + at;
    record[record_length] = static_cast<std::uint32_t>(length);
    record[record_first] = first;
    record[record_end] = end;
    record[record_part] = job.part;
    record[record_parts] = job.parts;
    record[record_slice] = is_first ? job.slice : 0;
    record[record_slices] = is_first ? job.slices : 1;
    record[record_origin] = static_cast<std::uint32_t>(is_own ? JobOrigin::left : JobOrigin::donated);
    record[record_layer] = static_cast<std::uint32_t>(saved.layer);
    std::uint32_t* const vertices = record + record_vertices;
    std::uint32_t* const carried = vertices + context.levels;
    for (int i = 0; i < length; ++i) {
        vertices[i] = levels[i].vertex;
        phase::write_carried<App>(levels[i], carried + static_cast<std::uint32_t>(i) * carried_words<App>);
    }
}

} // namespace detail

// Appends the open work of a saved traversal: one record for each level.
template <class App>
void append_saved(WorkLeft& left, SavedTraversal const& saved, LevelOf<App> const* levels, RunContext const& context) {
    for (int length = saved.job.first_length; length <= saved.length; ++length) {
        detail::append_record<App>(left, saved, levels, length, context);
    }
}

// Returns: the undone work of the run. Requires: all workers have ended and saved their traversals.
template <class App> WorkLeft collect_work_left(RunSession const& session, RunContext const& context,
                                                RunMemory const& memory, std::uint64_t workers) {
    WorkLeft left;
    left.words = context.balance.queue.words;
    SavedWork const work = read_saved_work(session, context, memory, workers, sizeof(LevelOf<App>), left);
    std::vector<LevelOf<App>> levels(static_cast<std::size_t>(context.levels));
    for (std::size_t worker = 0; worker < work.traversals.size(); ++worker) {
        if (work.traversals[worker].length == 0) continue;
        std::size_t const bytes = levels.size() * sizeof levels[0];
        std::memcpy(static_cast<void*>(levels.data()), work.levels.data() + worker * bytes, bytes);
        append_saved<App>(left, work.traversals[worker], levels.data(), context);
    }
    return left;
}

} // namespace cerrado
