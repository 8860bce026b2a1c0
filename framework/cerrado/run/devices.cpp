#include <cerrado/run/devices.hpp>

#include <cerrado/application/detail/application.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/run/calibration.hpp>
#include <cerrado/run/detail/conduct/balancer.hpp>
#include <cerrado/run/detail/session/resident_state.hpp>
#include <cerrado/run/detail/session/run_rules.hpp>
#include <cerrado/run/device_links.hpp>
#include <cerrado/run/kept_batch.hpp>
#include <cerrado/run/resident.hpp>
#include <cerrado/run/resident_arcs.hpp>
#include <cerrado/run/resident_lists.hpp>
#include <cerrado/run/resident_sort.hpp>

#include <boost/sort/block_indirect_sort/block_indirect_sort.hpp>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <type_traits>
#include <unistd.h>

#if CERRADO_HAS_CUDA
#include <cerrado/run/detail/cuda/cuda_calibration.hpp>
#include <cerrado/run/detail/cuda/cuda_resident.hpp>
#include <cerrado/run/detail/cuda/cuda_start.hpp>
#include <cuda_runtime_api.h>
#endif

namespace cerrado {

namespace {

DeviceDescription describe_host() {
    auto const pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
    auto const page = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    return {"host", "CPU", pages * page, hardware_threads(), ""};
}

std::vector<DeviceDescription> describe_cuda() {
    std::vector<DeviceDescription> devices;
#if CERRADO_HAS_CUDA
    for (int i = 0; i < cuda_device_count(); ++i) {
        cudaDeviceProp properties;
        cudaError_t const status = cudaGetDeviceProperties(&properties, i);
        if (status != cudaSuccess) {
            cudaGetLastError();
            devices.push_back({"cuda", fmt::format("device {}", i), 0, 0, cudaGetErrorString(status)});
            continue;
        }
        devices.push_back(
            {"cuda", properties.name, properties.totalGlobalMem, properties.multiProcessorCount,
             i == 0 ? "" : "used with --devices; other runs use device 0, which CUDA_VISIBLE_DEVICES can choose"});
    }
#endif
    return devices;
}

} // namespace

#if CERRADO_HAS_CUDA

std::string why_no_cuda() {
    int count = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) {
        cudaGetLastError();
        return cudaGetErrorString(status);
    }
    return count > 0 ? "" : "no CUDA device is present";
}

int cuda_device_count() {
    int count = 0;
    return why_no_cuda().empty() && cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

namespace {

int used_device() {
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess) cudaGetLastError();
    return device;
}

// Returns: the reason why the device cannot be used; empty if it can.
std::string use_device(int device) {
    cudaError_t const status = cudaSetDevice(device);
    if (status == cudaSuccess) return "";
    cudaGetLastError();
    return cudaGetErrorString(status);
}

} // namespace

#else

std::string why_no_cuda() { return "this build has no CUDA, which the package cerrado-cuda has"; }
int cuda_device_count() { return 0; }

namespace {
int used_device() { return 0; }
std::string use_device(int) { return why_no_cuda(); }
} // namespace

std::vector<DeviceLink> measure_device_links() { return {}; }

#endif

DeviceScope::DeviceScope(std::optional<int> device) {
    if (!device) return;
    int const before = used_device();
    std::string const reason = use_device(*device);
    if (!reason.empty()) {
        throw Error(fmt::format("CUDA device {} cannot be used: {}; name other devices", *device, reason));
    }
    before_ = before;
}

DeviceScope::~DeviceScope() {
    if (before_) use_device(*before_);
}

std::optional<int> device_of_thread() { return why_no_cuda().empty() ? std::optional(used_device()) : std::nullopt; }

std::vector<DeviceDescription> list_devices() {
    std::vector<DeviceDescription> devices = describe_cuda();
    if (devices.empty()) devices.push_back({"cuda", "-", 0, 0, why_no_cuda()});
    devices.push_back(describe_host());
    return devices;
}

namespace {

// The multiprocessors of the device that runs use. It reads one attribute, because reading all properties takes as long
// as a small run.
int multiprocessors() {
    int count = 0;
#if CERRADO_HAS_CUDA
    if (cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, used_device()) != cudaSuccess)
        cudaGetLastError();
#endif
    return std::max(1, count);
}

} // namespace

int expected_workers(RunOptions const& options) {
    if (options.device == DeviceKind::lockstep) return std::max(1, options.workers);
    if (options.device == DeviceKind::cuda) {
        constexpr int warps_per_multiprocessor = 32; // warps of full width
        int const tiles_per_warp = options.warp_width > 0 ? full_warp_width / options.warp_width : 1;
        return options.workers > 0 ? options.workers : multiprocessors() * warps_per_multiprocessor * tiles_per_warp;
    }
    return options.threads > 0 ? options.threads : hardware_threads();
}

DeviceKind resolve_device(DeviceKind wanted) {
    if (wanted != DeviceKind::automatic && wanted != DeviceKind::cuda) return wanted;
    std::string const reason = why_no_cuda();
    if (reason.empty()) return DeviceKind::cuda;
    if (wanted == DeviceKind::cuda) {
        throw Error(fmt::format("no CUDA device can be used: {}; use --device host or auto", reason));
    }
    return DeviceKind::host;
}

void start_device([[maybe_unused]] DeviceKind device) {
#if CERRADO_HAS_CUDA
    if (device == DeviceKind::cuda) start_cuda();
#endif
}

// Host memory for arrays beside a resident graph.

// Returns: memory, all 0, aligned for the widest registers. The system clears a page of a large array only when a
// worker first writes to it. So a run with much memory still ends quickly when it is told to. Throws std::bad_alloc.
void* allocate_on_host(std::uint64_t bytes);
void free_on_host(void* memory, std::uint64_t bytes) noexcept;

namespace {
constexpr std::align_val_t alignment{64}; // a cache line, and the widest registers
constexpr std::uint64_t mapped_bytes = std::uint64_t{1} << 20;
} // namespace

void* allocate_on_host(std::uint64_t bytes) {
    if (bytes < mapped_bytes) {
        void* const memory = ::operator new(std::max<std::uint64_t>(bytes, 1), alignment);
        return std::memset(memory, 0, bytes);
    }
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return memory;
}

void free_on_host(void* memory, std::uint64_t bytes) noexcept {
    if (bytes < mapped_bytes) {
        ::operator delete(memory, alignment);
    } else {
        ::munmap(memory, bytes);
    }
}

// The arrays beside a resident graph.

#if CERRADO_HAS_CUDA
namespace {
bool on_cuda(ResidentState const& state) { return state.device() == DeviceKind::cuda; }
} // namespace
#endif

ResidentMemory::ResidentMemory(std::shared_ptr<ResidentState> state, std::uint64_t bytes)
    : state_(std::move(state)),
      bytes_(bytes) {
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) {
        data_ = allocate_resident(bytes);
        state_->add(*this);
        return;
    }
#endif
    data_ = allocate_on_host(bytes);
    state_->add(*this);
}

ResidentMemory::~ResidentMemory() {
    state_->remove(*this);
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) {
        free_resident(data_);
        return;
    }
#endif
    free_on_host(data_, bytes_);
}

void ResidentMemory::read(void* to) const {
    if (bytes_ == 0) return;
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) return read_resident(to, data_, bytes_);
#endif
    std::memcpy(to, data_, bytes_);
}

void ResidentMemory::write(void const* from) {
    if (bytes_ == 0) return;
#if CERRADO_HAS_CUDA
    if (on_cuda(*state_)) return write_resident(data_, from, bytes_);
#endif
    std::memcpy(data_, from, bytes_);
}

template <class Move> void ResidentState::for_entries(Per per, std::size_t entry_bytes, Move const& move) {
    std::span<std::uint64_t const> const given = positions(per);
    std::lock_guard const lock(mutex_);
    team().run([&](Member member) {
        auto const move_part = [&](auto bytes) {
            member.for_part_of(given.size(), [&](std::size_t i) { move(i, given[i], bytes); });
        };
        if (entry_bytes == 1) return move_part(std::integral_constant<std::size_t, 1>());
        if (entry_bytes == 4) return move_part(std::integral_constant<std::size_t, 4>());
        if (entry_bytes == 8) return move_part(std::integral_constant<std::size_t, 8>());
        move_part(entry_bytes);
    });
}

void ResidentMemory::read_in_order(Per per, std::size_t entry_bytes, void* to) const {
    std::vector<std::byte> arranged(bytes_);
    read(arranged.data());
    state_->for_entries(per, entry_bytes, [&](std::size_t i, std::uint64_t given, auto bytes) {
        std::memcpy(static_cast<std::byte*>(to) + given * bytes, arranged.data() + i * bytes, bytes);
    });
}

void ResidentMemory::write_in_order(Per per, std::size_t entry_bytes, void const* from) {
    std::vector<std::byte> arranged(bytes_); // one thread touches fresh memory sooner than several
    state_->for_entries(per, entry_bytes, [&](std::size_t i, std::uint64_t given, auto bytes) {
        std::memcpy(arranged.data() + i * bytes, static_cast<std::byte const*>(from) + given * bytes, bytes);
    });
    write(arranged.data());
}

std::span<std::uint64_t const> Resident::positions(Per per) const { return state_->positions(per); }
Graph const& Resident::numbered() const { return state_->numbered(); }

void ResidentState::add(ResidentMemory& memory) {
    std::lock_guard const lock(mutex_);
    memories_.push_back(&memory);
}

void ResidentState::remove(ResidentMemory const& memory) noexcept {
    std::lock_guard const lock(mutex_);
    std::erase(memories_, &memory);
}

ResidentMemory* ResidentState::memory_at(void const* place) {
    std::lock_guard const lock(mutex_);
    std::less<> const before;
    auto const found = std::ranges::find_if(memories_, [&](ResidentMemory const* memory) {
        auto const* const begin = static_cast<char const*>(memory->data());
        return !before(place, begin) && before(place, begin + memory->bytes());
    });
    return found == memories_.end() ? nullptr : *found;
}

KeptBatch keep([[maybe_unused]] DeviceBatch const& batch) {
#if CERRADO_HAS_CUDA
    return {keep_on_device(batch), batch.count, current_device()};
#else
    throw Error(
        "this build has no CUDA, so it cannot keep subgraphs in the memory of a device; build with CERRADO_CUDA=ON");
#endif
}

Resident::Resident(Graph const& graph, RunOptions const& options) {
    check_numbers(options);
    state_ = std::make_shared<ResidentState>(graph, resolve_device(options.device), options.order, options.threads);
}

Resident::Resident(RunOptions const& options) : Resident(Graph(), options) {}

Graph const& Resident::graph() const { return state_->given(); }
DeviceKind Resident::device() const { return state_->device(); }
std::uint64_t Resident::entries(Per per) const { return state_->entries(per); }

RunOptions options_on(Resident const& resident, RunOptions const& options) {
    RunOptions made = options;
    made.device = resident.device();
    made.order = resident.state().order();
    if (options.device != DeviceKind::automatic && options.device != made.device) {
        throw InputError("the resident graph is not on the device that RunOptions::device names; leave the device out");
    }
    if (options.order != GraphOrder::automatic && options.order != made.order) {
        throw InputError(
            fmt::format("the resident graph is in the order {}, and RunOptions::order is {}; give the order "
                        "to the Resident",
                        to_string(made.order), to_string(options.order)));
    }
    return made;
}

void refuse_values(std::uint64_t given, std::uint64_t entries) {
    throw InputError(fmt::format("{} given for an array of {}; give one value for each entry", counted(given, "value"),
                                 counted(entries, "entry")));
}

ResidentState::ResidentState(Graph graph, DeviceKind device, GraphOrder order, int threads)
    : given_(std::move(graph)),
      device_(device),
      order_(order == GraphOrder::automatic ? GraphOrder::degree : order),
      threads_(threads) {
    if (given_.oriented())
        throw InputError(
            "a resident graph must be made from an undirected graph, and this graph is oriented; give the graph before "
            "orientation");
}

ResidentState::~ResidentState() = default;

bool ResidentState::ids_are_narrow() {
    std::lock_guard const lock(mutex_);
    if (!ids_are_narrow_) ids_are_narrow_ = cerrado::ids_are_narrow(given_);
    return *ids_are_narrow_;
}

bool ResidentState::has_core(VertexId least) {
    std::lock_guard const lock(mutex_);
#if CERRADO_HAS_CUDA
    for (Form const& form : forms_) {
        if (form.on_device && form.on_device->has_given()) return form.on_device->has_core(least);
    }
#endif
    return cerrado::has_core(given_, least, team());
}

Team& ResidentState::team() {
    if (!team_) team_.emplace(numbering_team_size(given_, threads_));
    return *team_;
}

VertexOrder const& ResidentState::numbering() {
    if (!numbering_) numbering_ = order_of(given_, order_, team());
    return *numbering_;
}

Graph const& ResidentState::graph_of(bool oriented) {
    std::optional<Graph>& graph = forms_[oriented ? 1 : 0].graph;
    if (graph) return *graph;
    if (oriented) {
        graph = orient(given_, numbering(), team());
    } else {
        graph = order_ == GraphOrder::given ? given_ : reorder(given_, numbering(), team());
    }
    return *graph;
}

void ResidentState::place(RunSession& session, RunRules const& rules) {
    std::lock_guard const lock(mutex_);
    if (!session.needs.oriented && order_ == GraphOrder::degeneracy) {
        throw InputError(
            "the degeneracy order is only for applications that run on the oriented graph, and this one runs on the "
            "whole graph; leave the order out");
    }
    if (device_ == DeviceKind::cuda) return place_on_device(session, rules);
    Form& form = form_of(session);
    Graph const& graph = graph_of(session.needs.oriented);
    if (!form.shape) form.shape = shape_of(graph);
    session.shape = *form.shape;
    session.prepared = PreparedByHost{graph, nullptr};
}

// If an application writes the lists, the given lists do not tell which jobs lead to nothing, nor which edges exist. So
// no job is left out, and jobs cannot begin with edges.
JobPlan ResidentState::plan_of_jobs(JobPlan const& wanted) {
    JobPlan plan = wanted;
    if (plan.roots) plan.roots = numbers_in(numbering(), *plan.roots);
    if (!lists_are_written_) return plan;
    if (plan.root_size != 1) {
        throw InputError(
            "the lists of this resident graph are written by an application, and runs on them must begin with single "
            "vertices; let root_size() be 1");
    }
    plan.least_extensions = 0;
    return plan;
}

void ResidentState::give_jobs(RunSession& session, JobPlan const& wanted) {
    std::lock_guard const lock(mutex_);
    JobPlan const plan = plan_of_jobs(wanted);
    if (device_ == DeviceKind::cuda) return give_jobs_on_device(session, plan);
    auto& host = std::get<PreparedByHost>(session.prepared);
    host.jobs = jobs_on_host(form_of(session), host.graph, plan);
    session.whole_job_count = host.jobs->size();
    session.job_count = session.whole_job_count;
    if (session.sample == nullptr) return;
    session.sample->take_from(session.whole_job_count, [&](SampledJobs const& which, std::span<Job> into) {
        for (std::size_t i = 0; i < into.size(); ++i) into[i] = (*host.jobs)[which.first + i * which.stride];
    });
    host.jobs = std::make_shared<std::vector<Job> const>(session.sample->jobs());
    session.job_count = host.jobs->size();
}

ResidentState::Jobs ResidentState::jobs_on_host(Form& form, Graph const& graph, JobPlan const& plan) {
    auto const found = std::ranges::find(form.jobs, plan, &std::pair<JobPlan, Jobs>::first);
    if (found != form.jobs.end()) return found->second;
    auto jobs = std::make_shared<std::vector<Job> const>(make_jobs(graph, plan, team()));
    if (!plan.roots) form.jobs.emplace_back(plan, jobs);
    return jobs;
}

#if CERRADO_HAS_CUDA

DeviceForm& ResidentState::form_on_device(bool oriented) {
    std::shared_ptr<DeviceForm>& form = forms_[oriented ? 1 : 0].on_device;
    if (form) return *form;
    require_room_for(given_, oriented);
    form = order_ == GraphOrder::degree && device_can_prepare(given_, oriented)
               ? std::make_shared<DeviceForm>(std::make_unique<DevicePreparation>(given_, oriented, threads_))
               : std::make_shared<DeviceForm>(graph_of(oriented), threads_);
    return *form;
}

void ResidentState::place_on_device(RunSession& session, RunRules const& rules) {
    bool const oriented = session.needs.oriented;
    DeviceForm const& on_device = form_on_device(oriented);
    session.shape = on_device.shape();
    session.prepared = ResidentOnDevice{on_device.graph(), nullptr, on_device.bytes(), form_of(session).on_device,
                                        rules.reads_graph() ? graph_of(oriented) : Graph()};
}

void ResidentState::give_jobs_on_device(RunSession& session, JobPlan const& plan) {
    Form& form = form_of(session);
    auto const make = [&] { return make_jobs(graph_of(session.needs.oriented), plan, team()); };
    std::shared_ptr<DeviceJobs const> jobs = form.on_device->jobs(plan, make);
    session.whole_job_count = jobs->jobs.size();
    session.job_count = session.whole_job_count;
    if (session.sample != nullptr) {
        jobs = some_of(*jobs, *session.sample);
        session.job_count = jobs->jobs.size();
    }
    auto& resident = std::get<ResidentOnDevice>(session.prepared);
    resident.jobs = jobs->jobs.data();
    resident.bytes = form.on_device->bytes();
    resident.owner = jobs;
}

#else

void ResidentState::place_on_device(RunSession&, RunRules const&) {}
void ResidentState::give_jobs_on_device(RunSession&, JobPlan const&) {}

#endif

ArrayRef<VertexId> lists_of(Resident const& resident) { return resident.state().lists(); }

namespace {

void sort_on_host(std::span<std::uint64_t const> keys, std::uint64_t* sorted, std::uint32_t* places, int threads) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> pairs(keys.size());
    Team team(team_size(keys.size(), threads));
    team.run([&](Member member) {
        member.for_part_of(keys.size(), [&](std::size_t i) { pairs[i] = {keys[i], static_cast<std::uint32_t>(i)}; });
    });
    boost::sort::block_indirect_sort(pairs.begin(), pairs.end(), static_cast<std::uint32_t>(team.size()));
    team.run([&](Member member) {
        member.for_part_of(keys.size(), [&](std::size_t i) {
            sorted[i] = pairs[i].first;
            places[i] = pairs[i].second;
        });
    });
}

} // namespace

SortedKeys sorted(Resident const& resident, ResidentArray<std::uint64_t> const& keys,
                  [[maybe_unused]] std::uint64_t most) {
    if (keys.size() > std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format("{} keys are too many to sort; sort fewer than 2^32", keys.size()));
    SortedKeys made{resident.array<std::uint64_t>(keys.size()), resident.array<std::uint32_t>(keys.size())};
    std::uint64_t* const into = made.keys.ref().data;
    std::uint32_t* const places = made.places.ref().data;
#if CERRADO_HAS_CUDA
    if (resident.device() == DeviceKind::cuda) {
        sort_resident(keys.ref().data, keys.size(), most, into, places);
        return made;
    }
#endif
    sort_on_host({keys.ref().data, keys.size()}, into, places, resident.state().threads());
    return made;
}

// Arcs beside a Resident.

ResidentArcs::ResidentArcs(Arcs const& arcs, RunOptions const& options)
    : resident_(options),
      source_(resident_.array(arcs.source)),
      target_(resident_.array(arcs.target)),
      time_(resident_.array(arcs.time)) {
    arrays_.vertices = arcs.graph.vertex_count();
    point_at_arcs();
}

ResidentArcs::ResidentArcs(Resident const& resident, VertexId vertices, ResidentArray<VertexId> const& source,
                           ResidentArray<VertexId> const& target, ResidentArray<std::int64_t> const& time)
    : resident_(resident),
      source_(source),
      target_(target),
      time_(time) {
    arrays_.vertices = vertices;
    point_at_arcs();
}

void ResidentArcs::point_at_arcs() {
    if (source_.size() != time_.size() || target_.size() != time_.size()) {
        throw InputError(fmt::format("arcs have {}, {} and {}; give each arc one of each",
                                     counted(source_.size(), "source"), counted(target_.size(), "target"),
                                     counted(time_.size(), "time")));
    }
    if (time_.size() > std::numeric_limits<Rank>::max())
        throw InputError(fmt::format("{} arcs are too many; give fewer than 2^32", time_.size()));
    arrays_.arcs = static_cast<Rank>(time_.size());
    arrays_.source = source_.ref().data;
    arrays_.target = target_.ref().data;
    arrays_.time = time_.ref().data;
}

namespace {

// Sorts items, which are below `count`, by their keys, which are below `keys`. Those of a key keep their order.
class SortByCounting {
public:
    SortByCounting(std::uint64_t count, VertexId keys, int threads)
        : count_(count),
          keys_(keys),
          team_(std::min(team_size(count, threads), members_that_pay())),
          next_(static_cast<std::size_t>(team_.size()) * keys) {}

    // Calls put(item, place) for each item. `begin`: gets the place of the first item of each key, and the number of items.
    template <class Key, class Put> void sort(Key const& key, std::uint64_t* begin, Put const& put) {
        std::vector<std::uint64_t> before(static_cast<std::size_t>(team_.size()) +
                                          1); // items of the keys of each member
        team_.run([&](Member member) {
            std::uint32_t* const own = next_of(member.index);
            std::fill_n(own, keys_, 0u);
            member.for_part_of(count_, [&](std::size_t i) { ++own[key(i)]; });
        });
        team_.run([&](Member member) {
            std::uint64_t sum = 0;
            for (int i = 0; i < member.count; ++i)
                member.for_part_of(keys_, [&](std::size_t k) { sum += next_of(i)[k]; });
            before[static_cast<std::size_t>(member.index) + 1] = sum;
        });
        std::partial_sum(before.begin(), before.end(), before.begin());
        begin[keys_] = count_;
        team_.run([&](Member member) {
            std::uint64_t place = before[static_cast<std::size_t>(member.index)];
            member.for_part_of(keys_, [&](std::size_t k) {
                begin[k] = place;
                for (int i = 0; i < member.count; ++i)
                    place += std::exchange(next_of(i)[k], static_cast<std::uint32_t>(place));
            });
        });
        team_.run([&](Member member) {
            std::uint32_t* const own = next_of(member.index);
            member.for_part_of(count_, [&](std::size_t i) { put(i, own[key(i)]++); });
        });
    }

private:
    // Each member has a counter for each key.
    int members_that_pay() const {
        return static_cast<int>(std::clamp<std::uint64_t>(2 * count_ / (keys_ + std::uint64_t{1}), 1, 1024));
    }
    std::uint32_t* next_of(int member) { return next_.data() + static_cast<std::size_t>(member) * keys_; }

    std::uint64_t count_;
    VertexId keys_;
    Team team_;
    std::vector<std::uint32_t> next_; // places
};

// As make_arc_lists_on_device().
void make_arc_lists_on_host(ArcArrays const& arcs, std::uint64_t* begins, std::uint32_t* lists, int threads) {
    SortByCounting all(arcs.arcs, arcs.vertices, threads);
    std::uint64_t* const in_begin = begins + arcs.vertices + 1;
    std::uint32_t *const in = lists + arcs.arcs, *const by_target = in + arcs.arcs,
                         *const target_at = by_target + arcs.arcs;
    std::vector<VertexId> sources(arcs.arcs), targets(arcs.arcs); // in the order of `in`, to be read without leaps
    all.sort([&](std::size_t rank) { return arcs.source[rank]; }, begins,
             [&](std::size_t rank, std::uint32_t place) { lists[place] = static_cast<Rank>(rank); });
    all.sort([&](std::size_t rank) { return arcs.target[rank]; }, in_begin,
             [&](std::size_t rank, std::uint32_t place) {
                 in[place] = static_cast<Rank>(rank);
                 sources[place] = arcs.source[rank];
                 targets[place] = arcs.target[rank];
             });
    all.sort([&](std::size_t i) { return sources[i]; }, begins,
             [&](std::size_t i, std::uint32_t place) {
                 by_target[place] = in[i];
                 target_at[place] = targets[i];
             });
}

} // namespace

void ResidentArcs::make_lists() {
    std::uint64_t const arcs = arrays_.arcs, begins_of_end = arrays_.vertices + std::uint64_t{1};
    if (!begins_) {
        begins_ = resident_.array<std::uint64_t>(2 * begins_of_end);
        lists_ = resident_.array<std::uint32_t>(4 * arcs);
    }
    longest_.reset();
    std::uint64_t* const begins = begins_->ref().data;
    std::uint32_t* const lists = lists_->ref().data;
#if CERRADO_HAS_CUDA
    if (resident_.device() == DeviceKind::cuda) {
        if (arrays_.vertices > VertexId{1} << 31)
            throw InputError(fmt::format("arcs of {} are too many for a GPU; give at most 2^31, or use the host",
                                         counted(arrays_.vertices, "vertex")));
        make_arc_lists_on_device({arcs, arrays_.vertices, arrays_.source, arrays_.target}, begins, lists);
    } else
#endif
        make_arc_lists_on_host(arrays_, begins, lists, resident_.state().threads());
    arrays_.out_begin = begins;
    arrays_.in_begin = begins + begins_of_end;
    arrays_.out = lists;
    arrays_.in = lists + arcs;
    arrays_.by_target = lists + 2 * arcs;
    arrays_.target_at = lists + 3 * arcs;
}

std::uint64_t ResidentArcs::longest_list() const {
    if (longest_) return *longest_;
    std::vector<std::uint64_t> const begins = read_begins();
    std::size_t const in = arrays_.vertices + std::size_t{1};
    std::uint64_t longest = 0;
    for (std::size_t v = 0; v < arrays_.vertices; ++v)
        longest = std::max(longest, begins[v + 1] - begins[v] + begins[in + v + 1] - begins[in + v]);
    return *(longest_ = longest);
}

ResidentArray<double> ResidentArcs::column(Arcs const& arcs, std::string_view name) const {
    GraphColumns const* const columns = arcs.graph.columns.get();
    Column const* const found = columns == nullptr ? nullptr : columns->row_column(name);
    if (found == nullptr) {
        std::vector<std::string> names;
        if (columns != nullptr)
            for (Column const& column : columns->of_rows) names.push_back(column.name);
        throw InputError(fmt::format("arcs have no column '{}'; their columns are: {}", name, joined(names, ", ")));
    }
    if (found->type == ColumnType::text)
        throw InputError(
            fmt::format("the column '{}' has texts; name one of numbers, or give ResidentArcs::array() numbers", name));
    auto const value = [&](std::uint32_t row) {
        if (found->is_missing(row)) return std::numeric_limits<double>::quiet_NaN();
        return found->type == ColumnType::real ? found->real[row] : static_cast<double>(found->whole[row]);
    };
    std::vector<double> values(arcs.row.size());
    std::ranges::transform(arcs.row, values.begin(), value);
    return array(values);
}

ArrayRef<VertexId> ResidentState::lists() {
    std::lock_guard const lock(mutex_);
    if (order_ != GraphOrder::given) {
        throw InputError(
            "the lists of a resident graph can be written only if it keeps the order of the vertices: give the "
            "Resident RunOptions::order = GraphOrder::given");
    }
    lists_are_written_ = true;
    std::uint64_t const entries = given_.neighbour_array().size();
#if CERRADO_HAS_CUDA
    if (device_ == DeviceKind::cuda) return {form_on_device(false).lists(), entries};
#endif
    Form& form = forms_[0];
    if (form.own_lists.data == nullptr) {
        struct Storage {
            Graph given; // keeps the offsets alive
            std::vector<VertexId> lists;
        };
        auto const given = given_.neighbour_array();
        auto storage = std::make_shared<Storage>(Storage{given_, {given.begin(), given.end()}});
        form.graph = Graph(given_.offsets(), storage->lists, given_.original_ids(), storage);
        form.own_lists = {storage->lists.data(), entries};
    }
    return form.own_lists;
}

std::uint64_t ResidentState::entries(Per per) const {
    switch (per) {
    case Per::vertex: return given_.vertex_count();
    case Per::edge: return given_.neighbour_array().size();
    case Per::oriented_edge: return given_.edge_count();
    }
    return 0;
}

Graph const& ResidentState::numbered() {
    std::lock_guard const lock(mutex_);
    return graph_of(false);
}

std::span<std::uint64_t const> ResidentState::positions(Per per) {
    std::lock_guard const lock(mutex_);
    auto const found = positions_.find(per);
    if (found != positions_.end()) return found->second;
    VertexOrder const& order = numbering();
    return positions_[per] = per == Per::vertex ? std::vector<std::uint64_t>(order.begin(), order.end())
                                                : edge_positions(per == Per::oriented_edge);
}

// Returns: for each entry of the numbered lists, its place in the given graph. On the whole graph it is the place among
// all entries. On the oriented graph it is the place among the entries of edges in their lesser vertices' lists.
std::vector<std::uint64_t> ResidentState::edge_positions(bool oriented) {
    VertexOrder const& order = numbering();
    GraphRef const from = given_.ref();
    GraphRef const to = graph_of(oriented).ref();
    std::vector<std::uint64_t> first(given_.vertex_count() + std::size_t{1}); // place of each vertex's first edge
    for (VertexId v = 0; v < given_.vertex_count(); ++v) {
        first[v + std::size_t{1}] = first[v] + (from.end(v) - from.first_above(v, v));
    }
    std::vector<std::uint64_t> positions(to.vertex_count == 0 ? 0 : to.end(to.vertex_count - 1));
    team().run([&](Member member) {
        member.for_part_of(to.vertex_count, [&](std::size_t v) {
            for (EdgeOffset p = to.begin(static_cast<VertexId>(v)); p < to.end(static_cast<VertexId>(v)); ++p) {
                VertexId source = order[v];
                VertexId target = order[to.neighbours[p]];
                if (oriented && source > target) std::swap(source, target);
                EdgeOffset const at = from.lower_bound(from.begin(source), from.end(source), target);
                positions[p] = oriented ? first[source] + (at - from.first_above(source, source)) : at;
            }
        });
    });
    return positions;
}

// Measures the settings of load balancing.

namespace {

constexpr double kept_throughput = 0.95;
constexpr double least_threshold = 0.05;
constexpr double most_threshold = 0.6;
constexpr std::uint64_t most_donations = 16;
constexpr int looks_apart = 10;
constexpr int paid_looks_apart = 100; // so that looks take 1 % of one worker's time

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Measures the processor time of one look on the host: a thread wakes up and reads a word of each worker. Returns the
// shortest time of a few batches.
double host_look_seconds(int workers) {
    constexpr int batches = 8;
    constexpr int looks = 8;
    std::vector<std::uint32_t> activity(static_cast<std::size_t>(workers));
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    double least = std::numeric_limits<double>::infinity();
    for (int batch = 0; batch < batches; ++batch) {
        double const begin = processor_seconds();
        for (int look = 0; look < looks; ++look) {
            never.wait_for(lock, std::chrono::microseconds(50));
            for (std::uint32_t& word : activity) std::atomic_ref(word).load(std::memory_order_relaxed);
        }
        least = std::min(least, (processor_seconds() - begin) / looks);
    }
    return least;
}

BalanceDefaults measure_host(int workers) {
    return detail::defaults_from({workers, 1, {}, host_look_seconds(workers), true});
}

#if CERRADO_HAS_CUDA
BalanceDefaults measure_cuda() {
    detail::CudaCalibration const measured = detail::calibrate_cuda();
    return detail::defaults_from({measured.multiprocessors, measured.warps_per_multiprocessor, measured.throughput,
                                  measured.look_seconds, false});
}
#endif

int idle_workers(double threshold, int workers) {
    return std::max(1, static_cast<int>(std::ceil(threshold * static_cast<double>(workers))));
}

std::string origin_of_workers(detail::Calibration const& measured) {
    if (measured.throughput.empty()) return "one per hardware thread";
    return fmt::format("{} warps resident on each of {} multiprocessors; a kernel of another size has more or fewer",
                       measured.workers_per_processor, measured.processors);
}

std::string origin_of_threshold(std::span<double const> throughput) {
    if (throughput.empty()) return "every idle thread lowers the throughput";
    std::vector<std::string> percents;
    percents.reserve(throughput.size());
    for (double const value : throughput)
        percents.push_back(fmt::format("{:.0f}", 100 * value / std::ranges::max(throughput)));
    return fmt::format("with 0, 1/8, 2/8, ... of the warps idle, the measured throughput was {} %; {:g} % is enough",
                       joined(percents, ", "), 100 * kept_throughput);
}

} // namespace

namespace detail {

double tolerable_idle_share(std::span<double const> throughput) {
    double const enough = kept_throughput * std::ranges::max(throughput);
    std::size_t idle = throughput.size() - 1;
    while (throughput[idle] < enough) --idle;
    return std::clamp(static_cast<double>(idle) / share_parts, least_threshold, most_threshold);
}

std::uint32_t donations_that_fit(double threshold, int workers) {
    auto const idle = static_cast<std::uint64_t>(idle_workers(threshold, workers));
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(share_queue_room(static_cast<std::uint64_t>(workers)) / idle, 1, most_donations));
}

std::chrono::microseconds round_poll(double seconds) {
    int const readable[] = {20, 50, 100, 200, 500, 1000};
    auto const distance = [&](int microseconds) { return std::abs(std::log(1e-6 * microseconds / seconds)); };
    return std::chrono::microseconds(*std::ranges::min_element(readable, {}, distance));
}

BalanceDefaults defaults_from(Calibration const& measured) {
    int const apart = measured.workers_pay_look ? paid_looks_apart : looks_apart;
    BalanceDefaults defaults;
    defaults.workers = measured.processors * measured.workers_per_processor;
    defaults.threshold = measured.throughput.empty() ? 0 : tolerable_idle_share(measured.throughput);
    defaults.donations = donations_that_fit(defaults.threshold, defaults.workers);
    defaults.poll = round_poll(apart * measured.look_seconds);
    defaults.origins.workers = origin_of_workers(measured);
    defaults.origins.threshold = origin_of_threshold(measured.throughput);
    defaults.origins.donations =
        fmt::format("the queue has room for {}, {} workers are idle at the threshold, and each gets at most {}",
                    share_queue_room(static_cast<std::uint64_t>(defaults.workers)),
                    idle_workers(defaults.threshold, defaults.workers), most_donations);
    defaults.origins.poll =
        fmt::format("about {} times the time that a look takes{}, {:.1f}us", apart,
                    measured.workers_pay_look ? " from the workers" : "", 1e6 * measured.look_seconds);
    return defaults;
}

} // namespace detail

BalanceDefaults const& balance_defaults(DeviceKind device) {
    DeviceKind const kind = resolve_device(device);
#if CERRADO_HAS_CUDA
    if (kind == DeviceKind::cuda) {
        static BalanceDefaults const of_cuda = measure_cuda();
        return of_cuda;
    }
#endif
    if (kind == DeviceKind::lockstep) {
        static BalanceDefaults const of_lockstep = measure_host(1);
        return of_lockstep;
    }
    static BalanceDefaults const of_host = measure_host(hardware_threads());
    return of_host;
}

} // namespace cerrado
