#include "bench/muniyandi/muniyandi_system_state.h"

#include <algorithm>

#include "core/stream.h"

namespace morula::muniyandi {

using membrane::no_membrane;

namespace {

template <typename Value>
std::unique_ptr<gpu::Buffer> made_buffer(gpu::Device& device, const std::vector<Value>& values) {
  auto buffer = device.allocate(std::max<std::size_t>(values.size(), 1) * sizeof(Value));
  device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

template <typename Value>
std::vector<Value> read_all(gpu::Device& device, const gpu::Buffer& buffer, std::size_t number) {
  std::vector<Value> values(number);
  device.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

u32 low(u64 word) { return static_cast<u32>(word); }

}  // namespace

std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<u32>& values) {
  return made_buffer(device, values);
}
std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<u64>& values) {
  return made_buffer(device, values);
}

SystemState::SystemState(std::shared_ptr<gpu::Device> device, const membrane::System& system,
                         const membrane::Modes& modes, BlockLayout layout)
    : device_(std::move(device)),
      system_(system),
      modes_(modes),
      layout_(std::move(layout)),
      selected_(device_->allocate(selected_words * sizeof(u32))),
      now_(device_->allocate(6 * sizeof(u32))) {
  make_room();
  std::vector<u64> counts((std::size_t{slots()} + 1) * system.objects.size());
  for (u32 i = 0; i < system.membranes.size(); ++i) {
    const membrane::InitialMembrane& initial = system.membranes[i];
    tree_.push_back({initial.label, initial.charge, initial.parent});
    for (const membrane::Term& term : initial.contents)
      counts[(std::size_t{layout_.slots()[i]} + 1) * system.objects.size() + term.object] = term.count;
  }
  device_->write(*remaining_, 0, std::as_bytes(std::span(counts)));
  write_words();
}

u32 SystemState::levels() const { return std::ranges::max(depths(tree_)) + 1; }

void SystemState::begin() {
  const u32x2 rule = stream(modes_.seed, Purpose::MembraneRule),
              bid = stream(modes_.seed, Purpose::MembraneBid);
  const u32 now[] = {rule.x, rule.y, bid.x, bid.y, low(time_), low(time_ >> 32)};
  device_->write(*now_, 0, std::as_bytes(std::span(now)));
  device_->fill(*selected_, std::byte{0});
}

std::vector<u32> SystemState::selected() { return read_all<u32>(*device_, *selected_, selected_words); }

std::vector<u32> SystemState::read_words() const {
  return read_all<u32>(*device_, *words_, std::size_t{slots()} * slot_words);
}

void SystemState::read_charges() {
  const std::vector<u32> words = read_words();
  for (u32 i = 0; i < tree_.size(); ++i)
    tree_[i].charge = static_cast<u8>(words[std::size_t{layout_.slots()[i]} * slot_words + ChargeNow]);
}

ChosenRules SystemState::chosen_rules() {
  const std::vector<u32> words = read_words();
  ChosenRules chosen(tree_.size());
  for (u32 i = 0; i < tree_.size(); ++i) {
    const u32 rule = words[std::size_t{layout_.slots()[i]} * slot_words + Other];
    if (rule != ~u32{0}) chosen[i] = rule;
  }
  return chosen;
}

void SystemState::divide(const DividedTree& divided) {
  layout_.divide(divided);
  tree_ = divided.tree;
  make_room();
  write_words();
}

void SystemState::dissolve(const DissolvedTree& dissolved) {
  layout_.dissolve(dissolved);
  tree_ = dissolved.tree;
  write_words();
}

void SystemState::take_over(Tree tree, std::vector<u32> slots) {
  tree_ = std::move(tree);
  layout_.set_slots(std::move(slots));
  write_words();
}

void SystemState::write_words() {
  std::vector<u32> words(std::size_t{slots()} * slot_words, 0);
  const std::vector<u32> depth = depths(tree_);
  for (u32 i = 0; i < tree_.size(); ++i) {
    u32* slot_words_of = words.data() + std::size_t{layout_.slots()[i]} * slot_words;
    slot_words_of[Label] = tree_[i].label;
    slot_words_of[ChargeNow] = tree_[i].charge;
    slot_words_of[Parent] = tree_[i].parent == no_membrane ? no_membrane : layout_.slots()[tree_[i].parent];
    slot_words_of[Number] = i;
    slot_words_of[Depth] = depth[i];
    slot_words_of[Alive] = 1;
  }
  device_->write(*words_, 0, std::as_bytes(std::span(words)));
}

// Replaces buffers by larger ones. Contents are copied; everything else is written or computed anew.
void SystemState::make_room() {
  if (slots() <= room_) return;
  room_ = std::max(slots(), 2 * room_);
  const u64 row = system_.objects.size() * sizeof(u64), rows = u64{room_} + 1;
  const auto enlarge = [&](std::unique_ptr<gpu::Buffer>& buffer) {
    auto larger = device_->allocate(std::max<u64>(rows * row, 1));
    if (buffer) device_->copy(*buffer, *larger);
    buffer = std::move(larger);
  };
  enlarge(remaining_);
  enlarge(after_);
  words_ = device_->allocate(u64{room_} * slot_words * sizeof(u32));
  times_ = device_->allocate(u64{room_} * std::max<u64>(system_.rules.size(), 1) * sizeof(u64));
}

void SystemState::launch(const gpu::Kernel& kernel, const gpu::Grid& grid, gpu::Buffer& t, gpu::Buffer& w,
                         std::initializer_list<gpu::Argument> more) {
  std::vector<gpu::Argument> arguments = {&t,           &w,           words_.get(),    remaining_.get(),
                                          after_.get(), times_.get(), selected_.get(), now_.get()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  device_->launch(kernel, grid, arguments);
}

membrane::Configuration SystemState::configuration() {
  read_charges();
  const u64 objects = system_.objects.size();
  const std::vector<u64> counts = read_all<u64>(*device_, *remaining_, (std::size_t{slots()} + 1) * objects);
  const auto contents = [&](u64 row) {
    membrane::Multiset multiset;
    for (u32 object = 0; object < objects; ++object)
      if (const u64 count = counts[row * objects + object]; count > 0) multiset.push_back({object, count});
    return multiset;
  };
  membrane::Configuration configuration;
  for (u32 i = 0; i < tree_.size(); ++i)
    configuration.membranes.push_back(
        {tree_[i].label, tree_[i].charge, tree_[i].parent, contents(u64{layout_.slots()[i]} + 1)});
  configuration.environment = contents(0);
  return configuration;
}

}  // namespace morula::muniyandi
