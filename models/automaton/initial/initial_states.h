// Makes initial states slab by slab. Besides the contents of files, never more than one slab is in memory.
#pragma once

#include <span>

#include "core/field.h"
#include "core/threads.h"
#include "models/automaton/initial/initial_spec.h"

namespace morula {

// Writes the states of the cells of a slab, in canonical order.
void fill_initial(const InitialSpec& initial, const Lattice& lattice, u32x2 key, Slab slab,
                  std::span<u8> states, ThreadPool& threads);

}  // namespace morula
