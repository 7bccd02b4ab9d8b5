#include "models/proliferation/engine/shared_engine.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <exception>

namespace morula {
namespace {

enum EngineOrder : u64 { EndSharing, SimulateCells, AllCounts, OneCount, ClearCounts };

struct EngineOrders {
  u64 order = EndSharing, first = 0, cells = 0;  // for OneCount, `first` is the number of the counter
};

EngineOrders tell_engines(Communicator& ranks, EngineOrders orders) {
  Bytes bytes(sizeof orders);
  std::memcpy(bytes.data(), &orders, sizeof orders);
  ranks.broadcast(bytes);
  std::memcpy(&orders, bytes.data(), sizeof orders);
  return orders;
}

void simulate_share(ProliferationEngine& engine, const Communicator& ranks, u64 first, u64 cells) {
  const auto rank = static_cast<u64>(ranks.rank()), size = static_cast<u64>(ranks.size());
  const u64 cells_per_rank = cells / size, remaining_cells = cells % size;
  const u64 share = cells_per_rank + (rank < remaining_cells ? 1 : 0);
  if (share > 0) engine.simulate(first + rank * cells_per_rank + std::min(rank, remaining_cells), share);
}

std::vector<u64> total_counts(ProliferationEngine& engine, Communicator& ranks) {
  std::vector<u64> counts = engine.counts(0);
  ranks.sum(counts);
  return counts;
}

u64 total_count(ProliferationEngine& engine, Communicator& ranks, std::size_t counter) {
  u64 count = engine.count(0, counter);
  ranks.sum({&count, 1});
  return count;
}

class SharedEngine final : public ProliferationEngine {
 public:
  SharedEngine(std::unique_ptr<ProliferationEngine> engine, Communicator& ranks)
      : engine_(std::move(engine)), ranks_(ranks) {}
  ~SharedEngine() override {
    if (std::uncaught_exceptions() > 0) return;  // other ranks may be at any point of the program
    try {
      tell_engines(ranks_, {});
    } catch (const std::exception&) {  // a rank has failed, and all ranks know it
    }
  }
  SharedEngine(const SharedEngine&) = delete;
  SharedEngine& operator=(const SharedEngine&) = delete;

  void set_variants(std::vector<Variant>) override { assert(false); }
  void simulate(u64 first_cell, u64 cells) override {
    tell_engines(ranks_, {SimulateCells, first_cell, cells});
    simulate_share(*engine_, ranks_, first_cell, cells);
  }
  void finish() override { engine_->finish(); }
  std::vector<u64> counts(std::size_t) override {
    tell_engines(ranks_, {AllCounts});
    return total_counts(*engine_, ranks_);
  }
  u64 count(std::size_t, std::size_t counter) override {
    tell_engines(ranks_, {OneCount, counter});
    return total_count(*engine_, ranks_, counter);
  }
  std::vector<u64> rebinned(const Rebinning&) override {
    assert(false);
    return {};
  }
  // Rank 0 takes all counts.
  void set_counts(std::size_t, std::span<const u64> counts) override {
    tell_engines(ranks_, {ClearCounts});
    engine_->set_counts(0, counts);
  }

 private:
  std::unique_ptr<ProliferationEngine> engine_;
  Communicator& ranks_;
};

}  // namespace

std::unique_ptr<ProliferationEngine> make_shared_engine(std::unique_ptr<ProliferationEngine> engine,
                                                        Communicator& ranks) {
  assert(ranks.rank() == 0);
  return std::make_unique<SharedEngine>(std::move(engine), ranks);
}

void serve_shared_engine(ProliferationEngine& engine, Communicator& ranks) {
  for (;;) {
    const EngineOrders orders = tell_engines(ranks, {});
    switch (orders.order) {
      case SimulateCells:
        simulate_share(engine, ranks, orders.first, orders.cells);
        engine.finish();
        break;
      case AllCounts:
        total_counts(engine, ranks);
        break;
      case OneCount:
        total_count(engine, ranks, orders.first);
        break;
      case ClearCounts:
        engine.set_counts(0, std::vector<u64>(engine.counts(0).size()));
        break;
      default:
        return;
    }
  }
}

}  // namespace morula
