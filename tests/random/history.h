// The state of a model at every step of a run, and how another run of the same model differs from it.
#pragma once

#include <string>
#include <vector>

#include "models/model.h"

namespace morula::test {

struct Moment {
  std::uint64_t time = 0, updates = 0;
  Hash hash;
  std::vector<std::string> rows;  // of the series, as text: different numbers have different texts
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

  // The difference between a model and the `expected` state; empty if there is none.
  static std::string difference(const Moment& expected, Model& model);
  std::string difference(Model& model) const;
  std::string difference_of_rows(std::uint64_t time, const std::vector<Row>& rows) const;

 private:
  std::vector<Moment> moments_;
  std::vector<Hash> replicas_;
};

}  // namespace morula::test
