// Conversion between the types of the public interface and the internal types.
#pragma once

#include <concepts>
#include <exception>

#include "core/error.h"
#include "models/backend.h"
#include "models/model.h"
#include "morula/simulation.h"
#include "runner/run.h"

namespace morula {

InputError as_input_error(const SpecError& error);

// Returns the result of `work`; a SpecError that it throws becomes an InputError.
template <std::invocable Work>
auto with_public_errors(const Work& work) {
  try {
    return work();
  } catch (const SpecError& error) {
    throw as_input_error(error);
  }
}

BackendRequest request_of(const Processor& processor);
ModelFile file_of(const ModelInput& input);
FieldInfo info_of(const StateField& field);
FieldInfo info_of(const Field& field);

// Collects rows into columns.
class TableMaker {
 public:
  explicit TableMaker(std::vector<std::string> names);
  void add(std::span<const Number> rows);  // one or more complete rows
  DataTable finish() { return std::move(table_); }

 private:
  void add_to(Column& column, const Number& number);

  DataTable table_;
};

}  // namespace morula
