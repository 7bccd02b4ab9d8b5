#include "runner/run_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/yaml_text.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> not_settings = {"steps", "changes", "output", "checkpoint"};

Hash settings_of(const fs::path& run) { return settings_hash(io::read_file(run / "model.yaml")); }

// Files state/*.h5, which may take the place of a checkpoint, contain the text of the model.
std::optional<std::string> settings_in(const io::Hdf5Reader& file, const fs::path& path) try {
  if (file.has_attribute("settings_hash")) return file.text("settings_hash");
  if (file.has_attribute("model_file")) return to_string(settings_hash(file.text("model_file")));
  return std::nullopt;
} catch (const SpecError&) {
  throw FileError(path.string(), "is damaged: it does not hold the text of a model");
}

}  // namespace

Hash settings_hash(const std::string& model_text) {
  io::Document document = io::parse_document(model_text, "");
  std::erase_if(document.root.entries, [](const io::Entry& entry) {
    return std::ranges::find(not_settings, entry.key) != not_settings.end();
  });
  return hash_of(io::to_flow_yaml(document.root));
}

StateAttributes identity_of_run(const Spec& spec, const fs::path& run) {
  return {{"seed", spec.seed}, {"settings_hash", to_string(settings_of(run))}};
}

void check_identity(const fs::path& state, const Spec& spec, const fs::path& run) {
  const io::Hdf5Reader file(state);
  if (file.has_attribute("seed") && file.number("seed") != spec.seed)
    throw FileError(state.string(), fmt::format("is of a run with seed {}, and this run has seed {}",
                                                file.number("seed"), spec.seed));
  const auto settings = settings_in(file, state);
  if (settings && *settings != to_string(settings_of(run)))
    throw FileError(state.string(), "is of a run with other settings than model.yaml beside it");
}

}  // namespace morula
