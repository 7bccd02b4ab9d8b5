// A configuration on a device, with membranes in slots, and its tree on the host.
#pragma once

#include <memory>

#include "bench/muniyandi/muniyandi_blocks.h"
#include "bench/muniyandi/muniyandi_system_tables.h"
#include "gpu/device.h"

namespace morula::muniyandi {

// Words of a slot, as in muniyandi_system_kernels.h.
enum SlotWord : u32 { Label, ChargeNow, Parent, Number, Depth, Alive, Other, Bid, Bidders, From, slot_words };
// Kinds of rules that were selected, as in muniyandi_system_kernels.h.
enum SelectedWord : u32 { Any, Communicates, Divides, Dissolves, Broken, Steps, selected_words };

class SystemState {
 public:
  SystemState(std::shared_ptr<gpu::Device> device, const membrane::System& system,
              const membrane::Modes& modes, BlockLayout layout);

  gpu::Device& device() const { return *device_; }
  const membrane::System& system() const { return system_; }
  const BlockLayout& layout() const { return layout_; }
  const Tree& tree() const { return tree_; }
  u32 slots() const { return static_cast<u32>(layout_.numbers().size()); }
  u32 levels() const;  // the skin alone is one level
  u64 time() const { return time_; }
  const membrane::Modes& modes() const { return modes_; }

  void begin();  // resets the selected kinds, and sends the time to the device
  std::vector<u32> selected();
  void read_charges();         // which rules have changed
  ChosenRules chosen_rules();  // of this step
  // Afterwards new membranes have slots, but their contents have not been written; slots of dissolved
  // membranes are free.
  void divide(const DividedTree& divided);
  void dissolve(const DissolvedTree& dissolved);
  void take_over(Tree tree, std::vector<u32> slots);  // adopts the tree that a kernel has made
  void exchange() { std::swap(remaining_, after_); }  // the next step starts from the end of this one
  void pass(u64 steps) { time_ += steps; }

  std::vector<u32> read_words() const;
  // The arguments of a kernel that reads tables at t and w: first those that all kernels have, then its own.
  void launch(const gpu::Kernel& kernel, const gpu::Grid& grid, gpu::Buffer& t, gpu::Buffer& w,
              std::initializer_list<gpu::Argument> more);
  membrane::Configuration configuration();

 private:
  void write_words();
  void make_room();  // enlarges the buffers so that all slots fit

  std::shared_ptr<gpu::Device> device_;
  const membrane::System& system_;
  membrane::Modes modes_;
  BlockLayout layout_;
  Tree tree_;  // by membrane number
  u64 time_ = 0;
  u32 room_ = 0;  // number of slots in the buffers
  std::unique_ptr<gpu::Buffer> words_, remaining_, after_, times_, selected_, now_;
};

std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<u32>& values);
std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<u64>& values);

}  // namespace morula::muniyandi
