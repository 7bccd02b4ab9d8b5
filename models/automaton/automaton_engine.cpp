#include "models/automaton/automaton_engine.h"

#include "core/stream.h"
#include "models/automaton/formula/formula_engine.h"

namespace morula {
namespace {

std::unique_ptr<AutomatonEngine> make_formula_engine(const AutomatonSpec& stored,
                                                     const FormulaSetting& setting, const Backend& backend) {
  return backend.device ? make_formula_gpu(stored, setting, backend.device)
                        : make_formula_cpu(stored, setting, backend.threads);
}

}  // namespace

bool is_bitplane(const AutomatonSpec& automaton) {
  return (automaton.cycle || automaton.table) && !automaton.plain;
}

bool is_evaluated(const AutomatonSpec& automaton) { return automaton.formulas && !automaton.is_tabled; }

std::unique_ptr<AutomatonEngine> make_engine(const AutomatonSpec& automaton, const Backend& backend,
                                             u64 seed) {
  AutomatonSpec stored = automaton;
  if (!automaton.lattice.is_whole()) {
    stored.lattice = automaton.lattice.memory();
    stored.initial = {};
  }
  if (is_evaluated(automaton))
    return make_formula_engine(stored,
                               {automaton.formulas, automaton.neighbourhood, automaton.lattice,
                                stream(seed, Purpose::Transition, automaton.replica)},
                               backend);
  if (backend.device)
    return is_bitplane(automaton) ? make_bitplane_gpu(stored, backend.device)
                                  : make_plain_gpu(stored, backend.device);
  return is_bitplane(automaton) ? make_bitplane_cpu(stored, backend.threads)
                                : make_plain_cpu(stored, backend.threads);
}

}  // namespace morula
