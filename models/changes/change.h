// A change of a running model, as plain data: docs/changes.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/field.h"
#include "io/document.h"
#include "models/sites/shape.h"

namespace morula {

enum class ChangeOrigin { Model, Outside };

// A key of the model file, such as potts.temperature, and its new value.
struct KeySetting {
  std::string key;
  io::Value value;
};

struct SitesSetting {
  Shape shape;
  std::string to;  // a name of a state in this family
};

// A field of the state that gets new values in canonical order: those of a file, or `values`, for which a run
// directory makes a file (runner/changes_file.h).
struct FieldAssignment {
  std::string field;
  std::filesystem::path file{};
  std::shared_ptr<const std::vector<std::byte>> values{};
  Field layout{};  // of these values
};

struct Change {
  std::uint64_t at = 0;  // the change acts after the observations of this step
  ChangeOrigin origin = ChangeOrigin::Model;
  SourceLocation place{};
  io::Value written{};  // as written in the model file or in changes.jsonl
  // Exactly one of the next three is present.
  std::vector<KeySetting> keys{};
  std::optional<SitesSetting> sites{};
  std::vector<FieldAssignment> fields{};
};

}  // namespace morula
