// Numbers for comparison with Bazeia 2017 (Sci. Rep. 7, 44900): κ, the correlation length π/3κ, and densities
// around a common mean.
#pragma once

#include "analysis/chaos.h"
#include "tests/validation/comparison.h"
#include "tests/validation/ensemble.h"

namespace morula::validation {

struct Published {
  ChaosReport chaos;  // a column for each species
  Samples densities;  // the mean density in each run, empty sites first
};

Published measure_published(const InteractionSpec& spec, const Trial& trial, const Backend& backend);

// A row of a Markdown table for each process: κ of each run with its error, π/3κ, the fit of the mean
// correlation, the maxima.
std::string chaos_header();
std::string chaos_row(const std::string& name, const Published& published);
std::string density_header();
std::string density_row(const std::string& name, const Published& published);

}  // namespace morula::validation
