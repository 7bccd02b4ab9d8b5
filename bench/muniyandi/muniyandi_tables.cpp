#include "bench/muniyandi/muniyandi_tables.h"

#include <fmt/format.h>

#include "bench/clock.h"
#include "bench/measured.h"
#include "bench/muniyandi/muniyandi_paths.h"
#include "bench/text.h"

namespace morula::muniyandi {
namespace {

// Seconds of a step: of batches that take a tenth of a second together, after one that warms up. Rules that
// can apply can for ever, so that all steps are alike.
double seconds_of_step(ReactionPath& path) {
  constexpr double enough = 0.1;
  path.step(2);
  for (std::uint64_t batch = 1;; batch *= 4) {
    const double seconds = morula::seconds_of([&] { path.step(batch); });
    if (seconds >= enough || batch >= 1u << 20) return seconds / static_cast<double>(batch);
  }
}

// Threads of a block of Algorithm 2: those with which a multiprocessor is full, where the device tells.
std::uint32_t block_threads(const Backend&) {
  return static_cast<std::uint32_t>(least_threads_of_block(gtx_680));
}

struct PaperTime {
  std::optional<double> one_core, first, second,
      third;  // of Table 1: Algorithm 1, Algorithm 2, one membrane a block
};

TableRow measured_row(std::uint32_t membranes, std::uint32_t objects, const Backend& backend,
                      const PaperTime& paper) {
  const Reactions reactions = drawn_reactions(membranes, objects);
  TableRow row{membranes, objects, threads_of_algorithm_1(objects, 1024), std::nullopt, std::nullopt, {}};
  row.occupancy = occupancy(gtx_680, row.threads);
  row.times.push_back({"one core", seconds_of_step(*one_core(reactions)), paper.one_core});
  row.block = sub_matrix(objects / 3, block_threads(backend));
  if (backend.device) {
    const SubMatrix one{std::min(objects / 3, backend.device->info().max_group), 1};
    const auto add = [&](const char* name, const std::unique_ptr<ReactionPath>& path,
                         std::optional<double> theirs) {
      row.times.push_back({name, seconds_of_step(*path), theirs});
    };
    add("Algorithm 1", algorithm_1(reactions, backend.device, CountsIn::Shared), paper.first);
    add("Algorithm 1, global", algorithm_1(reactions, backend.device, CountsIn::Global), std::nullopt);
    add("Algorithm 2", algorithm_2(reactions, backend.device, *row.block, CountsIn::Shared), paper.second);
    add("Algorithm 2, global", algorithm_2(reactions, backend.device, *row.block, CountsIn::Global),
        std::nullopt);
    add("one membrane a block", algorithm_2(reactions, backend.device, one, CountsIn::Shared), paper.third);
  }
  row.times.push_back({"ours", seconds_of_step(*our_path(reactions, backend)), std::nullopt});
  return row;
}

// Table 1: iterations, objects, and the seconds that they took.
struct PaperRow {
  double iterations;
  std::uint32_t objects;
  double first, second, third;
};
constexpr PaperRow table_1[] = {
    {780'000, 6, 7187, 11, 807}, {390'000, 12, 6284, 10, 683}, {180'000, 24, 5157, 10, 526},
    {92'000, 48, 618, 10, 59},   {43'000, 96, 346, 10, 30},    {21'000, 192, 188, 9.4, 16},
    {9'500, 384, 121, 8.3, 10},  {4'700, 768, 119, 8.2, 9.8},  {2'300, 1536, 118, 7.6, 9.7}};

// Tables 2 and 3: milliseconds of 1000 iterations, sequential and by Algorithm 1 with shared memory.
struct PaperSeries {
  std::uint32_t number;
  double sequential, shared;
};
constexpr PaperSeries table_2[] = {
    {2, 62, 129},    {4, 140, 130},      {8, 296, 131},     {16, 608, 133},    {32, 1217, 135},
    {64, 2449, 137}, {128, 4898, 140.6}, {256, 10077, 264}, {512, 20155, 518}, {1024, 40300, 1067}};
constexpr PaperSeries table_3[] = {{2, 4.7, 2.01},     {8, 31, 2.15},       {32, 78, 2.37},
                                   {128, 296, 8.5},    {512, 1201, 35.07},  {2048, 4914, 137.7},
                                   {8192, 20161, 520}, {32768, 80589, 2047}};

// Objects of a row: the paper counts rules in some places and kinds in others; here it is kinds, in threes.
std::uint32_t in_threes(std::uint32_t objects) { return std::max(objects / 3 * 3, 3u); }

}  // namespace

std::vector<ReactionTable> compare_reactions(const Backend& backend) {
  const bool large = is_gpu(backend);
  const std::uint32_t membranes = large ? 16382 : 1024, fewer = large ? 8192 : 512;
  ReactionTable first{fmt::format("Table 1 and Fig. 8: {} membranes", membranes), {}};
  for (const PaperRow& row : table_1) {
    if (!large && row.objects > 96) continue;
    first.rows.push_back(measured_row(membranes, row.objects, backend,
                                      {1000 / row.iterations, row.first / row.iterations,
                                       row.second / row.iterations, row.third / row.iterations}));
  }
  ReactionTable second{fmt::format("Table 2: {} membranes", fewer), {}};
  for (const PaperSeries& row : table_2) {
    if (!large && row.number > 64) continue;
    second.rows.push_back(measured_row(fewer, in_threes(row.number), backend,
                                       {row.sequential / 1e6, row.shared / 1e6, std::nullopt, std::nullopt}));
  }
  ReactionTable third{"Table 3: 510 objects", {}};
  for (const PaperSeries& row : table_3) {
    if (!large && row.number > 128) continue;
    third.rows.push_back(measured_row(row.number, in_threes(512), backend,
                                      {row.sequential / 1e6, row.shared / 1e6, std::nullopt, std::nullopt}));
  }
  return {first, second, third};
}

std::string as_text(const std::vector<ReactionTable>& tables) {
  std::string text = "Muniyandi 2020: time of a step, and in brackets what the paper says\n";
  for (const ReactionTable& table : tables) {
    text += fmt::format("\n{}\n{:>9} {:>7} {:>7} {:>6} {:>10}", table.title, "membranes", "objects",
                        "threads", "occup.", "(Tx, Ty)");
    for (const StepTime& time : table.rows.front().times) text += fmt::format(" {:>24}", time.path);
    text += "\n";
    for (const TableRow& row : table.rows) {
      text +=
          fmt::format("{:>9} {:>7} {:>7} {:>5.0f}% {:>10}", row.membranes, row.objects, row.threads,
                      100 * row.occupancy.value_or(0),
                      fmt::format("({}, {})", row.block ? row.block->x : 0, row.block ? row.block->y : 0));
      for (const StepTime& time : row.times)
        text += fmt::format(" {:>24}",
                            fmt::format("{}{}", time.here ? short_time(*time.here) : "-",
                                        time.paper ? fmt::format(" ({})", short_time(*time.paper)) : ""));
      text += "\n";
    }
  }
  text += fmt::format(
      "\nOccupancy and (Tx, Ty) are those of the paper's GTX 680, by its equations (1) and (2). Its (6) and "
      "(7) "
      "are\n{:.1f} and {:.1f} of its own numbers, where it says 2.4 KB and 32.\n",
      objects_by_shared(gtx_680, paper_object), objects_by_registers(gtx_680, paper_object));
  return text;
}

io::Json as_json(const std::vector<ReactionTable>& tables) {
  io::Json all = io::Json::array();
  for (const ReactionTable& table : tables) {
    io::Json rows = io::Json::array();
    for (const TableRow& row : table.rows) {
      io::Json times = io::Json::array();
      for (const StepTime& time : row.times)
        times.push_back({{"path", time.path},
                         {"seconds_per_step", time.here ? io::Json(*time.here) : io::Json()},
                         {"paper_seconds_per_step", time.paper ? io::Json(*time.paper) : io::Json()}});
      rows.push_back({{"membranes", row.membranes},
                      {"objects", row.objects},
                      {"threads", row.threads},
                      {"times", std::move(times)}});
    }
    all.push_back({{"title", table.title}, {"rows", std::move(rows)}});
  }
  return all;
}

}  // namespace morula::muniyandi
