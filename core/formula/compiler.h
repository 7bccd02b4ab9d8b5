// Checks the names and types of a formula and translates it into a program.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <string>
#include <utility>

#include "core/formula/program.h"
#include "core/formula/syntax.h"
#include "core/formula/vocabulary.h"

namespace morula::formula {

__extension__ typedef __int128 Int128;  // wide enough for any product of whole numbers

class Compiler {
 public:
  explicit Compiler(Program& program) : program_(program) {}

  // Compiles a formula. Throws FormulaError. Later instructions are attributed to this formula.
  Value compile(FormulaText formula, const Vocabulary& vocabulary);
  Value compile_truth(FormulaText formula, const Vocabulary& vocabulary, const std::string& whose);
  Value compile_whole(FormulaText formula, const Vocabulary& vocabulary, const std::string& whose);
  Value compile(const Syntax& syntax);                                // a part of the formula
  Value compile(const Syntax& syntax, const Vocabulary& vocabulary);  // with other names

  // Like compile(), but throw an error if the value has another type. A whole number can become real.
  Value truth(const Syntax& syntax, const std::string& whose);
  Value whole(const Syntax& syntax, const std::string& whose);
  Value real(const Syntax& syntax);

  // Calls `compile`. The instructions that it compiles are evaluated only where `condition` is true.
  template <typename Compile>
  Value where(const Value& condition, const Compile& compile) {
    return guarded_by(guard_ == always ? condition : logic(Operation::And, guard_value(), condition),
                      compile);
  }
  template <typename Compile>
  Value unless(const Value& condition, const Compile& compile) {
    return guarded_by(
        guard_ == always ? logic_not(condition) : logic(Operation::AndNot, guard_value(), condition),
        compile);
  }

  Value constant_whole(std::int64_t number);
  Value constant_real(double number);
  Value constant_truth(bool is_true);
  Value input(const NamedInput& named);  // the same input for the same name
  Value to_real(const Value& value);

  Value add(const Value& a, const Value& b);
  Value subtract(const Value& a, const Value& b);
  Value multiply(const Value& a, const Value& b);
  Value divide(const Value& a, const Value& b);
  Value floor_divide(const Value& a, const Value& b);
  Value modulo(const Value& a, const Value& b);
  Value power(const Value& base, const Value& exponent);
  Value negate(const Value& a);
  Value absolute(const Value& a);
  Value minimum(const Value& a, const Value& b);
  Value maximum(const Value& a, const Value& b);
  Value compare(const std::string& sign, const Value& a, const Value& b);
  Value logic(Operation operation, const Value& a, const Value& b);
  Value logic_not(const Value& a);
  Value select(const Value& condition, const Value& consequence, const Value& alternative);
  Value real_function(Operation operation, const Value& a);  // from a real to a real
  Value rounded(Operation operation, const Value& a);        // floor, ceil, round
  Value chance_threshold(const Value& a);
  Value require_below(const Value& a, std::int64_t bound);

  const Program& program() const { return program_; }
  [[noreturn]] void fail(const std::string& what) const { throw FormulaError(place_, what); }

 private:
  class At;  // while such an object exists, instructions are attributed to its place

  // Sets a member, and restores it at the end of the scope, also after an error.
  template <typename T>
  class Changed {
   public:
    Changed(T& member, T value) : member_(member), before_(std::exchange(member, value)) {}
    ~Changed() { member_ = before_; }
    Changed(const Changed&) = delete;
    Changed& operator=(const Changed&) = delete;

   private:
    T& member_;
    T before_;
  };

  template <typename Compile>
  Value guarded_by(const Value& condition, const Compile& compile) {
    const Changed<std::uint32_t> changed(guard_, condition.instruction);
    return compile();
  }
  Syntax parsed(FormulaText formula);

  Value emit(Operation operation, Type type, std::initializer_list<Value> inputs, bool can_fail,
             std::uint64_t constant = 0);
  Value emit_whole(Operation operation, std::initializer_list<Value> inputs, Int128 least, Int128 greatest,
                   bool can_fail = false, Type type = Type::Whole);
  Value bounded(const Value& value);  // records known bounds in the program
  Value guard_value() const;

  Value name(const Syntax& syntax);
  Value call(const Syntax& syntax);
  Value binary(const Syntax& syntax);
  Value conditional(const Syntax& syntax);
  bool is_constant(const Value& value) const;
  bool is_zero(const Value& value) const;

  Program& program_;
  const Vocabulary* vocabulary_ = nullptr;
  std::uint32_t guard_ = always;
  std::uint32_t formula_ = 0;
  Place place_;
  std::map<std::string, Value> inputs_;
  // Operations that were compiled before, so that nothing is computed twice.
  struct Computed {
    Operation operation;
    Type type;
    std::array<std::uint32_t, 3> inputs;
    std::uint32_t guard;  // only for operations that can fail
    bool can_fail;
    auto operator<=>(const Computed&) const = default;
  };
  std::map<Computed, std::uint32_t> computed_;
  std::map<std::pair<Type, std::uint64_t>, Value> constants_;
};

// The functions that all formulas have.
const std::map<std::string, NamedFunction, std::less<>>& common_functions();

}  // namespace morula::formula
