#include "apps/morula/ranks.h"

#include <cstdlib>
#include <filesystem>

#include "core/error.h"
#include "gpu/library.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : 0;
}

// Beside the program, as it is built, or where it is installed.
std::vector<std::string> module_paths() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  return {(folder / "libmorula_mpi.so").string(),
          (folder / MORULA_MPI_MODULE_FOLDER / "libmorula_mpi.so").lexically_normal().string()};
}

}  // namespace

bool started_by_launcher() {
  return number_in("OMPI_COMM_WORLD_SIZE") > 1 || number_in("PMI_SIZE") > 1 ||
         (number_in("SLURM_STEP_NUM_TASKS") > 1 && std::getenv("PMIX_RANK"));
}

std::unique_ptr<Cluster> open_cluster(const std::string& version) try {
  const gpu::Library module(module_paths(), "morula was built without MPI");
  MorulaOpenCluster* open = module.symbol("morula_open_cluster");
  return std::unique_ptr<Cluster>(open(version.c_str()));
} catch (const DeviceMissing& error) {
  throw Error(
      std::string(error.what()) +
      "; a launcher started several processes, which need it to work together; with --mpi no each works "
      "by itself");
}

}  // namespace morula
