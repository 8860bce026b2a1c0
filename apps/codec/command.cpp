#include "codec/command.hpp"

#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/run/work.hpp"

#include <cerrado/apps/compress.hpp>
#include <cerrado/graph/detail/cgz/cgz.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/open.hpp>

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cerrado::command {
namespace {

struct CompressRequest {
    std::string graph, target;
    GraphMarksRequest marks;
    bool attributes = false;
    CompressionOptions options;
    std::string progress = "auto";
};

struct DecompressRequest {
    std::string file, target;
    bool keep_going = false;
    int threads = 0;
};

std::string compressed_text(Graph const& graph, CompressRequest const& request, CompressionReport const& report) {
    std::string text = fmt::format("{}: {}, {}\n{}", request.target, counted(graph.vertex_count(), "vertex"),
                                   counted(graph.edge_count(), "edge"), bytes_text(report.bytes));
    auto const edges = static_cast<double>(graph.edge_count());
    if (graph.edge_count() > 0)
        text += fmt::format(", {:.3f} bits an edge", 8.0 * static_cast<double>(report.bytes) / edges);
    text += fmt::format(", order {}{}, {:.2f} s\n", to_string(report.order),
                        request.options.drop_ids ? ", ids dropped" : "", report.seconds);
    if (report.cliques > 0) {
        text += fmt::format("{} stand{} for {} of the edges\n", counted(report.cliques, "clique"),
                            report.cliques == 1 ? "s" : "", grouped(report.grouped_edges));
    }
    if (graph.columns) text += kept_columns_text(*graph.columns);
    return text;
}

void run_compress(CompressRequest const& request) {
    if (request.graph.empty())
        throw InputError("compress: there is no GRAPH: give a file or a generator, and -o FILE.cgz");
    if (request.target.empty()) throw InputError("compress: there is no file to write: give -o FILE.cgz");
    CommandFiles files;
    add_graph_files(files, request.graph, request.marks);
    files.writes("-o", request.target);
    files.check();
    check_result(request.target);
    Graph const graph = open_graph_argument(request.graph, request.options.threads, request.marks);
    ProgressReport progress(progress_mode_of(request.progress));
    CompressionOptions options = request.options;
    options.progress = progress.for_share("compressing");
    CompressionReport const report = compress_graph(graph, request.target, options);
    progress.clear();
    for (std::string const& note : report.notes) say(note);
    write_standard_output(compressed_text(graph, request, report));
}

ExitCode run_decompress(DecompressRequest const& request) {
    CommandFiles files;
    files.reads("the compressed graph", request.file);
    files.writes("-o", request.target);
    files.check();
    check_result(request.target);
    detail::FileBytes const file = detail::load_file(request.file);
    if (!file.bytes.starts_with(detail::cgz::file_magic) && !request.file.ends_with(".cgz")) {
        throw InputError(fmt::format(
            "{}: not a .cgz file, so it needs no decompression: every command reads it as it is", request.file));
    }
    std::size_t damages = 0;
    detail::cgz::Reading reading{.threads = request.threads};
    if (request.keep_going) {
        reading.damage = [&](std::string const& damage) {
            ++damages;
            say(damage);
        };
    }
    auto const begin = std::chrono::steady_clock::now();
    Graph graph = detail::cgz::read_compressed(file.bytes, request.file, reading);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    graph.source = request.file;
    std::string const lost = lost_in(graph, request.target);
    save_graph(graph, request.target);
    if (!lost.empty()) say(request.target + ": " + lost);
    write_standard_output(fmt::format("{}: {}, {}{}; decoded in {:.3f} s\n", request.target,
                                      counted(graph.vertex_count(), "vertex"), counted(graph.edge_count(), "edge"),
                                      damages > 0 ? "; a part of the graph is lost" : "", seconds));
    return damages > 0 ? ExitCode::partial : ExitCode::done;
}

void add_compress_command(Options& program) {
    Options& command =
        program.add_command("compress", "Compress a graph into a .cgz file; score: compression by cliques");
    auto const request = std::make_shared<CompressRequest>();
    add_graph(command, request->graph);
    command.add("-o,--output", request->target, "The file to write, FILE.cgz").shown_as("FILE");
    command
        .add(
            "--order",
            [request](std::string const& text) {
                request->options.order = value_of(compression_order_words, "--order", text);
            },
            "Order of the vertices in the file; auto: the one that gives the smallest file; ids: that of the graph; "
            "metis, bisect: neighbours stand near each other [auto]")
        .one_of(compression_order_words);
    command.flag("--drop-ids", request->options.drop_ids,
                 "Renumber the vertices in the file's order; their ids are lost");
    command
        .add("--effort", request->options.effort,
             "How much to try for a smaller file; 1: fastest, in the order of the ids, without cliques; 3: slowest, "
             "for little gain [2]")
        .range(1, 3);
    command.add("--threads", request->options.threads, "Host threads; 0: one per hardware thread").range(0, 4096);
    add_progress_option(command, request->progress);
    add_marks_options(command, request->marks);
    add_kept_attributes_options(command, request->attributes, request->marks);
    command.footer(
        "\nExamples:\n"
        "  cerrado compress graph.txt -o graph.cgz              every command takes graph.cgz as a graph\n"
        "  cerrado compress graph.txt -o graph.cgz --drop-ids   smaller, but the ids are lost\n"
        "  cerrado decompress graph.cgz -o graph.cbin           the file that `cerrado convert graph.txt "
        "graph.cbin` writes\n"
        "  cerrado compress score graph.txt -k 5                the edges that 5-cliques would save\n");
    command.runs([request] {
        drop_unasked_attributes(request->attributes, request->marks);
        run_compress(*request);
        return ExitCode::done;
    });
}

void add_decompress_command(Options& program) {
    Options& command = program.add_command("decompress", "Write the graph of a .cgz file in another format");
    auto const request = std::make_shared<DecompressRequest>();
    command.add("FILE", request->file, "A .cgz file").required().shown_as(" ");
    command
        .add("-o,--output", request->target, "The file to write; its ending decides the format, as it does for convert")
        .required()
        .shown_as("OUT");
    command.flag("--keep-going", request->keep_going, "Leave out damaged parts, report them, and end with exit code 3");
    command.add("--threads", request->threads, "Host threads; 0: one per hardware thread").range(0, 4096);
    command.footer(
        "\nExamples:\n"
        "  cerrado decompress graph.cgz -o graph.cbin\n"
        "  cerrado decompress damaged.cgz -o rest.cbin --keep-going\n");
    command.runs([request] { return run_decompress(*request); });
}

} // namespace

Command compress_command() {
    return {.names = {"compress", "decompress"}, .place = 70, .add = [](Options& program) {
                add_compress_command(program);
                add_decompress_command(program);
            }};
}

} // namespace cerrado::command
