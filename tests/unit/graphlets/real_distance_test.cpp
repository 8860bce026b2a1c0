// Distances of two real networks.
#include "places.hpp"

#include <cerrado/apps/graphlet_distance.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace cerrado {
namespace {

TEST(GraphletDistances, OfYeastAndDiseasesAreThoseOfOtherPrograms) {
    // Source: from ORCA's orbits, by programs that share no code with this one.
    struct Row {
        GraphletDistance kind;
        double distance;
    };
    constexpr Row rows[] = {{GraphletDistance::gcd11, 2.579385566},         {GraphletDistance::gcd56, 10.417078715},
                            {GraphletDistance::gcd73, 14.147178574},        {GraphletDistance::gdda, .793074191},
                            {GraphletDistance::gdda_geometric, .784524267}, {GraphletDistance::rgf, 46.118391622}};
    std::filesystem::path const folder = test::data_folder();
    std::string const yeast = folder / "yeast-ppi.txt.gz", diseases = folder / "bio-diseasome.txt.gz";
    for (std::string const& path : {yeast, diseases}) {
        if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; set CERRADO_DATA_DIR";
    }
    RunOptions options;
    options.device = DeviceKind::host;
    GraphletOrbits const a = count_graphlet_orbits(open_graph(yeast), {}, options);
    GraphletOrbits const b = count_graphlet_orbits(open_graph(diseases), {}, options);
    for (auto const& [kind, distance] : rows)
        EXPECT_NEAR(graphlet_distance(a, b, kind).value_or(-1), distance, 1e-9) << static_cast<int>(kind);
}

} // namespace
} // namespace cerrado
