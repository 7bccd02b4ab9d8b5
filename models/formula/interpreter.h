// Evaluates a program of formulas on the host, for a block of sites at a time. Each operation is a vectorised
// loop over the block. No compiler is needed, and a thread needs memory only for a few registers.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/dialect_f64.h"
#include "core/formula/program.h"

namespace morula::formula {

constexpr std::size_t block = 256;  // sites; registers of this size stay in the nearest caches

// A program with a register for each value. A register is reused when its value is no longer needed.
class Code {
 public:
  explicit Code(Program program);

  const Program& program() const { return program_; }
  std::uint32_t registers() const { return registers_; }
  std::uint32_t register_of(std::uint32_t instruction) const { return register_of_[instruction]; }

 private:
  Program program_;
  std::vector<std::uint32_t> register_of_;
  std::uint32_t registers_ = 0;
};

// The registers of one thread.
class Interpreter {
 public:
  explicit Interpreter(std::shared_ptr<const Code> code);

  // Memory for the values of an input, to be written before evaluate(). Values stay until they are
  // overwritten. Truth values are 0 and 1. Inputs that are not part of the program are never read.
  i64* whole_input(std::size_t input) { return wholes(input_registers_[input]); }
  f64* real_input(std::size_t input) { return reals(input_registers_[input]); }

  void fill_input(std::size_t input, u64 bits);  // the same value for all sites

  // Evaluates `count` sites, at most a block. Returns whether any of them failed.
  bool evaluate(std::size_t count);

  const i64* whole_result(std::size_t result) { return wholes(result_register(result)); }
  const f64* real_result(std::size_t result) { return reals(result_register(result)); }
  const i64* failed() const { return failed_.data(); }  // 1 for each site that failed

  // The instruction that fails at the first failing site. That site is evaluated once more.
  std::size_t failing_instruction();

 private:
  struct alignas(64) Register {
    std::array<std::byte, block * sizeof(i64)> bytes;
  };

  i64* wholes(std::uint32_t number) { return reinterpret_cast<i64*>(registers_[number].bytes.data()); }
  f64* reals(std::uint32_t number) { return reinterpret_cast<f64*>(registers_[number].bytes.data()); }
  std::uint32_t result_register(std::size_t result) const {
    return code_->register_of(code_->program().results[result]);
  }
  void fill(std::uint32_t number, Type type, u64 bits);
  void carry_out(std::size_t number, std::size_t count);

  std::shared_ptr<const Code> code_;
  std::vector<Register> registers_;
  std::vector<std::uint32_t> input_registers_;
  std::vector<i64> failed_, everywhere_;
};

}  // namespace morula::formula
