#include <cerrado/canonical/drawing/layout.hpp>
#include <cerrado/canonical/drawing/layout_frame.hpp>

#include <limits>
#include <numeric>
#include <random>

namespace cerrado {

namespace {

// What a layout may cost, in strokes looked at: 1 ms or less. Counted, not timed, so that a pattern looks the same
// everywhere.
constexpr int most_strokes = 150000;

// A pattern that looks for the best place of each vertex.
class Search {
public:
    Search(int k, std::uint64_t adjacency) : edges_(edges_of(k, adjacency)) {}

    bool is_over() const { return looked_at_ >= most_strokes; }

    // Swaps vertices as long as that lowers the cost, which it returns.
    double settle(Frame const& frame, std::vector<int>& seats) {
        double best = cost(frame, seats);
        for (bool better = true; better && !is_over();) {
            better = false;
            for (std::size_t u = 1; u < seats.size(); ++u)
                for (std::size_t v = 0; v < u; ++v) {
                    std::swap(seats[u], seats[v]);
                    double const found = cost(frame, seats);
                    if (found < best - 1e-9) {
                        best = found;
                        better = true;
                    } else {
                        std::swap(seats[u], seats[v]);
                    }
                }
        }
        return best;
    }

private:
    double cost(Frame const& frame, std::vector<int> const& seats) {
        looked_at_ += static_cast<int>(edges_.size());
        std::uint64_t strokes = 0;
        for (auto [u, v] : edges_)
            strokes |= adjacency_bit(seats[static_cast<std::size_t>(u)], seats[static_cast<std::size_t>(v)]);
        return frame.cost(strokes);
    }

    std::vector<std::pair<int, int>> edges_;
    int looked_at_ = 0;
};

void shuffle(std::vector<int>& seats, std::mt19937& random) { // std::shuffle differs between standard libraries
    for (std::size_t i = seats.size() - 1; i > 0; --i) std::swap(seats[i], seats[random() % (i + 1)]);
}

} // namespace

Layout choose_layout(int k, std::uint64_t adjacency) {
    int const attempts = k <= 6 ? 12 : k <= 8 ? 4 : 2;
    Canvas const canvas = canvas_of(k);
    Layout layout;
    layout.columns = canvas.columns;
    layout.rows = canvas.rows;
    Search search(k, adjacency);
    double lowest = std::numeric_limits<double>::infinity();
    std::mt19937 random(1);
    for (Frame const& frame : frames_of(k)) {
        std::vector<int> seats(static_cast<std::size_t>(k)); // by vertex: its place
        std::iota(seats.begin(), seats.end(), 0);
        for (int attempt = 0; attempt < attempts && !search.is_over(); ++attempt) {
            if (attempt > 0) shuffle(seats, random);
            double const found = search.settle(frame, seats) + frame.handicap;
            if (found >= lowest - 1e-9) continue;
            lowest = found;
            layout.places.clear();
            for (int seat : seats) layout.places.push_back(frame.places[static_cast<std::size_t>(seat)]);
        }
    }
    return layout;
}

} // namespace cerrado
