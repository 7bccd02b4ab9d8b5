#include "apps/morula/ranks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "apps/morula/speech.h"
#include "apps/morula/verdict.h"
#include "core/error.h"
#include "core/one_process.h"
#include "core/rank_threads.h"
#include "core/rank_zero.h"
#include "core/shared_library.h"
#include "gpu/driver_faults.h"
#include "runner/manifest.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : 0;
}

// Where the MPI module may be: beside the program in a build folder, or where it is installed. A test names
// another file.
std::vector<std::string> module_paths() {
  if (const char* module = std::getenv("MORULA_MPI_MODULE")) return {module};
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  return {(folder / "libmorula_mpi.so").string(),
          (folder / MORULA_MPI_MODULE_FOLDER / "libmorula_mpi.so").lexically_normal().string()};
}

bool wants_ranks(const std::optional<std::string>& mpi) {
  return mpi ? *mpi == "yes" : started_by_launcher();
}

[[noreturn]] void end_all_ranks(Cluster& cluster) {
  const Verdict verdict = verdict_on(std::current_exception());
  std::string_view what = verdict.message;
  if (const std::string_view name = "morula: "; what.starts_with(name)) what.remove_prefix(name.size());
  complain(fmt::format("morula: rank {} on {}: {}\n", cluster.rank(), cluster.node().host, what));
  cluster.abort(verdict.code);
  std::_Exit(verdict.code);
}

// The devices of a machine are dealt out to its ranks in turn. `auto` prefers them as open_backend does.
void choose_device(BackendRequest& request, const Node& node) {
  const auto choose = [&](gpu::Api api, const std::string& name) {
    std::vector<gpu::DeviceInfo> devices = gpu::find_devices(api).devices;
    if (request.name == "auto")
      std::erase_if(devices, [](const gpu::DeviceInfo& device) { return !gpu::is_for_auto(device); });
    if (devices.empty()) return;
    request.name = name;
    request.device = devices[static_cast<std::size_t>(node.rank) % devices.size()].index;
  };
  if (request.name == "auto" || request.name == "cuda") choose(gpu::Api::Cuda, "cuda");
  if (request.name == "auto" || request.name == "opencl") choose(gpu::Api::OpenCl, "opencl");
}

}  // namespace

int rank_in_launch() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (std::getenv(variable)) return number_in(variable);
  return 0;
}

void with_ranks(const std::optional<std::string>& mpi, const std::function<void(Communicator&)>& work) {
  if (!wants_ranks(mpi)) {
    OneProcess alone;
    return work(alone);
  }
  std::unique_ptr<Cluster> cluster = open_cluster(program_version());
  std::exception_ptr failure;
  try {
    work(*cluster);
  } catch (const KnownToAll& known) {
    const Verdict verdict = verdict_on(known.failure());
    complain(verdict.message + "\n");  // before any rank ends: launchers then end the others
    failure = std::make_exception_ptr(ToldElsewhere(verdict.code));
  } catch (const ToldElsewhere&) {
    failure = std::current_exception();
  } catch (...) {
    if (cluster->size() > 1) end_all_ranks(*cluster);
    failure = std::current_exception();
  }
  everything_was_said();  // likewise before any rank ends; failed output is detected again at the end
  cluster.reset();
  if (failure) std::rethrow_exception(failure);
}

void end_every_rank(Communicator& ranks) {
  if (auto* cluster = dynamic_cast<Cluster*>(&ranks); cluster && ranks.size() > 1)
    cluster->abort(EXIT_SUCCESS);
}

Sender sender_of_signals(const Communicator& ranks) {
  return ranks.size() > 1 ? Sender::Launcher : Sender::User;
}

BackendRequest backend_for_rank(BackendRequest request, Communicator& ranks) {
  if (ranks.size() == 1) return request;
  if (!request.threads) request.threads = threads_of_rank(ranks);
  if (!request.device) choose_device(request, ranks.node());
  return request;
}

std::vector<std::string> idle_processors(const Backend& backend, const Communicator& ranks) {
  if (ranks.size() == 1 || backend.kind != BackendKind::Cpu) return {};
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  const long processors = number_in("SLURM_CPUS_ON_NODE") > 0 ? number_in("SLURM_CPUS_ON_NODE") : online;
  const long used = static_cast<long>(backend.threads->size()) * ranks.node().size;
  if (used >= processors) return {};
  return {fmt::format(
      "the {1} ranks on {0}, with {2} threads each, leave {3} of its {4} processors idle; start more ranks, "
      "or "
      "let the launcher bind each rank to more processors (mpirun --bind-to none)",
      ranks.node().host, ranks.node().size, backend.threads->size(), processors - used, processors)};
}

bool started_by_launcher() {
  return number_in("OMPI_COMM_WORLD_SIZE") > 1 || number_in("PMI_SIZE") > 1 ||
         (number_in("SLURM_STEP_NUM_TASKS") > 1 && std::getenv("PMIX_RANK"));
}

std::unique_ptr<Cluster> open_cluster(const std::string& version) try {
  const SharedLibrary module(module_paths(), "morula was built without MPI");
  MorulaOpenCluster* open = module.symbol("morula_open_cluster");
  return std::unique_ptr<Cluster>(
      open(version.c_str(), [](const char* problem) { complain(std::string(problem) + "\n"); }));
} catch (const LibraryMissing& error) {
  throw Error(
      std::string(error.what()) +
      "; a launcher started several processes, which need this module to work together; with --mpi no, each "
      "process works by itself");
}

}  // namespace morula
