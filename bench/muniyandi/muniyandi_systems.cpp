#include "bench/muniyandi/muniyandi_systems.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "bench/muniyandi/muniyandi_launches.h"

namespace morula::muniyandi {
namespace {

std::vector<NodeGroup> each_alone(const membrane::System& system) {
  std::vector<NodeGroup> groups;
  for (u32 i = 0; i < system.membranes.size(); ++i) groups.push_back({i});
  return groups;
}

class AlgorithmOneOfSystems final : public SystemPath {
 public:
  AlgorithmOneOfSystems(const membrane::System& system, const membrane::Modes& modes,
                        std::shared_ptr<gpu::Device> device)
      : state_(std::move(device), system, modes, BlockLayout(each_alone(system), 1)), launches_(state_) {}

  u64 step(u64 at_most) override {
    for (u64 done = 0; done < at_most; ++done)
      if (!launches_.step()) return done;
    return at_most;
  }
  membrane::Configuration configuration() override { return state_.configuration(); }

 private:
  SystemState state_;
  SeparateLaunches launches_;
};

// Memory and registers of an object: 8 bytes each for the remaining and the new count, and what the compiler
// reports for a kernel with one object per thread.
Usage object_usage(gpu::Device& device) {
  const auto program = device.build(system_source(SystemKernels::Launches));
  const gpu::KernelUsage used = program->kernel("select_and_evolve")->usage();
  return {16, static_cast<double>(used.registers.value_or(0)), static_cast<double>(used.local.value_or(0))};
}

// The result of balancing a system on a device.
Balance balance_of(const membrane::System& system, const std::vector<StepRecord>& steps, gpu::Device& device,
                   const Algorithm2Settings& settings) {
  BalanceInput input;
  input.objects = static_cast<std::uint32_t>(system.objects.size());
  input.membranes = static_cast<std::uint32_t>(system.membranes.size());
  input.object_links = object_network(system, steps);
  input.membrane_links = membrane_network(system, steps);
  input.multiprocessor = multiprocessor_of(device.info()).room;
  input.object = object_usage(device);
  input.membrane = {input.object.shared * input.objects, input.object.registers * input.objects, 0};
  input.high_rate = settings.high_rate;
  input.objects_per_thread = settings.objects_per_thread;
  Balance balance = balanced(input);
  if (!settings.rows || *settings.rows == balance.block.y) return balance;
  balance.block.y = *settings.rows;
  // A block has at most 1024 threads, which are shared by the rows that the caller asked for, and in a row by
  // the groups of objects.
  const u32 most_threads = std::min(device.info().max_group, 1024u);
  balance.block.x = std::clamp(most_threads / balance.block.y, 1u, balance.block.x);
  balance.blocks = grouped_by_rate(input.membranes, input.membrane_links, balance.block.y);
  balance.between_blocks = rate_between(balance.blocks, input.membrane_links);
  return balance;
}

class AlgorithmTwoOfSystems final : public BlockedSystem {
 public:
  AlgorithmTwoOfSystems(const membrane::System& system, const membrane::Modes& modes,
                        std::shared_ptr<gpu::Device> device, const Algorithm2Settings& settings)
      : steps_(recorded_steps(system, modes, settings.measured_steps)),
        balance_(balance_of(system, steps_, *device, settings)),
        state_(device, system, modes, BlockLayout(balance_.blocks, balance_.block.y)),
        schedule_(block_schedule(steps_, state_.layout(), system, modes, settings.blocks)),
        births_(settings.blocks.births),
        separate_(state_),
        program_(system_program(state_, SystemKernels::Blocks, dealt(balance_.threads, balance_.block.x),
                                balance_.block.y, births_)),
        kernel_(program_.program->kernel("all_kinds")) {
    if (steps_.size() < settings.measured_steps)
      schedule_.measured = ~u64{0};  // the system has halted by then
    steps_.clear();
  }

  u64 step(u64 at_most) override {
    for (u64 done = 0; done < at_most;) {
      const u64 alone = std::min(schedule_.next(state_.time()) - state_.time(), at_most - done);
      if (alone == 0) {
        if (!separate_.step()) return done;
        ++done;
        continue;
      }
      const u64 steps_made = on_their_own(static_cast<u32>(std::min<u64>(alone, 1u << 30)));
      done += steps_made;
      if (steps_made < alone) return done;
    }
    return at_most;
  }
  membrane::Configuration configuration() override { return state_.configuration(); }
  const Balance& balance() const override { return balance_; }
  const BlockSchedule& schedule() const override { return schedule_; }

 private:
  // Lines 3 to 26 of Algorithm 2, except that blocks without membranes are not launched.
  u64 on_their_own(u32 steps) {
    gpu::Device& device = state_.device();
    const std::vector<u32> used = state_.layout().blocks_in_use();
    std::vector<u32> rows(state_.slots());
    std::iota(rows.begin(), rows.end(), 0u);
    const auto blocks = buffer_of(device, used), slots = buffer_of(device, rows),
               log = buffer_of(device, std::vector<u32>(2 * state_.layout().blocks() * births_)),
               selected = buffer_of(device, std::vector<u32>(state_.layout().blocks() * Steps));
    const u32 first_number = static_cast<u32>(state_.tree().size());
    state_.begin();
    state_.launch(*kernel_, {{used.size(), 1, 1}, {balance_.block.x * balance_.block.y, 1, 1}}, *program_.t,
                  *program_.w,
                  {blocks.get(), slots.get(), log.get(), selected.get(), first_number,
                   state_.modes().random ? state_.levels() : 1u, steps});
    const std::vector<u32> outcome = state_.selected();
    if (outcome[Broken])
      throw Error(
          "muniyandi: a block selected a rule that needs other blocks, but its schedule does not stop there");
    std::vector<u32> births(2 * state_.layout().blocks() * births_);
    device.read(*log, 0, std::as_writable_bytes(std::span(births)));
    renumber(first_number, births);
    state_.pass(outcome[Steps]);
    return outcome[Steps];
  }

  // Membranes keep their order. New ones follow by the step of their birth, then in the order of their
  // mothers.
  void renumber(u32 first_number, const std::vector<u32>& log) {
    const std::vector<u32> words = state_.read_words();
    std::map<u32, u32> slot_of;  // by the number that a membrane had in the kernel
    for (u32 slot = 0; slot < state_.slots(); ++slot)
      if (words[std::size_t{slot} * slot_words + Alive])
        slot_of[words[std::size_t{slot} * slot_words + Number]] = slot;
    std::vector<Birth> births;
    for (u32 entry = 0; entry < log.size() / 2; ++entry)
      if (const u32 mother = log[2 * entry + 1]; mother != 0)  // the skin does not divide
        births.push_back({first_number + entry, log[2 * entry], mother});
    const std::vector<u32> order = birth_order(first_number, std::move(births));
    std::map<u32, u32> number_of;  // by slot
    std::vector<u32> slots;
    for (const u32 name : order) {
      const auto found = slot_of.find(name);
      if (found == slot_of.end()) continue;  // has been dissolved since
      number_of[found->second] = static_cast<u32>(slots.size());
      slots.push_back(found->second);
    }
    Tree tree;
    for (const u32 slot : slots) {
      const u32* words_of_slot = words.data() + std::size_t{slot} * slot_words;
      const u32 parent = words_of_slot[Parent];
      tree.push_back({words_of_slot[Label], static_cast<u8>(words_of_slot[ChargeNow]),
                      parent == membrane::no_membrane ? parent : number_of.at(parent)});
    }
    state_.take_over(std::move(tree), std::move(slots));
  }

  std::vector<StepRecord> steps_;
  Balance balance_;
  SystemState state_;
  BlockSchedule schedule_;
  u32 births_;
  SeparateLaunches separate_;
  SystemProgram program_;
  std::unique_ptr<gpu::Kernel> kernel_;
};

}  // namespace

std::unique_ptr<SystemPath> system_by_algorithm_1(const membrane::System& system,
                                                  const membrane::Modes& modes,
                                                  std::shared_ptr<gpu::Device> device) {
  return std::make_unique<AlgorithmOneOfSystems>(system, modes, std::move(device));
}

std::unique_ptr<BlockedSystem> system_by_algorithm_2(const membrane::System& system,
                                                     const membrane::Modes& modes,
                                                     std::shared_ptr<gpu::Device> device,
                                                     const Algorithm2Settings& settings) {
  return std::make_unique<AlgorithmTwoOfSystems>(system, modes, std::move(device), settings);
}

}  // namespace morula::muniyandi
