// By key: a value for each key, which the application makes, for example from the labels of vertices. ByKey<> counts
// keys that are small numbers. ByKey<Key, Fold> takes keys of any type, and folds the values that come with them.
#pragma once

#include <cerrado/contract/detail/class_totals_memory.hpp>
#include <cerrado/contract/result.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/folds.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>
#include <cerrado/warp/detail/grid_cas.hpp>

#include <algorithm>
#include <bit>
#include <compare>
#include <cstring>
#include <vector>

namespace cerrado {

// The input of ByKey<Key, Fold>.
struct ByKeyInput {
    // Places for keys, made a power of two. If there are more keys, the run begins again with more places. A run that
    // hands over subgraphs or writes arrays cannot do that: it must be given enough at once, twice its keys. 0: 65,536.
    std::uint64_t slots = 0;
};

// The numbers below the application's `std::uint32_t keys() const`, each with a counter.
template <> struct ByKey<void, Counts> {
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = ClassTotals;
    using Result = std::vector<WideCount>; // by key
    static void merge(Result& total, Result const& part) { add_counts(total, part); }

    class Memory {
    public:
        template <class App> Memory(App const& app, Session const&, RunMemory& memory, int workers)
            : totals_(memory, app.keys(), workers) {}
        Ref ref() const { return totals_.totals(); }
        void collect() { totals_.collect(); }
        void conclude(RunResult& result, Session const&) const { // the sum over the keys is its number
            for (WideCount const count : totals_.sums()) add_to(result.count, count);
        }
        Result const& result() const { return totals_.sums(); }

    private:
        ClassTotalsMemory totals_;
    };

    template <class W, class Te> class Operators : public ClassTotalsOperators<ByKey, W, Te> {
        using Base = ClassTotalsOperators<ByKey, W, Te>;

    public:
        // For what is not an extension.
        CERRADO_FN auto& by_key() { return *this; }

        // Adds to the count of a key. Requires: reserve() has announced the count, and the key is below the
        // application's keys(). Lanes: any. Cost: an atomic addition.
        CERRADO_FN void add(std::uint32_t key, Count count) {
            if (key < Base::totals().classes) return Base::add(key, count);
            Fault const fault{FaultKind::key, Method::aggregate_key, static_cast<std::int16_t>(key),
                              static_cast<std::int16_t>(key >> 16)};
            phase::report(Base::te(), fault);
        }

        // Counts the extensions by key(view, u). The view is the one that predicates get.
        // Requires: an engine with lists; keys below the application's keys(). Lanes: all; `key` is called once for
        // each extension, on one lane.
        // Cost: the key and an atomic addition for each extension, divided by the width. Memory: 16 bytes for each key,
        // and up to 4 MiB.
        template <class KeyOf> CERRADO_FN void aggregate_key(KeyOf const& key) {
            Te& te = Base::te();
            static_assert(Te::Engine::has_lists, "aggregate_key(f) needs an engine whose extensions are lists");
            if (!phase::may_aggregate(te, Method::aggregate_key) || !te.aggregates_here()) return;
            Base::reserve(te.top().size);
            phase::for_each_extension(te, [&](ExtensionView<Te> const& view, VertexId u) { add(key(view, u), 1); });
        }
        CERRADO_REFUSED(
            "aggregate_key(key) calls key(view, u) for each extension u, and the key is a number: write "
            "'te.aggregate_key([](auto const& t, VertexId u) { return ...; })'",
            (std::is_invocable_r_v<std::uint32_t, KeyOf const&, ExtensionView<Te> const&, VertexId&>),
            template <class KeyOf> CERRADO_FN void aggregate_key(KeyOf const&));
    };
};

// A key and what its values gave.
template <class Key, class Value> struct KeyValue {
    Key key;
    Value value;
    friend bool operator==(KeyValue const&, KeyValue const&) = default;
};

namespace detail {

// Returns: whether a comes before b, by operator< or byte by byte.
template <class Key> bool is_before(Key const& a, Key const& b) {
    if constexpr (requires {
                      { a < b } -> std::convertible_to<bool>;
                  })
        return a < b;
    return std::memcmp(&a, &b, sizeof(Key)) < 0;
}

// A slot of a hash table is 0, or it has the upper half of its key's hash, with the lowest bit set, and below it the
// place of the entry, from 1: 0 while the entry is being written, slot_place if there is no room for it. Entries lie
// close together, so that the host reads only those that are there.
template <int words, int cells> struct KeyEntry {
    std::uint64_t key[words];
    std::uint64_t value[cells];
};

inline constexpr std::uint64_t slot_place = ~std::uint32_t{0};

// Mixes the bits of a word so that each of them changes about half of the result's.
// Source: MurmurHash3's finalizer, with the constants of D. Stafford's variant 13.
CERRADO_FN inline std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

// True if a function gives a Given, and not a floating-point number where that would become an integer.
template <class Given, class Function, class... Arguments> consteval bool gives_number() {
    if constexpr (std::is_invocable_r_v<Given, Function, Arguments...>) {
        using Number = std::remove_cvref_t<std::invoke_result_t<Function, Arguments...>>;
        return !std::is_integral_v<Given> || !std::is_floating_point_v<Number>;
    }
    return false;
}

std::uint64_t slots_of(ByKeyInput const& input); // a power of two
void grow(ByKeyInput& input);

} // namespace detail

// Keys of any trivially copyable type of up to 16 bytes without padding, in a hash table on the device. Fold: Counts,
// Sum<T>, Least<T>, Greatest<T>, or your own, see folds.hpp.
// application/detail/declaration_checks.hpp refuses others.
template <class Key, class Fold> struct ByKey {
    static constexpr int words = (sizeof(Key) + 7) / 8;
    static constexpr bool is_wide = detail::FoldedTrait<Fold>::is_wide;
    using Entry = detail::KeyEntry<words, is_wide ? 2 : 1>;
    using Value = typename Fold::Value;

    using Input = ByKeyInput;
    using Result = std::vector<KeyValue<Key, Folded<Fold>>>; // in ascending order of the keys
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    struct Ref {
        std::uint64_t* slots = nullptr;
        Entry* entries = nullptr; // half as many as there are slots
        Count* used = nullptr;    // entries that were asked for; more than there are: there was no room
        std::uint64_t last_slot = 0;
        int hash_shift = 0;
    };
    static constexpr bool ends_run = true; // if there is no room for a key

    static void grow(OutputInputs& inputs) { detail::grow(inputs.of<ByKeyInput>()); }

    static void merge(Result& total, Result const& part) {
        Result both;
        both.reserve(total.size() + part.size());
        auto const is_before = [](auto const& a, auto const& b) { return detail::is_before(a.key, b.key); };
        std::ranges::merge(total, part, std::back_inserter(both), is_before);
        total.clear();
        for (auto const& each : both) {
            if (total.empty() || is_before(total.back(), each)) {
                total.push_back(each);
            } else if constexpr (is_wide) {
                total.back().value += each.value;
            } else {
                total.back().value = Fold::merge(total.back().value, each.value);
            }
        }
    }

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int)
            : slots_(memory, detail::slots_of(session.inputs().of<ByKeyInput>())),
              entries_(memory, slots_.size() / 2),
              used_(memory, 1) {}
        Ref ref() const {
            return {slots_.data(), entries_.data(), used_.data(), slots_.size() - 1,
                    64 - std::countr_zero(slots_.size())};
        }
        void collect() {
            Count const used = used_.read().front();
            has_room_ = used <= entries_.size();
            result_.clear();
            if (!has_room_) return;
            result_.reserve(used);
            for (Entry const& from : entries_.read(used)) {
                auto& entry = result_.emplace_back();
                std::memcpy(&entry.key, from.key, sizeof(Key));
                if constexpr (is_wide) {
                    entry.value = static_cast<Folded<Fold>>(WideCount{from.value[1]} << 64 | from.value[0]);
                } else {
                    entry.value = detail::value_of<Value>(from.value[0]);
                }
            }
            std::ranges::sort(result_, [](auto const& a, auto const& b) { return detail::is_before(a.key, b.key); });
        }
        void conclude(RunResult& result, Session const&) const { // its number: how often keys were given
            if (!has_room_) result.template of<OutOfRoom>() = true;
            if constexpr (std::is_same_v<Fold, Counts>) {
                for (auto const& entry : result_) add_to(result.count, entry.value);
            }
        }
        Result const& result() const { return result_; }

    private:
        RunArray<std::uint64_t> slots_;
        RunArray<Entry> entries_;
        RunArray<Count> used_;
        bool has_room_ = true;
        Result result_;
    };

    template <class W, class Te> class Operators {
        template <class Function, class Given> static constexpr bool gives =
            detail::gives_number<Given, Function const&, ExtensionView<Te> const&, VertexId&>();
        static constexpr bool counts = std::is_same_v<Fold, Counts>;

    public:
        // For what is not an extension.
        CERRADO_FN auto& by_key() { return *this; }

        // Folds the value into that of the key, once for each lane that calls it. Lanes: any. Cost: about three random
        // reads and an atomic operation.
        CERRADO_FN void add(Key const& key, Value const& value) {
            phase::note_output(te());
            fold_into_table(HashedKey(key), static_cast<Folded<Fold>>(value));
        }

        // Folds value(view, u) into the value of key(view, u), for each extension u. Counts need no value: each
        // extension is 1. The view is the one that predicates get.
        // Requires: an engine with lists. Lanes: all; `key` and `value` are called once for each extension, on one lane.
        // Cost: add() for each extension, divided by the width. Memory: up to 24 bytes for each slot.
        template <class KeyOf, class ValueOf> CERRADO_FN void aggregate_key(KeyOf const& key, ValueOf const& value) {
            static_assert(Te::Engine::has_lists, "aggregate_key(f) needs an engine whose extensions are lists");
            if (!phase::may_aggregate(te(), Method::aggregate_key) || !te().aggregates_here()) return;
            if constexpr (W::width == 1) {
                Latest latest;
                phase::for_each_extension(te(), [&](ExtensionView<Te> const& view, VertexId u) {
                    latest.add(*this, HashedKey(key(view, u)), static_cast<Folded<Fold>>(value(view, u)));
                });
                latest.leave(*this);
            } else {
                phase::for_each_extension(
                    te(), [&](ExtensionView<Te> const& view, VertexId u) { add(key(view, u), value(view, u)); });
            }
        }
        CERRADO_REFUSED(
            "aggregate_key(key, value) calls key(view, u) and value(view, u) for each extension u: write "
            "'te.aggregate_key([](auto const& t, VertexId u) { return ...; }, [](auto const& t, VertexId u) { return "
            "...; })', which return the Key and the Fold's Value",
            (gives<KeyOf, Key> && gives<ValueOf, Value>),
            template <class KeyOf, class ValueOf> CERRADO_FN void aggregate_key(KeyOf const&, ValueOf const&));

        template <class KeyOf> CERRADO_FN void aggregate_key(KeyOf const& key) {
            if constexpr (W::width == 1) {
                aggregate_key(key, [](ExtensionView<Te> const&, VertexId) { return Value{1}; });
            } else {
                static_assert(Te::Engine::has_lists, "aggregate_key(f) needs an engine whose extensions are lists");
                if (!phase::may_aggregate(te(), Method::aggregate_key) || !te().aggregates_here()) return;
                count_keys(key);
            }
        }
        CERRADO_REFUSED(
            "aggregate_key(key) calls key(view, u) for each extension u, and counts: write 'te.aggregate_key([](auto "
            "const& t, VertexId u) { return ...; })', which returns the Key; another Fold than Counts also needs a "
            "value",
            (counts && gives<KeyOf, Key>), template <class KeyOf> CERRADO_FN void aggregate_key(KeyOf const&));

        // Returns: whether there was no room for a key. Lanes: any.
        CERRADO_FN bool is_full() { return W::grid_load(ref().used) > ref().last_slot / 2 + 1; }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
        CERRADO_FN Ref const& ref() const {
            return static_cast<Te const&>(*this).context().outputs.template get<ByKey>();
        }

        // Counts the keys of a warp that are equal to that of its first lane together, since often all are.
        template <class KeyOf> CERRADO_FN void count_keys(KeyOf const& key) {
            W const& warp = te().warp();
            VertexId const* const list = te().extensions(te().size());
            Mask const* const masks = phase::masks_of(te());
            std::uint32_t const size = te().top().size;
            for (std::uint32_t first = 0; first < size; first += W::width) {
                std::uint32_t const i = first + static_cast<std::uint32_t>(warp.lane());
                HashedKey own;
                if (i < size) {
                    VertexId u = list[i];
                    own = HashedKey(key(ExtensionView<Te>(te(), masks != nullptr ? masks[i] : Mask{0}), u));
                }
                bool is_first = i < size;
                for (std::uint64_t const word : own.word) {
                    std::uint64_t const other = warp.shuffle(word, 0);
                    is_first = is_first && other == word;
                }
                std::uint32_t const alike = static_cast<std::uint32_t>(popcount(warp.ballot(is_first)));
                if (i < size && (warp.lane() == 0 || !is_first)) fold_into_table(own, warp.lane() == 0 ? alike : 1);
            }
        }

        struct HashedKey {
            std::uint64_t word[words] = {};
            std::uint64_t hash = 0;

            HashedKey() = default;
            CERRADO_FN explicit HashedKey(Key const& key) {
                memcpy(word, &key, sizeof(Key));
                for (std::uint64_t const one : word) hash = detail::mixed(hash + one + 0x9e3779b97f4a7c15);
            }
            CERRADO_FN bool operator==(HashedKey const& other) const { return is_in(other.word); }
            CERRADO_FN bool is_in(std::uint64_t const (&other)[words]) const {
                bool same = true;
                for (int i = 0; i < words; ++i) same &= word[i] == other[i];
                return same;
            }
        };

        // The latest keys of a list of extensions. A lane alone folds their values by itself, since neighbours often
        // have the same key.
        struct Latest {
            static constexpr std::uint64_t places = 16;
            struct Place {
                HashedKey key;
                Folded<Fold> value{};
                bool is_taken = false;
            };
            Place place_of_key[places];

            CERRADO_FN void add(Operators& output, HashedKey const& key, Folded<Fold> const& value) {
                Place& place = place_of_key[key.hash % places];
                if (place.is_taken && place.key == key) {
                    if constexpr (is_wide) {
                        place.value += value;
                    } else {
                        place.value = Fold::merge(place.value, value);
                    }
                    return;
                }
                if (place.is_taken) output.fold_into_table(place.key, place.value);
                place = {key, value, true};
            }
            CERRADO_FN void leave(Operators& output) const {
                for (Place const& place : place_of_key)
                    if (place.is_taken) output.fold_into_table(place.key, place.value);
            }
        };

        CERRADO_FN void fold_into_table(HashedKey const& own, Folded<Fold> const& value) {
            std::uint64_t const mark = (own.hash << 32) | std::uint64_t{1} << 32;
            std::uint64_t at = own.hash >> ref().hash_shift;
            for (int probe = 1;; ++probe, at = (at + 1) & ref().last_slot) {
                if (probe % 32 == 0 && is_full()) return; // then the slots may all be taken
                std::uint64_t* const slot = ref().slots + at;
                std::uint64_t there = W::grid_acquire(slot);
                if (there == 0) {
                    if (is_full()) return;
                    there = grid_cas(slot, 0, mark);
                    if (there == 0) return begin_entry(slot, own, value, mark);
                }
                if ((there & ~detail::slot_place) != mark) continue;
                while ((there & detail::slot_place) == 0) there = W::grid_acquire(slot);
                if ((there & detail::slot_place) == detail::slot_place) return;
                Entry& entry = ref().entries[(there & detail::slot_place) - 1];
                if (own.is_in(entry.key)) return fold_into(entry, value);
            }
        }

        // The first value of a key. The others see the slot's place when all is written.
        CERRADO_FN void begin_entry(std::uint64_t* slot, HashedKey const& own, Folded<Fold> const& value,
                                    std::uint64_t mark) {
            Count const place = W::grid_add(ref().used, Count{1});
            if (place > ref().last_slot / 2) return W::grid_release(slot, mark | detail::slot_place);
            Entry& entry = ref().entries[place];
            for (int i = 0; i < words; ++i) entry.key[i] = own.word[i];
            if constexpr (is_wide) {
                auto const wide = static_cast<WideCount>(value);
                entry.value[0] = static_cast<std::uint64_t>(wide);
                entry.value[1] = static_cast<std::uint64_t>(wide >> 64);
            } else {
                entry.value[0] = detail::word_of(value);
            }
            W::grid_release(slot, mark | (place + 1));
        }
        static CERRADO_FN void fold_into(Entry& entry, Folded<Fold> const& value) {
            if constexpr (is_wide) {
                phase::add_wide<W>({&entry.value[0], &entry.value[1]}, 0, static_cast<WideCount>(value));
            } else {
                std::uint64_t before = W::grid_load(&entry.value[0]);
                for (;;) {
                    std::uint64_t const after =
                        detail::word_of<Value>(Fold::merge(detail::value_of<Value>(before), value));
                    if (after == before) return;
                    std::uint64_t const seen = grid_cas(&entry.value[0], before, after);
                    if (seen == before) return;
                    before = seen;
                }
            }
        }
    };
};

} // namespace cerrado
