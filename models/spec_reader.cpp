// The keys that every model file has; a family reads its own.
#include <algorithm>

#include "core/nearest.h"
#include "core/stream.h"
#include "models/catalogue.h"
#include "models/frames_reader.h"

namespace morula {
namespace {

std::optional<std::uint64_t> read_every(io::Section& parent, const std::string& key) {
  auto section = parent.section(key);
  if (!section) return std::nullopt;
  const auto every = section->whole("every", 1, largest_when, io::Presence::Required);
  section->finish();
  return every;
}

std::optional<std::uint64_t> read_patterns(io::Section& output, const std::optional<Lattice>& lattice) {
  const auto every = read_every(output, "patterns");
  if (output.has("patterns") && lattice && lattice->dimensions != 2)
    output.problem("patterns", "are RLE, which has two dimensions; remove it, or save the state instead");
  return every;
}

OutputSpec read_output(io::Section& root, const Spec& spec, bool on_lattice) {
  OutputSpec output;
  auto section = root.section("output");
  if (!section) return output;
  output.series_every = read_every(*section, "series");
  output.state_every = read_every(*section, "state");
  if (on_lattice) {
    output.frames = read_frames(*section, spec);
    output.patterns_every = read_patterns(*section, spec.lattice);
  }
  for (const std::string& key : spec.own_outputs) section->allow(key);
  section->finish();
  return output;
}

const Family* read_family(io::Section& root) {
  std::vector<std::string> names;
  for (const Family& family : families()) names.push_back(family.name);
  const auto name = root.choice("model", names, io::Presence::Required);
  if (!name) return nullptr;
  return &family_named(*name);
}

// Without a family there is no telling which other keys are right: only what is common is checked.
void allow_unknown_family(io::Section& root, const io::Value& document) {
  for (const io::Entry& entry : document.entries) root.allow(entry.key);
}

}  // namespace

Spec read_spec(const io::Document& document, const std::filesystem::path& folder) {
  io::Problems problems;
  problems.add(document.problems);
  io::Section root(document.root, "", problems);
  Spec spec;
  const Family* family = read_family(root);
  spec.seed = root.whole("seed", 0, std::numeric_limits<std::uint64_t>::max()).value_or(spec.seed);
  if (family) {
    spec.family = family->name;
    family->read(root, folder, spec);
  } else {
    allow_unknown_family(root, document.root);
  }
  spec.output = read_output(root, spec, !family || family->on_lattice);
  spec.checkpoint_every = read_every(root, "checkpoint");
  root.finish();
  problems.throw_if_any();
  return spec;
}

}  // namespace morula
