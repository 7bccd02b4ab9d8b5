// A model spread over ranks that are threads of this process.
#pragma once

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/thread_ranks.h"
#include "core/wrapped_communicator.h"
#include "models/ranks/spread_model.h"
#include "tests/automaton/cases.h"

namespace morula::test {

inline Backend on_one_thread() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}; }

using BackendOfRank = std::function<Backend()>;

// The communicator of a rank, which counts its exchanges.
class CountingCommunicator final : public WrappedCommunicator {
 public:
  using WrappedCommunicator::WrappedCommunicator;

  int exchanges = 0;

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    ++exchanges;
    WrappedCommunicator::exchange(sent, received);
  }
};

// Sets the depth of halos during its lifetime; 0 means that the formula decides.
class HaloDepth {
 public:
  explicit HaloDepth(Index layers) {
    if (layers > 0) setenv("MORULA_HALO", std::to_string(layers).c_str(), 1);
  }
  ~HaloDepth() { unsetenv("MORULA_HALO"); }
  HaloDepth(const HaloDepth&) = delete;
  HaloDepth& operator=(const HaloDepth&) = delete;
};

// Calls `use` with the whole model, on rank 0.
inline void with_ranks(int ranks, const Spec& spec, const std::function<void(Model&)>& use,
                       const BackendOfRank& backend = on_one_thread, Start start = Start::Initial) {
  run_thread_ranks(ranks, [&](Communicator& communicator) {
    const Backend rank_backend = backend();
    if (communicator.rank() != 0) return serve_spread_model(spec, rank_backend, communicator);
    const auto model = make_spread_model(spec, rank_backend, communicator, start);
    use(*model);
  });
}

// What can be observed of a model at one step.
struct Seen {
  std::uint64_t time = 0, updates = 0;
  Hash hash;
  std::vector<Row> rows;
  std::vector<std::vector<std::byte>> fields;
  friend bool operator==(const Seen&, const Seen&) = default;
};

inline Seen see(Model& model) {
  Seen seen{model.time(), model.updates(), model.hash(), observe(model), {}};
  for (const StateField& field : model.fields()) {
    auto& values = seen.fields.emplace_back(field.bytes());
    const std::uint64_t size = size_of(field.type);
    for (const Slab& slab : slabs_of(field, 5000))
      model.read(field, slab, std::span(values).subspan(slab.first * size, slab.count * size));
  }
  return seen;
}

inline std::vector<Seen> see_after(Model& model, const std::vector<std::uint64_t>& batches) {
  std::vector<Seen> moments = {see(model)};
  for (const std::uint64_t steps : batches) {
    model.step(steps);
    moments.push_back(see(model));
  }
  return moments;
}

}  // namespace morula::test
