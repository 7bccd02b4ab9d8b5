// Between the types of the public interface and those within.
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

// What `work` returns; a SpecError that it throws becomes an InputError.
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

// Rows that come one after the other, as columns.
class TableMaker {
 public:
  explicit TableMaker(std::vector<std::string> names);
  void add(std::span<const Number> rows);  // whole rows
  DataTable finish() { return std::move(table_); }

 private:
  void add_to(Column& column, const Number& number);

  DataTable table_;
};

}  // namespace morula
