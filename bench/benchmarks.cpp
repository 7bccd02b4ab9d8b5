// The list of all benchmarks. A new family adds a line and an include.
#include "bench/benchmarks.h"

#include "bench/automaton/automaton_benchmark.h"
#include "bench/interaction/interaction_benchmark.h"
#include "bench/membrane/membrane_benchmark.h"
#include "bench/potts/potts_benchmark.h"
#include "bench/proliferation/proliferation_benchmark.h"
#include "bench/ranks/ranks_benchmark.h"

namespace morula {

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> list = {
      automaton_benchmark(), interaction_benchmark(),   membrane_benchmark(),
      potts_benchmark(),     proliferation_benchmark(), ranks_benchmark(),
  };
  return list;
}

}  // namespace morula
