#include "tests/life/living_tissues.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "io/durable_file.h"
#include "models/catalogue.h"
#include "plot/svg.h"
#include "runner/run.h"

namespace morula::test {
namespace {

double as_double(const Number& number) {
  if (const auto* whole = std::get_if<std::uint64_t>(&number)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&number)) return *real;
  return 0;
}

}  // namespace

std::unique_ptr<Model> tissue_of(const std::string& text, const Texts& settings) {
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(2), nullptr};
  return make_model(read_model(ModelFile{"tissue.yaml", text}, settings), backend, Start::Initial);
}

std::unique_ptr<Model> tissue_of_example(const std::string& name, const Texts& settings) {
  return tissue_of(io::read_file(MORULA_SOURCE_DIR "/examples/" + name + ".yaml"), settings);
}

bool is_full() { return std::getenv("MORULA_FULL") != nullptr; }

std::vector<double> column_of(Model& model, const std::string& name) {
  const std::vector<std::string> columns = model.columns();
  const auto found = std::ranges::find(columns, name);
  std::vector<double> values;
  for (const Row& row : observe(model))
    values.push_back(as_double(row.at(static_cast<std::size_t>(found - columns.begin()))));
  return values;
}

std::vector<double> sites_of(Model& model, const Texts& types) {
  std::vector<double> sites;
  for (const std::string& type : types) {
    const auto cells = column_of(model, "cells_" + type), volumes = column_of(model, "volume_" + type);
    sites.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) sites[i] += cells[i] * volumes[i];
  }
  return sites;
}

double radius_of_disc(double sites) { return std::sqrt(sites / std::numbers::pi); }

Lineage lineage_of(Model& model) {
  const std::vector<Table> tables = model.tables();
  const auto table = std::ranges::find(tables, "lineage", &Table::name);
  Lineage lineage;
  const bool is_batch = table->columns.front() == "replica";
  model.read_table(*table, [&](std::span<const Number> row) {
    const auto number = [&](std::size_t i) { return std::get<std::uint64_t>(row[i + (is_batch ? 1 : 0)]); };
    lineage.replica.push_back(is_batch ? std::get<std::uint64_t>(row[0]) : 0);
    lineage.cell.push_back(number(0));
    lineage.mother.push_back(number(1));
    lineage.born.push_back(number(2));
    lineage.died.push_back(number(3));
    lineage.type.push_back(number(4));
  });
  return lineage;
}

LineFit fitted_line(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sx += x[i];
    sy += y[i];
    sxx += x[i] * x[i];
    sxy += x[i] * y[i];
    syy += y[i] * y[i];
  }
  const double xx = sxx - sx * sx / n, xy = sxy - sx * sy / n, yy = syy - sy * sy / n;
  return {xy / xx, (sy - xy / xx * sx) / n, xy * xy / (xx * yy)};
}

void save_figure(const std::string& name, const plot::Figure& figure) {
  if (const char* const folder = std::getenv("MORULA_FIGURES"))
    io::write_file(std::filesystem::path(folder) / (name + ".svg"), plot::svg(figure));
}

}  // namespace morula::test
