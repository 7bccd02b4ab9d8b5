#include "tests/toy/toy_spec.h"

#include "models/initial_reader.h"
#include "models/input_file.h"
#include "models/lattice_reader.h"
#include "tests/toy/toy_diary.h"

namespace morula::test {
namespace {

// Reads `script: FILE`. The file contains the step at which the toy halts.
std::uint64_t read_script(io::Section& section, const InputFolder& folder, Spec& spec) {
  const auto text = read_input_file(section, "script", folder, spec);
  if (!text) return 0;
  const auto halts_at = io::parse_whole(text->substr(0, text->find('\n')));
  if (!halts_at) section.problem("script", "must hold the step at which the toy halts, as in 40");
  return halts_at.value_or(0);
}

void read_initial_labels(io::Section& root, const InputFolder& folder, ToySpec& toy, Spec& spec) {
  auto initial = root.section("initial");
  if (!initial) return;
  if (initial->has("run"))
    read_initial_run(*initial, folder, {"label"}, spec);
  else
    toy.first_label = static_cast<std::uint32_t>(initial->whole("label", 0, 1000).value_or(0));
  initial->finish();
}

void read_diary(io::Section& root, Spec& spec) {
  FamilyOutput diary{"diary"};
  if (auto output = root.peek("output"); output && output->choice("diary", {"true", "false"}) == "true")
    diary.observe = observe_diary;
  spec.family_outputs.push_back(diary);
}

}  // namespace

void read_toy(io::Section& root, const InputFolder& folder, Spec& spec) {
  auto toy = std::make_shared<ToySpec>();
  read_steps(root, spec, io::Presence::Optional);
  const auto lattice = read_lattice(root, spec);
  if (auto section = root.section("toy", io::Presence::Required)) {
    toy->halts_at = read_script(*section, folder, spec);
    section->finish();
  }
  read_initial_labels(root, folder, *toy, spec);
  read_diary(root, spec);
  if (lattice) spec.views = toy_views(*lattice);
  spec.tables = {"things"};
  spec.section = toy;
}

std::vector<View> toy_views(const Lattice& lattice) {
  const Field labels{"label", ValueType::U32, lattice.global, lattice.dimensions};
  return {{.name = "parity", .field = labels, .classes = 3, .borders = true},
          {.name = "magnitude", .field = labels, .classes = 33, .graded = true}};
}

}  // namespace morula::test
