// `cerrado six decode` and `cerrado six verify`.
#include "command/record/output.hpp"
#include "command/run/work.hpp"
#include "six/command_parts.hpp"
#include "six/files/ranges.hpp"
#include "six/proof/decode.hpp"
#include "six/proof/soundness.hpp"

#include <cerrado/core/clock.hpp>

#include <fmt/format.h>

#include <memory>

namespace cerrado::command {
namespace {

struct DecodeRequest {
    std::string instance, target, csv, json;
    std::vector<std::string> shards;
};

struct VerifyProofRequest {
    std::string instance, proof, json;
    double soundness = 40;
    std::optional<std::uint64_t> seed;
};

struct Decoding {
    SixInstance instance;
    SixShard shard;
    SixDecoded decoded;
    double seconds = 0;
};

std::uint64_t count_of(std::vector<SixPoints> const& runs, int prime) {
    std::uint64_t count = 0;
    for (SixPoints const& run : runs) count += run.prime == prime ? run.count : 0;
    return count;
}

// How many wrong values would have been found.
std::size_t most_wrong(Decoding const& decoding, int prime) {
    return six::mendable(tally_of(decoding.shard, prime).end, decoding.instance.degree(),
                         count_of(decoding.decoded.missing, prime));
}

std::string decoding_text(DecodeRequest const& request, Decoding const& decoding) {
    SixDecoded const& decoded = decoding.decoded;
    Table table({{"prime", true}, {"points", true}, {"missing", true}, {"wrong", true}, {"most wrong", true}});
    std::string lists;
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        table.add_row({{fmt::to_string(prime)},
                       {grouped(tally_of(decoding.shard, prime).end)},
                       {grouped(count_of(decoded.missing, prime))},
                       {grouped(count_of(decoded.wrong, prime))},
                       {grouped(most_wrong(decoding, prime))}});
        for (auto const& [what, runs] : {std::pair("missing", &decoded.missing), std::pair("wrong", &decoded.wrong)}) {
            std::string const some = six::listed(*runs, prime);
            if (!some.empty()) lists += fmt::format("prime {}    {}: {}\n", prime, what, some);
        }
    }
    std::string text = pattern_line(decoding.instance);
    text += fmt::format("proof      {}: degree {} for each prime, decoded in {:.3f} s\n\n", request.target,
                        grouped(decoding.instance.degree()), decoding.seconds);
    return text + table.text() + (lists.empty() ? "" : "\n" + lists);
}

Json decoding_json(DecodeRequest const& request, Decoding const& decoding) {
    Json primes = Json::array();
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        primes.push({{"prime", prime},
                     {"points", tally_of(decoding.shard, prime).end},
                     {"missing", count_of(decoding.decoded.missing, prime)},
                     {"wrong", count_of(decoding.decoded.wrong, prime)},
                     {"most_wrong", most_wrong(decoding, prime)}});
    }
    return {{"app", "six decode"},
            {"version", CERRADO_VERSION},
            {"instance", instance_json(decoding.instance)},
            {"proof", request.target},
            {"degree", decoding.instance.degree()},
            {"primes", primes},
            {"wrong", points_json(decoding.decoded.wrong)},
            {"missing", points_json(decoding.decoded.missing)},
            {"seconds", {{"run", decoding.seconds}}}};
}

std::string decoding_rows(SixDecoded const& decoded) {
    std::string text = "prime,first,count,what\n";
    for (auto const& [what, runs] : {std::pair("wrong", &decoded.wrong), std::pair("missing", &decoded.missing)}) {
        for (SixPoints const& run : *runs) text += fmt::format("{},{},{},{}\n", run.prime, run.first, run.count, what);
    }
    return text;
}

ExitCode run_decode(DecodeRequest const& request) {
    CommandFiles files;
    files.reads("the instance", request.instance);
    for (std::string const& shard : request.shards) files.reads("a shard", shard);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.add("--csv", request.csv);
    targets.add_file("-o", request.target);
    targets.check(files);
    check_result(request.target);
    Decoding decoding{read_six_instance(request.instance), read_merged_shards(request.shards), {}};
    Stopwatch const watch;
    decoding.decoded = decode_six(decoding.instance, decoding.shard);
    decoding.seconds = watch.seconds();
    write_six_proof(decoding.decoded.proof, request.target);
    std::vector<ExtraOutput> outputs;
    auto const add = [&](std::string const& target, auto const& text) {
        if (!target.empty()) outputs.push_back({target == "-", [&target, text] { write_result(target, text()); }});
    };
    add(request.json, [&] { return decoding_json(request, decoding).lines(); });
    add(request.csv, [&] { return decoding_rows(decoding.decoded); });
    std::string const standard_output = "-";
    if (!targets.to_standard_output()) add(standard_output, [&] { return decoding_text(request, decoding); });
    write_outputs(outputs);
    return ExitCode::done;
}

[[noreturn]] void refuse_proof(VerifyProofRequest const& request, SixVerified const& verified) {
    throw Error(
        fmt::format("{}: the proof is wrong: point {} of prime {} has another value; decode shards again, or ask "
                    "whoever made it",
                    request.proof, verified.failed.first, verified.failed.prime));
}

std::string verified_text(VerifyProofRequest const& request, SixInstance const& instance, SixVerified const& verified,
                          double seconds) {
    std::string text = pattern_line(instance);
    text += fmt::format("proof      {}: it holds at {} of each prime, checked in {:.3f} s\n", request.proof,
                        counted(static_cast<WideCount>(verified.checks), "point"), seconds);
    text += request.seed
                ? fmt::format("soundness  none: --seed {} tells the points beforehand, so this proves nothing\n",
                              *request.seed)
                : fmt::format("soundness  {:.1f} bits: a wrong proof passes with a probability of 2^-{:.1f} at most\n",
                              verified.checks * six::bits_of_check(instance),
                              verified.checks * six::bits_of_check(instance));
    return text + fmt::format("maps       {}\ncount      {}\n", grouped(verified.maps), grouped(verified.count));
}

Json verified_json(VerifyProofRequest const& request, SixInstance const& instance, SixVerified const& verified,
                   double seconds) {
    Json const soundness = request.seed ? Json(nullptr) : Json(verified.checks * six::bits_of_check(instance));
    return {{"app", "six verify"},          {"version", CERRADO_VERSION},       {"instance", instance_json(instance)},
            {"proof", request.proof},       {"checks", verified.checks},        {"soundness", soundness},
            {"seed", request.seed},         {"maps", to_string(verified.maps)}, {"count", to_string(verified.count)},
            {"seconds", {{"run", seconds}}}};
}

ExitCode run_verify_proof(VerifyProofRequest const& request) {
    CommandFiles files;
    files.reads("the instance", request.instance);
    files.reads("the proof", request.proof);
    OutputTargets targets;
    targets.add("--json", request.json);
    targets.check(files);
    SixInstance const instance = read_six_instance(request.instance);
    SixProof const proof = read_six_proof(request.proof);
    Stopwatch const watch;
    SixVerified const verified = verify_six(instance, proof, request.soundness, request.seed);
    double const seconds = watch.seconds();
    if (!verified.holds) refuse_proof(request, verified);
    write_json_or_table(
        request.json, [&] { return verified_json(request, instance, verified, seconds); },
        [&] { return verified_text(request, instance, verified, seconds); });
    return ExitCode::done;
}

} // namespace

void add_six_decode_command(Options& six) {
    Options& command = six.add_command("decode", "Make a proof of a shard, and say which values are wrong");
    auto const request = std::make_shared<DecodeRequest>();
    command.add("INSTANCE", request->instance, "A file of `cerrado six prepare`").required().shown_as(" ");
    command.add("SHARDS", request->shards, "A file of `cerrado six merge`, or several of `cerrado six evaluate`")
        .required()
        .shown_as(" ");
    add_taroption(command, request->target, "The proof to write");
    add_json_option(command, request->json);
    command.add("--csv", request->csv, "Write the wrong and the missing points as CSV; - is standard output")
        .shown_as("FILE|-");
    command.footer(
        "\nEach prime needs as many values as `cerrado six prepare` says. Two more make up for a value that is wrong, "
        "wherever "
        "it is.\n"
        "\nExamples:\n"
        "  cerrado six decode c.six all.shard -o c.proof\n"
        "  cerrado six decode c.six a.shard b.shard -o c.proof --csv wrong.csv    whose machine was it?\n");
    command.runs([request] { return run_decode(*request); });
}

void add_six_verify_command(Options& six) {
    Options& command = six.add_command("verify", "Check a proof at random points, and say the count");
    auto const request = std::make_shared<VerifyProofRequest>();
    command.add("INSTANCE", request->instance, "A file of `cerrado six prepare`: your own, of your graph")
        .required()
        .shown_as(" ");
    command.add("PROOF", request->proof, "A file of `cerrado six decode`").required().shown_as(" ");
    command
        .add("--soundness", request->soundness,
             "A wrong proof passes with a probability of 2^-BITS at most; more bits are more points")
        .shown_as("BITS")
        .shows_default();
    command
        .add("--seed", request->seed,
             "For tests: points that are known beforehand. This proves nothing [the system's random source]")
        .shown_as("S");
    add_json_option(command, request->json);
    command.footer(
        "\nA proof that is wrong has exit code 1, and one line says at which point it failed.\n"
        "\nExamples:\n"
        "  cerrado six verify c.six c.proof\n"
        "  cerrado six verify c.six c.proof --soundness 80 --json -\n");
    command.runs([request] { return run_verify_proof(*request); });
}

} // namespace cerrado::command
