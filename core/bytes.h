#pragma once

#include <cstdint>
#include <string>

namespace morula {

std::string human_bytes(std::uint64_t bytes);  // "1.5 GiB"
std::uint64_t available_memory();  // bytes this process may still take: /proc/meminfo, cgroup, rlimit
std::uint64_t
memory_of_machine();  // the same without the rlimit of this process: what all processes may still take

}  // namespace morula
