#pragma once

#include <cstdint>
#include <string>

namespace morula {

std::string human_bytes(std::uint64_t bytes);  // "1.5 GiB"
// Bytes that this process may still allocate, from /proc/meminfo, cgroups and rlimit.
std::uint64_t available_memory();
// The same without this process's rlimit: what all processes together may still allocate.
std::uint64_t memory_of_machine();

}  // namespace morula
