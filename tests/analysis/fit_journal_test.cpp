// A fit gives the same numbers, whatever happens to its journal.
#include <gtest/gtest.h>

#include <fstream>

#include "analysis/fit/fit.h"
#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

class FitJournal : public testing::Test {
 protected:
  FitJournal() {
    spec_.population = {{400, 60}, {480, 110}, {600, 90}, {710, 40}};
    spec_.until = 100;
    spec_.minimum = 8;
    spec_.types = {{"still", 0.3, {}, {}, {}}, {"fast", 0.7, TimeLaw{Law::Normal, 30, 6}, {}, {}}};
    spec_.target = Target{{{30, 40}, {45, 80}, {75, 160}, {120, 60}, {400, 20}, {600, 30}}, {60, 0.1, 10000}};
    whole_ = numbers_of(fit());
    text_ = io::read_file(journal_);
  }

  FitReport fit(unsigned particles = 6) const {
    const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
    return fit_model(
        spec_, {Method::Expectation, {particles, 4}, 1, 3, 7}, std::nullopt, backend,
        [](std::uint64_t, std::uint64_t) {}, FitMemory(journal_, [] { return false; }));
  }
  FitReport fit_with(const std::string& journal) const {
    std::ofstream(journal_, std::ios::binary) << journal;
    return fit();
  }
  static std::vector<double> numbers_of(const FitReport& report) {
    std::vector<double> numbers = {report.akaike, static_cast<double>(report.evaluations),
                                   static_cast<double>(report.refits)};
    for (const FittedParameter& parameter : report.parameters)
      numbers.insert(numbers.end(), {parameter.value, parameter.interval->low, parameter.interval->high});
    return numbers;
  }

  const io::TemporaryFolder folder_;
  const std::filesystem::path journal_ = folder_ / "fit.journal";
  ProliferationSpec spec_;
  std::vector<double> whole_;
  std::string text_;  // of the complete journal
};

TEST_F(FitJournal, MayBeCutOrTornAnywhere) {
  EXPECT_EQ(numbers_of(fit()), whole_) << "recalled";
  for (std::size_t i = 1; i <= 3; ++i) {
    const std::size_t at = text_.size() * i / 4;
    EXPECT_EQ(numbers_of(fit_with(text_.substr(0, at))), whole_) << "cut at " << at;
    std::string torn = text_;
    torn[at] = static_cast<char>(torn[at] ^ 4);
    EXPECT_EQ(numbers_of(fit_with(torn)), whole_) << "another byte at " << at;
    torn.replace(at, 100, std::string(30, '\0'));
    EXPECT_EQ(numbers_of(fit_with(torn)), whole_) << "zeros at " << at;
  }
  EXPECT_EQ(numbers_of(fit_with("no journal\n\n\xff")), whole_);
}

// A swarm of nine particles cannot use the recorded distances of a swarm of six.
TEST_F(FitJournal, OfASwarmWithOtherParticlesIsNotUsed) {
  const std::vector<double> curve = fit(9).repeats[0].curve;
  std::filesystem::remove(journal_);
  EXPECT_EQ(fit(9).repeats[0].curve, curve);
}

TEST_F(FitJournal, OfSomethingElseIsRefused) {
  std::filesystem::remove(journal_);
  io::Journal(journal_).append("swarm/0/0 words that are no numbers");
  try {
    fit();
    ADD_FAILURE();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(),
              journal_.string() + ": is not the journal of a fit; start a new fit with --force");
  }
}

}  // namespace
}  // namespace morula::test
