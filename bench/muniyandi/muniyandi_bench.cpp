#include "bench/muniyandi/muniyandi_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "bench/clock.h"
#include "bench/measured.h"
#include "bench/muniyandi/muniyandi_paths.h"

namespace morula::muniyandi {
namespace {

// A row of Table 1: iterations; objects; occupancy (in percent) and sub-matrix as the paper prints them; the
// seconds of Algorithm 1, of Algorithm 2 and of one membrane per block. The sequential time is 1000 s.
struct PaperRow {
  double iterations;
  std::uint32_t objects;
  double occupancy;
  SubMatrix block;
  double first, second, third;
};
constexpr PaperRow table_1[] = {
    {780'000, 6, 25, {2, 64}, 7187, 11, 807},   {390'000, 12, 25, {4, 32}, 6284, 10, 683},
    {180'000, 24, 25, {8, 16}, 5157, 10, 526},  {92'000, 48, 50, {16, 8}, 618, 10, 59},
    {43'000, 96, 75, {32, 4}, 346, 10, 30},     {21'000, 192, 100, {64, 2}, 188, 9.4, 16},
    {9'500, 384, 100, {128, 1}, 121, 8.3, 10},  {4'700, 768, 100, {128, 1}, 119, 8.2, 9.8},
    {2'300, 1536, 100, {128, 1}, 118, 7.6, 9.7}};

// Tables 2 and 3: milliseconds of 1000 iterations: sequential, Algorithm 1 with shared memory, Algorithm 1
// with global memory.
struct PaperSeries {
  std::uint32_t number;
  double sequential, shared, global;
};
constexpr PaperSeries table_2[] = {{2, 62, 129, 145},        {4, 140, 130, 157},     {8, 296, 131, 186},
                                   {16, 608, 133, 236},      {32, 1217, 135, 240},   {64, 2449, 137, 248},
                                   {128, 4898, 140.6, 319},  {256, 10077, 264, 652}, {512, 20155, 518, 1244},
                                   {1024, 40300, 1067, 2520}};
constexpr PaperSeries table_3[] = {
    {2, 4.7, 2.01, 2.02},     {4, 16, 2.05, 2.3},         {8, 31, 2.15, 2.7},        {16, 47, 2.25, 3.4},
    {32, 78, 2.37, 5.6},      {64, 156, 4.7, 11.1},       {128, 296, 8.5, 20.9},     {256, 624, 17.4, 44},
    {512, 1201, 35.07, 84.4}, {1024, 2449, 69.26, 167},   {2048, 4914, 137.7, 331},  {4096, 10031, 272, 637},
    {8192, 20161, 520, 1252}, {16384, 40286, 1033, 2488}, {32768, 80589, 2047, 4977}};

// The number of objects of a row is a multiple of three: the paper's rules have three objects each.
std::uint32_t in_threes(std::uint32_t objects) { return std::max(objects / 3 * 3, 3u); }

// Seconds of a step: the best of several batches that take about 0.05 s together, since a batch in which
// counts are widened or kernels built takes longer. No batch is much longer than that. A rule that can apply
// once can do so for ever, so that all steps are alike.
double seconds_of_step(ReactionPath& path) {
  constexpr double enough = 0.05;
  double best = morula::seconds_of([&] { path.step(1); }), spent = 0;
  for (std::uint64_t batch = 1, rounds = 0; spent < enough || rounds < 3; ++rounds) {
    const double seconds = morula::seconds_of([&] { path.step(batch); });
    best = std::min(best, seconds / static_cast<double>(batch));
    spent += seconds;
    if (spent > 20 * enough || batch >= 1u << 20)
      break;  // a first batch may have built a kernel for wider counts
    if (seconds < enough / 4) batch *= 4;
  }
  return best;
}

class TablesBench {
 public:
  TablesBench(const Backend& backend, std::uint32_t objects_per_thread, const Say& say)
      : backend_(backend), per_thread_(objects_per_thread), say_(say), large_(is_gpu(backend)) {
    made_.equations.device = backend.device ? backend.device_name() : "the GTX 680";
    made_.equations.objects_per_thread = per_thread_;
    if (backend.device) made_.equations.multiprocessor = multiprocessor_of(backend.device->info());
  }

  ReactionTables measured() {
    say_("Muniyandi 2020: time of a step\n");
    table_one();
    table_two();
    table_three();
    say_(footer_text(made_));
    return std::move(made_);
  }

 private:
  void table_one() {
    begin("Table 1", "objects", 16382, 1024);
    for (const PaperRow& paper : table_1) {
      if (!is_left_out(paper.objects, paper.objects > 96)) add(row_one(paper));
    }
    say_(figure_8_text(made_.tables.back()));
  }

  void table_two() {
    begin("Table 2", "objects", 8192, 512);
    for (const PaperSeries& paper : table_2)
      if (!is_left_out(paper.number, paper.number > 64))
        add(row_two(membranes_, in_threes(paper.number), paper));
  }

  void table_three() {
    begin("Table 3", "membranes", 0, 0);
    for (const PaperSeries& paper : table_3)
      if (!is_left_out(paper.number, paper.number > 128)) add(row_two(paper.number, in_threes(512), paper));
  }

  TableRow row_one(const PaperRow& paper) {
    const Reactions reactions = drawn_reactions(membranes_, paper.objects);
    TableRow row = row_of(reactions);
    row.paper_occupancy = paper.occupancy / 100;
    row.paper_block = paper.block;
    row.paper_iterations = paper.iterations;
    const auto theirs = [&](double seconds) { return scale_ * seconds / paper.iterations; };
    row.times.push_back({"one core", 's', seconds_of_step(*one_core(reactions)), theirs(1000)});
    if (backend_.device) {
      const SharedKernels kernels = kernels_of(paper.objects, row.block);
      const SubMatrix one_membrane{std::min(threads_of_membrane(paper.objects), most_threads()), 1};
      const auto step_of = [&](const auto& algorithm, const SharedKernels& by, CountsIn where) {
        return seconds_of_step(*algorithm(reactions, by, where));
      };
      row.times.push_back(
          {"Algorithm 1, shared", '1', step_of(algorithm_1, kernels, CountsIn::Shared), theirs(paper.first)});
      row.times.push_back({"Algorithm 1, global", ' ', step_of(algorithm_1, kernels, CountsIn::Global), {}});
      row.times.push_back({"Algorithm 2, shared", '2', step_of(algorithm_2, kernels, CountsIn::Shared),
                           theirs(paper.second)});
      row.times.push_back({"Algorithm 2, global", ' ', step_of(algorithm_2, kernels, CountsIn::Global), {}});
      row.times.push_back({"one membrane per block", '3',
                           step_of(algorithm_2, kernels_of(paper.objects, one_membrane), CountsIn::Shared),
                           theirs(paper.third)});
    }
    row.times.push_back({"ours", 'm', seconds_of_step(*our_path(reactions, backend_)), {}});
    return row;
  }

  // Tables 2 and 3 have only Algorithm 1.
  TableRow row_two(std::uint32_t membranes, std::uint32_t objects, const PaperSeries& paper) {
    const Reactions reactions = drawn_reactions(membranes, objects);
    TableRow row = row_of(reactions);
    row.times.push_back(
        {"one core", ' ', seconds_of_step(*one_core(reactions)), scale_ * paper.sequential / 1e6});
    if (backend_.device) {
      const SharedKernels kernels = kernels_of(objects, row.block);
      row.times.push_back({"Algorithm 1, shared", ' ',
                           seconds_of_step(*algorithm_1(reactions, kernels, CountsIn::Shared)),
                           scale_ * paper.shared / 1e6});
      row.times.push_back({"Algorithm 1, global", ' ',
                           seconds_of_step(*algorithm_1(reactions, kernels, CountsIn::Global)),
                           scale_ * paper.global / 1e6});
    }
    row.times.push_back({"ours", ' ', seconds_of_step(*our_path(reactions, backend_)), {}});
    return row;
  }

  TableRow row_of(const Reactions& reactions) const {
    const Multiprocessor& room = made_.equations.multiprocessor.room;
    TableRow row;
    row.membranes = reactions.membranes;
    row.objects = reactions.objects;
    row.threads = threads_of_algorithm_1(reactions.objects, most_threads());
    row.occupancy = occupancy(room, row.threads);
    row.block =
        sub_matrix(threads_of_membrane(reactions.objects),
                   std::min(static_cast<std::uint32_t>(threads_of_block(room, false)), most_threads()));
    return row;
  }

  std::uint32_t threads_of_membrane(std::uint32_t objects) const {
    return (objects + per_thread_ - 1) / per_thread_;
  }

  std::uint32_t most_threads() const {
    return backend_.device ? std::min(backend_.device->info().max_group, 1024u) : 1024u;
  }

  // Rows with the same objects share their kernels, since compiling takes longer than most figures.
  SharedKernels kernels_of(std::uint32_t objects, SubMatrix block) {
    if (!kernels_ || kernels_->objects() != objects || !(kernels_->block() == block)) {
      kernels_ = std::make_shared<ReactionKernels>(backend_.device, objects, block);
      made_.equations.object = kernels_->object_usage();
    }
    return kernels_;
  }

  // Rows differ in `of`. If the device is not a GPU, fewer membranes are measured than in the paper.
  void begin(const std::string& name, std::string of, std::uint32_t membranes, std::uint32_t fewer) {
    of_ = std::move(of);
    membranes_ = large_ ? membranes : fewer;
    scale_ = membranes == 0 ? 1 : static_cast<double>(membranes_) / membranes;
    std::string title =
        membranes == 0 ? name + ": 510 objects" : fmt::format("{}: {} membranes", name, membranes_);
    if (scale_ < 1) title += fmt::format(" (the paper's times are for {}, and scaled)", membranes);
    made_.tables.push_back({name, std::move(title), {}});
  }

  void add(TableRow row) {
    ReactionTable& table = made_.tables.back();
    say_((table.rows.empty() ? header_text(table, row) : "") + row_text(row));
    table.rows.push_back(std::move(row));
  }

  // Rows that only GPUs measure, on another device; and the remaining rows when the time for all tables is
  // spent.
  bool is_left_out(std::uint32_t number, bool for_gpus) {
    constexpr double limit = 40;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    const bool too_large = for_gpus && !large_;
    if (!too_large && spent <= limit) return false;
    const std::string why = too_large ? "measured on GPUs only" : fmt::format("{} s had passed", limit);
    const std::string& table = made_.tables.back().name;
    if (made_.left_out.empty() || made_.left_out.back().table != table || made_.left_out.back().why != why)
      made_.left_out.push_back({table, of_, {}, why});
    made_.left_out.back().numbers.push_back(number);
    return true;
  }

  const Backend& backend_;
  std::uint32_t per_thread_;
  const Say& say_;
  bool large_;
  std::string of_;
  std::uint32_t membranes_ = 0;
  double scale_ = 1;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  ReactionTables made_;
  SharedKernels kernels_;
};

constexpr const char* objects_per_thread = "--objects-per-thread";
constexpr std::uint32_t objects_of_rule = 3;

}  // namespace

BenchmarkOption objects_per_thread_option() {
  return {objects_per_thread, "Of membranes: objects per thread of Algorithm 2 (default 3, those of a rule)",
          objects_of_rule, 1536};
}

ReactionTables compare_reactions(const Backend& backend, const BenchmarkOptions& options, const Say& say) {
  return TablesBench(backend, options.find(objects_per_thread).value_or(objects_of_rule), say).measured();
}

}  // namespace morula::muniyandi
