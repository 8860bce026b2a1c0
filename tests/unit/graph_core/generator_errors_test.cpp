#include <cerrado/core/error.hpp>
#include <cerrado/graph/generate/generator_spec.hpp>
#include <cerrado/graph/generators.hpp>

#include <gtest/gtest.h>

namespace cerrado {
namespace {

std::string refusal(std::string const& spec) {
    try {
        generate_graph(spec);
    } catch (InputError const& error) {
        return error.what();
    }
    return "accepted";
}

TEST(GeneratorErrors, NameTheSpecTheKeyAndWhatIsAccepted) {
    EXPECT_EQ(refusal("gen:foo:n=3"),
              "gen:foo:n=3: unknown generator 'foo'; kinds are er, ba, rmat, regular, powerlaw, complete, "
              "star, path, cycle, grid, bipartite, e.g. gen:er:n=1000,m=5000,seed=1");
    EXPECT_EQ(refusal("gen:er:n=3,x=4"),
              "gen:er:n=3,x=4: unknown parameter 'x'; er takes n, m, seed=1, e.g. "
              "gen:er:n=1000,m=5000,seed=1");
    EXPECT_EQ(refusal("gen:er:n=3"),
              "gen:er:n=3: parameter 'm' is missing; er takes n, m, seed=1, e.g. "
              "gen:er:n=1000,m=5000,seed=1");
    EXPECT_EQ(refusal("gen:er:n=3,m=4"),
              "gen:er:n=3,m=4: m=4 is out of range; a simple graph on 3 vertices has at most 3 edges");
    EXPECT_EQ(refusal("gen:powerlaw:n=9,exponent=1.5"),
              "gen:powerlaw:n=9,exponent=1.5: exponent=1.5 is not a number with at most 3 decimals from 2.0 to 10.0; "
              "powerlaw takes "
              "n, exponent=2.5, degree=10, seed=1, e.g. gen:powerlaw:n=10000,exponent=2.5,degree=10,seed=1");
}

TEST(GeneratorErrors, RefuseMalformedSpecs) {
    for (char const* spec :
         {"gen:", "gen::", "gen:er", "gen:er:", "gen:er:n", "gen:er:n=3,,m=2", "gen:er:n=3,m=2,", "gen:er:n=,m=2",
          "gen:er:n=3,m=2,n=3", "gen:er:n=-3,m=2", "gen:er:n=+3,m=2", "gen:er:n=3.0,m=2", "gen:er:n=3 ,m=2",
          "gen:er:n=0x3,m=2", "gen:er:n=3,m=2:", "gen:ER:n=3,m=2", "gen:er:N=3,m=2", "er:n=3,m=2"}) {
        EXPECT_NE(refusal(spec), "accepted") << spec;
        EXPECT_EQ(refusal(spec).find('\n'), std::string::npos) << spec;
        EXPECT_EQ(refusal(spec).find(spec), 0u) << spec;
    }
}

TEST(GeneratorErrors, RefuseValuesOutOfRange) {
    for (char const* spec :
         {"gen:er:n=4294967296,m=1", "gen:er:n=99999999999999999999,m=1", "gen:er:n=5,m=2,seed=18446744073709551616",
          "gen:ba:n=5,m=5", "gen:ba:n=0,m=1", "gen:rmat:scale=32", "gen:regular:n=5,d=5", "gen:regular:n=5,d=3",
          "gen:regular:n=0,d=2", "gen:cycle:n=2", "gen:grid:rows=100000,columns=100000",
          "gen:bipartite:a=4294967295,b=1", "gen:powerlaw:n=10,degree=10", "gen:powerlaw:n=10,exponent=10.001",
          "gen:powerlaw:n=20,exponent=2.5001", "gen:powerlaw:n=20,exponent=2.", "gen:powerlaw:n=20,exponent=.5"}) {
        EXPECT_NE(refusal(spec), "accepted") << spec;
    }
}

TEST(GeneratorErrors, RefuseWhatDoesNotFitInMemoryWithTheNumber) {
    try {
        generate_graph("gen:complete:n=4000000000");
        FAIL() << "accepted";
    } catch (InputError const&) {
        FAIL() << "the spec is right, the machine too small: exit code 1, not 2";
    } catch (Error const& error) {
        EXPECT_NE(std::string(error.what()).find("GB of memory"), std::string::npos) << error.what();
    }
}

TEST(GeneratorHelp, ShowsEveryKindAndEachExampleWorks) {
    std::string const help = generator_help();
    for (auto const& kind : generator_kinds()) {
        EXPECT_NE(help.find(kind.example), std::string::npos) << kind.name;
        EXPECT_GT(generate_graph(std::string(kind.example)).vertex_count(), 0u) << kind.name;
    }
}

} // namespace
} // namespace cerrado
