#include "models/potts/read/life_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/nearest.h"
#include "models/potts/read/cell_formulas.h"
#include "models/potts/read/never_true.h"
#include "models/potts/terms/constraint.h"

namespace morula::potts {
namespace {

constexpr double largest_target = 1e9;

bool has_constraint(const PottsSpec& spec, const std::string& term, std::size_t type) {
  return std::ranges::any_of(spec.terms, [&](const auto& kept) {
    const Constraints* constraints = kept->key() == term ? kept->constraints() : nullptr;
    return constraints && constraint_of(*constraints, type);
  });
}

// Is this one of the names in a formula?
bool formula_names(const std::string& text, const std::string& name) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + name.size())) return true;
  return false;
}

class TypeReader {
 public:
  TypeReader(const PottsSpec& spec, const NamesOfCells& names, const GreatestValues& greatest,
             std::size_t type)
      : spec_(spec), names_(names), greatest_(greatest), type_(type), formulas_(names, CellFormula::Life) {}

  TypeLife read(io::Section& section) {
    if (auto targets = section.section("target")) read_targets(*targets);
    if (auto divide = section.section("divide")) read_division(*divide);
    if (auto die = section.section("die")) read_death(*die);
    if (auto become = section.section("become")) read_becoming(section, *become);
    section.finish();
    if (section.problems().empty()) life_.program = formulas_.take();
    return std::move(life_);
  }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  unsigned formula(io::Section& section, const std::string& key, bool is_condition) {
    const auto written = read_formula(section, key, io::Presence::Required);
    return written ? formulas_.read(*written, section.problems(), is_condition).value_or(0) : 0;
  }

  void need_constraint(io::Section& section, const std::string& key, const std::string& term) const {
    if (!has_constraint(spec_, term, type_))
      section.problem(key, fmt::format("needs potts.{}.{}: write its first target and its strength there",
                                       term, spec_.types[type_].name));
  }

  void read_targets(io::Section& targets) {
    for (const std::string term : {"volume", "surface"}) {
      auto target = targets.section(term);
      if (!target) continue;
      GrowingTarget growing{term, formula(*target, "next", false), 0};
      growing.most = target->real("most", 0, largest_target, io::Presence::Required).value_or(1);
      if (growing.most == 0)
        target->problem("most",
                        "is 0, and so would be every target; write the largest one that cells may have");
      note_first_target(*target, growing);
      target->finish();
      need_constraint(targets, term, term);
      life_.targets.push_back(growing);
    }
    if (life_.targets.empty())
      targets.problem("volume", "is missing; write volume: {next: FORMULA, most: NUMBER}");
    targets.finish();
  }

  void note_first_target(io::Section& target, const GrowingTarget& growing) {
    for (const auto& kept : spec_.terms) {
      const Constraints* const constraints = kept->key() == growing.term ? kept->constraints() : nullptr;
      const auto first = constraints ? constraint_of(*constraints, type_) : std::nullopt;
      if (first && growing.most > 0 && growing.most < first->target)
        notes_.push_back(fmt::format(
            "{}: is {}, below the first target, {}: all cells are held at {} from the first step on",
            target.path_of("most"), growing.most, first->target, growing.most));
    }
  }

  void read_axis(io::Section& divide, Division& division) const {
    const io::Value* const axis = divide.find("axis");
    if (axis && axis->kind == io::Value::Kind::List) {
      divide.allow("axis");
      division.axis = CutAxis::Given;
      bool is_vector = axis->items.size() == spec_.lattice.dimensions;
      for (std::size_t i = 0; i < axis->items.size() && is_vector; ++i) {
        const auto component = io::parse_real(axis->items[i].text);
        is_vector = component.has_value();
        division.along[i] = component.value_or(0);
      }
      const bool has_direction =
          std::ranges::any_of(division.along, [](double component) { return component != 0; });
      if (!is_vector || !has_direction)
        divide.problem("axis",
                       fmt::format("is {}; must be short, long, random, or a vector of {} numbers that "
                                   "are not all 0",
                                   describe(*axis), spec_.lattice.dimensions));
      return;
    }
    const std::string name = divide.choice("axis", {"short", "long", "random"}).value_or("short");
    division.axis = name == "long" ? CutAxis::Long : name == "random" ? CutAxis::Random : CutAxis::Short;
  }

  void read_shares(io::Section& divide, Division& division) {
    auto shares = divide.section("share");
    if (!shares) return;
    std::vector<std::string> known = names_.properties;
    known.push_back("age");
    for (const GrowingTarget& target : life_.targets) known.push_back("target_" + target.term);
    for (const io::Entry& entry : divide.find("share")->entries) {
      const auto written = read_formula(*shares, entry.key);
      if (!written) continue;
      Share share{entry.key};
      if (entry.key == "age" && written->text != "copy") {
        shares->problem("age", "can only be copy; it begins anew in both cells otherwise");
      } else if (std::ranges::find(known, entry.key) == known.end()) {
        shares->problem(entry.key, "is no property, no target that this type sets, nor age; " +
                                       must_be_one_of(entry.key, known));
      } else if (written->text == "copy") {
        share.kind = Share::Kind::Copy;
      } else if (written->text != "half") {
        share.kind = Share::Kind::Formula;
        share.result = formulas_.read(*written, shares->problems()).value_or(0);
      }
      division.shares.push_back(share);
    }
    shares->finish();
  }

  void read_division(io::Section& divide) {
    Division division;
    division.when_result = formula(divide, "when", true);
    check_division(divide);
    read_axis(divide, division);
    read_shares(divide, division);
    if (const auto daughter = divide.text("daughter"))
      division.daughter = type_named(divide, "daughter", *daughter);
    divide.finish();
    life_.division = division;
  }

  // As in ": volume is at most 1600 here".
  std::string bounds_named_in(const std::string& condition) const {
    std::vector<std::string> bounds;
    for (const auto& [name, greatest] : greatest_)
      if (formula_names(condition, name)) bounds.push_back(fmt::format("{} is at most {}", name, greatest));
    return bounds.empty() ? "" : fmt::format(": {} here", fmt::join(bounds, ", "));
  }

  // A condition that nothing can fulfil is an error; one that only a cell far above its target fulfils is
  // probably one.
  void check_division(io::Section& divide) {
    const io::Value* const when = divide.find("when");
    if (!when) return;
    const auto target = greatest_.find("target_volume");
    if (is_never_true(when->text, greatest_)) {
      return divide.problem("when", "can never be true" + bounds_named_in(when->text) +
                                        "; write a condition that cells can fulfil, or remove divide");
    }
    if (target == greatest_.end()) return;
    GreatestValues on_target = greatest_;
    on_target["volume"] = target->second;
    if (is_never_true(when->text, on_target))
      notes_.push_back(fmt::format(
          "{}: cells divide only if they happen to be larger than every target of the volume, which is at "
          "most {}; raise 'most', or write a smaller volume here",
          divide.path_of("when"), target->second));
  }

  void read_death(io::Section& die) {
    Death death;
    death.when_result = formula(die, "when", true);
    death.at_once = die.choice("at_once", {"false", "true"}) == "true";
    const auto shrink = die.real("shrink", 0, largest_target);
    const auto after = die.whole("after", 0, 1000000000);
    if (death.at_once && (shrink || after))
      die.problem("at_once", "stands beside shrink or after; remove it, or them");
    if (!death.at_once && (shrink ? *shrink == 0 : !die.has("shrink")))
      die.problem("shrink",
                  "must be above 0: by this much the target of the volume falls in every step; or write "
                  "at_once: true");
    die.finish();
    if (!death.at_once) need_constraint(die, "when", "volume");
    death.shrink = shrink.value_or(0);
    if (!death.at_once) check_shrinking(die, death.shrink);
    death.after = after.value_or(0);
    life_.death = death;
  }

  void check_shrinking(io::Section& die, double shrink) {
    constexpr double many_steps = 1e6;
    const auto found = greatest_.find("target_volume");
    const double target = found == greatest_.end() ? 0 : found->second;
    if (shrink <= 0 || target / shrink <= many_steps) return;
    if (target - shrink == target)
      return die.problem("shrink", fmt::format("is {}, too small to change a target of {}: cells would never "
                                               "vanish; write a larger number, or at_once: true",
                                               shrink, target));
    notes_.push_back(fmt::format("{}: is {}: a cell with a target of {} needs {:.2g} steps to vanish",
                                 die.path_of("shrink"), shrink, target, target / shrink));
  }

  void read_becoming(io::Section& section, io::Section& become) {
    for (const io::Entry& entry : section.find("become")->entries) {
      const u8 type = type_named(become, entry.key, entry.key);
      life_.becoming.push_back({type, formula(become, entry.key, true)});
      if (entry.key == spec_.types[type_].name) become.problem(entry.key, "is the type of the cell already");
    }
    become.finish();
  }

  u8 type_named(io::Section& section, const std::string& key, const std::string& name) const {
    std::vector<std::string> cells;
    for (std::size_t type = 1; type < spec_.types.size(); ++type) {
      cells.push_back(spec_.types[type].name);
      if (spec_.types[type].name == name) return static_cast<u8>(type);
    }
    section.problem(key, fmt::format("'{}' is no type of cells; {}", name, must_be_one_of(name, cells)));
    return 1;
  }

  const PottsSpec& spec_;
  const NamesOfCells& names_;
  const GreatestValues& greatest_;
  std::size_t type_;
  FormulasOfCells formulas_;
  TypeLife life_;
  std::vector<std::string> notes_;
};

// Targets that formulas may name: those that some type of the model sets.
std::vector<std::string> targets_named(io::Section& life) {
  std::vector<std::string> targets(2);
  for (const io::Entry& type : life.all().entries) {
    const io::Value* const target = type.value.find("target");
    if (target && target->find("surface")) targets[1] = "target_surface";
    if ((target && target->find("volume")) || type.value.find("die")) targets[0] = "target_volume";
  }
  return targets;
}

// Of the volume, and of targets where they are bounded.
GreatestValues greatest_values(io::Section& life, const PottsSpec& spec) {
  GreatestValues greatest = {{"volume", static_cast<double>(spec.lattice.global.sites())}};
  for (const std::string term : {"volume", "surface"}) {
    double most = 0;
    for (const auto& kept : spec.terms)
      if (const Constraints* const constraints = kept->key() == term ? kept->constraints() : nullptr)
        for (const auto& constraint : *constraints)
          if (constraint) most = std::max(most, constraint->target);
    for (const io::Entry& type : life.all().entries) {
      const io::Value* const targets = type.value.find("target");
      const io::Value* const target = targets ? targets->find(term) : nullptr;
      const io::Value* const written = target ? target->find("most") : nullptr;
      if (written) most = std::max(most, io::parse_real(written->text).value_or(largest_target));
    }
    if (most > 0) greatest["target_" + term] = most;
  }
  return greatest;
}

}  // namespace

void read_life(io::Section& section, PottsSpec& spec, std::vector<std::string>& notes) {
  auto life = section.section("life");
  if (!life) return;
  NamesOfCells names = names_of(spec);
  names.targets = targets_named(*life);
  const GreatestValues greatest = greatest_values(*life, spec);
  std::vector<TypeLife> of_types(spec.types.size());
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    auto keys = life->section(spec.types[type].name);
    if (!keys) continue;
    if (spec.types[type].fixed)
      life->problem(spec.types[type].name,
                    "is a fixed type, whose cells never change; remove it here or there");
    TypeReader reader(spec, names, greatest, type);
    of_types[type] = reader.read(*keys);
    notes.insert(notes.end(), reader.notes().begin(), reader.notes().end());
  }
  life->finish();
  spec.life.of_types = std::move(of_types);
}

}  // namespace morula::potts
