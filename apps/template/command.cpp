#include "command.hpp"

#include "forms.hpp"
#include "verifier.hpp"

namespace cerrado::command {

namespace {

Application wedge_application() {
    Application application;
    application.name = "wedge";
    application.summary = "Count the vertex-induced paths of three vertices";
    application.examples =
        "Examples:\n"
        "  cerrado wedge graph.txt\n"
        "  cerrado wedge graph.txt --list wedges.txt --json record.json\n";
    application.semantics = "vertex-induced paths of three vertices, automorphisms divided out";
    application.k_min = application.k_max = 3;
    application.algorithms = {Algorithm::fast};
    application.algorithms_help = "auto: the only algorithm";
    application.lists = true;
    application.bind = [](Asked const& asked) {
        return asked.output == Asked::Output::list ? wedge_list_form() : wedge_form();
    };
    application.serial.count = [](Graph const& prepared, int, std::span<VertexId const> roots, Look const& look) {
        return CountsByPattern{{"", count_wedges_serially(prepared, roots, look)}};
    };
    return application;
}

} // namespace

Command wedge_command() { return command_of(wedge_application()); }

} // namespace cerrado::command
