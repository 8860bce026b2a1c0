#include <cerrado/graph/io/edges/named_edges.hpp>

#include <cerrado/graph/io/text_input.hpp>

#include <atomic>

namespace cerrado::detail {

NumberedNames number_names(std::vector<TablePart> parts, TextInput const& input, Team& team) {
    NameTable all = std::move(parts.front().names);
    std::vector<std::vector<VertexId>> ranks(parts.size()); // of each part but the first, which has those of all
    for (std::size_t i = 1; i < parts.size(); ++i) {
        for (std::string_view const name : parts[i].names.names()) ranks[i].push_back(all.rank(name));
        check_vertex_count(all.names().size(), input);
    }
    SortedNames sorted = sorted_names(all.names());
    std::vector<std::size_t> begins{0};
    for (TablePart const& part : parts) begins.push_back(begins.back() + part.list.edges.size());
    NumberedNames numbered;
    numbered.names = std::move(sorted.names);
    numbered.edges.resize(begins.back());
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        for (std::size_t i; (i = next++) < parts.size();) {
            auto const place = [&](OriginalId rank) { return sorted.places[i == 0 ? rank : ranks[i][rank]]; };
            for (std::size_t j = 0; j < parts[i].list.edges.size(); ++j) {
                auto const [source, target] = parts[i].list.edges[j];
                numbered.edges[begins[i] + j] = {place(source), place(target)};
            }
        }
    });
    return numbered;
}

} // namespace cerrado::detail
