// The keys that every model file has; a family reads its own.
#include <algorithm>

#include "core/nearest.h"
#include "models/catalogue.h"
#include "models/changes/change_reader.h"
#include "models/changes/changed_spec.h"
#include "models/every_reader.h"
#include "models/frames_reader.h"
#include "models/series/replica_batch.h"
#include "models/series/site_columns.h"
#include "models/series/until_reader.h"

namespace morula {
namespace {

// Every model has a series and a state; frames, tables and other outputs exist if the family offers them.
OutputSpec read_output(io::Section& root, Spec& spec, bool has_frames) {
  OutputSpec output;
  auto section = root.section("output");
  if (!section) return output;
  std::vector<std::string> series_keys = spec.series_keys;
  series_keys.emplace_back("columns");
  output.series_every = read_every(*section, "series", series_keys);
  if (spec.section) read_site_columns(*section, spec);
  output.state_every = read_every(*section, "state");
  if (has_frames) output.frames = read_frames(*section, spec);
  for (const std::string& table : spec.tables)
    if (const auto every = read_every(*section, table)) output.tables.push_back({table, *every});
  for (const FamilyOutput& of_family : spec.family_outputs)
    if (!of_family.key.empty()) section->allow(of_family.key);
  section->finish();
  return output;
}

const Family* read_family(io::Section& root, const io::Value& document) {
  if (io::value_at(document, "sweep") && !io::value_at(document, "model")) {
    root.problem("sweep", "makes this file a sweep over a model; run it with 'morula sweep FILE'");
    return nullptr;
  }
  std::vector<std::string> names;
  for (const Family& family : families()) names.push_back(family.name);
  const auto name = root.choice("model", names, io::Presence::Required);
  if (!name) return nullptr;
  return &family_named(*name);
}

// Without a family it is unknown which other keys are valid, so only the common keys are checked.
void allow_unknown_family(io::Section& root, const io::Value& document) {
  for (const io::Entry& entry : document.entries) root.allow(entry.key);
}

}  // namespace

Spec read_spec(const io::Document& document, const InputFolder& folder) {
  io::Problems problems;
  problems.add(document.problems);
  io::Section root(document.root, "", problems);
  Spec spec;
  const Family* family = read_family(root, document.root);
  spec.seed = root.whole("seed", 0, std::numeric_limits<std::uint64_t>::max()).value_or(spec.seed);
  if (family) {
    spec.family = family->name;
    family->read(root, folder, spec);
  } else {
    allow_unknown_family(root, document.root);
  }
  spec.output = read_output(root, spec, !family || family->reads("lattice") || !spec.views.empty());
  if (spec.output.frames && spec.replicas && spec.replicas->count > 1)
    spec.notes.emplace_back(
        "output.frames: pictures show only replica 0; --replica R runs another replica on its own");
  read_until(root, spec);
  if (family && has_separate_replicas(spec) && !family->of_replica)
    root.problem("replicas",
                 "are computed together in this family, but until.when and output.series.columns need "
                 "separate replicas; "
                 "run them with 'morula sweep', or one at a time with --replica");
  spec.checkpoint_every = read_every(root, "checkpoint");
  root.allow("changes");
  if (family && problems.empty()) read_changes(root, folder, spec);
  root.finish();
  problems.throw_if_any();
  SpecSource source{document, folder};
  std::erase_if(source.document.root.entries, [](const io::Entry& entry) { return entry.key == "changes"; });
  spec.source = std::make_shared<const SpecSource>(std::move(source));
  check_changes(spec);
  return spec;
}

}  // namespace morula
