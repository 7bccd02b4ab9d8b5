#include "models/potts/read/life_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/potts/read/division_reader.h"
#include "models/potts/read/life_bounds.h"
#include "models/potts/terms/constraint.h"

namespace morula::potts {
namespace {

constexpr double largest_target = 1e9;
constexpr const char* target_wanted = "{next: FORMULA, most: NUMBER}";

bool has_constraint(const PottsSpec& spec, const std::string& term, std::size_t type) {
  return std::ranges::any_of(spec.terms, [&](const auto& kept) {
    const Constraints* constraints = kept->key() == term ? kept->constraints() : nullptr;
    return constraints && constraint_of(*constraints, type);
  });
}

class TypeReader {
 public:
  TypeReader(const PottsSpec& spec, const io::Value& life, const NamesOfCells& names, std::size_t type)
      : reading_(spec, life, names, type) {}

  TypeLife read(io::Section& section) {
    if (auto targets = filled_section(section, "target", fmt::format("volume: {}", target_wanted)))
      read_targets(*targets);
    if (auto divide = filled_section(section, "divide", "when: CONDITION"))
      life_.division = read_division(*divide, life_.targets, reading_);
    if (auto die = filled_section(section, "die", "when: CONDITION, and at_once: true or shrink: NUMBER"))
      read_death(*die);
    if (auto become = filled_section(section, "become", "types with conditions, as in TYPE: CONDITION"))
      read_becoming(*become);
    section.finish();
    if (section.problems().empty()) {
      life_.rules = reading_.formulas.take();
      life_.shares = reading_.formulas.take(FormulaGroup::Shares);
    }
    return std::move(life_);
  }
  const std::vector<std::string>& notes() const { return reading_.notes; }

 private:
  void need_constraint(io::Section& section, const std::string& key, const std::string& term) const {
    if (!has_constraint(reading_.spec, term, reading_.type))
      section.problem(key, fmt::format("needs potts.{}.{}: write its first target and its strength there",
                                       term, reading_.type_name()));
  }

  void read_targets(io::Section& targets) {
    for (const std::string term : {"volume", "surface"}) {
      const io::Value* const written = targets.value(term);
      if (!written) continue;
      if (written->kind != io::Value::Kind::Map) {
        targets.problem(term, fmt::format("is {}; must be {}", describe(*written), target_wanted));
        continue;
      }
      auto target = targets.section(term);
      GrowingTarget growing{term, reading_.number(*target, "next"), 0};
      growing.most = target->real("most", 0, largest_target, io::Presence::Required).value_or(1);
      if (growing.most == 0)
        target->problem(
            "most", "is 0, so that every target would be 0; write the largest target that cells may have");
      note_first_target(*target, growing);
      target->finish();
      need_constraint(targets, term, term);
      life_.targets.push_back(growing);
    }
    targets.finish();
  }

  void note_first_target(io::Section& target, const GrowingTarget& growing) {
    for (const auto& kept : reading_.spec.terms) {
      const Constraints* const constraints = kept->key() == growing.term ? kept->constraints() : nullptr;
      const auto first = constraints ? constraint_of(*constraints, reading_.type) : std::nullopt;
      if (first && growing.most > 0 && growing.most < first->target)
        reading_.notes.push_back(fmt::format(
            "{}: is {}, below the first target, {}: all cells are held at {} from the first step on",
            target.path_of("most"), growing.most, first->target, growing.most));
    }
  }

  void read_death(io::Section& die) {
    Death death;
    death.when_result = reading_.condition(die, "when");
    note_if_never_true(die, "when", fmt::format("no cell of type {} dies", reading_.type_name()), reading_);
    death.at_once = die.choice("at_once", {"false", "true"}) == "true";
    const auto shrink = die.real("shrink", 0, largest_target);
    const auto after = die.whole("after", 0, 1000000000);
    if (death.at_once && (shrink || after))
      die.problem("at_once", "cannot be combined with shrink or after; remove it, or them");
    if (!death.at_once && !die.has("shrink"))
      die.problem(
          "shrink",
          "must be above 0, but is missing: write by how much the target of the volume falls in every "
          "step, as in shrink: 1, or write at_once: true");
    if (!death.at_once && shrink == 0.0)
      die.problem(
          "shrink",
          "is 0; must be above 0, since the target of the volume falls by this much in every step; or write "
          "at_once: true");
    die.finish();
    if (!death.at_once) need_constraint(die, "when", "volume");
    death.shrink = shrink.value_or(0);
    if (!death.at_once) check_shrinking(die, death.shrink, reading_);
    death.after = after.value_or(0);
    life_.death = death;
  }

  void read_becoming(io::Section& become) {
    for (const io::Entry& entry : become.all().entries) {
      const auto type = reading_.type_named(become, entry.key, entry.key);
      if (type == reading_.type)
        become.problem(entry.key, "is the type of the cell already; remove it, or name another type");
      life_.becoming.push_back({type.value_or(1), reading_.condition(become, entry.key)});
      note_if_never_true(become, entry.key,
                         fmt::format("no cell of type {} becomes {}", reading_.type_name(), entry.key),
                         reading_);
    }
    become.finish();
  }

  TypeLifeReading reading_;
  TypeLife life_;
};

// Cells that die by shrinking have targets of their own; cells that die at once do not need them.
bool dies_by_shrinking(const io::Value& type) {
  const io::Value* const die = type.find("die");
  const io::Value* const at_once = die ? die->find("at_once") : nullptr;
  return die && !(at_once && at_once->text == "true");
}

// Targets that formulas may use: those that some type of the model sets.
std::vector<std::string> targets_named(const io::Value& life) {
  std::vector<std::string> targets(2);
  for (const io::Entry& type : life.entries) {
    if (target_written(life, type.key, "surface")) targets[1] = "target_surface";
    if (target_written(life, type.key, "volume") || dies_by_shrinking(type.value))
      targets[0] = "target_volume";
  }
  return targets;
}

// Reports a problem at `potts.fixed`, which a change of the running model may have set.
void check_not_fixed(io::Section& section, const CellType& type) {
  if (!type.fixed) return;
  const std::string cells = fmt::format(
      "names '{0}', whose cells then never change, and potts.life.{0} gives "
      "them rules; remove one of the two",
      type.name);
  for (const io::Value& item : section.find("fixed")->items)
    if (item.text == type.name) section.problems().add(item.place(), section.path_of("fixed"), cells);
}

}  // namespace

void read_life(io::Section& section, PottsSpec& spec, std::vector<std::string>& notes) {
  if (section.has("life")) spec.life.of_types.resize(spec.types.size());
  auto life = filled_section(section, "life", "rules for a type, as in TYPE: {divide: {when: CONDITION}}");
  if (!life) return;
  NamesOfCells names = names_of(spec);
  names.targets = targets_named(life->all());
  std::vector<TypeLife> of_types(spec.types.size());
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    auto keys = filled_section(*life, spec.types[type].name, "target, divide, die or become");
    if (!keys) continue;
    check_not_fixed(section, spec.types[type]);
    TypeReader reader(spec, life->all(), names, type);
    of_types[type] = reader.read(*keys);
    notes.insert(notes.end(), reader.notes().begin(), reader.notes().end());
  }
  life->finish();
  spec.life.of_types = std::move(of_types);
}

}  // namespace morula::potts
