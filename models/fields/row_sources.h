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

// Access to a family's data of the sites of a row, from the site `first` on.
class SiteReader {
 public:
  virtual ~SiteReader() = default;
  virtual void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) = 0;
  // Writes whole numbers as i64, reals as f64.
  virtual void read_quantity(unsigned /*quantity*/, u64 /*replica*/, const Site& /*first*/,
                             std::size_t /*count*/, void* /*values*/) {}
};

// Consecutive sites of a row, at most a block of formulas.
struct RowPart {
  u64 replica = 0;
  Site first;
  Index canonical = 0;  // index of the first site in its replica
  std::size_t count = 0;
};

// The bits of the uniform inputs of a program; 0 for inputs that differ from site to site.
std::vector<u64> uniform_inputs(const SiteProgram& program, const FieldsSpec& spec, u64 step);

class RowSources {
 public:
  // `program` is the part for sites of a SiteProgram, or the whole. Its inputs begin with those of the
  // SiteProgram.
  RowSources(const SiteProgram& sources, std::shared_ptr<const formula::Code> program, SiteReader& sites);

  // Sets the bits of inputs from `first` on, which are the same at every site.
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

// The first site in a part of a row at which a formula fails, and the reason. Nothing if no formula fails.
struct SourceFailure {
  std::size_t place = 0;  // index within the part
  std::string what;
};
std::optional<SourceFailure> failure_in(const SiteProgram& sources, const std::vector<u64>& uniform,
                                        SiteReader& sites, const RowPart& part,
                                        const std::vector<const f64*>& fields, u32x2 key = {}, u64 when = 0);
std::string what_fails(const formula::Program& program, std::size_t instruction);

}  // namespace morula::fields
