// The file of job times: what is written is read, and nothing else is taken for it.
#include "unit/message_of.hpp"
#include "unit/scoped_folder.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/trace.hpp>

#include <fstream>

namespace cerrado::test {
namespace {

TEST(JobCostsFile, GivesBackWhatWasWritten) {
    ScopedFolder const folder;
    JobCosts costs{.application = "clique",
                   .graph = "a \"name\".txt",
                   .k = 5,
                   .algorithm = "fast",
                   .device = "host",
                   .workers = 3,
                   .seconds = 0.25,
                   .runs = {{~std::uint64_t{0}, 7, 0}, {}, {1}}};
    write_job_costs(folder.path("jobs"), costs);
    JobCosts const read = read_job_costs(folder.path("jobs"));
    EXPECT_EQ(read.application, costs.application);
    EXPECT_EQ(read.graph, costs.graph);
    EXPECT_EQ(read.k, costs.k);
    EXPECT_EQ(read.algorithm, costs.algorithm);
    EXPECT_EQ(read.device, costs.device);
    EXPECT_EQ(read.workers, costs.workers);
    EXPECT_EQ(read.seconds, costs.seconds);
    EXPECT_EQ(read.runs, costs.runs);
    EXPECT_EQ(read.jobs(), 4u);
}

TEST(JobCostsFile, RefusesOthers) {
    ScopedFolder const folder;
    auto const message = [&](std::string const& content) {
        std::ofstream(folder.path("jobs")) << content;
        return message_of<InputError>([&] { read_job_costs(folder.path("jobs")); });
    };
    EXPECT_NE(message("1 2\n").find("no file of --job-times"), std::string::npos);
    EXPECT_NE(message(R"({"format":"cerrado-trace","version":2})").find("of version 1"), std::string::npos);
    EXPECT_NE(message(R"({"format":"cerrado-job-times","version":1,"app":3})").find("damaged"), std::string::npos);
    EXPECT_NE(message(R"({"format":"cerrado-job-times","version":1,"app":"","graph":"","k":3,"algorithm":"",)"
                      R"("device":"host","workers":1,"seconds":1,"nanoseconds":[[]]})")
                  .find("no jobs"),
              std::string::npos);
    EXPECT_NE(message_of<InputError>([&] { read_job_costs(folder.path("none")); }).find("cannot be read"),
              std::string::npos);
    EXPECT_THROW(write_job_costs(folder.path("no/folder"), {}), Error);
}

} // namespace
} // namespace cerrado::test
