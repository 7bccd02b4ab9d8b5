#include "models/automaton/initial/device_random_states.h"

#include <algorithm>

#include "core/field.h"
#include "texts/morula_automaton.h"
#include "texts/morula_gpu.h"

namespace morula {

gpu::Source random_states_source() {
  return {
      "random states",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::models::automaton::initial::draw_kernel},
      {}};
}

DeviceRandomStates::DeviceRandomStates(gpu::Device& device, u32x2 key, const std::vector<StateUpTo>& table)
    : device_(device),
      key_(key),
      entries_(static_cast<std::uint32_t>(table.size())),
      program_(device.build(random_states_source())),
      kernel_(program_->kernel("draw_states")),
      table_(device.allocate(std::max<std::size_t>(table.size(), 1) * 2 * sizeof(u32))) {
  std::vector<u32> words;
  for (const StateUpTo& entry : table) words.insert(words.end(), {entry.largest_word, entry.state});
  if (!words.empty()) device.write(*table_, 0, std::as_bytes(std::span(words)));
}

void DeviceRandomStates::draw(Slab slab, gpu::Buffer& states) {
  const u64 draws = (slab.first + slab.count + 3) / 4 - slab.first / 4;
  device_.launch(*kernel_, gpu::grid_for(draws),
                 {&states, slab.first, slab.count, key_.x, key_.y, table_.get(), entries_});
}

}  // namespace morula
