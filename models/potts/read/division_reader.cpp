#include "models/potts/read/division_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "io/yaml_text.h"
#include "models/potts/read/life_bounds.h"

namespace morula::potts {
namespace {

std::string vector_wanted(unsigned dimensions) {
  return fmt::format("a vector of {} numbers, such as {}", dimensions,
                     dimensions == 2 ? "[1, 0]" : "[1, 0, 0]");
}

std::string shown_list(const io::Value& list) {
  constexpr std::size_t longest_shown = 60;
  const std::string shown = on_one_line(io::to_flow_yaml(list));
  return shown.size() <= longest_shown ? shown : describe(list);
}

// Describes what is wrong with the vector of an axis; nothing if it is valid.
std::optional<std::string> fault_of_vector(const io::Value& list, unsigned dimensions) {
  if (list.items.size() != dimensions)
    return fmt::format("it has length {}; write {}", list.items.size(), vector_wanted(dimensions));
  bool has_direction = false;
  for (const io::Value& item : list.items) {
    const auto component = io::parse_real(item.text);
    if (!component)
      return fmt::format("{} is not a finite number; write {}", describe(item), vector_wanted(dimensions));
    has_direction = has_direction || *component != 0;
  }
  if (!has_direction) return "it has no direction; write a vector whose numbers are not all 0";
  return std::nullopt;
}

void read_vector(io::Section& divide, const io::Value& axis, unsigned dimensions, Division& division) {
  division.axis = CutAxis::Given;
  if (const auto fault = fault_of_vector(axis, dimensions))
    return divide.problem("axis", fmt::format("is {}: {}", shown_list(axis), *fault));
  for (std::size_t i = 0; i < dimensions; ++i) division.along[i] = *io::parse_real(axis.items[i].text);
}

void read_axis(io::Section& divide, unsigned dimensions, Division& division) {
  static const std::vector<std::string> names = {"short", "long", "random"};  // in the order of CutAxis
  const io::Value* const axis = divide.value("axis");
  if (!axis) return;
  if (axis->kind == io::Value::Kind::List) return read_vector(divide, *axis, dimensions, division);
  const std::string name = axis->kind == io::Value::Kind::Scalar ? axis->text : "";
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) {
    division.axis = static_cast<CutAxis>(found - names.begin());
    return;
  }
  const auto meant = nearest(name, names);
  divide.problem("axis",
                 fmt::format("is {}; must be short, long, random, or {}{}", describe(*axis),
                             vector_wanted(dimensions), meant ? "; did you mean '" + *meant + "'?" : ""));
}

class ShareReader {
 public:
  ShareReader(io::Section& shares, const std::vector<GrowingTarget>& targets, TypeLifeReading& reading)
      : shares_(shares), reading_(reading), known_(reading.names.properties) {
    known_.push_back("age");
    for (const GrowingTarget& target : targets) known_.push_back("target_" + target.term);
  }

  void read(const std::string& column, Division& division) {
    const auto written = read_formula(shares_, column, io::Presence::Optional, number_of_cells);
    if (!written) return;
    Share share{column};
    if (std::ranges::find(known_, column) == known_.end()) {
      shares_.problem(column, "is not a property, a target that this type sets, or age; " +
                                  must_be_one_of(column, known_));
    } else if (written->text == "copy") {
      share.kind = Share::Kind::Copy;
    } else if (written->text != "half") {
      share.kind = Share::Kind::Formula;
      share.result =
          reading_.formulas.read(*written, shares_.problems(), false, FormulaGroup::Shares).value_or(0);
    }
    if (share.kind != Share::Kind::Copy && division.daughter) check_daughter(column, *division.daughter);
    division.shares.push_back(share);
  }

 private:
  // A daughter of a type that does not set this target gets the target of its type, whatever the share says.
  // `copy` is allowed, because the mother then keeps its own target.
  void check_daughter(const std::string& column, u8 daughter) {
    const std::string prefix = "target_", &type = reading_.spec.types[daughter].name;
    if (!column.starts_with(prefix) || std::ranges::find(known_, column) == known_.end()) return;
    const std::string term = column.substr(prefix.size());
    if (!target_written(reading_.life, type, term))
      shares_.problem(column,
                      fmt::format("has no effect: the daughter is of type '{1}' and gets the target of "
                                  "potts.{0}.{1}; remove the share, or write potts.life.{1}.target.{0}",
                                  term, type));
  }

  io::Section& shares_;
  TypeLifeReading& reading_;
  std::vector<std::string> known_;
};

}  // namespace

Division read_division(io::Section& divide, const std::vector<GrowingTarget>& targets,
                       TypeLifeReading& reading) {
  Division division;
  division.when_result = reading.condition(divide, "when");
  const bool has_target = std::ranges::count(targets, "volume", &GrowingTarget::term) > 0;
  check_division(divide, reading, has_target);
  read_axis(divide, reading.spec.lattice.dimensions, division);
  if (const auto daughter = divide.text("daughter"))
    division.daughter = reading.type_named(divide, "daughter", *daughter);
  if (auto shares =
          filled_section(divide, "share", "half, copy or a formula for a property, as in PROPERTY: half")) {
    ShareReader reader(*shares, targets, reading);
    for (const io::Entry& entry : shares->all().entries) reader.read(entry.key, division);
    shares->finish();
  }
  divide.finish();
  return division;
}

}  // namespace morula::potts
