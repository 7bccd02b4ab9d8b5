#include "models/potts/life/life_columns.h"

#include <algorithm>

namespace morula::potts {

LifeColumns::LifeColumns(const PottsSpec& spec) {
  const std::vector<Column> columns = set_columns(spec);
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(columns, name, &Column::name) - columns.begin());
  };
  mother = place("mother");
  generation = place("generation");
  born = place("born");
  divided = place("divided");
  dying = place("dying");
  for (const std::string term : {"volume", "surface"}) {
    if (!spec.life.has_target(term)) continue;
    LifeTarget target{term, place("target_" + term), {}};
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      target.of_types.push_back(spec.life.of_types[type].target(term)
                                    ? std::nullopt
                                    : std::optional(columns[target.column].initial(spec, type)));
    targets.push_back(target);
  }
}

std::size_t LifeColumns::target(const std::string& term) const {
  return std::ranges::find(targets, term, &LifeTarget::term)->column;
}

void fit_targets(const PottsSpec& spec, CellTable& cells) {
  const LifeColumns columns(spec);
  const std::vector<Column> declared = set_columns(spec);
  const std::span<const u32> dying = cells.values<u32>(columns.dying);
  for (const LifeTarget& target : columns.targets) {
    double largest = spec.life.most(target.term);
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      largest = std::max(largest, declared[target.column].initial(spec, type));
    for (u64 row = 0; row < cells.rows(); ++row) {
      const auto& of_type = target.of_types[cells.types()[row]];
      const double before = cells.number(target.column, row);
      const double now = of_type && dying[row] == 0 ? *of_type : std::min(before, largest);
      if (cells.types()[row] != 0 && now != before) cells.set(target.column, row, now);
    }
  }
}

}  // namespace morula::potts
