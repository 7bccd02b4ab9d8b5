// Engines of rules that are written as formulas. They know, unlike other engines, where their cells lie in
// the whole lattice, which draws and coordinates depend on.
#pragma once

#include <memory>

#include "models/automaton/automaton_engine.h"
#include "models/sites/rule_failure.h"

namespace morula {

struct FormulaSetting {
  std::shared_ptr<const FormulaRule> rule;
  Neighbourhood neighbourhood;
  Lattice part;  // as it lies in the whole lattice
  u32x2 key{};   // of draws

  // The layer of the whole lattice that a stored layer shows.
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
