#include "bench/muniyandi/muniyandi_launches.h"

#include <algorithm>

#include "core/ceil_divide.h"
#include "texts/morula_bench.h"
#include "texts/morula_gpu.h"

namespace morula::muniyandi {

using membrane::no_membrane;

namespace {

constexpr u32 items_of_group = 64;
// Fields of a rule, as in muniyandi_system_kernels.h: the starts of its sides.
constexpr u32 right_side = 5, second_side = 7;

std::vector<NodeGroup> an_object_each(const SystemState& state) {
  std::vector<NodeGroup> objects;
  for (u32 i = 0; i < state.system().objects.size(); ++i) objects.push_back({i});
  const u32 most_threads = std::min(state.device().info().max_group, 1024u);
  return dealt(objects, std::clamp<u32>(static_cast<u32>(objects.size()), 1, most_threads));
}

}  // namespace

gpu::Source system_source(SystemKernels which) {
  namespace text = gpu::text;
  return {"muniyandi systems",
          {text::core::philox, text::core::draw, text::bench::muniyandi::muniyandi_system_kernels,
           which == SystemKernels::Launches ? text::bench::muniyandi::muniyandi_launch_kernels
                                            : text::bench::muniyandi::muniyandi_block_kernels},
          {}};
}

SystemProgram system_program(const SystemState& state, SystemKernels which,
                             const std::vector<NodeGroup>& threads, u32 rows, u32 births) {
  const SystemTables tables = system_tables(state.system(), state.modes(), threads, rows, births);
  gpu::Device& device = state.device();
  return {device.build(system_source(which)), buffer_of(device, tables.t), buffer_of(device, tables.w)};
}

SeparateLaunches::SeparateLaunches(SystemState& state) : state_(state) {
  const std::vector<NodeGroup> threads = an_object_each(state);
  threads_ = static_cast<u32>(threads.size());
  program_ = system_program(state, SystemKernels::Launches, threads, 1, 1);
  const auto kernel = [&](const char* name) { return program_.program->kernel(name); };
  begin_ = kernel("begin_step");
  select_ = kernel("select_and_evolve");
  serve_ = kernel("serve_bids");
  communicate_ = kernel("communicate");
  charges_ = kernel("change_charges");
  copy_ = kernel("copy_membranes");
  add_ = kernel("add_products");
  dissolve_ = kernel("dissolve");
}

void SeparateLaunches::launch(const gpu::Kernel& kernel, u64 groups, u32 threads,
                              std::initializer_list<gpu::Argument> more) {
  state_.launch(kernel, {{groups, 1, 1}, {threads, 1, 1}}, *program_.t, *program_.w, more);
}

std::unique_ptr<gpu::Buffer> SeparateLaunches::words(const std::vector<u32>& values) {
  return buffer_of(state_.device(), values);
}

// The children of the environment, then of every slot.
void SeparateLaunches::list_children() {
  if (first_ && listed_ == state_.layout().slots()) return;
  listed_ = state_.layout().slots();
  std::vector<std::vector<u32>> children(state_.slots() + 1);
  for (u32 i = 0; i < listed_.size(); ++i) {
    const u32 parent = state_.tree()[i].parent;
    children[parent == no_membrane ? 0 : listed_[parent] + 1].push_back(listed_[i]);
  }
  std::vector<u32> first = {0}, listed_children;
  for (const auto& list : children) {
    listed_children.insert(listed_children.end(), list.begin(), list.end());
    first.push_back(static_cast<u32>(listed_children.size()));
  }
  first_ = words(first);
  children_ = words(listed_children);
}

// From the deepest membranes to the skin; with `choice: first` all at once, since bids then never come before
// a membrane's own rules.
void SeparateLaunches::select() {
  const u64 slots = state_.slots(), rows = slots + 1;
  const auto serve = [&](u32 depth, u32 before_own) {
    launch(*serve_, rows, threads_, {first_.get(), children_.get(), depth, before_own});
  };
  if (!state_.modes().random) {
    launch(*select_, slots, threads_, {0u});
    serve(0, 0);
    return;
  }
  for (u32 level = state_.levels(); level-- > 0;) {
    serve(level, 1);
    launch(*select_, slots, threads_, {level});
    serve(level, 0);
  }
  serve(no_membrane, 0);
}

// In the order of our model: communication, division, dissolution; each only if such a rule was selected.
bool SeparateLaunches::step() {
  const u64 slots = state_.slots();
  const u32 last = static_cast<u32>(slots);
  const u64 begun = std::max<u64>(slots, state_.system().objects.size());
  list_children();
  state_.begin();
  launch(*begin_, ceil_divide(begun, u64{items_of_group}), items_of_group, {last});
  select();
  const std::vector<u32> selected = state_.selected();
  if (!selected[Any]) return false;
  if (selected[Communicates]) {
    launch(*communicate_, slots + 1, threads_, {first_.get(), children_.get()});
    launch(*charges_, ceil_divide(slots, u64{items_of_group}), items_of_group, {last});
  }
  if (selected[Divides] || selected[Dissolves]) {
    const ChosenRules chosen = state_.chosen_rules();
    state_.read_charges();
    const DividedTree divided_tree = divided(state_.tree(), chosen, state_.system());
    if (selected[Divides]) divide(divided_tree, chosen);
    if (selected[Dissolves]) dissolve(divided_tree, chosen);
  }
  state_.exchange();
  state_.pass(1);
  return true;
}

void SeparateLaunches::divide(const DividedTree& divided, const ChosenRules& chosen) {
  const std::size_t before = state_.tree().size();
  state_.divide(divided);
  const std::vector<u32>& slots = state_.layout().slots();
  std::vector<u32> copies, products;
  for (std::size_t i = 0; i < divided.images.size(); ++i) {
    const auto [origin, side] = divided.images[i];
    if (i >= before) copies.insert(copies.end(), {slots[origin], slots[i]});
    if (side != Image::Whole)
      products.insert(products.end(),
                      {slots[i], *chosen[origin], side == Image::First ? right_side : second_side});
  }
  const auto copied = words(copies), added = words(products);
  launch(*copy_, copies.size() / 2, threads_, {copied.get()});
  launch(*add_, products.size() / 3, threads_, {added.get()});
  state_.device().finish();  // both buffers are about to be freed
}

void SeparateLaunches::dissolve(const DividedTree& divided, const ChosenRules& chosen) {
  const std::vector<bool> dissolves = dissolving(divided, chosen, state_.system());
  const DissolvedTree dissolved_tree = dissolved(divided.tree, dissolves);
  const std::vector<u32> slots = state_.layout().slots();
  std::vector<std::vector<u32>> into(dissolved_tree.tree.size());  // slots and rules, by new number
  for (u32 i = 0; i < dissolves.size(); ++i)
    if (dissolves[i]) {
      auto& list = into[dissolved_tree.holders[i]];
      list.insert(list.end(), {slots[i], *chosen[divided.images[i].origin]});
    }
  std::vector<u32> holders, first = {0}, slots_and_rules;
  for (u32 i = 0; i < into.size(); ++i) {
    if (into[i].empty()) continue;
    holders.push_back(slots[dissolved_tree.origins[i]]);
    slots_and_rules.insert(slots_and_rules.end(), into[i].begin(), into[i].end());
    first.push_back(static_cast<u32>(slots_and_rules.size() / 2));
  }
  const auto held = words(holders), begins = words(first), gone = words(slots_and_rules);
  launch(*dissolve_, holders.size(), threads_, {held.get(), begins.get(), gone.get()});
  state_.device().finish();
  state_.dissolve(dissolved_tree);
}

}  // namespace morula::muniyandi
