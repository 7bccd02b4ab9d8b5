// Equations (1) to (9) of Muniyandi and Maroosi (2020), as they are written, for the capacity of a
// multiprocessor.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace morula::muniyandi {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// Resources of one multiprocessor: shared and local memory in bytes, and the number of registers.
struct Multiprocessor {
  double threads = 0, blocks = 0;
  double threads_of_block = 0;
  double shared = 0, registers = 0, local = 0;
  double warp = 32;
};

// Resources that an object or a membrane takes, as the compiler reports them.
struct Usage {
  double shared = 0, registers = 0, local = 0;
};

// (1) The fewest threads of a block with which a multiprocessor is full.
double least_threads_of_block(const Multiprocessor& of);
// (2) Threads of a block: the fewest, or the most if larger blocks save communication between them.
double threads_of_block(const Multiprocessor& of, bool blocks_communicate);
// (6), (7), (8) Objects for which a thread has enough shared memory, registers, local memory.
double objects_by_shared(const Multiprocessor& of, const Usage& object);
double objects_by_registers(const Multiprocessor& of, const Usage& object);
double objects_by_local(const Multiprocessor& of, const Usage& object);
// (5) The least of these.
double objects_of_thread_at_most(const Multiprocessor& of, const Usage& object);
// (3) Objects of a thread, which is also the number of sub-matrices of a block.
double objects_of_thread(const Multiprocessor& of, const Usage& object, double dependent_objects);
// (9) and (4): membranes of a block.
double membranes_of_block(const Multiprocessor& of, const Usage& membrane, double block_threads);

// The sub-matrix of a block (section 4.1): each group of dependent objects has a thread, and there are as
// many membranes as the threads suffice for.
struct SubMatrix {
  std::uint32_t x = 1, y = 1;  // N_Tx, N_Ty
  friend bool operator==(const SubMatrix&, const SubMatrix&) = default;
};
SubMatrix sub_matrix(std::uint32_t groups_of_objects, std::uint32_t block_threads);

// Active warps of a multiprocessor as a fraction of those that it can hold, for blocks of this many threads.
double occupancy(const Multiprocessor& of, std::uint32_t block_threads);

// The values that the paper puts into its equations: an NVIDIA GTX 680, and what PTXAS reported for its
// kernel. The paper states "2.4 KB" for (6) and 32 for (7); the results are 1.2 and 3.2.
constexpr Multiprocessor gtx_680 = {2048, 16, 1024, 48.0 * 1024, 64.0 * 1024, 512.0 * 1024};
constexpr Usage paper_object = {20, 10, 0};

// The multiprocessor of a device, as its driver reports it. Registers that are not reported do not limit
// anything. Other numbers that are not reported are those of the GTX 680, and `assumed` names them. No driver
// reports how much local memory a thread can have; it is 512 KB on every GPU that CUDA supports.
struct ReportedMultiprocessor {
  Multiprocessor room = gtx_680;
  std::vector<std::string> assumed = {};
};
ReportedMultiprocessor multiprocessor_of(const gpu::DeviceInfo& device);

}  // namespace morula::muniyandi
