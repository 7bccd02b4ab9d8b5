// Living tissues as these tests see them: made from text or from an example, observed by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/model.h"
#include "plot/figure.h"

namespace morula::test {

using Texts = std::vector<std::string>;

// The model of this text or example, with these settings, as --set takes them; on two threads.
std::unique_ptr<Model> tissue_of(const std::string& text, const Texts& settings = {});
std::unique_ptr<Model> tissue_of_example(const std::string& name, const Texts& settings = {});

bool is_full();  // ./test --full: longer ensembles

// A column of the series, of each replica.
std::vector<double> column_of(Model& model, const std::string& name);
// The sites of all cells of these types, of each replica.
std::vector<double> sites_of(Model& model, const Texts& types);
double radius_of_disc(double sites);

struct Lineage {
  std::vector<std::uint64_t> replica, cell, mother, born, died, type;
};
Lineage lineage_of(Model& model);

struct LineFit {
  double slope = 0, offset = 0, r_squared = 0;
};
LineFit fitted_line(const std::vector<double>& x, const std::vector<double>& y);

// Into the folder that MORULA_FIGURES names, for docs/validation/life.md; nothing without it.
void save_figure(const std::string& name, const plot::Figure& figure);

}  // namespace morula::test
