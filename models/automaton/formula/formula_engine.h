// Engines for rules that are written as formulas. Unlike other engines, they know where their cells lie in
// the whole lattice, since draws and coordinates depend on it.
#pragma once

#include <memory>

#include "models/automaton/automaton_engine.h"
#include "models/sites/rule_failure.h"

namespace morula {

struct FormulaSetting {
  std::shared_ptr<const FormulaRule> rule;
  Neighbourhood neighbourhood;
  Lattice part;  // with its place in the whole lattice
  u32x2 key{};   // addresses the draws

  // The layer of the whole lattice of which a stored layer is a copy.
  Index layer_shown(Index stored) const {
    const Index layers = part.layers_of(part.global);
    return (stored + part.first_owned + layers - part.stored_before % layers) % layers;
  }
  // The canonical index of a stored cell's site.
  Index canonical(Index stored_cell) const {
    return layer_shown(stored_cell / part.layer_sites()) * part.layer_sites() +
           stored_cell % part.layer_sites();
  }
  bool is_owned(Index stored_cell) const {
    return stored_cell >= part.first_in_memory() && stored_cell - part.first_in_memory() < part.owned.sites();
  }
};

std::unique_ptr<AutomatonEngine> make_formula_cpu(const AutomatonSpec& automaton,
                                                  const FormulaSetting& setting,
                                                  std::shared_ptr<ThreadPool> threads);
std::unique_ptr<AutomatonEngine> make_formula_gpu(const AutomatonSpec& automaton,
                                                  const FormulaSetting& setting,
                                                  std::shared_ptr<gpu::Device> device);
std::uint64_t formula_cpu_bytes(const AutomatonSpec& automaton);
std::uint64_t formula_gpu_bytes(const AutomatonSpec& automaton);
gpu::Source formula_source(const AutomatonSpec& automaton, const Lattice& part);

}  // namespace morula
