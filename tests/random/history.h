// What a model is at every step of a run, and how another run of the same model differs from it.
#pragma once

#include <string>
#include <vector>

#include "models/model.h"

namespace morula::test {

struct Moment {
  std::uint64_t time = 0, updates = 0;
  Hash hash;
  std::vector<std::string> rows;  // of the series, as text: numbers that differ are written differently
};

std::vector<std::string> rows_as_text(const std::vector<Row>& rows);
Moment moment_of(Model& model);

class History {
 public:
  // Takes one step at a time until `end`, or until the model halts.
  History(Model& model, std::uint64_t end);

  const Moment& at(std::uint64_t time) const { return moments_.at(time); }
  const Moment& end() const { return moments_.back(); }
  const std::vector<Hash>& replicas_at_end() const { return replicas_; }

  // What is wrong with a model that should be at `expected`; nothing where the two are the same.
  static std::string difference(const Moment& expected, Model& model);
  std::string difference(Model& model) const;
  std::string difference_of_rows(std::uint64_t time, const std::vector<Row>& rows) const;

 private:
  std::vector<Moment> moments_;
  std::vector<Hash> replicas_;
};

}  // namespace morula::test
