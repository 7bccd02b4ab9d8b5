#include "models/proliferation/read/histogram_file.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"
#include "tests/proliferation/fcs_writer.h"
#include "tests/proliferation/measured.h"

namespace morula::test {
namespace {

std::string file_complaint(const std::filesystem::path& path, const std::optional<std::string>& channel) {
  return io::message_of<SpecError>([&] { read_histogram_file(path, channel); });
}

TEST(HistogramFile, FcsIsKnownByItsFirstBytes) {
  const io::TemporaryFolder folder;
  const FcsWriter writer{.channels = {{"FSC", "", 8}, {"GFP", "", 16}}, .events = {{1, 2}, {3, 4}}};
  const auto path = folder / "sample.txt";
  io::write_file(path, writer.bytes());
  EXPECT_EQ(read_histogram_file(path, "GFP"), (Histogram{{2, 1}, {4, 1}}));
  EXPECT_EQ(file_complaint(path, std::nullopt),
            path.string() +
                ": is an FCS file: name one of its channels, FSC, GFP, as in {file: NAME, channel: FSC}");
}

TEST(HistogramFile, FcsWithoutNamesHasNoChannelToChoose) {
  const io::TemporaryFolder folder;
  std::string bytes = FcsWriter{.channels = {{"FSC", "", 8}}, .events = {{1}}}.bytes();
  bytes.replace(bytes.find("$P1N"), 4, "$P1X");
  const auto path = folder / "sample.fcs";
  io::write_file(path, bytes);
  EXPECT_EQ(file_complaint(path, std::nullopt),
            path.string() +
                ": is an FCS file whose channels have no names ($PnN); export it with names, or "
                "export one channel as text");
}

TEST(HistogramFile, AnythingElseIsText) {
  const io::TemporaryFolder folder;
  const auto path = folder / "sample.fcs";
  io::write_file(path, "FCS count\n2 1\n4 1\n");
  EXPECT_EQ(read_histogram_file(path, std::nullopt), (Histogram{{2, 1}, {4, 1}}));
  EXPECT_EQ(file_complaint(path, "GFP"),
            path.string() + ": is not an FCS file and has no channel 'GFP'; remove the channel");
  EXPECT_EQ(file_complaint(folder / "no.txt", std::nullopt),
            (folder / "no.txt").string() + ": No such file or directory");
}

// The bone-marrow data that were published with ProCell, if they are available.
TEST(HistogramFile, MeasuredHistogramsRead) {
  const auto file = measured_file("AML9_Exp3_t10d_UT1_BM_GFPpos.txt");
  if (!file) GTEST_SKIP() << no_measured_data;
  const Histogram untreated = read_histogram_file(*file, std::nullopt);
  std::uint64_t cells = 0;
  for (const Bin& bin : untreated) cells += bin.count;
  EXPECT_EQ(cells, 53'546u);
  EXPECT_EQ(untreated.size(), 501u);
  EXPECT_EQ(untreated.front(), (Bin{11.1397386, 1}));
}

}  // namespace
}  // namespace morula::test
