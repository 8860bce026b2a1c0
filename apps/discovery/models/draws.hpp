// The random numbers of null models. They follow from the seed, the number of the graph, the step and their use.
#pragma once

#include <cerrado/core/detail/philox.hpp>

#include <cstdint>

namespace cerrado::discovery {

// The use of a random number. It keeps apart the random numbers of a step.
enum class DrawnFor : std::uint32_t {
    switches = 1,
    pairs = 2,
    triads = 3,
    acceptance = 4,
    sample = 5,
    labels = 6,
    detours = 7
};

struct RandomWords {
    std::uint32_t words[4];
    CERRADO_FN std::uint32_t operator[](int i) const { return words[i]; }
};

CERRADO_FN inline RandomWords random_words(std::uint64_t seed, std::uint32_t number, std::uint64_t step, DrawnFor use) {
    RandomWords drawn{{static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32), number,
                       static_cast<std::uint32_t>(use)}};
    philox(seed, drawn.words);
    return drawn;
}

// Returns: a number below `bound`, made from 64 random bits.
CERRADO_FN inline std::uint64_t below(std::uint64_t bound, std::uint32_t high, std::uint32_t low) {
    return static_cast<std::uint64_t>(WideCount{std::uint64_t{high} << 32 | low} * bound >> 64);
}

// The place of an edge. Slots of single arcs come first.
using Slot = std::uint32_t;

// The random draw of a step. Either two slots exchange their targets, or a path of three arcs that begins with `one`
// turns its middle arc: x > y > z > w becomes x > z > y > w. A 3-cycle is such a path in which w is x.
struct SwitchDraw {
    Slot one, other;
    std::uint64_t choice; // 64 random bits
    bool turns_path;
    bool rests = false; // the path stays; if every step changed the graph, only half of all graphs would be met
};

// Returns: a number below `count`, drawn from `choice`. It removes the bits used, so `choice` serves for further draws.
CERRADO_FN inline Slot take_choice(std::uint64_t& choice, Slot count) {
    WideCount const product = WideCount{choice} * count;
    choice = static_cast<std::uint64_t>(product);
    return static_cast<Slot>(product >> 64);
}

// Slots that may exchange their targets are of one class: their sources, their targets and their edges have the same
// labels.
struct SlotClasses {
    std::uint32_t const* of_slot = nullptr; // null: all arcs are of one class, and all edges
    Slot const* first = nullptr;            // by class, with one more entry: the place of its first slot
    Slot const* slots = nullptr;            // by class

    CERRADO_FN bool are_given() const { return of_slot != nullptr; }
    CERRADO_FN bool are_same(Slot one, Slot other) const { return !are_given() || of_slot[one] == of_slot[other]; }
};

// Draws a step. Every tenth step draws a path, if there are single arcs. The two slots of a switch are both arcs or
// both edges, and of one class.
CERRADO_FN inline SwitchDraw drawn_switch(std::uint64_t step, RandomWords const& words, Slot arcs, Slot slots,
                                          SlotClasses const& classes) {
    constexpr std::uint64_t steps_a_path = 10;
    std::uint64_t const choice = std::uint64_t{words[2]} << 32 | words[3];
    if (arcs > 0 && step % steps_a_path == steps_a_path - 1) {
        return {static_cast<Slot>(below(arcs, words[0], words[1])), 0, choice, true, (words[1] & 1) != 0};
    }
    std::uint64_t const one = below(slots, words[0], words[1]);
    if (classes.are_given()) {
        std::uint32_t const own = classes.of_slot[one];
        Slot const begin = classes.first[own], alike = classes.first[own + 1] - begin;
        return {static_cast<Slot>(one), classes.slots[begin + below(alike, words[2], words[3])], choice, false};
    }
    bool const is_edge = one >= arcs; // then the other slot must be an edge, too
    std::uint64_t const first = is_edge ? arcs : 0, count = is_edge ? slots - arcs : arcs;
    return {static_cast<Slot>(one), static_cast<Slot>(first + below(count, words[2], words[3])), choice, false};
}

// Returns: whether turning the middle arc of a path keeps the numbers of arcs between the classes of its vertices. The
// vertices of a class have the same degrees. The model `jdm` keeps these numbers.
CERRADO_FN inline bool turns_within_classes(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
    return y == z || (x == z && z == w) || (x == y && y == w);
}

} // namespace cerrado::discovery
