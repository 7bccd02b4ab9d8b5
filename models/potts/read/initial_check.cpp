#include "models/potts/read/initial_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/stream.h"
#include "models/fields/initial_values.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/properties/property_stepper.h"

namespace morula::potts {
namespace {

using fields::FieldInput;
using fields::SiteProgram;

// Describes what is wrong with the initial value of the first cell, if it is wrong for every type; nothing
// otherwise.
std::optional<std::string> fault_of_property(const PottsSpec& spec, std::size_t property, u64 seed) {
  const u32x2 key = stream(seed, Purpose::InitialState, spec.first_replica);
  std::optional<std::string> fault;
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    try {
      initial_property(spec, property, static_cast<u8>(type), 1, key);
      return std::nullopt;
    } catch (const Error& error) {
      fault = error.what();
    }
  }
  return fault;
}

// Sites for formulas that need only their coordinates.
class NoSites final : public fields::SiteReader {
  void read_classes(u64, const Site&, std::size_t count, i64* classes) override {
    std::fill_n(classes, count, 0);
  }
};

bool asks_for_sites(const SiteProgram& program) {
  return std::ranges::any_of(program.inputs, [](const FieldInput& input) {
    using Kind = FieldInput::Kind;
    return input.kind == Kind::Field || input.kind == Kind::Class || input.kind == Kind::Quantity;
  });
}

std::optional<std::string> fault_of_field(const PottsSpec& spec, u32 field, u64 seed) {
  const auto* program = std::get_if<std::shared_ptr<const SiteProgram>>(&spec.fields.fields[field].initial);
  if (!program || asks_for_sites(**program)) return std::nullopt;
  NoSites sites;
  ThreadPool threads(1);
  const u64 width = spec.lattice.global.x;
  std::vector<f64> values(width);
  try {
    for (const u64 first : std::array{u64{0}, spec.lattice.global.sites() - width})
      fields::fill_initial(fields_of(spec), field, seed, spec.first_replica, sites, {first, width}, values,
                           threads);
  } catch (const Error& error) {
    return error.what();
  }
  return std::nullopt;
}

void report(io::Section& root, const char* list, const std::string& name, const std::string& fault) {
  root.peek("potts")->peek(list)->peek(name)->problem("initial", fault);
}

}  // namespace

void check_initial_values(io::Section& root, const PottsSpec& spec, u64 seed) {
  for (std::size_t i = 0; i < spec.properties.properties.size(); ++i)
    if (const auto fault = fault_of_property(spec, i, seed))
      report(root, "properties", spec.properties.properties[i].name, *fault);
  for (u32 i = 0; i < spec.fields.fields.size(); ++i)
    if (const auto fault = fault_of_field(spec, i, seed))
      report(root, "fields", spec.fields.fields[i].name, *fault);
}

}  // namespace morula::potts
