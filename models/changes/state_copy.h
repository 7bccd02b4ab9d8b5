// A copy of the state of a model in host memory, with which the state moves from one engine to another.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/model.h"

namespace morula {

struct FieldCopy {
  StateField field;
  std::vector<std::byte> values;
};

class StateCopy {
 public:
  explicit StateCopy(Model& model);

  // The model must be blank. Throws StateError if the state is not valid for it.
  void restore_to(Model& model) const;

  std::uint64_t time() const { return time_; }
  FieldCopy* find(const std::string& name);  // null if there is no such field
  FieldCopy& at(const std::string& name);
  std::vector<FieldCopy>& fields() { return fields_; }

 private:
  std::vector<FieldCopy> fields_;
  std::uint64_t time_ = 0, updates_ = 0;
};

std::uint64_t state_bytes(const Model& model);

}  // namespace morula
