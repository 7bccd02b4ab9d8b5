#include "core/bytes.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace morula {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t number_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : unlimited;  // cgroup writes "max" for no limit
}

std::uint64_t free_in_system() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kibibytes = 0;
    if (words >> name >> kibibytes && name == "MemAvailable:") return kibibytes * 1024;
  }
  return unlimited;
}

// Pages in the file cache count as free: the system reclaims them when memory is needed.
std::uint64_t reclaimable_in(const std::filesystem::path& folder) {
  std::ifstream file(folder / "memory.stat");
  std::string name;
  for (std::uint64_t bytes = 0; file >> name >> bytes;)
    if (name == "inactive_file") return bytes;
  return 0;
}

std::uint64_t free_in_cgroup(const std::filesystem::path& folder) {
  const std::uint64_t limit = number_in(folder / "memory.max"), used = number_in(folder / "memory.current");
  if (limit == unlimited || used == unlimited) return unlimited;
  const std::uint64_t unreclaimable = used - std::min(used, reclaimable_in(folder));
  return limit > unreclaimable ? limit - unreclaimable : 0;
}

// The limits of this process's control group and of every group above it (batch systems set them there).
std::uint64_t free_in_cgroups() {
  const std::filesystem::path root = "/sys/fs/cgroup";
  std::uint64_t least = free_in_cgroup(root);
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::filesystem::path group = line.substr(4); !group.empty(); group = group.parent_path())
      least = std::min(least, free_in_cgroup(root / group));
  }
  return least;
}

std::uint64_t free_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const std::uint64_t pages = number_in("/proc/self/statm");  // its first number is the address space in use
  if (pages == unlimited) return limit.rlim_cur;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 7> units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  std::uint64_t tenths = bytes;  // tenths of the unit, as an integer
  if (bytes < 1024) return std::to_string(bytes) + " B";
  std::uint64_t whole = bytes;
  while (whole >= 1024 && unit + 1 < units.size()) {
    tenths = whole / 1024 * 10 + whole % 1024 * 10 / 1024;
    whole /= 1024;
    ++unit;
  }
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + ' ' + units[unit];
}

std::uint64_t memory_of_machine() { return std::min(free_in_system(), free_in_cgroups()); }

std::uint64_t available_memory() { return std::min(memory_of_machine(), free_address_space()); }

}  // namespace morula
