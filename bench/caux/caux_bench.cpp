#include "bench/caux/caux_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

#include "bench/caux/caux_paths.h"
#include "bench/clock.h"
#include "core/bytes.h"
#include "core/error.h"

namespace morula {
namespace {

// Seconds. Short work is repeated until it has taken `long_enough` in total. The number of steps is chosen so
// that a measurement does not take `too_long`, and the whole comparison takes about a minute.
constexpr double long_enough = 0.1, too_long = 0.5, too_long_for_a_run = 2.0;
constexpr std::uint64_t most_steps = 1000;  // the paper's

constexpr auto one_core = "one core", every_path = "every path", ours = "ours";

// The mean of as many rounds as fit into the time of a figure; at most 100, as in the paper.
double mean_seconds(const std::function<void()>& work) {
  double seconds = 0;
  int rounds = 0;
  while (rounds == 0 || (seconds < long_enough && rounds < 100)) {
    seconds += seconds_of(work);
    ++rounds;
  }
  return seconds / rounds;
}

// The paper's cubes, without those that would take this machine too much memory or time.
std::vector<unsigned> sides_for(const Backend& backend, std::vector<LeftOut>& left_out) {
  const bool on_gpu = backend.device && !backend.device->info().is_cpu;
  std::vector<unsigned> sides = {10, 20, 40, 80, 100, 200};
  for (const unsigned large : {400u, 512u, 800u}) {
    if (!on_gpu)
      left_out.push_back({large, every_path, "takes too long on a CPU"});
    else if (host_bytes(large) > available_memory())
      left_out.push_back({large, every_path,
                          fmt::format("it takes {} of the host's memory where there is {}",
                                      human_bytes(host_bytes(large)), human_bytes(available_memory()))});
    else
      sides.push_back(large);
  }
  return sides;
}

using Measure = std::function<void(const std::string& name, CubePath& path)>;

// The sequential loop, then the paper's kernels, then ours; one at a time, so that each has all the memory.
void for_each_path(HostCubes& cubes, const Backend& backend, std::vector<LeftOut>& left_out,
                   const Measure& measure) {
  measure(one_core, *caux_sequential(cubes));
  for (const CauxKernel& kernel : caux_kernels()) {
    if (!backend.device) break;
    std::string why = why_not(kernel, cubes.side, *backend.device);
    try {
      if (why.empty()) measure(kernel.name, *caux_on_device(kernel, cubes, backend.device));
    } catch (const OutOfDeviceMemory& error) {
      why = error.what();
    }
    if (!why.empty()) left_out.push_back({cubes.side, kernel.name, why});
  }
  measure(ours, *our_path(cubes, backend));
}

// A first step warms up (some drivers compile then); a second determines how many steps fit into the time.
CubeTime time_of_steps(unsigned side, const std::string& name, CubePath& path) {
  path.upload();
  path.step(1);
  const double of_step = seconds_of([&] { path.step(1); });
  if (of_step > too_long) return {side, name, 1, of_step, 0};
  const auto steps = std::clamp(static_cast<std::uint64_t>(too_long / of_step), std::uint64_t{1}, most_steps);
  const double seconds = mean_seconds([&] { path.step(steps); });
  return {side, name, steps, seconds / static_cast<double>(steps), 0};
}

// One core has nothing to copy.
double seconds_of_run(const std::string& name, CubePath& path, std::uint64_t steps) {
  return mean_seconds([&] {
    if (name != one_core) path.upload();
    path.step(steps);
    if (name != one_core) path.download();
  });
}

TransferTime transfers_of_the_paper(HostCubes& cubes, gpu::Device& device) {
  const auto initial = std::as_bytes(std::span(cubes.initial));
  const auto result = std::as_writable_bytes(std::span(cubes.result));
  TransferTime time{cubes.side, "4-byte states", initial.size(), 0, 0, {}};
  time.allocate = mean_seconds(
      [&] { const auto now = device.allocate(initial.size()), next = device.allocate(initial.size()); });
  const auto buffer = device.allocate(initial.size());
  device.write(*buffer, 0, initial);
  time.to_device = mean_seconds([&] { device.write(*buffer, 0, initial); });
  time.from_device = mean_seconds([&] { device.read(*buffer, 0, result); });
  return time;
}

TransferTime transfers_of_ours(HostCubes& cubes, const Backend& backend) {
  const auto path = our_path(cubes, backend);
  path->upload();
  path->download();
  TransferTime time{cubes.side, ours, cubes.initial_bytes.size(), 0, 0, {}};
  time.to_device = mean_seconds([&] { path->upload(); });
  time.from_device = mean_seconds([&] { path->download(); });
  return time;
}

}  // namespace

Compared<CubeTime> compare_cubes(const Backend& backend) {
  Compared<CubeTime> table;
  for (const unsigned side : sides_for(backend, table.left_out)) {
    HostCubes cubes(side);
    double sequential = 0;
    for_each_path(cubes, backend, table.left_out, [&](const std::string& name, CubePath& path) {
      CubeTime time = time_of_steps(side, name, path);
      if (name == one_core) sequential = time.seconds_per_step;
      time.speed_up = sequential / time.seconds_per_step;
      table.rows.push_back(std::move(time));
    });
  }
  return table;
}

Compared<StepsTime> compare_steps(const Backend& backend) {
  Compared<StepsTime> table;
  for (const unsigned side : {10u, 20u, 100u}) {
    HostCubes cubes(side);
    for_each_path(cubes, backend, table.left_out, [&](const std::string& name, CubePath& path) {
      path.upload();
      path.step(1);
      double per_step = 0;
      for (const std::uint64_t steps : {1u, 10u, 100u, 400u, 1000u}) {
        const auto count = static_cast<double>(steps);
        // A longer run costs less per step, so that this estimate is an upper bound.
        if (per_step * count > too_long_for_a_run) break;
        per_step = seconds_of_run(name, path, steps) / count;
        table.rows.push_back({side, name, steps, per_step});
      }
    });
  }
  return table;
}

Compared<TransferTime> compare_transfers(const Backend& backend) {
  Compared<TransferTime> table;
  if (!backend.device) return table;
  for (const unsigned side : sides_for(backend, table.left_out)) {
    HostCubes cubes(side);
    if (const std::string why = why_not(caux_kernels().front(), side, *backend.device); !why.empty())
      table.left_out.push_back({side, "4-byte states", why});
    else
      table.rows.push_back(transfers_of_the_paper(cubes, *backend.device));
    table.rows.push_back(transfers_of_ours(cubes, backend));
  }
  return table;
}

}  // namespace morula
