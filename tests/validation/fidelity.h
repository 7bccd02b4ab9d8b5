// Compares another order of a tissue with the sequential one, in a table with a verdict on each row.
#pragma once

#include "tests/validation/paired.h"
#include "tests/validation/tissue_ensemble.h"

namespace morula::validation {

struct Fidelity {
  std::string tissue;
  TissueEnsemble sequential, parallel;  // `parallel` is in the order that is compared
  std::vector<PairedComparison> statistics;
  std::vector<std::string> left_out;  // statistics that are missing in a run
  double waits = 0;                   // the distance between the distributions of waiting times

  std::string rows() const;  // rows for fidelity_header()
  std::string run() const;   // a row for runs_header()
};

Fidelity fidelity_of(const ComparedTissue& tissue, const EnsembleRequest& request, const Backend& backend,
                     potts::UpdateOrder order = potts::UpdateOrder::Parallel);

// Headers of tables in Markdown.
std::string fidelity_header();
std::string runs_header();

// The verdict on all tissues together.
struct Verdict {
  std::size_t tissues = 0, statistics = 0, biased = 0, outside_95 = 0, wide = 0;
  std::size_t far_waits = 0;  // tissues whose waiting times differ by more than 0.01
  std::uint64_t rises = 0;    // steps in which the energy rose at T 0, in the parallel order

  void add(const Fidelity& fidelity);
  bool is_faithful() const {
    return biased == 0 && 20 * outside_95 <= statistics && far_waits == 0 && rises == 0;
  }
  std::string text() const;
};

}  // namespace morula::validation
