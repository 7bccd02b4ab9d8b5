#include "models/proliferation/read/fcs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.h"
#include "tests/io/temporary_folder.h"
#include "tests/proliferation/fcs_writer.h"
#include "tests/support/corpus.h"

namespace morula::test {
namespace {

// Three channels of different widths, so that reading one at the place of another would show.
FcsWriter three_channels(const std::string& type, unsigned bits, const std::string& order) {
  const unsigned outer_bits = type == "I" ? 8 : bits;
  return {.type = type,
          .order = order,
          .channels = {{"FSC-A", "", outer_bits, "256"},
                       {"GFP-A", "GFP", bits, "65536"},
                       {"SSC-A", "", outer_bits, "256"}},
          .events = {{1, 100, 7}, {2, 7, 8}, {3, 100, 9}, {4, 200, 10}, {5, 100, 11}}};
}

const Histogram expected_gfp = {{7, 1}, {100, 3}, {200, 1}};

TEST(Fcs, EveryTypeAndOrderReadsBack) {
  for (const std::string order : {"1,2,3,4", "4,3,2,1"})
    for (const auto& [type, bits] : std::vector<std::pair<std::string, unsigned>>{
             {"I", 8}, {"I", 16}, {"I", 32}, {"I", 64}, {"F", 32}, {"D", 64}}) {
      const std::string bytes = three_channels(type, bits, order).bytes();
      EXPECT_EQ(read_fcs(bytes, "a.fcs", "GFP-A"), expected_gfp) << type << bits << " " << order;
      EXPECT_EQ(read_fcs(bytes, "a.fcs", "FSC-A").front(), (Bin{1, 1})) << type << bits << " " << order;
      EXPECT_EQ(read_fcs(bytes, "a.fcs", "SSC-A").back(), (Bin{11, 1})) << type << bits << " " << order;
    }
}

TEST(Fcs, NumbersOfManyBytesKeepAllOfThem) {
  FcsWriter writer = three_channels("D", 64, "4,3,2,1");
  writer.events = {{0, -12.625e-30, 0}, {0, 0x1.23456789abcdep+200, 0}};
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP-A"),
            (Histogram{{-12.625e-30, 1}, {0x1.23456789abcdep+200, 1}}));
  writer = three_channels("I", 64, "1,2,3,4");
  writer.channels[1].range = "18446744073709551616";
  writer.events = {{0, 0x1.23456789abcdep+60, 0}};
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP-A"), (Histogram{{0x1.23456789abcdep+60, 1}}));
}

TEST(Fcs, BothVersionsAndEitherPlaceOfTheOffsetsRead) {
  FcsWriter writer = three_channels("F", 32, "1,2,3,4");
  writer.version = "FCS3.0";
  writer.offsets_in_header = false;
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP-A"), expected_gfp);
}

TEST(Fcs, NegativeValuesKeepTheirPlaceAndZeroIsOne) {
  FcsWriter writer = three_channels("F", 32, "1,2,3,4");
  writer.events = {{0, -3.5, 0}, {0, -0.0, 0}, {0, 0.0, 0}, {0, 2, 0}};
  const Histogram read = read_fcs(writer.bytes(), "a.fcs", "GFP-A");
  EXPECT_EQ(read, (Histogram{{-3.5, 1}, {0, 2}, {2, 1}}));
  EXPECT_FALSE(std::signbit(read[1].fluorescence));
}

TEST(Fcs, BitsBeyondTheRangeAreNoPartOfAValue) {
  FcsWriter writer = three_channels("I", 16, "1,2,3,4");
  writer.channels[1].range = "1000";  // ten bits
  writer.events = {{0, 0xfc00 + 5, 0}, {0, 1023, 0}};
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP-A"), (Histogram{{5, 1}, {1023, 1}}));
}

TEST(Fcs, LogarithmicAmplificationIsUndone) {
  FcsWriter writer = three_channels("I", 16, "1,2,3,4");
  writer.channels[1].range = "1024";
  writer.channels[1].amplification = "4,0.1";
  writer.events = {{0, 0, 0}, {0, 256, 0}, {0, 512, 0}, {0, 640, 0}, {0, 1023, 0}};
  const Histogram read = read_fcs(writer.bytes(), "a.fcs", "GFP-A");
  ASSERT_EQ(read.size(), 5u);
  EXPECT_EQ(read[0].fluorescence, 0.1);
  EXPECT_EQ(read[1].fluorescence, 1);
  EXPECT_EQ(read[2].fluorescence, 10);
  EXPECT_NEAR(read[3].fluorescence, std::pow(10, 1.5), 1e-13);
  EXPECT_NEAR(read[4].fluorescence, std::pow(10, 4 * 1023 / 1024.0 - 1), 1e-11);
  writer.channels[1].amplification = "4,0";
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP-A").front().fluorescence, 1) << "4,0 means 4,1";
}

TEST(Fcs, AStainNamesItsChannelUnlessSeveralHaveIt) {
  FcsWriter writer = three_channels("I", 16, "1,2,3,4");
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP"), expected_gfp);
  writer.channels[2].stain = "GFP";
  EXPECT_EQ(io::message_of<SpecError>([&] { read_fcs(writer.bytes(), "a.fcs", "GFP"); }),
            "a.fcs: $P3S: is 'GFP' as $P2S is; name the channel by its $PnN, which is unique");
  writer.channels[2].name = "GFP";
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP").front(), (Bin{7, 1}))
      << "the name of a detector has priority";
}

TEST(Fcs, DelimitersWithinNamesAreWrittenTwice) {
  FcsWriter writer = three_channels("I", 16, "1,2,3,4");
  writer.channels[1].name = "a/b//c";
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "a/b//c"), expected_gfp);
  EXPECT_EQ(fcs_channels(writer.bytes(), "a.fcs"), (std::vector<std::string>{"FSC-A", "a/b//c", "SSC-A"}));
  writer.delimiter = '\f';
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "a/b//c"), expected_gfp);
}

TEST(Fcs, ManyDistinctValuesAreGathered) {
  FcsWriter writer{.type = "F", .channels = {{"GFP", "", 32, "1"}}};
  for (int i = 0; i < 70'000; ++i) writer.events.push_back({1 + i / 4.0});
  for (int i = 0; i < 5; ++i) writer.events.push_back({-100.0 * i});
  const Histogram read = read_fcs(writer.bytes(), "a.fcs", "GFP");
  EXPECT_LE(read.size(), 1025u);
  EXPECT_EQ(read.front(), (Bin{-200, 5})) << "values that are not positive, at their median";
  std::uint64_t cells = 0;
  for (const Bin& bin : read) cells += bin.count;
  EXPECT_EQ(cells, 70'005u);
  for (std::size_t i = 1; i < read.size(); ++i) EXPECT_LT(read[i - 1].fluorescence, read[i].fluorescence);
  // The width of a bin is ln 17501 / 1024: in the upper half, each bin holds 0.95 % of the events below it.
  const Bin& last = read.back();
  EXPECT_NEAR(static_cast<double>(last.count) / 70'000, 0.0095, 0.0002);
  EXPECT_NEAR(last.fluorescence, 17'500 * 0.9953, 10);
}

TEST(Fcs, UpTo65536DistinctValuesAreKept) {
  FcsWriter writer{.type = "F", .channels = {{"GFP", "", 32, "1"}}};
  for (int i = 0; i < 65536; ++i) writer.events.push_back({static_cast<double>(i)});
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP").size(), 65536u);
}

TEST(Fcs, ValuesThatAreNotFiniteAreRefused) {
  FcsWriter writer = three_channels("F", 32, "1,2,3,4");
  writer.events[1][1] = std::numeric_limits<double>::quiet_NaN();
  writer.events[2][1] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(io::message_of<SpecError>([&] { read_fcs(writer.bytes(), "a.fcs", "GFP-A"); }),
            "a.fcs: has 2 of 5 values of 'GFP-A' that are not finite; export it without those events");
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "SSC-A").size(), 5u) << "other channels can still be read";
}

TEST(Fcs, AFileCutShortAnywhereIsRefused) {
  const std::string whole = three_channels("I", 16, "1,2,3,4").bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string said =
        io::message_of<SpecError>([&] { read_fcs(whole.substr(0, size), "a.fcs", "GFP-A"); });
    EXPECT_TRUE(io::contains(said, size < 6 ? "is not an FCS file" : "is cut short")) << size << ": " << said;
  }
}

// Whatever a file claims, memory is allocated only for the data it holds: these claims would be exabytes.
TEST(Fcs, LiesAboutSizesAreRefused) {
  const auto said = [](const std::string& key, const std::string& value) {
    FcsWriter writer = three_channels("I", 16, "1,2,3,4");
    writer.offsets_in_header = false;
    writer.instead[key] = value;
    return io::message_of<SpecError>([&] { read_fcs(writer.bytes(), "a.fcs", "GFP-A"); });
  };
  EXPECT_EQ(said("$TOT", "18446744073709551615"),
            "a.fcs: says that it has 18446744073709551615 events of 4 bytes; its data have room for 5: "
            "export it again");
  EXPECT_EQ(said("$TOT", "4611686018427387905"),  // times 4 is 4, modulo 2^64
            "a.fcs: says that it has 4611686018427387905 events of 4 bytes; its data have room for 5: export "
            "it again");
  EXPECT_EQ(said("$PAR", "4000000000"),
            "a.fcs: $PAR: is '4000000000'; must be a whole number between 1 and 20");
  EXPECT_TRUE(io::contains(said("$BEGINDATA", "18446744073709551610"), "must begin behind the header's 58"));
  EXPECT_TRUE(io::contains(said("$BEGINDATA", "60"), "must not overlap"));
  EXPECT_TRUE(io::contains(said("$ENDDATA", "99999999999999999999"), "must be a whole number of at least 0"));
  EXPECT_EQ(said("$ENDDATA", "18446744073709551615"), "") << "space after the data is allowed";
}

TEST(Fcs, KeywordsOfBlanksAreAsGoodAsMissing) {
  for (const std::string key : {"$PAR", "$TOT", "$MODE", "$DATATYPE", "$BYTEORD", "$P1B", "$P2R", "$P2E"}) {
    FcsWriter writer = three_channels("I", 16, "1,2,3,4");
    writer.instead[key] = " ";
    EXPECT_EQ(io::message_of<SpecError>([&] { read_fcs(writer.bytes(), "a.fcs", "GFP-A"); }),
              "a.fcs: " + key + ": is missing; an FCS file must have it");
  }
}

TEST(Fcs, EveryProblemOfTheKeywordsIsSaid) {
  FcsWriter writer = three_channels("I", 16, "1,2,3,4");
  writer.instead = {{"$MODE", "C"}, {"$BYTEORD", "3,4,1,2"}, {"$TOT", std::nullopt}, {"$P3B", "10"}};
  EXPECT_EQ(io::message_of<SpecError>([&] { read_fcs(writer.bytes(), "a.fcs", "GPF-A"); }),
            "a.fcs: $MODE: is 'C'; must be L, list mode: export the events themselves\n"
            "a.fcs: $BYTEORD: is '3,4,1,2'; must be 1,2,3,4 or 4,3,2,1\n"
            "a.fcs: $TOT: is missing; an FCS file must have it\n"
            "a.fcs: has no channel 'GPF-A'; must be one of FSC-A, GFP-A, SSC-A; did you mean 'GFP-A'?\n"
            "a.fcs: $P3B: is '10' bits; must be 8, 16, 32 or 64");
}

TEST(Fcs, ChannelsWithoutNamesAreAnErrorWithARemedy) {
  FcsWriter writer = three_channels("I", 16, "1,2,3,4");
  for (const char* key : {"$P1N", "$P2N", "$P3N"}) writer.instead[key] = std::nullopt;
  EXPECT_EQ(read_fcs(writer.bytes(), "a.fcs", "GFP").size(), 3u) << "the second has a $PnS";
  EXPECT_EQ(io::message_of<SpecError>([&] { read_fcs(writer.bytes(), "a.fcs", "FSC"); }),
            "a.fcs: is an FCS file whose channels have no names ($PnN); export it with names, or export one "
            "channel as text");
}

// Their data are printable.
TEST(Fcs, EveryBadFcsFileGetsItsMessage) {
  expect_complaints("fcs", ".fcs",
                    [](const std::string& bytes, const std::string& name) { read_fcs(bytes, name, "GFP"); });
}

}  // namespace
}  // namespace morula::test
