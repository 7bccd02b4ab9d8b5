// Living tissues for these tests: made from a text or from an example, and observed by the names of columns.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/model.h"
#include "plot/figure.h"

namespace morula::test {

using Texts = std::vector<std::string>;

// The model of this text or example, with settings in the form of `--set`; on two threads.
std::unique_ptr<Model> tissue_of(const std::string& text, const Texts& settings = {});
std::unique_ptr<Model> tissue_of_example(const std::string& name, const Texts& settings = {});

bool is_full();  // is this `./test --full`, with longer ensembles?

// The value of a column of the series in each replica.
std::vector<double> column_of(Model& model, const std::string& name);
// The number of sites of all cells of these types in each replica.
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

// Saves a figure for docs/validation/life.md in the folder named by MORULA_FIGURES; does nothing if that is
// not set.
void save_figure(const std::string& name, const plot::Figure& figure);

}  // namespace morula::test
