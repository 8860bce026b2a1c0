// Whether a launcher of MPI has started this process, and the module for it.
#include <cerrado/core/error.hpp>
#include <cerrado/run/ranks/ranks.hpp>
#include <cerrado/run/ranks/socket_transport.hpp>

#include <fmt/format.h>

#include <sys/prctl.h>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace cerrado {

namespace {

constexpr char const* module_name = "libcerrado-mpi.so";

int number_in(char const* variable) {
    char const* const text = std::getenv(variable);
    return text == nullptr ? 0 : std::atoi(text);
}

// Returns: how many processes the launcher says there are; 0: it does not say; nothing: there is no launcher.
std::optional<int> launched() {
    for (char const* const variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
        if (int const size = number_in(variable); size > 0) return size;
    }
    return std::getenv("PMIX_RANK") != nullptr ? std::optional(0) : std::nullopt;
}

// The folder of the program or of the shared library (Python's module) that has this code.
std::filesystem::path folder_of_this() {
    static char const here = 0;
    ::Dl_info info{};
    std::error_code none;
    std::filesystem::path const file = ::dladdr(&here, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
    if (file.filename().string().find(".so") != std::string::npos) return file.parent_path();
    return std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
}

// Beside this program or library, or where it is installed; else the loader looks for it.
void* open_module() {
    std::filesystem::path const folder = folder_of_this();
    for (std::filesystem::path const& path :
         {folder / module_name, folder / ".." / "lib" / module_name, std::filesystem::path(module_name)}) {
        if (void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return module;
    }
    char const* const why = ::dlerror();
    throw Error(
        fmt::format("a launcher of MPI has started this process, and {} is not to be had ({}); install Open MPI "
                    "(openmpi-bin, libopenmpi-dev) and build again, or start the program without the launcher",
                    module_name, why == nullptr ? "no reason is given" : why));
}

} // namespace

bool is_launched() { return launched().value_or(1) != 1; }

int launched_rank() {
    if (!is_launched()) return 0;
    int rank = 0;
    for (char const* const variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
        rank = std::max(rank, number_in(variable));
    }
    return rank;
}

std::unique_ptr<Transport> launched_processes() {
    if (char const* const text = std::getenv(socket_ranks_variable)) {
        std::unique_ptr<Transport> transport = make_socket_transport(text);
        ::unsetenv(socket_ranks_variable);  // not for those that this one starts
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // who started it adds up nothing, but ends it
        return transport;
    }
    std::optional<int> const size = launched();
    if (!size || *size == 1) return nullptr;
    auto* const make = reinterpret_cast<Transport* (*)()>(::dlsym(open_module(), "cerrado_mpi_transport"));
    if (make == nullptr) throw Error(fmt::format("{} is of another version of Cerrado", module_name));
    std::unique_ptr<Transport> transport(make());
    if (*size > 0 && transport->size() != *size) {
        throw Error(
            fmt::format("the launcher says there are {} processes, and MPI says {}: they are of different MPIs; use "
                        "the mpirun of the MPI that {} was built with",
                        *size, transport->size(), module_name));
    }
    return transport;
}

} // namespace cerrado
