// Writes a program of formulas as statements in the dialect, for a kernel that evaluates it at one site.
#pragma once

#include <string>
#include <vector>

#include "core/formula/program.h"
#include "gpu/source.h"

namespace morula::formula {

// Declares each value of the program as a variable, and sets `failed`, an i64 of the kernel, to 1 if an
// operation fails. `inputs` are the expressions of the program's inputs: i64 for whole numbers and truth
// values, f64 for reals. Variables of whole numbers are i32 where those are known to fit, otherwise i64.
std::string device_text(const Program& program, const std::vector<std::string>& inputs);

std::string variable_of(std::uint32_t instruction);  // the variable of its result

// The elementary functions of core/, for kernels.
const gpu::Text& elementary_text();

// A source that can contain such statements: the operations of formulas come before the kernel's text.
gpu::Source with_formula_rules(std::string name, const gpu::Text& kernel);

}  // namespace morula::formula
