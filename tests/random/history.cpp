#include "tests/random/history.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/table_file.h"

namespace morula::test {
namespace {

std::string difference_of_text(std::uint64_t time, const std::vector<std::string>& expected,
                               const std::vector<std::string>& found) {
  for (std::size_t i = 0; i < expected.size() && i < found.size(); ++i)
    if (expected[i] != found[i])
      return fmt::format("at step {} row {} of the series is {}, not {}", time, i, found[i], expected[i]);
  if (expected.size() == found.size()) return "";
  return fmt::format("at step {} the series has {} rows, not {}", time, found.size(), expected.size());
}

}  // namespace

std::vector<std::string> rows_as_text(const std::vector<Row>& rows) {
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::vector<std::string> numbers;
    for (const Number& number : row) numbers.push_back(io::cell_of(number));
    lines.push_back(fmt::format("{}", fmt::join(numbers, ",")));
  }
  return lines;
}

Moment moment_of(Model& model) {
  return {model.time(), model.updates(), model.hash(), rows_as_text(observe(model))};
}

History::History(Model& model, std::uint64_t end) {
  moments_.push_back(moment_of(model));
  while (model.time() < end && model.step(1) == 1) moments_.push_back(moment_of(model));
  replicas_ = model.replica_hashes();
}

std::string History::difference(const Moment& expected, Model& model) {
  const Moment found = moment_of(model);
  if (found.hash != expected.hash)
    return fmt::format("at step {} the state hash is {}, not {}", found.time, to_string(found.hash),
                       to_string(expected.hash));
  if (found.updates != expected.updates)
    return fmt::format("at step {} it has done {} updates, not {}", found.time, found.updates,
                       expected.updates);
  return difference_of_text(found.time, expected.rows, found.rows);
}

std::string History::difference(Model& model) const {
  if (model.time() < moments_.size()) return difference(moments_[model.time()], model);
  return fmt::format("it has come to step {}, where the first run ended with step {}", model.time(),
                     end().time);
}

std::string History::difference_of_rows(std::uint64_t time, const std::vector<Row>& rows) const {
  if (time >= moments_.size()) return fmt::format("it took a row at step {}, beyond the end", time);
  return difference_of_text(time, moments_[time].rows, rows_as_text(rows));
}

}  // namespace morula::test
