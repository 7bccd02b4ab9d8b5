#include "models/potts/engine/process_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/potts/cells/cell_table.h"
#include "models/potts/processes/persistence_process.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

const char* type_name(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return "u8";
    case ValueType::U32:
      return "u32";
    case ValueType::I32:
      return "i32";
    default:
      return "f64";
  }
}

// Texts for the record of a process: its members `{a, b}`, the buffers as parameters, and the assignments
// that write values back.
struct RecordText {
  std::string members, parameters, stores;
};

RecordText record_of(const Process& process, const Energies& energies) {
  RecordText text;
  for (const UsedColumn& used : process.columns()) {
    const std::string& name = used.column.name;
    if (const u32 number = energies.number(name); number < energies.kept()) {
      text.members += fmt::format("numbers[row * KEPT + {}], ", number);
      continue;
    }
    text.members += fmt::format("column_{}[row], ", name);
    text.parameters += fmt::format("GLOBAL {}* column_{}, ", type_name(used.column.type), name);
    if (used.is_set) text.stores += fmt::format("column_{0}[row] = cell.{0}; ", name);
  }
  return text;
}

std::string kernel_of(const Process& process, const Energies& energies) {
  const RecordText record = record_of(process, energies);
  return fmt::format(
      "KERNEL GROUP_OF(SUMS_GROUP, 1, 1) {0}_cells({1}GLOBAL const i32* numbers, PARAMETERS parameters, "
      "u32 cells, u64 rows, u64 step) {{ "
      "for (u64 row = global_id(0); row < rows; row += global_size(0)) "
      "if (row % cells != 0 && numbers[row * KEPT] > 0) {{ "
      "{0}_cell cell = {{{2}}}; cell = {0}_step(cell, parameters, step); {3}}} }} ",
      process.key(), record.parameters, record.members, record.stores);
}

// The text of the energy change of a copy due to targets that vary and to drifts.
std::string linear_part(const Energies& energies) {
  std::string part = "0";
  for (std::size_t i = 0; i < energies.varying.size(); ++i)
    part += fmt::format(
        " - (tissue).linears[(u64)CELL_OF((copy).before) * VARYING + {0}] * lost_number({1}, changes)"
        " - (tissue).linears[(u64)CELL_OF((copy).after) * VARYING + {0}] * gained_number({1}, changes)",
        i, energies.varying[i].number);
  for (u32 axis = 0; !energies.drifts.empty() && axis < 3; ++axis)
    part += fmt::format(
        " - (tissue).linears[(u64)CELL_OF((copy).after) * VARYING + FIRST_DRIFT + {0}]"
        " * (tissue).words[DRIFT_WORDS + 3 * (copy).direction + {0}]",
        axis);
  return "(" + part + ")";
}

}  // namespace

bool needs_doubles(const PottsSpec& spec) {
  const auto computes = [](const auto& process) {
    return !process->parameters().empty() ||
           std::ranges::any_of(process->columns(),
                               [](const UsedColumn& used) { return used.column.type == ValueType::F64; });
  };
  return std::ranges::any_of(processes_of(spec), computes);
}

void add_process_rules(gpu::Source& source, const PottsSpec& spec) {
  std::set<std::string_view> added;
  if (!varying_targets(spec).empty()) source.texts.push_back(gpu::text::models::potts::terms::target_rule);
  if (uses_places(spec)) source.texts.push_back(gpu::text::models::potts::processes::place_rule);
  for (const auto& process : processes_of(spec))
    if (added.insert(process->text().name).second) source.texts.push_back(process->text());
}

void define_processes(gpu::Source& source, const PottsSpec& spec, const Energies& energies) {
  std::string kernels;
  for (const auto& process : processes_of(spec)) kernels += kernel_of(*process, energies);
  std::size_t place = 0, drift_words = 0;
  for (const auto& term : spec.terms) {
    if (term->key() == "persistence") drift_words = energies.first_words[place];
    ++place;
  }
  source.define("VARYING", std::to_string(energies.cell_words()))
      .define("TARGETS", std::to_string(energies.varying.size()))
      .define("DRIFTS", energies.drifts.empty() ? "0" : "1")
      .define("FIRST_DRIFT", std::to_string(energies.varying.size()))
      .define("DRIFT_WORDS", std::to_string(drift_words))
      .define("PLACES", uses_places(spec) ? "1" : "0")
      .define("FIRST_LINEAR", "(WORDS + 2 * DIRECTIONS)")
      .define("LINEAR_PART(tissue, copy, changes)", linear_part(energies))
      .define("PARAMETERS", needs_doubles(spec) ? "GLOBAL const f64*" : "GLOBAL const u32*")
      .define("STEP", "u64")
      .define("PROCESS_KERNELS", kernels);
}

}  // namespace morula::potts
