// Programs: messages of the compiler about wrong programs, programs kept on disk, and rounding.
#include <cstdlib>
#include <fstream>

#include "core/error.h"
#include "devices.h"

namespace morula::gpu {

namespace {

class BuildTest : public OnEveryDevice {};

constexpr Text good{"good.h", "KERNEL one(GLOBAL u32* out) { out[0] = ONE; }\n"};
constexpr Text bad{"bad.h", "\nKERNEL broken(GLOBAL u32* out) {\n  out[0] = undeclared_rate;\n}\n"};

Source source_of_one(std::uint64_t value) { return Source{"one", {good}, {}}.define("ONE", value); }

std::uint32_t run_one(Device& device, Program& program) {
  const auto out = device.allocate(4);
  device.launch(*program.kernel("one"), grid_for(1, 1), {out.get()});
  return download<std::uint32_t>(device, *out)[0];
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

constexpr Text rounding{"rounding.h", R"(
RULE REAL fused_or_not(REAL a, REAL b, REAL c) { return a * b + c; }
KERNEL multiply_add(GLOBAL REAL* numbers) {
  REAL product = numbers[0] * numbers[1];
  numbers[3] = numbers[0] * numbers[1] + numbers[2];
  numbers[4] = fused_or_not(numbers[0], numbers[1], numbers[2]);
  numbers[5] = product + numbers[2];
  numbers[6] = numbers[2] - numbers[0] * numbers[1];
}
)"};

// (1 + e)(1 + e) = 1 + 2e + e^2, and e^2 is lost when the product is rounded separately. Subtracting 1 + 2e
// then leaves 0; with a fused operation it leaves e^2.
template <class Real>
void expect_two_roundings(Device& device, const std::string& type, Real e) {
  const auto program = device.build(Source{"rounding", {rounding}, {}}.define("REAL", type));
  const auto numbers = upload(device, std::vector<Real>{1 + e, 1 + e, -(1 + 2 * e), 9, 9, 9, 9});
  device.launch(*program->kernel("multiply_add"), grid_for(1, 1), {numbers.get()});
  const auto got = download<Real>(device, *numbers);
  EXPECT_EQ(got[3], 0) << device.info().name << ", " << type;
  EXPECT_EQ(got[4], 0) << device.info().name << ", " << type;
  EXPECT_EQ(got[5], 0) << device.info().name << ", " << type;
  EXPECT_EQ(got[6], -2 * (1 + 2 * e)) << device.info().name << ", " << type;
}

bool compiles_double(Device& device) {
  constexpr Text needs_double{"double.h", "KERNEL half_of(GLOBAL double* x) { x[0] = x[0] / 2; }\n"};
  try {
    device.build({"double", {needs_double}, {}});
    return true;
  } catch (const BuildError&) {
    return false;
  }
}

}  // namespace

TEST_F(BuildTest, AnErrorNamesTheFileAndShowsTheLine) {
  for (const auto& device : every_device()) {
    try {
      device->build({"broken program", {good, bad}, {{"ONE", "1"}}});
      FAIL() << "it compiled";
    } catch (const BuildError& error) {
      const std::string words = error.what();
      for (const std::string& part :
           {std::string("broken program"), device->info().name, std::string("bad.h"), std::string("3"),
            std::string("out[0] = undeclared_rate;")})
        EXPECT_NE(words.find(part), std::string::npos) << part << " is not in:\n" << words;
    }
  }
}

TEST_F(BuildTest, TheSecondBuildComesFromTheCache) {
  for (const auto& device : every_device()) {
    const auto first = device->build(source_of_one(7));
    EXPECT_FALSE(first->from_cache());
    EXPECT_EQ(run_one(*device, *first), 7u);
    const auto again = open_device(device->info().api, device->info().index);
    const auto second = again->build(source_of_one(7));
    EXPECT_TRUE(second->from_cache());
    EXPECT_EQ(run_one(*again, *second), 7u);
    EXPECT_FALSE(device->build(source_of_one(8))->from_cache());
  }
}

TEST_F(BuildTest, ArgumentsAreStillCheckedAfterTheCache) {
  for (const auto& device : every_device()) {
    device->build(source_of_one(7));
    const auto program = device->build(source_of_one(7));
    ASSERT_TRUE(program->from_cache());
    EXPECT_THROW(device->launch(*program->kernel("one"), grid_for(1, 1), {1u}), Error);
  }
}

TEST_F(BuildTest, ADamagedEntryIsCompiledAgain) {
  for (const auto& device : every_device()) {
    device->build(source_of_one(7));
    for (const auto& file : files_in(folder_.path())) std::filesystem::resize_file(file, 100);
    const auto program = device->build(source_of_one(7));
    EXPECT_FALSE(program->from_cache());
    EXPECT_EQ(run_one(*device, *program), 7u);
    EXPECT_TRUE(device->build(source_of_one(7))->from_cache());
  }
}

TEST_F(BuildTest, WorksWithoutACache) {
  setenv("MORULA_CACHE", "/proc/no/such/folder", 1);
  for (const auto& device : every_device()) {
    for (int i = 0; i < 2; ++i) {
      const auto program = device->build(source_of_one(7));
      EXPECT_FALSE(program->from_cache());
      EXPECT_EQ(run_one(*device, *program), 7u);
    }
  }
}

TEST_F(BuildTest, NeverFusesAMultiplicationAndAnAddition) {
  for (const auto& device : every_device()) {
    expect_two_roundings<float>(*device, "float", 0x1p-13f);
    if (compiles_double(*device)) expect_two_roundings<double>(*device, "double", 0x1p-30);
  }
}

}  // namespace morula::gpu
