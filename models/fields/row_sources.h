// Formulas of fields along the rows of a lattice, on the host.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/draw.h"
#include "models/fields/field_spec.h"
#include "models/formula/interpreter.h"

namespace morula::fields {

// What a family knows of the sites of a row, from the site `first` on.
class SiteReader {
 public:
  virtual ~SiteReader() = default;
  virtual void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) = 0;
  // Whole numbers are written as i64, reals as f64.
  virtual void read_quantity(unsigned /*quantity*/, u64 /*replica*/, const Site& /*first*/,
                             std::size_t /*count*/, void* /*values*/) {}
};

// Consecutive sites of a row, at most a block of formulas.
struct RowPart {
  u64 replica = 0;
  Site first;
  Index canonical = 0;  // of the first, in its replica
  std::size_t count = 0;
};

// The bits of the uniform inputs of a program; 0 for those of sites.
std::vector<u64> uniform_inputs(const SiteProgram& program, const FieldsSpec& spec, u64 step);

class RowSources {
 public:
  // `program` is the part of the sites or the whole of a SiteProgram, whose inputs it has first.
  RowSources(const SiteProgram& sources, std::shared_ptr<const formula::Code> program, SiteReader& sites);

  // The bits of inputs from `first` on, which are the same at every site.
  void set_uniform(std::size_t first, const std::vector<u64>& bits);
  void set_draws(u32x2 key, u64 when) { key_ = key, when_ = when; }

  // `fields` points to the values of each field in this part of the row. Returns whether a formula fails at
  // some site.
  bool evaluate(const RowPart& part, const std::vector<const f64*>& fields);
  const f64* result(std::size_t number) { return interpreter_.real_result(number); }
  const i64* failed() const { return interpreter_.failed(); }
  std::size_t failing_instruction() { return interpreter_.failing_instruction(); }

 private:
  void fill(std::size_t input, const RowPart& part, const std::vector<const f64*>& fields);

  std::vector<FieldInput> inputs_;
  std::vector<bool> is_read_;
  formula::Interpreter interpreter_;
  SiteReader& sites_;
  u32x2 key_{};
  u64 when_ = 0;
};

// What is wrong with the formulas in a part of a row: the first site that fails, and why. Nothing if none
// fails.
struct SourceFailure {
  std::size_t place = 0;  // in the part
  std::string what;
};
std::optional<SourceFailure> failure_in(const SiteProgram& sources, const std::vector<u64>& uniform,
                                        SiteReader& sites, const RowPart& part,
                                        const std::vector<const f64*>& fields, u32x2 key = {}, u64 when = 0);
std::string what_fails(const formula::Program& program, std::size_t instruction);

}  // namespace morula::fields
