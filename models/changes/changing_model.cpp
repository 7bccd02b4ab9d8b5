#include "models/changes/changing_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "core/bytes.h"
#include "core/error.h"
#include "io/hdf5_file.h"
#include "io/section.h"
#include "models/catalogue.h"
#include "models/changes/change_reader.h"
#include "models/changes/changed_spec.h"
#include "models/changes/state_copy.h"

namespace morula {
namespace {

void set_sites(const Spec& spec, const SitesSetting& sites, StateCopy& state,
               const Changeable::IsRunning& is_running) {
  const Changeable& changeable = family_of(spec).changeable;
  const std::vector<std::string> states = changeable.states(spec);
  const auto named = std::ranges::find(states, sites.to);
  const std::uint64_t number = named == states.end() ? io::parse_whole(sites.to).value_or(0)
                                                     : static_cast<std::uint64_t>(named - states.begin());
  changeable.set_sites(spec, sites.shape, number, state, is_running);
}

std::string shape_of(const Field& field) {
  const std::string extent = to_string(field.extent, field.dimensions);
  return field.replicas == 0 ? extent : fmt::format("{} replicas of {}", field.replicas, extent);
}

FieldCopy& field_to_assign(const std::string& name, StateCopy& state) {
  if (FieldCopy* const copy = state.find(name)) return *copy;
  std::vector<std::string> names;
  for (const FieldCopy& copy : state.fields()) names.push_back(copy.field.name);
  throw StateError(
      fmt::format("the state has no field '{}'; its fields are {}", name, fmt::join(names, ", ")));
}

// The field in a file; throws FileError if it differs from the expected field.
Field check_layout(const std::filesystem::path& path, const Field& expected) {
  const io::Hdf5Reader file(path);
  const auto field = file.field(expected.name);
  if (!field) throw FileError(path.string(), "has no dataset '" + expected.name + "' that a state can have");
  if (*field != expected)
    throw FileError(path.string(),
                    fmt::format("its dataset '{}' is {} or has another number type, but the field of "
                                "this model is {}; write it in the form of state/*.h5",
                                expected.name, shape_of(*field), shape_of(expected)));
  return *field;
}

std::vector<std::byte> values_in(const std::filesystem::path& path, const Field& expected) {
  const Field field = check_layout(path, expected);
  const io::Hdf5Reader file(path);
  const std::uint64_t size = size_of(field.type);
  std::vector<std::byte> values(field.bytes());
  for (const Slab& slab : slabs_of(field))
    file.read(field, slab, std::span(values).subspan(slab.first * size, slab.count * size));
  return values;
}

void assign_values(const FieldAssignment& assignment, StateCopy& state,
                   const Changeable::IsRunning& is_running) {
  FieldCopy& copy = field_to_assign(assignment.field, state);
  const std::vector<std::byte> values =
      assignment.values ? *assignment.values : values_in(assignment.file, copy.field);
  if (values.size() != copy.values.size())
    throw StateError(fmt::format("the field '{}' has {} bytes, but its new values have {}", assignment.field,
                                 copy.values.size(), values.size()));
  const std::uint64_t replicas = std::max<std::uint64_t>(copy.field.replicas, 1);
  const std::uint64_t bytes = values.size() / replicas;
  for (std::uint64_t replica = 0; replica < replicas; ++replica) {
    const auto first = static_cast<std::ptrdiff_t>(replica * bytes);
    if (is_running(replica)) std::copy_n(values.begin() + first, bytes, copy.values.begin() + first);
  }
}

std::string fields_of_state(const Model& model) {
  std::vector<std::string> names;
  for (const StateField& field : model.fields()) names.push_back(field.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void check_room(const Model& model, const Spec& spec) {
  const std::uint64_t bytes = 2 * state_bytes(model), available = available_memory();
  if (bytes <= available) return;
  throw SpecError(
      spec.changes.front().place, "changes",
      fmt::format("a change needs {} of memory for copies of the state where there is {}; make the "
                  "model smaller, or leave out its changes",
                  human_bytes(bytes), human_bytes(available)));
}

}  // namespace

void check_assignments(const Model& model, const Spec& spec) {
  const std::vector<StateField> fields = model.fields();
  for (const Change& change : spec.changes)
    for (const FieldAssignment& assignment : change.fields) {
      const auto field = std::ranges::find(fields, assignment.field, &StateField::name);
      const std::string key = "changes.assign." + assignment.field;
      if (field == fields.end())
        throw SpecError(change.place, key,
                        "is no field of the state of this model; its fields are " + fields_of_state(model));
      if (field->resizes) continue;
      try {
        check_layout(assignment.file, *field);
      } catch (const FileError& error) {
        throw SpecError(change.place, key, error.what());
      }
    }
}

ChangingModel::ChangingModel(Spec spec, Backend backend, Make make, Start start)
    : WrappedModel(make(spec, 0, backend, start)),
      spec_(std::move(spec)),
      now_(spec_),
      backend_(std::move(backend)),
      make_(std::move(make)) {
  if (!spec_.changes.empty()) check_room(model(), spec_);
}

std::uint64_t ChangingModel::step(std::uint64_t at_most) {
  std::uint64_t done = 0;
  while (done < at_most) {
    make_due_changes();
    const std::uint64_t batch = std::min(at_most - done, steps_until_change());
    const std::uint64_t steps_done = model().step(batch);
    done += steps_done;
    if (steps_done < batch) break;
  }
  return done;
}

std::uint64_t ChangingModel::step_summing(std::uint64_t at_most, std::uint64_t every,
                                          const TotalsSink& sink) {
  std::uint64_t done = 0;
  while (done < at_most) {
    make_due_changes();
    const std::uint64_t batch = std::min(at_most - done, steps_until_change());
    const std::uint64_t steps_done = model().step_summing(batch, every, sink);
    done += steps_done;
    if (steps_done < batch) break;
  }
  return done;
}

std::uint64_t ChangingModel::steps_until_change() const {
  if (held_ == spec_.changes.size()) return std::numeric_limits<std::uint64_t>::max();
  return spec_.changes[held_].at - time();
}

void ChangingModel::make_due_changes() {
  std::size_t count = held_;
  while (count < spec_.changes.size() && spec_.changes[count].at <= time()) ++count;
  if (count > held_) act(count, [] {});
}

bool ChangingModel::holds_changes_of_this_step() const {
  return held_ > 0 && spec_.changes[held_ - 1].at == time();
}

void ChangingModel::hold_changes(std::uint64_t count, std::uint64_t step) {
  if (count > spec_.changes.size())
    throw StateError(fmt::format("holds {} changes, and the model has {}; put changes.jsonl back beside it",
                                 count, spec_.changes.size()));
  const auto by_then = static_cast<std::uint64_t>(
      std::ranges::count_if(spec_.changes, [&](const Change& change) { return change.at < step; }));
  if (count < by_then || (count > 0 && spec_.changes[count - 1].at > step))
    throw StateError(
        fmt::format("is of step {} and holds {} changes, where the model has {} before that step; a change "
                    "cannot be added "
                    "to the past: put changes.jsonl back, or start a new run",
                    step, count, by_then));
  if (count == held_) return;
  now_ = with_changes(spec_, spec_, std::span(spec_.changes).first(count));
  held_ = count;
  replace(nullptr);
  replace(make_(now_, held_, backend_, Start::Blank));
}

void ChangingModel::act(std::size_t count, const Log& log) {
  const std::uint64_t at = time();
  Spec next = with_changes(spec_, now_, std::span(spec_.changes).subspan(held_, count - held_));
  const std::vector<std::optional<std::uint64_t>> ends = replica_ends();
  const auto is_running = [&](std::uint64_t replica) { return replica >= ends.size() || !ends[replica]; };
  const StateCopy before(model());
  StateCopy after = before;
  try {
    for (std::size_t i = held_; i < count; ++i) {
      // Uses the keys as changed so far, as if each change of this step acted by itself.
      const auto earlier = std::span(spec_.changes).subspan(held_, i - held_);
      if (spec_.changes[i].sites)
        set_sites(earlier.empty() ? now_ : with_changes(spec_, now_, earlier), *spec_.changes[i].sites, after,
                  is_running);
      for (const FieldAssignment& field : spec_.changes[i].fields) assign_values(field, after, is_running);
    }
    replace(nullptr);  // there may not be enough memory for two models
    replace(make_(next, count, backend_, Start::Blank));
    after.restore_to(model());
    log();
  } catch (const std::exception& error) {
    replace(nullptr);
    replace(make_(now_, held_, backend_, Start::Blank));
    before.restore_to(model());
    throw Error(fmt::format("the change at step {} cannot be made: {}", at, error.what()));
  }
  now_ = std::move(next);
  held_ = count;
}

void ChangingModel::add(Change change, const Log& log) {
  if (change.at > spec_.end())
    throw SpecError(change.place, "at",
                    fmt::format("is {}, beyond the last step, {}; make the model with more steps", change.at,
                                spec_.end()));
  spec_.changes.insert(spec_.changes.begin() + static_cast<std::ptrdiff_t>(held_), std::move(change));
  try {
    act(held_ + 1, log);
  } catch (...) {
    spec_.changes.erase(spec_.changes.begin() + static_cast<std::ptrdiff_t>(held_));
    throw;
  }
}

void ChangingModel::change(const ChangeText& text, const Log& log) {
  make_due_changes();
  Change change = parse_change(text, time(), spec_);
  // The files may be gone when the change is made again, so a run directory keeps copies of the values.
  for (FieldAssignment& assignment : change.fields)
    for (const StateField& field : fields())
      if (field.name == assignment.field) {
        assignment.layout = field;
        assignment.values =
            std::make_shared<const std::vector<std::byte>>(values_in(assignment.file, assignment.layout));
      }
  add(std::move(change), log);
}

void ChangingModel::assign(const std::string& field, std::span<const std::byte> values, const Log& log) {
  make_due_changes();
  Change change;
  change.at = time();
  change.origin = ChangeOrigin::Outside;
  Field layout;
  for (const StateField& known : fields())
    if (known.name == field) layout = known;
  change.fields.push_back(
      {field, {}, std::make_shared<const std::vector<std::byte>>(values.begin(), values.end()), layout});
  add(std::move(change), log);
}

}  // namespace morula
