// Equations (1) to (9) of Muniyandi and Maroosi (2020), as they are written: what a multiprocessor has room
// for.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace morula::muniyandi {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// Of one multiprocessor. Shared and local memory in bytes, registers in number.
struct Multiprocessor {
  double threads = 0, blocks = 0;
  double threads_of_block = 0;
  double shared = 0, registers = 0, local = 0;
  double warp = 32;
};

// What an object, or a membrane, takes of it, as the compiler says.
struct Usage {
  double shared = 0, registers = 0, local = 0;
};

// (1) The fewest threads of a block with which a multiprocessor is full.
double least_threads_of_block(const Multiprocessor& of);
// (2) Threads of a block: the fewest, or, where more of them save communication between blocks, the most.
double threads_of_block(const Multiprocessor& of, bool blocks_communicate);
// (6), (7), (8) Objects that a thread can have by shared memory, by registers, by local memory.
double objects_by_shared(const Multiprocessor& of, const Usage& object);
double objects_by_registers(const Multiprocessor& of, const Usage& object);
double objects_by_local(const Multiprocessor& of, const Usage& object);
// (5) The least of these.
double objects_of_thread_at_most(const Multiprocessor& of, const Usage& object);
// (3) Objects of a thread, which is the number of sub-matrices of a block.
double objects_of_thread(const Multiprocessor& of, const Usage& object, double dependent_objects);
// (9), and so (4): membranes of a block.
double membranes_of_block(const Multiprocessor& of, const Usage& membrane, double block_threads);

// The sub-matrix of a block (section 4.1): a thread for each group of dependent objects, as many membranes as
// fill the threads.
struct SubMatrix {
  std::uint32_t x = 1, y = 1;  // N_Tx, N_Ty
  friend bool operator==(const SubMatrix&, const SubMatrix&) = default;
};
SubMatrix sub_matrix(std::uint32_t groups_of_objects, std::uint32_t block_threads);

// Active warps of a multiprocessor, as a share of those that it can hold, for blocks of this many threads.
double occupancy(const Multiprocessor& of, std::uint32_t block_threads);

// What the paper puts into its equations: an NVIDIA GTX 680, and what PTXAS said of its kernel. It says that
// (6) is "2.4 KB" and (7) is 32; they are 1.2 and 3.2.
constexpr Multiprocessor gtx_680 = {2048, 16, 1024, 48.0 * 1024, 64.0 * 1024, 512.0 * 1024};
constexpr Usage paper_object = {20, 10, 0};

// The multiprocessor of a device, by what its driver reports. Registers that are not reported do not limit
// anything; the other numbers are then those of the GTX 680, and `assumed` names them. No driver reports how
// much local memory a thread can have: it is 512 KB on every GPU that CUDA supports.
struct ReportedMultiprocessor {
  Multiprocessor room = gtx_680;
  std::vector<std::string> assumed = {};
};
ReportedMultiprocessor multiprocessor_of(const gpu::DeviceInfo& device);

}  // namespace morula::muniyandi
