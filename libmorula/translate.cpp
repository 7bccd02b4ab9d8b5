#include "libmorula/translate.h"

#include <cmath>
#include <limits>
#include <utility>

namespace morula {

InputError::InputError(const std::string& text, std::vector<InputProblem> problems)
    : std::runtime_error(text), problems_(std::move(problems)) {}
InputError::~InputError() = default;

InputError as_input_error(const SpecError& error) {
  std::vector<InputProblem> problems;
  for (const Problem& problem : error.problems())
    problems.push_back(
        {problem.place.source, problem.place.line, problem.place.column, problem.key, problem.what});
  return {error.what(), std::move(problems)};
}

BackendRequest request_of(const Processor& processor) {
  for (const char* known : {"auto", "cpu", "cuda", "opencl"})
    if (processor.backend == known) return {processor.backend, processor.device, processor.threads};
  throw SpecError({}, "backend", "is '" + processor.backend + "'; must be auto, cpu, cuda or opencl");
}

ModelFile file_of(const ModelInput& input) {
  return input.text ? ModelFile{input.file, *input.text} : load_model_file(input.file);
}

FieldInfo info_of(const Field& field) {
  FieldInfo info;
  info.name = field.name;
  info.type = static_cast<ElementType>(field.type);
  const auto add = [&](const char* axis, std::uint64_t side) {
    info.axes.emplace_back(axis);
    info.shape.push_back(side);
  };
  if (field.replicas > 0) add("replica", field.replicas);
  if (field.dimensions == 3) add("z", field.extent.z);
  if (field.dimensions >= 2) add("y", field.extent.y);
  add(field.dimensions == 1 ? "index" : "x", field.extent.x);
  return info;
}

FieldInfo info_of(const StateField& field) {
  FieldInfo info = info_of(static_cast<const Field&>(field));
  info.resizes = field.resizes;
  info.meaning = field.meaning;
  return info;
}

TableMaker::TableMaker(std::vector<std::string> names) {
  for (std::string& name : names) table_.columns.push_back({std::move(name), true, {}, {}});
}

void TableMaker::add(std::span<const Number> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) add_to(table_.columns[i % table_.columns.size()], rows[i]);
}

// A column has integers until the first number that is not an integer.
void TableMaker::add_to(Column& column, const Number& number) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto* const natural = std::get_if<std::uint64_t>(&number);
  const auto* const whole = std::get_if<std::int64_t>(&number);
  if (column.is_whole && (whole || (natural && *natural <= largest))) {
    column.wholes.push_back(whole ? *whole : static_cast<std::int64_t>(*natural));
    return;
  }
  if (column.is_whole) {
    for (const std::int64_t before : column.wholes) column.reals.push_back(static_cast<double>(before));
    column.wholes.clear();
    column.is_whole = false;
  }
  const auto* const real = std::get_if<double>(&number);
  column.reals.push_back(natural ? static_cast<double>(*natural)
                         : whole ? static_cast<double>(*whole)
                         : real  ? *real
                                 : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace morula
