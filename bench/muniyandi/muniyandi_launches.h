// A step with a launch for each kind of rules. This is Algorithm 1, and the fallback of Algorithm 2 when
// blocks must wait for each other.
#pragma once

#include "bench/muniyandi/muniyandi_system_state.h"

namespace morula::muniyandi {

// The program for a system: its kernels and the tables that they read.
struct SystemProgram {
  std::unique_ptr<gpu::Program> program;
  std::unique_ptr<gpu::Buffer> t, w;
};
enum class SystemKernels { Launches, Blocks };  // of Algorithm 1, of Algorithm 2
gpu::Source system_source(SystemKernels which);
SystemProgram system_program(const SystemState& state, SystemKernels which,
                             const std::vector<NodeGroup>& threads, u32 rows, u32 births);

class SeparateLaunches {
 public:
  explicit SeparateLaunches(SystemState& state);

  bool step();  // false when no rule applies

 private:
  void select();
  void divide(const DividedTree& divided, const ChosenRules& chosen);
  void dissolve(const DividedTree& divided, const ChosenRules& chosen);
  void list_children();
  void launch(const gpu::Kernel& kernel, u64 groups, u32 threads, std::initializer_list<gpu::Argument> more);
  std::unique_ptr<gpu::Buffer> words(const std::vector<u32>& values);

  SystemState& state_;
  u32 threads_;
  SystemProgram program_;
  std::unique_ptr<gpu::Kernel> begin_, select_, serve_, communicate_, charges_, copy_, add_, dissolve_;
  std::unique_ptr<gpu::Buffer> first_, children_;  // children of each row
  std::vector<u32> listed_;  // the slots for which `children_` was made, by membrane number
};

}  // namespace morula::muniyandi
