// Random formulas give the same bits in the reference, on threads and on every device.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <optional>

#include "core/formula/compiler.h"
#include "gpu/doubles.h"
#include "gpu/nvrtc.h"
#include "models/formula/device_text.h"
#include "models/formula/interpreter.h"
#include "tests/formula/buffers.h"
#include "tests/formula/random_formula.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

using namespace formula;

constexpr std::size_t sites = 96;             // sites at which each formula is evaluated
constexpr std::size_t wholes = 5, reals = 2;  // numbers of such names; truth values count as whole

bool is_real_name(std::size_t number) { return number == 3 || number == 4; }
std::size_t column_of(std::size_t number) {
  return number < 3 ? number : number < 5 ? number - 3 : number - 2;
}

Vocabulary random_vocabulary() {
  Vocabulary vocabulary;
  for (const char* whole : {"a", "b"}) vocabulary.values[whole] = NamedInput{{whole, Type::Whole}};
  vocabulary.values["c"] = NamedInput{{"c", Type::Whole}, 0, 8};
  NamedInput p{{"p", Type::Real}};
  p.is_finite = false;
  vocabulary.values["p"] = p;
  vocabulary.values["q"] = NamedInput{{"q", Type::Real}};
  for (const char* truth : {"t", "u"}) vocabulary.values[truth] = NamedInput{{truth, Type::Truth}};
  return vocabulary;
}

// Small numbers, large numbers and special cases.
std::vector<Evaluated> values_at(Choices& choose) {
  const auto whole = [&]() -> std::int64_t {
    if (choose.percent(20))
      return choose.one_of(std::vector<std::int64_t>{0, 1, -1, std::numeric_limits<std::int64_t>::min(),
                                                     std::numeric_limits<std::int64_t>::max(),
                                                     (std::int64_t{1} << 53) + 1});
    const auto size =
        static_cast<std::int64_t>(choose.magnitude(0, choose.percent(70) ? 100 : (u64{1} << 63) - 1));
    return choose.percent(50) ? size : -size;
  };
  const auto real = [&](bool is_finite) -> double {
    const double infinity = std::numeric_limits<double>::infinity();
    if (!is_finite && choose.percent(10)) return choose.percent(50) ? infinity : -infinity;
    if (choose.percent(20))
      return choose.one_of(
          std::vector<double>{0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, 5e-324, 0x1p53, 1e308, -1e308});
    const double size = static_cast<double>(choose.whole(1, u64{1} << 53)) * 0x1p-53;
    const double scaled =
        size * std::pow(2.0, static_cast<double>(choose.whole(0, choose.percent(80) ? 12 : 1000)) - 6);
    return choose.percent(50) ? scaled : -scaled;
  };
  std::vector<Evaluated> values = {whole()};
  values.emplace_back(whole());
  values.emplace_back(static_cast<std::int64_t>(choose.whole(0, 8)));
  values.emplace_back(real(false));
  values.emplace_back(real(true));
  values.emplace_back(choose.percent(50));
  values.emplace_back(choose.percent(50));
  return values;
}

u64 bits_of(const Evaluated& value) {
  if (is_real(value)) return std::bit_cast<u64>(std::get<double>(value));
  return static_cast<u64>(whole_of(value));
}

// The bits of a result, or nothing if the formula fails.
using Outcome = std::optional<u64>;

std::vector<Outcome> by_reference(const Tree& tree, const std::vector<std::vector<Evaluated>>& at) {
  std::vector<Outcome> outcomes;
  for (const std::vector<Evaluated>& values : at) try {
      outcomes.emplace_back(bits_of(evaluate(tree, values)));
    } catch (const Failure&) {
      outcomes.emplace_back();
    }
  return outcomes;
}

std::vector<Outcome> by_threads(const Program& program, const std::vector<std::vector<Evaluated>>& at) {
  Interpreter interpreter(std::make_shared<const Code>(program));
  for (std::size_t k = 0; k < program.inputs.size(); ++k) {
    const auto number = static_cast<std::size_t>(std::ranges::find(random_names, program.inputs[k].name) -
                                                 random_names.begin());
    for (std::size_t i = 0; i < at.size(); ++i)
      if (is_real_name(number))
        interpreter.real_input(k)[i] = std::get<double>(at[i][number]);
      else
        interpreter.whole_input(k)[i] = whole_of(at[i][number]);
  }
  interpreter.evaluate(at.size());
  std::vector<Outcome> outcomes;
  const auto* result = reinterpret_cast<const u64*>(interpreter.whole_result(0));
  for (std::size_t i = 0; i < at.size(); ++i)
    outcomes.push_back(interpreter.failed()[i] ? Outcome() : Outcome(result[i]));
  return outcomes;
}

// Statements that evaluate a formula and store its outcome.
std::string kernel_part(const Program& program, std::size_t number) {
  std::vector<std::string> inputs;
  for (const InputValue& input : program.inputs) {
    const auto name =
        static_cast<std::size_t>(std::ranges::find(random_names, input.name) - random_names.begin());
    inputs.push_back(
        fmt::format("{}[{} + site]", is_real_name(name) ? "reals" : "wholes", column_of(name) * sites));
  }
  const std::uint32_t result = program.results.front();
  const bool is_real_result = program.instructions[result].type == Type::Real;
  return fmt::format(
      "{{\ni64 failed = 0;\n{}bits[{} + site] = {}({});\nfails[{} + site] = (u32)failed;\n}}\n",
      device_text(program, inputs), number * sites, is_real_result ? "bits_of_f64" : "(u64)",
      variable_of(result), number * sites);
}

std::string kernel_text(const std::vector<Program>& programs) {
  std::string body;
  for (std::size_t i = 0; i < programs.size(); ++i) body += kernel_part(programs[i], i);
  return "KERNEL formulas(GLOBAL const i64* RESTRICT wholes, GLOBAL const f64* RESTRICT reals, GLOBAL u64* "
         "RESTRICT bits, GLOBAL u32* RESTRICT fails) {\nu64 site = global_id(0);\n" +
         body + "}\n";
}

std::vector<Outcome> by_device(gpu::Device& device, const std::vector<Program>& programs,
                               const std::vector<std::vector<Evaluated>>& at) {
  const std::string text = kernel_text(programs);
  const gpu::Source source = with_formula_rules("formulas", {"formulas.h", text});
  std::vector<i64> whole_columns(wholes * sites);
  std::vector<f64> real_columns(reals * sites);
  for (std::size_t name = 0; name < random_names.size(); ++name)
    for (std::size_t i = 0; i < sites; ++i)
      if (is_real_name(name))
        real_columns[column_of(name) * sites + i] = std::get<double>(at[i][name]);
      else
        whole_columns[column_of(name) * sites + i] = whole_of(at[i][name]);
  const auto whole_buffer = uploaded(device, whole_columns);
  const auto real_buffer = uploaded(device, real_columns);
  const auto bits_buffer = device.allocate(programs.size() * sites * sizeof(u64));
  const auto fails_buffer = device.allocate(programs.size() * sites * sizeof(u32));
  const auto kernel = device.build(source)->kernel("formulas");
  device.launch(*kernel, gpu::grid_for(sites, 32),
                {whole_buffer.get(), real_buffer.get(), bits_buffer.get(), fails_buffer.get()});
  const auto bits = downloaded<u64>(device, *bits_buffer);
  const auto fails = downloaded<u32>(device, *fails_buffer);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < bits.size(); ++i) outcomes.push_back(fails[i] ? Outcome() : Outcome(bits[i]));
  return outcomes;
}

std::string shown(const Outcome& outcome) { return outcome ? fmt::format("{:016x}", *outcome) : "fails"; }

struct RandomFormula {
  std::string text;
  std::vector<Outcome> expected;
  Program program;
};

void expect_equal(const RandomFormula& formula, std::span<const Outcome> found, const std::string& where,
                  const std::vector<std::vector<Evaluated>>& at) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == formula.expected[i]) continue;
    std::string values;
    for (std::size_t name = 0; name < random_names.size(); ++name)
      values += fmt::format(" {}={:016x}", random_names[name], bits_of(at[i][name]));
    ADD_FAILURE() << where << ": " << formula.text << "\nat" << values << "\nis " << shown(found[i])
                  << ", not " << shown(formula.expected[i]);
    return;
  }
}

class RandomFormulas : public testing::TestWithParam<u64> {};

constexpr std::size_t in_a_program = 64;

struct Batch {
  std::vector<RandomFormula> formulas;
  std::vector<std::vector<Evaluated>> at;  // values of all names at each site

  std::vector<Program> programs() const {
    std::vector<Program> compiled;
    for (const RandomFormula& formula : formulas) compiled.push_back(formula.program);
    return compiled;
  }
};

// Nothing for a formula that always fails, which is an error at compilation.
std::optional<Program> compiled_if_possible(const std::string& text) try {
  Program program;
  Compiler compiler(program);
  program.results = {compiler.compile({"formula", text}, random_vocabulary()).instruction};
  return program;
} catch (const FormulaError& error) {
  const std::string what = error.what();
  EXPECT_TRUE(what.starts_with("this divides by 0") || what.starts_with("a whole number to a negative"))
      << text << "\n"
      << what;
  return std::nullopt;
}

Batch random_batch(u64 seed) {
  Choices choose(seed, "formulas");
  Batch batch;
  for (std::size_t i = 0; i < sites; ++i) batch.at.push_back(values_at(choose));
  while (batch.formulas.size() < in_a_program) {
    const Tree tree = FormulaGenerator(choose).formula();
    const std::string text = FormulaWriter(choose).text(tree);
    if (const auto program = compiled_if_possible(text))
      batch.formulas.push_back({text, by_reference(tree, batch.at), *program});
  }
  return batch;
}

void expect_equal_everywhere(Batch& batch) {
  for (RandomFormula& formula : batch.formulas) {
    expect_equal(formula, by_threads(formula.program, batch.at), "threads", batch.at);
    drop_unused(formula.program);
    expect_equal(formula, by_threads(formula.program, batch.at), "threads, unused operations dropped",
                 batch.at);
  }
  for (const auto& [name, backend] : available_backends()) {
    if (!backend.device || !gpu::has_doubles(*backend.device)) continue;
    const std::vector<Outcome> found = by_device(*backend.device, batch.programs(), batch.at);
    for (std::size_t i = 0; i < batch.formulas.size(); ++i)
      expect_equal(batch.formulas[i], std::span(found).subspan(i * sites, sites), name, batch.at);
  }
}

TEST_P(RandomFormulas, HaveTheBitsOfTheReferenceEverywhere) {
  Batch batch = random_batch(GetParam());
  expect_equal_everywhere(batch);
}

// A compiler may replace such a choice by a minimum or maximum instruction, which treats +0 and -0
// differently.
TEST(FormulaChoices, KeepTheSignOfZero) {
  Batch batch;
  for (std::size_t i = 0; i < sites; ++i)
    batch.at.push_back({std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, i % 2 == 0 ? 0.0 : -0.0,
                        i % 4 < 2 ? 0.0 : -0.0, false, true});
  struct Choice {
    const char* text;
    double (*chosen)(double p, double q);
  };
  const std::vector<Choice> choices = {
      {"if p < 0.0 then p else 0.0", [](double, double) { return 0.0; }},
      {"if p > -0.0 then p else -0.0", [](double, double) { return -0.0; }},
      {"if 0.0 < p then 0.0 else p", [](double p, double) { return p; }},
      {"if not (p < 0.0) then 0.0 else p", [](double, double) { return 0.0; }},
      {"if p < q then p else q", [](double, double q) { return q; }},
      {"-min(0.0, p)", [](double, double) { return -0.0; }},
      {"min(-0.0, p)", [](double, double) { return -0.0; }},
      {"max(-0.0, p)", [](double, double) { return -0.0; }},
      {"max(p, 0.0)", [](double p, double) { return p; }},
  };
  for (const Choice& choice : choices) {
    std::vector<Outcome> expected;
    for (const std::vector<Evaluated>& values : batch.at)
      expected.emplace_back(
          std::bit_cast<u64>(choice.chosen(std::get<double>(values[3]), std::get<double>(values[4]))));
    batch.formulas.push_back({choice.text, expected, compiled_if_possible(choice.text).value()});
  }
  expect_equal_everywhere(batch);
}

TEST(FormulaNvrtc, CompilesFormulasForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  std::vector<Program> programs = random_batch(0).programs();
  programs.resize(8);  // everything is inlined there, so many programs would take long
  const std::string text = kernel_text(programs);
  EXPECT_FALSE(gpu::Nvrtc().compile(with_formula_rules("formulas", {"formulas.h", text}), 90u).empty());
}

// 512 formulas; 10,048 in ./test --full.
u64 batches() { return std::getenv("MORULA_FULL") ? 157 : 8; }

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFormulas, testing::Range<u64>(0, batches()));

}  // namespace
}  // namespace morula::test
