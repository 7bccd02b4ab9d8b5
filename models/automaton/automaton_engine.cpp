#include "models/automaton/automaton_engine.h"

namespace morula {

bool is_bitplane(const AutomatonSpec& automaton) {
  return (automaton.cycle || automaton.table) && !automaton.plain;
}

std::unique_ptr<AutomatonEngine> make_engine(const AutomatonSpec& automaton, const Backend& backend) {
  if (backend.device)
    return is_bitplane(automaton) ? make_bitplane_gpu(automaton, backend.device)
                                  : make_plain_gpu(automaton, backend.device);
  return is_bitplane(automaton) ? make_bitplane_cpu(automaton, backend.threads)
                                : make_plain_cpu(automaton, backend.threads);
}

}  // namespace morula
