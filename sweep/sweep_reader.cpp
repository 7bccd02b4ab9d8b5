// Reads sweep files.
#include <fmt/format.h>

#include <algorithm>

#include "io/section.h"
#include "sweep/sweep_spec.h"
#include "sweep/swept_keys_reader.h"

namespace morula::sweep {
namespace {

using io::Value;

Design read_design(io::Section& section) {
  const auto name = section.choice("design", design_names());
  if (!name) return Design::Grid;
  return static_cast<Design>(std::ranges::find(design_names(), *name) - design_names().begin());
}

std::optional<Measure> read_measure(io::Section& root) {
  auto section = root.section("measure");
  if (!section) return std::nullopt;
  Measure measure;
  measure.place = section->place();
  measure.from = section->whole("from", 0, std::numeric_limits<std::uint64_t>::max() / 2).value_or(0);
  measure.to = section->whole("to", 0, std::numeric_limits<std::uint64_t>::max() / 2);
  if (measure.to && *measure.to < measure.from)
    section->problem("to", fmt::format("is {}, before 'from'", *measure.to));
  section->finish();
  return measure;
}

Keep read_keep(io::Section& section) {
  Keep keep;
  const Value* list = section.value("keep");
  if (list == nullptr) return keep;
  if (list->kind != Value::Kind::List) {
    section.problem("keep", "must be a list of series, frames, state");
    return keep;
  }
  for (const Value& item : list->items) {
    if (item.text == "series")
      keep.series = true;
    else if (item.text == "frames")
      keep.frames = true;
    else if (item.text == "state")
      keep.state = true;
    else
      section.problems().add(
          item.place(), section.path_of("keep"),
          fmt::format("contains {}; must be a list of series, frames, state", describe(item)));
  }
  return keep;
}

std::uint64_t points_of(const SweepSpec& sweep) {
  if (takes_ranges(sweep.design)) return sweep.points;
  if (sweep.design == Design::Zip) return sweep.over.empty() ? 0 : sweep.over.front().values.size();
  std::uint64_t points = 1;
  for (const SweptKey& key : sweep.over)
    points = std::min<std::uint64_t>(most_runs + 1, points * std::max<std::size_t>(1, key.values.size()));
  return points;
}

void read_points(io::Section& section, SweepSpec& sweep) {
  if (takes_ranges(sweep.design)) {
    sweep.points = section.whole("points", 1, most_runs, io::Presence::Required).value_or(1);
  } else if (section.has("points")) {
    section.allow("points");
    section.problem("points",
                    fmt::format("is for sobol and latin-hypercube; the points of design {} are those "
                                "of its values",
                                to_string(sweep.design)));
  }
  const std::uint64_t replicas = std::max<std::uint64_t>(1, sweep.replicas.value_or(1));
  if (points_of(sweep) > most_runs / replicas)
    section.problem("over",
                    fmt::format("makes more than {} runs; take fewer values, or fewer replicas", most_runs));
}

}  // namespace

bool is_sweep_file(const io::Document& document) { return document.root.find("sweep") != nullptr; }

SweepSpec read_sweep(const io::Document& document, const std::filesystem::path& folder,
                     const TextOfFile& text_of) {
  io::Problems problems;
  problems.add(document.problems);
  io::Section root(document.root, "", problems);
  SweepSpec sweep;
  auto section = root.section("sweep", io::Presence::Required);
  root.finish();
  problems.throw_if_any();
  const auto model = section->text("model", io::Presence::Required);
  sweep.seed = section->whole("seed", 0, std::numeric_limits<std::uint64_t>::max()).value_or(sweep.seed);
  sweep.design = read_design(*section);
  sweep.over = read_over(*section, sweep.design);
  sweep.replicas = section->whole("replicas", 1, most_replicas);
  read_points(*section, sweep);
  sweep.measure = read_measure(*section);
  sweep.keep = read_keep(*section);
  sweep.keep_place = section->place_of("keep");
  section->finish();
  problems.throw_if_any();
  sweep.model.path = folder / *model;
  try {
    sweep.model.text = text_of(sweep.model.path);
  } catch (const SpecError& error) {
    throw SpecError(section->place_of("model"), "sweep.model", error.problems().front().what);
  }
  if (is_sweep_file(io::parse_document(sweep.model.text, sweep.model.path.string())))
    throw SpecError(section->place_of("model"), "sweep.model", "is a sweep file; must be a model file");
  return sweep;
}

}  // namespace morula::sweep
