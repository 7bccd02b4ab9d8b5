// How faithful another order of a tissue is to the sequential one: a table, and a verdict on each row.
#pragma once

#include "tests/validation/paired.h"
#include "tests/validation/tissue_ensemble.h"

namespace morula::validation {

struct Fidelity {
  std::string tissue;
  TissueEnsemble sequential, parallel;  // the latter in the order that is compared
  std::vector<PairedComparison> statistics;
  std::vector<std::string> left_out;  // statistics that some run does not have
  double waits = 0;                   // the distance between the distributions of waiting times

  std::string rows() const;  // of fidelity_header()
  std::string run() const;   // a row of runs_header()
};

Fidelity fidelity_of(const ComparedTissue& tissue, const EnsembleRequest& request, const Backend& backend,
                     potts::UpdateOrder order = potts::UpdateOrder::Parallel);

// Rows of Markdown.
std::string fidelity_header();
std::string runs_header();

// Over all tissues.
struct Verdict {
  std::size_t tissues = 0, statistics = 0, biased = 0, outside_95 = 0, wide = 0;
  std::size_t far_waits = 0;  // tissues whose waiting times are further apart than 0.01
  std::uint64_t rises = 0;    // of the energy at T 0, in the parallel order

  void add(const Fidelity& fidelity);
  bool is_faithful() const {
    return biased == 0 && 20 * outside_95 <= statistics && far_waits == 0 && rises == 0;
  }
  std::string text() const;
};

}  // namespace morula::validation
