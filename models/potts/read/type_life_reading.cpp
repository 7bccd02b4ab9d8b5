#include "models/potts/read/type_life_reading.h"

#include <fmt/format.h>

#include "core/nearest.h"

namespace morula::potts {

unsigned TypeLifeReading::condition(io::Section& section, const std::string& key) {
  const auto written = read_formula(section, key, io::Presence::Required, condition_of_cells);
  return written ? formulas.read(*written, section.problems(), true).value_or(0) : 0;
}

unsigned TypeLifeReading::number(io::Section& section, const std::string& key) {
  const auto written = read_formula(section, key, io::Presence::Required, number_of_cells);
  return written ? formulas.read(*written, section.problems()).value_or(0) : 0;
}

std::optional<u8> TypeLifeReading::type_named(io::Section& section, const std::string& key,
                                              const std::string& name) const {
  std::vector<std::string> cells;
  for (std::size_t number = 1; number < spec.types.size(); ++number) {
    cells.push_back(spec.types[number].name);
    if (spec.types[number].name == name) return static_cast<u8>(number);
  }
  section.problem(key, fmt::format("'{}' is not a type of cells; {}", name, must_be_one_of(name, cells)));
  return std::nullopt;
}

std::optional<io::Section> filled_section(io::Section& section, const std::string& key,
                                          const std::string& keys) {
  auto filled = section.section(key);
  if (!filled || filled->all().kind != io::Value::Kind::Map) return std::nullopt;
  if (!filled->all().entries.empty()) return filled;
  section.problem(key, fmt::format("is empty; write {}, or remove it", keys));
  return std::nullopt;
}

const io::Value* target_written(const io::Value& life, const std::string& type, const std::string& term) {
  const io::Value* const of_type = life.find(type);
  const io::Value* const targets = of_type ? of_type->find("target") : nullptr;
  return targets ? targets->find(term) : nullptr;
}

}  // namespace morula::potts
