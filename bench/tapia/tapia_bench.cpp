#include "bench/tapia/tapia_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/clock.h"
#include "bench/measured.h"
#include "bench/tapia/tapia_paths.h"
#include "core/error.h"

namespace morula {
namespace {

constexpr Extent cell_box = {2, 2, 5};        // 20 sites; gives the table's numbers of cells, to one digit
constexpr Index most_sites_on_cpu = 1 << 21;  // the smallest lattice of the table
constexpr u64 figure_iterations = 2000;
constexpr u32 tapia_seed = 1;

// Seconds that one run may take; longer runs are stopped and scaled.
double limit_for(const Backend& backend) { return is_gpu(backend) ? 1.0 : 0.1; }

// Runs iterations in batches that double, so that a run is stopped near the limit.
TapiaTime time_of_run(TapiaPath& path, u64 iterations, double limit) {
  TapiaTime time;
  for (u64 batch = tapia_classes; time.iterations < iterations && time.seconds < limit; batch *= 2) {
    u64 next = std::min(batch, iterations - time.iterations);
    if (time.iterations > 0) {  // fits into the remaining time, in whole Monte Carlo steps
      const double seconds_per_iteration = time.seconds / static_cast<double>(time.iterations);
      const double affordable = (limit - time.seconds) / seconds_per_iteration;
      const u64 steps = static_cast<u64>(affordable) / tapia_classes + 1;
      next = std::min(next, steps * tapia_classes);
    }
    time.seconds += seconds_of([&] { path.iterate(next); });
    time.iterations += next;
  }
  time.seconds *= static_cast<double>(iterations) / static_cast<double>(time.iterations);
  time.copies = path.copies_an_attempt();
  return time;
}

TapiaTime mean_of(const std::vector<TapiaTime>& runs) {
  TapiaTime mean = runs.front();
  const auto count = static_cast<double>(runs.size());
  double sum = 0, squares = 0, copies = 0;
  for (const TapiaTime& run : runs) {
    sum += run.seconds;
    copies += run.copies;
    mean.iterations = std::min(mean.iterations, run.iterations);
  }
  mean.seconds = sum / count;
  mean.copies = copies / count;
  for (const TapiaTime& run : runs) squares += (run.seconds - mean.seconds) * (run.seconds - mean.seconds);
  mean.standard_error = runs.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 0;
  return mean;
}

// A first Monte Carlo step is not counted, since some drivers compile a kernel when it is first launched, and
// ours has one for each choice of regions.
TapiaTime time_warm(TapiaPath& path, const TapiaParameters& parameters, u64 iterations, double limit) {
  path.upload(parameters);
  path.iterate(tapia_classes);
  path.upload(parameters);
  return time_of_run(path, iterations, limit);
}

// Every path gets the same parameters in the same order.
TapiaTime time_of_runs(TapiaPath& path, u64 iterations, unsigned runs, double limit) {
  std::vector<TapiaTime> times;
  for (u32 run = 0; run < runs; ++run)
    times.push_back(time_warm(path, tapia_drawn_parameters(run), iterations, limit));
  return mean_of(times);
}

// Times of both paths on one tissue. If the paper's kernels cannot run, the reason is noted.
struct Both {
  std::optional<TapiaTime> theirs = {}, ours = {};
};
template <typename Time>
Both time_of_both(const TapiaTissue& tissue, const Backend& backend, std::vector<std::string>& left_out,
                  const Time& time) {
  Both both;
  const auto note = [&](const char* path, const std::string& why) {
    left_out.push_back(fmt::format("{}, {}: {}", size_name(tissue.size), path, why));
  };
  try {
    const std::string why =
        backend.device ? why_not_tapia(tissue, *backend.device) : "its atomics need a device";
    if (why.empty())
      both.theirs = time(*tapia_on_device(tissue, tapia_seed, backend.device));
    else
      note("theirs", why);
  } catch (const OutOfDeviceMemory& error) {
    note("theirs", error.what());
  }
  try {
    both.ours = time(*tapia_ours(tissue, tapia_seed, backend));
  } catch (const OutOfDeviceMemory& error) {
    note("ours", error.what());
  }
  return both;
}

bool is_too_large(const Extent& size, const Backend& backend, std::vector<std::string>& left_out) {
  if (is_gpu(backend) || size.sites() <= most_sites_on_cpu) return false;
  left_out.push_back(size_name(size) + ": takes too long on a CPU");
  return true;
}

std::vector<TapiaLine> lines_of_the_paper() {
  constexpr Extent two_million{128, 128, 128}, four_million{128, 128, 256}, eight_million{128, 256, 256},
      sixteen_million{256, 256, 256};
  const std::optional<double> none;
  return {{"RW Cluster(4)", 1e6, none, 10000, 2145, 6},
          {"MC Cluster(25)", 2.25e6, 0.09, 2000, 370, none},
          {"MC GPGPU", 2.097e6, 0.1, 2000, 12.08, 0.21, two_million},
          {"MC GPGPU", 4.19e6, 0.2, 2000, 25.47, 0.61, four_million},
          {"MC Cluster(9)", 9e6, 0.36, 200, 254, none},
          {"MC GPGPU", 8.38e6, 0.4, 200, 4.73, 0.35, eight_million},
          {"MC GPGPU", 8.38e6, 0.4, 2000, 49.63, 1.11, eight_million},
          {"MC Cluster(16)", 1.6e7, 0.64, 200, 274.5, none},
          {"MC GPGPU", 1.677e7, 0.8, 200, 10.02, 0.28, sixteen_million},
          {"MC GPGPU", 1.677e7, 0.8, 2000, 98.03, 2.06, sixteen_million}};
}

}  // namespace

std::string size_name(const Extent& size) { return fmt::format("{}x{}x{}", size.x, size.y, size.z); }

TapiaTable compare_tapia_table(const Backend& backend, unsigned runs) {
  TapiaTable table{runs, lines_of_the_paper(), {}};
  for (TapiaLine& line : table.lines) {
    if (line.size == Extent{} || is_too_large(line.size, backend, table.left_out)) continue;
    const TapiaTissue tissue = tapia_tiles(line.size, cell_box);
    line.cells_here = tissue.types.size() - 1;
    const Both both = time_of_both(tissue, backend, table.left_out, [&](TapiaPath& path) {
      return time_of_runs(path, line.iterations, runs, limit_for(backend));
    });
    line.theirs = both.theirs;
    line.ours = both.ours;
  }
  std::ranges::sort(table.left_out);  // two lines may have the same lattice
  table.left_out.erase(std::unique(table.left_out.begin(), table.left_out.end()), table.left_out.end());
  return table;
}

TapiaScaling compare_tapia_sizes(const Backend& backend) {
  TapiaScaling scaling;
  for (Extent size{64, 64, 64}; size.sites() <= Index{1} << 27;) {
    if (!is_too_large(size, backend, scaling.left_out)) {
      const Both both =
          time_of_both(tapia_tiles(size, cell_box), backend, scaling.left_out, [&](TapiaPath& path) {
            return time_warm(path, tapia_parameters(16, 16, 16, 16), figure_iterations, limit_for(backend));
          });
      scaling.points.push_back({size, both.theirs, both.ours});
    }
    Index& shortest = size.z == size.x ? size.z : size.y == size.x ? size.y : size.x;
    shortest *= 2;
  }
  return scaling;
}

std::optional<double> TapiaScaling::slope(std::optional<TapiaTime> TapiaPoint::*path) const {
  double products = 0, squares = 0;
  for (const TapiaPoint& point : points) {
    if (!(point.*path)) continue;
    const auto sites = static_cast<double>(point.size.sites());
    products += sites * (point.*path)->seconds;
    squares += sites * sites;
  }
  return squares > 0 ? std::optional(products / squares) : std::nullopt;
}

}  // namespace morula
