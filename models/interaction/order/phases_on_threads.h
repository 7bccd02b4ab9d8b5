// Carries out phases on threads. Two blocks of a phase never have a site in common, so the rows of blocks of
// a phase can be divided among the threads.
#pragma once

#include <barrier>
#include <vector>

#include "core/dialect.h"
#include "core/threads.h"

namespace morula {

struct PhasesOnThreads {
  ThreadPool& threads;
  std::vector<u64> replicas;
  u64 begin, end;  // range of phases
  u64 rows;        // of blocks, in each phase
};

template <typename Frozen>
std::vector<u64> live_of(const Frozen& frozen) {
  std::vector<u64> live;
  for (u64 replica = 0; replica < frozen.size(); ++replica)
    if (!frozen[replica]) live.push_back(replica);
  return live;
}

// Calls interact(replica, phase, first row, row behind the last, scratch). `make_scratch` returns a pointer
// to the working memory of a thread.
template <typename MakeScratch, typename Interact>
void run_phases(const PhasesOnThreads& phases, const MakeScratch& make_scratch, const Interact& interact) {
  const u64 threads = phases.threads.size();
  if (phases.replicas.size() >= threads) {
    // Each thread carries its replicas through all phases without waiting for other threads.
    phases.threads.for_ranges(phases.replicas.size(), [&](u64 first, u64 last) {
      const auto scratch = make_scratch();
      for (u64 i = first; i < last; ++i)
        for (u64 phase = phases.begin; phase < phases.end; ++phase)
          interact(phases.replicas[i], phase, u64{0}, phases.rows, *scratch);
    });
    return;
  }
  // Each thread takes its share of the rows and waits for the others at the end of a phase.
  std::barrier together(static_cast<std::ptrdiff_t>(threads));
  phases.threads.on_each_thread([&](unsigned thread) {
    const auto scratch = make_scratch();
    for (u64 phase = phases.begin; phase < phases.end; ++phase) {
      for (const u64 replica : phases.replicas)
        interact(replica, phase, phases.rows * thread / threads, phases.rows * (thread + 1) / threads,
                 *scratch);
      together.arrive_and_wait();
    }
  });
}

}  // namespace morula
