#include "models/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/bytes.h"
#include "models/automaton/automaton_model.h"
#include "models/changes/changing_model.h"
#include "models/family_files.h"
#include "models/interaction/interaction_family.h"
#include "models/membrane/membrane_model.h"
#include "models/picture/device_caster.h"
#include "models/potts/potts_model.h"
#include "models/proliferation/proliferation_model.h"
#include "models/series/replica_batch.h"
#include "models/series/site_columns.h"
#include "models/series/until_model.h"

namespace morula {

namespace {

// The only list of families.
std::vector<Family>& registry() {
  static std::vector<Family> list = {
      automaton_family(), interaction_family(), membrane_family(), potts_family(), proliferation_family(),
  };
  return list;
}

}  // namespace

const std::vector<Family>& families() { return registry(); }
void register_family(Family family) { registry().push_back(std::move(family)); }

const Family& family_named(const std::string& name) {
  const auto found = std::ranges::find(families(), name, &Family::name);
  if (found == families().end()) throw Error("no family of models is called '" + name + "'");
  return *found;
}

const Family& family_of(const Spec& spec) { return family_named(spec.family); }

io::FileNames files_of_family(const std::string& family) {
  static const std::map<std::string, io::FileNames> files = {
      {"automaton", {"patterns/#.rle"}},
      {"membrane", {"trace.txt", "trace.jsonl", "tree/#.svg"}},
      {"potts", {"cells/#.csv", "tracks.csv", "lineage.csv", "lineage.nwk"}},
      {"proliferation",
       {"histogram.csv", "histogram.svg", "generations.csv", "generations.svg", "score.json"}},
  };
  const auto found = files.find(family);
  return found == files.end() ? io::FileNames() : found->second;
}

namespace {

// The memory for the sites that rays go through, where the values are.
Footprint volume_footprint(const FramesSpec& frames, const View& view, const Backend& backend) {
  const Extent& lattice = view.field.extent;
  if (backend.kind == BackendKind::Cpu)
    return {solid_bytes(view, shown_box(frames.volume, lattice).extent), 0, 0};
  const std::uint64_t bytes = device_solid_bytes(frames.volume, view);
  return {slab_bytes, bytes, bytes};
}

Footprint model_footprint(const Spec& spec, const Backend& backend) {
  const Family& family = family_of(spec);
  if (!has_separate_replicas(spec)) return family.footprint(spec, backend);
  Footprint needed = family.footprint(family.of_replica(spec, spec.replicas->first), backend);
  needed.host_bytes *= spec.replicas->count;
  needed.device_bytes *= spec.replicas->count;
  return needed;
}

// A picture of a solid keeps the depth and the value behind each pixel; a picture of a plane keeps only rows.
std::uint64_t picture_bytes(const Spec& spec) {
  const Extent& extent = spec.lattice->global;
  const Axis axis = spec.output.frames->axis;
  const Index pixels = axis == Axis::X   ? extent.y * extent.z
                       : axis == Axis::Y ? extent.x * extent.z
                                         : extent.x * extent.y;
  return pixels * 2 * sizeof(std::uint64_t);
}

}  // namespace

Footprint footprint_of(const Spec& spec, const Backend& backend, Pictures pictures) {
  Footprint needed = model_footprint(spec, backend);
  if (pictures == Pictures::NotMade || !spec.output.frames || !spec.lattice || spec.lattice->dimensions == 2)
    return needed;
  if (spec.output.frames->view != FrameView::Volume || spec.views.empty()) {
    needed.host_bytes += picture_bytes(spec);
    return needed;
  }
  View view = view_named(spec.views, spec.output.frames->of);
  view.borders = view.borders || spec.output.frames->contours;
  const Footprint volume = volume_footprint(*spec.output.frames, view, backend);
  needed.host_bytes += volume.host_bytes;
  needed.device_bytes += volume.device_bytes;
  needed.largest_buffer = std::max(needed.largest_buffer, volume.largest_buffer);
  return needed;
}

std::optional<Problem> misfit(const Spec& spec, const Backend& backend, Pictures pictures) {
  const Footprint needed = footprint_of(spec, backend, pictures);
  const auto refuse = [&](std::uint64_t bytes, const std::string& what, std::uint64_t there) {
    const bool batch = spec.replicas && spec.replicas->count > 1;
    return Problem{spec.size.place, spec.size.key,
                   fmt::format("needs {} of {} where there is {}; make it smaller{}", human_bytes(bytes),
                               what, human_bytes(there), batch ? ", or take fewer replicas" : "")};
  };
  if (const auto there = available_memory(); needed.host_bytes > there)
    return refuse(needed.host_bytes, "memory", there);
  if (!backend.device) return std::nullopt;
  const std::string name = backend.device->info().name;
  if (const auto there = backend.device->free_memory(); needed.device_bytes > there)
    return refuse(needed.device_bytes, "memory on " + name, there);
  if (const auto there = backend.device->info().max_buffer; needed.largest_buffer > there)
    return refuse(needed.largest_buffer, "memory in one piece on " + name, there);
  return std::nullopt;
}

void check_fits(const Spec& spec, const Backend& backend) {
  if (const auto problem = misfit(spec, backend)) throw SpecError({*problem});
}

std::vector<std::string> slow_paths(const Spec& spec, const Backend& backend) {
  const Family& family = family_of(spec);
  return family.slow_paths ? family.slow_paths(spec, backend) : std::vector<std::string>{};
}

std::vector<std::string> results_of_run(const std::string& family, const std::filesystem::path& run) {
  const auto& results = family_named(family).results;
  return results ? results(run) : std::vector<std::string>{};
}

namespace {

std::unique_ptr<Model> make_unchanging(const Spec& spec, const Backend& backend, Start start) {
  const Family& family = family_of(spec);
  const auto make = [&](const Spec& of_replica, const Backend& on) {
    return ending_by_condition(with_site_columns(family.make(of_replica, on, start), of_replica, on.threads),
                               of_replica);
  };
  return has_separate_replicas(spec) ? make_replica_batch(spec, family, backend, make) : make(spec, backend);
}

}  // namespace

std::unique_ptr<ChangingModel> make_changing_model(const Spec& spec, const Backend& backend, Start start) {
  const auto make = [](const Spec& changed, std::size_t, const Backend& on, Start begin) {
    return make_unchanging(changed, on, begin);
  };
  return std::make_unique<ChangingModel>(spec, backend, make, start);
}

std::unique_ptr<Model> make_model(const Spec& spec, const Backend& backend, Start start) {
  if (spec.changes.empty()) return make_unchanging(spec, backend, start);
  return make_changing_model(spec, backend, start);
}

}  // namespace morula
