// The state of plain engines on threads can be read in its own memory, without a copy.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/document.h"
#include "models/catalogue.h"

namespace morula::test {
namespace {

void expect_in_place(const std::string& yaml) {
  const Spec spec = read_spec(io::parse_document(yaml, "test.yaml"), "");
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(2), nullptr};
  const auto model = make_model(spec, backend);
  model->step(3);
  const Field field = model->fields().front();
  std::vector<std::byte> values(field.bytes());
  model->read(field, {0, field.values()}, values);
  const auto there = model->in_place(field);
  ASSERT_EQ(there.size(), values.size());
  EXPECT_TRUE(std::ranges::equal(there, values));
  EXPECT_EQ(model->in_place(field).data(), there.data()) << "no copy is made";
}

TEST(InPlace, IsWhatReadGives) {
  expect_in_place(
      "model: automaton\nsteps: 9\nlattice: {size: [37, 23]}\nautomaton: {rule: B3/S23, engine: plain}\n"
      "initial: {random: {density: 0.4}}\n");
  expect_in_place(
      "model: interaction\nsteps: 9\nreplicas: 3\nlattice: {size: [16, 12]}\ninteraction: {species: 3, "
      "preys: "
      "cyclic, engine: plain, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}\ninitial: "
      "{fractions: equal}\n");
}

// Packed states are not in memory as plain arrays.
TEST(InPlace, IsNothingWhereTheStateIsPacked) {
  const Spec spec = read_spec(
      io::parse_document("model: automaton\nsteps: 9\nlattice: {size: [64, 64]}\nautomaton: {rule: B3/S23}\n"
                         "initial: {random: {density: 0.4}}\n",
                         "test.yaml"),
      "");
  const auto model = make_model(spec, {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr});
  EXPECT_TRUE(model->in_place(model->fields().front()).empty());
}

}  // namespace
}  // namespace morula::test
