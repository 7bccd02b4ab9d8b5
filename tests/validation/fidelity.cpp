#include "tests/validation/fidelity.h"

#include <fmt/format.h>

#include <algorithm>

namespace morula::validation {
namespace {

constexpr double waits_at_most = 0.01;

std::string verdict_on(const PairedComparison& statistic) {
  std::string text;
  if (statistic.is_biased())
    text = "**biased**";
  else if (statistic.is_outside_95())
    text = "outside 95 %";
  if (statistic.is_wide()) text += text.empty() ? "wide" : ", wide";
  return text;
}

// The regions of the parallel order, as in the manifest.
std::string regions_of(const Spec& model) {
  std::string text;
  for (const auto& [key, value] : model.chosen)
    if (key.starts_with("region"))
      if (const auto* number = std::get_if<std::uint64_t>(&value))
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, *number);
  return text;
}

std::vector<std::string> missing_in(const std::vector<PairedComparison>& comparisons,
                                    const Samples& samples) {
  std::vector<std::string> names;
  for (const Sample& sample : samples) {
    const bool is_compared =
        std::ranges::find(comparisons, sample.name, &PairedComparison::name) != comparisons.end();
    const bool is_zero = std::ranges::all_of(sample.values, [](double value) { return value == 0; });
    if (!is_compared && !is_zero) names.push_back(sample.name);
  }
  return names;
}

}  // namespace

Fidelity fidelity_of(const ComparedTissue& tissue, const EnsembleRequest& request, const Backend& backend,
                     potts::UpdateOrder order) {
  Fidelity fidelity;
  fidelity.tissue = tissue.name;
  fidelity.sequential = measure_tissue(tissue, potts::UpdateOrder::Sequential, request, backend);
  fidelity.parallel = measure_tissue(tissue, order, request, backend);
  fidelity.statistics = compare_pairs(fidelity.sequential.samples, fidelity.parallel.samples);
  fidelity.left_out = missing_in(fidelity.statistics, fidelity.sequential.samples);
  if (fidelity.sequential.waits.count() > 0 && fidelity.parallel.waits.count() > 0)
    fidelity.waits = distance_between(fidelity.sequential.waits, fidelity.parallel.waits);
  return fidelity;
}

std::string fidelity_header() {
  return "| tissue | statistic | sequential | difference, % | ± 95 % | ± 99.9 % | verdict |\n"
         "|---|---|---|---|---|---|---|\n";
}

std::string Fidelity::rows() const {
  std::string text;
  for (const PairedComparison& statistic : statistics)
    text += fmt::format("| {} | {} | {:.5g} | {:+.2f} | {:.2f} | {:.2f} | {} |\n", tissue, statistic.name,
                        statistic.first, statistic.difference, statistic.within_95, statistic.within_999,
                        verdict_on(statistic));
  text += fmt::format("| {} | waiting times | – | {:.4f} apart | | | {} |\n", tissue, waits,
                      waits > waits_at_most ? "**apart**" : "");
  if (sequential.rises + parallel.rises > 0)
    text += fmt::format("| {} | steps in which the energy rose | {} | {} | | | **rises** |\n", tissue,
                        sequential.rises, parallel.rises);
  for (const std::string& name : left_out)
    text += fmt::format("| {} | {} | – | missing in some runs | | | left out |\n", tissue, name);
  return text;
}

std::string runs_header() {
  return "| tissue | replicas | waits, millions | parallel order | sequential, s | parallel, s |\n"
         "|---|---|---|---|---|---|\n";
}

std::string Fidelity::run() const {
  return fmt::format("| {} | {} | {:.1f} | {} | {:.1f} | {:.1f} |\n", tissue,
                     sequential.samples.front().values.size(),
                     static_cast<double>(std::min(sequential.waits.count(), parallel.waits.count())) / 1e6,
                     regions_of(parallel.model), sequential.seconds, parallel.seconds);
}

void Verdict::add(const Fidelity& fidelity) {
  ++tissues;
  statistics += fidelity.statistics.size();
  for (const PairedComparison& statistic : fidelity.statistics) {
    biased += statistic.is_biased();
    outside_95 += statistic.is_outside_95();
    wide += statistic.is_wide();
  }
  far_waits += fidelity.waits > waits_at_most;
  rises += fidelity.parallel.rises;
}

std::string Verdict::text() const {
  return fmt::format(
      "{} statistics of {} tissues: {} biased (beyond 0.5 % and outside the 99.9 % interval), {} outside the "
      "95 "
      "% interval (at most {} may be), {} whose 95 % interval is wider than ± 1 %. Waiting times are more "
      "than "
      "{} apart in {} tissues; at T 0 the energy rose in {} steps. The parallel order is {}.\n",
      statistics, tissues, biased, outside_95, statistics / 20, wide, waits_at_most, far_waits, rises,
      is_faithful() ? "faithful" : "not faithful");
}

}  // namespace morula::validation
