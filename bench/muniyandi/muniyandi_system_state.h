// A configuration on a device, membranes in slots, and its tree on the host.
#pragma once

#include <memory>

#include "bench/muniyandi/muniyandi_blocks.h"
#include "bench/muniyandi/muniyandi_system_tables.h"
#include "gpu/device.h"

namespace morula::muniyandi {

// Words of a slot, as in muniyandi_system_kernels.h.
enum SlotWord : u32 { Label, ChargeNow, Parent, Number, Depth, Alive, Other, Bid, Bidders, From, slot_words };
// What was selected, as there.
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
  u32 levels() const;  // the skin's is one
  u64 time() const { return time_; }
  const membrane::Modes& modes() const { return modes_; }

  void begin();  // forgets what was selected, and tells the device the time
  std::vector<u32> selected();
  void read_charges();         // which rules have changed
  ChosenRules chosen_rules();  // of this step
  // New membranes have slots on return; their contents have not been written. Slots of dissolved ones are
  // free.
  void divide(const DividedTree& divided);
  void dissolve(const DissolvedTree& dissolved);
  void take_over(Tree tree, std::vector<u32> slots);  // what a kernel has made of it
  void exchange() { std::swap(remaining_, after_); }  // what a step ended with begins the next
  void pass(u64 steps) { time_ += steps; }

  std::vector<u32> read_words() const;
  // The arguments of a kernel that reads tables at t and w: those that all have, and its own.
  void launch(const gpu::Kernel& kernel, const gpu::Grid& grid, gpu::Buffer& t, gpu::Buffer& w,
              std::initializer_list<gpu::Argument> more);
  membrane::Configuration configuration();

 private:
  void write_words();
  void make_room();  // for all slots

  std::shared_ptr<gpu::Device> device_;
  const membrane::System& system_;
  membrane::Modes modes_;
  BlockLayout layout_;
  Tree tree_;  // by number
  u64 time_ = 0;
  u32 room_ = 0;  // slots of the buffers
  std::unique_ptr<gpu::Buffer> words_, remaining_, after_, times_, selected_, now_;
};

std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<u32>& values);
std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<u64>& values);

}  // namespace morula::muniyandi
