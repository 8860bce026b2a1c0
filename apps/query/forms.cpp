#include "query/forms.hpp"

#include "library/bind.hpp"
#include "query/query.hpp"

#include <cerrado/apps/detail/each_match.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

namespace cerrado::query {

namespace {

// An application with the arrays of its walk where the graph lies. A choice among parallel edges needs the graph's own
// lists.
template <class App> struct Placed : cerrado::detail::PlacedMatch<App> {
    Placed(Resident const& graph, App const& of_graph, JoinedWalk const& walk, int threads)
        : cerrado::detail::PlacedMatch<App>(graph, of_graph, walk.plan, *walk.bits, threads,
                                            !has_choices && walk.takes_lists, true) {
        auto& plan = this->app.plan;
        std::map<std::pair<int, int>, void const*> data; // by array and list
        for (std::size_t i = 0; i < walk.array_of.size(); ++i) {
            int const array = walk.array_of[i];
            if (array < 0) continue;
            Operand& own = plan.operand[i];
            NumberArray const& numbers = walk.arrays[static_cast<std::size_t>(array)];
            bool const is_of_entries = numbers.per == NumberArray::Per::entry;
            int const list = is_of_entries ? plan.list_of[own.position][own.owner] : 0;
            auto const found = data.find({array, list});
            own.data = found != data.end() ? found->second : data[{array, list}] = put(graph, numbers, list);
        }
        if constexpr (has_choices) put_rows(graph, walk);
    }

private:
    static constexpr bool has_choices = std::is_same_v<decltype(App::plan), ChoicePlan>;

    void put_rows(Resident const& graph, JoinedWalk const& walk) {
        ChoicePlan& plan = this->app.plan;
        GraphColumns const& columns = *walk.columns;
        plan.first_there = this->kept(graph.array(Per::edge, walk.first_there));
        plan.first_back = walk.first_back.empty() ? nullptr : this->kept(graph.array(Per::edge, walk.first_back));
        plan.first_loop =
            columns.first_loop.empty() ? nullptr : this->kept(graph.array(Per::vertex, columns.first_loop));
        plan.goes_on = this->kept(graph.array(columns.goes_on));
        plan.row_bits = this->kept(graph.array(walk.row_bits));
    }

    void const* put(Resident const& graph, NumberArray const& array, int list) {
        switch (array.format) {
        case Format::int8: return put_as<std::int8_t>(graph, array, list);
        case Format::int16: return put_as<std::int16_t>(graph, array, list);
        case Format::int32: return put_as<std::int32_t>(graph, array, list);
        case Format::int64: return put_as<std::int64_t>(graph, array, list);
        case Format::float32: return put_as<float>(graph, array, list);
        default: return put_as<double>(graph, array, list);
        }
    }
    template <class T> void const* put_as(Resident const& graph, NumberArray const& array, int list) {
        std::vector<T> values(array.bytes.size() / sizeof(T));
        if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
        if (list > 0) {
            std::vector<T> of_list;
            for (std::uint64_t const entry : this->lists[static_cast<std::size_t>(list - 1)].entries)
                of_list.push_back(values[entry]);
            return this->kept(graph.array(of_list));
        }
        switch (array.per) {
        case NumberArray::Per::vertex: return this->kept(graph.array(Per::vertex, values));
        case NumberArray::Per::entry: return this->kept(graph.array(Per::edge, values));
        default: return this->kept(graph.array(values));
        }
    }
};

template <template <class> class App> BoundApplication bind(std::shared_ptr<JoinedWalk const> walk, int k) {
    auto const with = [&](auto const& plan) {
        using Bound = App<std::remove_cvref_t<decltype(plan)>>;
        Bound const of_graph{k, plan};
        return bind_reading(of_graph, [walk, of_graph](Resident const& graph, RunOptions const& options) {
            return Placed<Bound>(graph, of_graph, *walk, options.threads);
        });
    };
    return walk->has_choices ? with(walk->plan) : with(static_cast<JoinedPlan const&>(walk->plan));
}

} // namespace

BoundApplication count_form(std::shared_ptr<JoinedWalk const> walk) {
    int const k = walk->plan.walked + 1;
    return bind<MatchOf>(std::move(walk), k);
}
BoundApplication list_form(std::shared_ptr<JoinedWalk const> walk) {
    int const k = walk->plan.size;
    return bind<ListRows>(std::move(walk), k);
}

} // namespace cerrado::query
