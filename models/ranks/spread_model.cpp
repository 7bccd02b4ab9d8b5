#include "models/ranks/spread_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <exception>

#include "core/all_ranks.h"
#include "core/counted.h"
#include "core/error.h"
#include "models/catalogue.h"
#include "models/picture/colouring.h"
#include "models/ranks/part_maker.h"
#include "models/ranks/rank_part.h"
#include "models/ranks/rank_volume.h"
#include "models/ranks/spread_requests.h"
#include "models/series/replica_batch.h"

namespace morula {
namespace spread {
namespace {

void rethrow(const std::exception_ptr& failure) {
  if (failure) std::rethrow_exception(failure);
}

std::vector<Field> some_fields(const Model& model, const std::vector<std::uint64_t>& numbers) {
  const std::vector<StateField> state_fields = model.fields();
  std::vector<Field> known_fields;
  for (const std::uint64_t number : numbers) known_fields.push_back(state_fields.at(number));
  return known_fields;
}

std::uint64_t field_number(const Model& model, const Field& field) {
  const std::vector<StateField> state_fields = model.fields();
  const auto found = std::ranges::find(state_fields, field.name, &StateField::name);
  assert(found != state_fields.end());
  return static_cast<std::uint64_t>(found - state_fields.begin());
}

// Lists beside the lattice are small, and the same on every rank.
bool has_sites(const Field& field) { return field.dimensions > 1; }

class SpreadModel final : public Model {
 public:
  SpreadModel(Communicator& communicator, std::unique_ptr<RankPart> part)
      : communicator_(communicator), part_(std::move(part)) {}

  ~SpreadModel() override {
    if (std::uncaught_exceptions() > 0) return;  // the other ranks may be in the middle of something
    try {
      send_request(communicator_, {Task::End, {}});
    } catch (...) {  // a rank has failed, and all ranks know it
    }
  }

  std::uint64_t step(std::uint64_t at_most) override {
    send_request(communicator_, {Task::Step, {at_most}});
    return part_->model().step(at_most);
  }
  std::uint64_t time() const override { return model().time(); }
  std::uint64_t updates() const override { return model().updates(); }
  std::string unit() const override { return model().unit(); }

  std::vector<std::string> columns() const override { return model().columns(); }
  Sums sums(const Sums& so_far) override {
    send_request(communicator_, {Task::Sum, so_far});
    return part_->sums(so_far);
  }
  std::vector<Row> rows(const Sums& totals) const override { return model().rows(totals); }
  std::optional<Row> site_numbers(const SiteColumns&) override {
    send_request(communicator_, {Task::SiteNumbers, {}});
    return part_->site_numbers();
  }
  std::vector<std::string> remarks() override { return part_->model().remarks(); }

  std::vector<StateField> fields() const override { return model().fields(); }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    send_request(communicator_, {Task::Read, {field_number(model(), field), slab.first, slab.count}});
    part_->read(field, slab, values);
  }
  bool read_packed(const Field& field, const ChunkSink& sink) override {
    if (!has_sites(field)) return false;
    send_request(communicator_, {Task::ReadPacked, {field_number(model(), field)}});
    part_->read_packed(field, sink);
    return true;
  }
  Hash hash() override {
    send_request(communicator_, {Task::Hash, {}});
    return model().hash_of(part_->hash_sums());
  }

  std::vector<Hash> replica_hashes() override {
    const std::vector<StateField> state_fields = fields();
    if (state_fields.front().replicas == 0) return {};
    send_request(communicator_, {Task::Hash, {}});
    return part_->hash_sums();
  }
  std::vector<std::optional<std::uint64_t>> replica_ends() const override { return model().replica_ends(); }

  void begin_restore(const std::vector<Field>& fields) override {
    RankRequest request{Task::BeginRestore, {}};
    for (const Field& field : fields) request.numbers.push_back(field_number(model(), field));
    send_request(communicator_, request);
    all_do(communicator_, [&] { part_->model().begin_restore(fields); });
  }
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    send_request(communicator_, {Task::Restore, {field_number(model(), field), slab.first, slab.count}});
    all_do(communicator_, part_->restore(field, slab, values));
  }
  bool restore_packed(const Field& field, const ChunkSource& source) override {
    if (!has_sites(field)) return false;
    send_request(communicator_, {Task::RestorePacked, {field_number(model(), field)}});
    const std::exception_ptr failure = part_->restore_packed(field, source);
    all_do(communicator_, [&] { rethrow(failure); });
    return true;
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    send_request(communicator_, {Task::EndRestore, {time, updates}});
    all_do(communicator_, [&] { part_->model().end_restore(time, updates); });
  }

  std::vector<View> views() const override { return model().views(); }
  ClassOf classes(const View& view) override {
    send_request(communicator_, {Task::Classes, {number_of(view)}});
    return part_->classes(view);
  }
  std::optional<LevelLimits> level_limits(const View& view) override {
    send_request(communicator_, {Task::Limits, {number_of(view)}});
    return part_->level_limits(view);
  }
  std::optional<io::Image> picture(const FramesSpec& frames) override {
    const View view = view_named(views(), frames.of);
    if (view.borders || frames.contours || !is_cast_on_ranks(frames)) return std::nullopt;
    const Shot shot{number_of(view), frames, class_colours(view, frames)};
    send_request(communicator_, request_for(shot));
    return part_->picture(view, frames, shot.colours);
  }

 private:
  const PartModel& model() const { return part_->model(); }
  std::uint64_t number_of(const View& view) const {
    const std::vector<View> shown_views = views();
    const auto found = std::ranges::find(shown_views, view.name, &View::name);
    return static_cast<std::uint64_t>(found - shown_views.begin());
  }

  Communicator& communicator_;
  std::unique_ptr<RankPart> part_;
};

// Carries out a request other than End and Make.
void carry_out(const RankRequest& request, Communicator& communicator, RankPart& part) {
  const auto& numbers = request.numbers;
  const auto field = [&] { return part.model().fields().at(numbers.at(0)); };
  const auto slab = [&] { return Slab{numbers.at(1), numbers.at(2)}; };
  switch (request.task) {
    case Task::Step:
      part.model().step(numbers.at(0));
      break;
    case Task::Sum:
      part.sums(numbers);
      break;
    case Task::SiteNumbers:
      part.site_numbers();
      break;
    case Task::Hash:
      part.hash_sums();
      break;
    case Task::Classes:
      part.classes(part.model().views().at(numbers.at(0)));
      break;
    case Task::Limits:
      part.level_limits(part.model().views().at(numbers.at(0)));
      break;
    case Task::Picture: {
      const Shot shot = shot_in(numbers);
      part.picture(part.model().views().at(shot.view), shot.frames, shot.colours);
      break;
    }
    case Task::Read:
      part.read(field(), slab(), {});
      break;
    case Task::ReadPacked:
      part.read_packed(field(), {});
      break;
    case Task::BeginRestore:
      all_do(communicator, [&] { part.model().begin_restore(some_fields(part.model(), numbers)); });
      break;
    case Task::Restore:
      all_do(communicator, part.restore(field(), slab(), {}));
      break;
    case Task::RestorePacked: {
      const std::exception_ptr failure = part.restore_packed(field(), {});
      all_do(communicator, [&] { rethrow(failure); });
      break;
    }
    case Task::EndRestore:
      all_do(communicator, [&] { part.model().end_restore(numbers.at(0), numbers.at(1)); });
      break;
    case Task::End:
    case Task::Make:
      assert(false);
  }
}

}  // namespace
}  // namespace spread

using namespace spread;

void check_spread(const Spec& spec, int ranks) {
  if (ranks == 1) return;
  const std::optional<Division>& division = family_of(spec).division;
  if (!division || !spec.lattice)
    throw SpecError(
        {}, "model",
        fmt::format("a model of the family '{}' runs on one rank; start it without mpirun, or run "
                    "several of them with 'morula sweep'",
                    spec.family));
  const bool is_batch = spec.replicas && spec.replicas->count > 1;
  if (has_separate_replicas(spec) || (is_batch && (spec.until_when || spec.site_columns)))
    throw SpecError({}, "replicas",
                    "end by themselves or have columns of their own, and are not divided among ranks");
  const Divisibility divided = division->divisibility(spec);
  const int fitting = most_ranks(*spec.lattice, divided.granularity, divided.spoiled, ranks);
  if (fitting == ranks) return;
  const bool is_solid = spec.lattice->dimensions == 3;
  const Extent& extent = spec.lattice->global;
  throw SpecError(spec.size.place, spec.size.key,
                  fmt::format("is {}, whose {} {} can be divided among at most {}, not {}; start fewer, or "
                              "turn the lattice so that its longest side is the last one",
                              to_string(extent, spec.lattice->dimensions), is_solid ? extent.z : extent.y,
                              is_solid ? "planes" : "rows", counted(fitting, "rank"), ranks));
}

bool can_spread(const Spec& spec, int ranks) try {
  check_spread(spec, ranks);
  return ranks > 1;
} catch (const SpecError&) {
  return false;
}

std::unique_ptr<Model> make_spread_model(const Spec& spec, const Backend& backend, Communicator& communicator,
                                         Start start) {
  assert(communicator.rank() == 0);
  if (communicator.size() == 1) return make_model(spec, backend, start);
  try {
    check_spread(spec, communicator.size());
  } catch (...) {
    dismiss_ranks(communicator);
    throw;
  }
  const HaloSettings halos = halo_settings(spec, backend, decomposition_of(spec, communicator.size()));
  send_request(communicator,
               {Task::Make, {static_cast<std::uint64_t>(start), halos.depth, halos.are_overlapped}});
  return std::make_unique<SpreadModel>(communicator, make_part(spec, backend, communicator, start, halos));
}

void serve_spread_model(const Spec& spec, const Backend& backend, Communicator& communicator) {
  assert(communicator.rank() != 0);
  std::unique_ptr<RankPart> part;
  for (;;) {
    const RankRequest request = await_request(communicator);
    if (request.task == Task::End) return;
    if (request.task != Task::Make) {
      carry_out(request, communicator, *part);
      continue;
    }
    const HaloSettings halos{request.numbers.at(1), request.numbers.at(2) != 0};
    part = make_part(spec, backend, communicator, static_cast<Start>(request.numbers.at(0)), halos);
    if (!part) return;
  }
}

void dismiss_ranks(Communicator& communicator) { send_request(communicator, {Task::End, {}}); }

}  // namespace morula
