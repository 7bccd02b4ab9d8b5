// The list of benchmarks, and the reports that they make.
#include "bench/benchmarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/catalogue.h"

namespace morula {
namespace {

TEST(Benchmarks, AreOfFamiliesOfTheCatalogueOrOfRanksEachOnce) {
  std::set<std::string> seen;
  for (const Benchmark& benchmark : benchmarks()) {
    EXPECT_TRUE(seen.insert(benchmark.family).second) << benchmark.family;
    EXPECT_TRUE(benchmark.over_ranks ||
                std::ranges::any_of(families(),
                                    [&](const Family& family) { return family.name == benchmark.family; }))
        << benchmark.family;
  }
}

TEST(Benchmarks, HavePartsAndOptionsThatAreNotMistaken) {
  std::set<std::string> options;
  for (const Benchmark& benchmark : benchmarks()) {
    std::set<std::string> parts;
    for (const BenchmarkPart& part : benchmark.parts)
      EXPECT_TRUE(parts.insert(part.name).second) << part.name;
    EXPECT_FALSE(parts.empty()) << benchmark.family;
    for (const BenchmarkOption& option : benchmark.options) {
      EXPECT_TRUE(options.insert(option.name).second) << option.name << " belongs to two families";
      EXPECT_TRUE(option.name.starts_with("--")) << option.name;
    }
  }
}

TEST(BenchmarkJson, KeepsItsOrderAndTheKindOfItsNumbers) {
  io::Json rows = io::Json::array();
  rows.push_back(
      {{"side", 10u}, {"seconds", 2.0}, {"who", "one \"core\""}, {"threads", std::optional<unsigned>()}});
  io::Json document = {{"z", std::optional<double>(0.1)}, {"a", io::Json()}};
  document["rows"] = rows;
  document["none"] = io::Json::array();
  EXPECT_EQ(
      document.dump(2),
      "{\n  \"z\": 0.1,\n  \"a\": null,\n  \"rows\": [\n    {\n      \"side\": 10,\n      \"seconds\": 2.0,\n"
      "      \"who\": \"one \\\"core\\\"\",\n      \"threads\": null\n    }\n  ],\n  \"none\": []\n}");
}

}  // namespace
}  // namespace morula
