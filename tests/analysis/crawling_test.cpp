// The published speed and persistence of a crawling cell (Wortel 2021), and the measurement of tracks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "analysis/persistence.h"
#include "analysis/tracks.h"
#include "core/draw.h"
#include "core/threads.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "models/catalogue.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

struct PublishedMotion {
  double maximum = 0, strength = 0, speed = 0, half_life = 0;
};

std::filesystem::path published_file() {
  return std::filesystem::path(MORULA_SOURCE_DIR).parent_path() / "shared/data/act/wortel2021_2d.csv";
}

std::vector<PublishedMotion> published_motions() {
  const io::CsvTable table(io::read_file(published_file()), published_file().string());
  const auto maximum = table.numbers("max_act"), strength = table.numbers("lambda_act"),
             speed = table.numbers("speed"), half_life = table.numbers("persistence_half");
  std::vector<PublishedMotion> motions;
  for (std::size_t i = 0; i < table.rows(); ++i)
    motions.push_back({maximum[i], strength[i], speed[i], half_life[i]});
  return motions;
}

std::string model_of(const PublishedMotion& point, std::uint64_t runs) {
  return fmt::format(R"(
model: potts
seed: 1
steps: 60000
replicas: {}
lattice: {{size: [150, 150], boundary: periodic}}
potts:
  temperature: 20
  order: edges
  types: [medium, cell]
  adhesion: {{medium-cell: 20, cell-cell: 100}}
  volume: {{cell: {{target: 500, strength: 30}}}}
  surface: {{neighbourhood: {{order: 2}}, cell: {{target: 260, strength: 2}}}}
  act: {{cell: {{maximum: {}, strength: {}}}}}
initial: {{cells: {{box: {{from: [64, 64], to: [85, 85]}}, type: cell}}}}
output: {{tracks: {{every: 5}}}}
)",
                     runs, point.maximum, point.strength);
}

struct Measured {
  double speed = 0, half_life = 0;
};

// Positions every 5 steps after step 500, as in the publication.
Measured measured_motion(const PublishedMotion& point, std::uint64_t runs, std::uint64_t steps) {
  const Spec spec = read_model({{"crawling.yaml", model_of(point, runs)}, {}, {}});
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
  const auto model = make_model(spec, backend, Start::Initial);
  const Table table = model->tables().back();
  std::vector<TrackOfCell> tracks(runs);
  model->step(500);
  for (std::uint64_t done = 0; done < steps; done += 5) {
    std::size_t run = 0;
    model->read_table(table, [&](std::span<const Number> row) {
      tracks[run++].push_back({std::get<double>(row[row.size() - 2]), std::get<double>(row.back()), 0});
    });
    model->step(5);
  }
  std::vector<MemberTracks> members(runs);
  for (std::size_t run = 0; run < runs; ++run) members[run].add(std::move(tracks[run]));
  const PooledTracks pooled(members);
  return {*pooled.length() / 5, half_life(pooled, 5).value_or(0)};
}

void expect_as_published(const PublishedMotion& point, std::uint64_t runs, std::uint64_t steps) {
  const Measured measured = measured_motion(point, runs, steps);
  const auto name = fmt::format(
      "maximum {}, strength {}: speed {:.4f}, published {:.4f}; half-life {:.1f}, published {:.1f}",
      point.maximum, point.strength, measured.speed, point.speed, measured.half_life, point.half_life);
  std::cout << name << '\n';
  EXPECT_NEAR(measured.speed / point.speed, 1, 0.05) << name;
  if (point.half_life < 1500) {
    EXPECT_NEAR(measured.half_life / point.half_life, 1, 0.25) << name;
  }
}

// One of the published points: ./test checks three of them, ./test --full all.
class CrawlingCell : public testing::TestWithParam<std::size_t> {};

TEST_P(CrawlingCell, MovesAsPublished) {
  if (!std::filesystem::exists(published_file()))
    GTEST_SKIP() << "no ../shared/data/act beside the source folder";
  const std::vector<PublishedMotion> points = published_motions();
  ASSERT_EQ(points.size(), 24u);
  const PublishedMotion& point = points[GetParam()];
  const bool is_quick = (point.maximum == 30 && point.strength == 200) ||
                        (point.maximum == 50 && point.strength == 100) ||
                        (point.maximum == 80 && point.strength == 40);
  if (std::getenv("MORULA_FULL"))
    expect_as_published(point, 30, 50000);
  else if (is_quick)
    expect_as_published(point, 6, 20000);
  else
    GTEST_SKIP() << "see ./test --full";
}

INSTANTIATE_TEST_SUITE_P(Wortel, CrawlingCell, testing::Range<std::size_t>(0, 24));

std::string refusal_of(const std::string& rows) {
  const io::TemporaryFolder folder;
  io::write_file(folder / "tracks.csv", rows);
  try {
    analyze_tracks({{folder / "tracks.csv"}, 0});
  } catch (const SpecError& error) {
    const std::string message = error.what();
    return message.substr(message.find("tracks.csv"));
  }
  return "";
}

TEST(Tracks, ThatAreDamagedAreRefused) {
  const std::string header = "time,cell,type,x,y\n";
  const std::string good = header + "0,1,1,5,5\n0,2,1,9,9\n5,1,1,6,5\n5,2,1,9,8\n10,1,1,7,5\n10,2,1,9,7\n";
  EXPECT_EQ(refusal_of(good), "");
  EXPECT_EQ(
      refusal_of(header + "5,1,1,5,5\n0,1,1,4,5\n10,1,1,6,5\n"),
      "tracks.csv:3:1: cell 1 at time 0 follows cell 1 at time 5; rows must be in the order of time, replica "
      "and cell, without repetitions: use the file as the run wrote it");
  EXPECT_EQ(refusal_of(header + "0,1,1,5,5\n0,1,1,5,5\n5,1,1,6,5\n10,1,1,7,5\n").substr(0, 15),
            "tracks.csv:3:1:");
  EXPECT_EQ(refusal_of(header + "0,1.5,1,5,5\n5,1.5,1,6,5\n10,1.5,1,7,5\n"),
            "tracks.csv:2:1: has a time, a replica or a cell that is not a whole number from 0 on");
  EXPECT_EQ(refusal_of(header + "0,1,-1,5,5\n5,1,1,6,5\n10,1,1,7,5\n"),
            "tracks.csv:2:1: type: is -1; must be the number of a type");
  EXPECT_EQ(refusal_of("time,cell,x,y\n0,1,5,5\n5,1,6,5\n10,1,7,5\n"),
            "tracks.csv: has no column 'type': it is not a table of tracks");
  EXPECT_NE(refusal_of(header + "0,1,1,5,5\n5,1,1,6\n10,1,1,7,5\n"), "") << "a cell is missing";
}

TEST(Tracks, FromNoNumberAreRefused) {
  for (const double from : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    EXPECT_THROW(analyze_tracks({{}, from}), SpecError) << from;
}

// A walker whose direction decays: displacements (1, 0) times ±1, which turn with probability 1/2 (1 − q),
// have the autocovariance q^lag.
TEST(Persistence, OfAWalkThatTurns) {
  const double q = 0.95;
  std::vector<MemberTracks> members(20);
  for (std::uint64_t member = 0; member < members.size(); ++member) {
    TrackOfCell track = {{0, 0, 0}};
    double direction = 1;
    for (std::uint64_t i = 0; i < 20000; ++i) {
      if (draw(u32x2{1, 2}, member, i, 0).x < 0.5 * (1 - q) * 4294967296.0) direction = -direction;
      track.push_back({track.back()[0] + direction, 0, 0});
    }
    members[member].add(std::move(track));
  }
  const PooledTracks pooled(members);
  const double time = -1 / std::log(q);
  EXPECT_DOUBLE_EQ(*pooled.length(), 1);
  EXPECT_NEAR(*decay_time(pooled, 5), 5 * time, 0.03 * 5 * time);
  EXPECT_NEAR(*half_life(pooled, 5), 5 * (1 + time * std::log(2)), 0.05 * 5 * time);
  EXPECT_NEAR(*pooled.square(1000) / 1000, (1 + q) / (1 - q), 0.1 * (1 + q) / (1 - q));
}

}  // namespace
}  // namespace morula::test
