#include "bench/nisoli/nisoli_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "bench/clock.h"
#include "bench/nisoli/nisoli_paths.h"
#include "bench/proliferation/proliferation_cases.h"
#include "core/error.h"

namespace morula {
namespace {

constexpr double enough_seconds = 0.3, enough_for_one = 1.5, too_many_seconds = 3.0;
constexpr std::uint64_t most_runs = 100;

// A method that computes the histogram. To add one, add a line to `methods`.
struct Method {
  std::string name;
  std::function<std::unique_ptr<NisoliPath>(const NisoliTask&)> make;
};

std::vector<Method> methods(const Backend& backend, const NisoliOptions& options) {
  std::vector<Method> list = {{nisoli_one_core_name, nisoli_one_core}};
  for (const NisoliNamed& named : nisoli_steps())
    if (backend.device)
      list.push_back({named.name, [&backend, options, step = named.step](const NisoliTask& task) {
                        return nisoli_path(step, task, backend.device, options);
                      }});
  const Backend host{BackendKind::Cpu, backend.threads, nullptr};
  list.push_back({fmt::format("ours, {} threads", backend.threads->size()),
                  [host](const NisoliTask& task) { return nisoli_ours(task, host); }});
  if (backend.device)
    list.push_back({"ours", [&backend](const NisoliTask& task) { return nisoli_ours(task, backend); }});
  return list;
}

// The last time of a method and the number of cells in its arrays, from which its next time is estimated.
struct Last {
  double seconds = 0;
  std::optional<double> cells_at_once;

  double expected_of(const NisoliPath& path) const {
    const auto next = path.cells_at_once();
    return next && cells_at_once ? seconds * std::max(1.0, *next / *cells_at_once) : seconds;
  }
};

// The first run warms up (some drivers compile then). If it takes very long, it is itself the figure.
UntilTime time_of_runs(NisoliPath& path, std::vector<u64>& histogram) {
  UntilTime time;
  time.runs = 1;
  time.seconds = seconds_of([&] { histogram = path.run(); });
  if (time.seconds >= enough_for_one) return time;
  double sum = 0;
  for (time.runs = 0; sum < enough_seconds && time.runs < most_runs; ++time.runs)
    sum += seconds_of([&] { path.run(); });
  time.seconds = sum / static_cast<double>(time.runs);
  return time;
}

class UntilBench {
 public:
  UntilBench(const Backend& backend, const NisoliOptions& options) : methods_(methods(backend, options)) {}

  void measure(unsigned until) {
    const NisoliTask task(bone_marrow(until));
    expected_.clear();
    for (const Method& method : methods_) try {
        measure(method, task, until);
      } catch (const OutOfDeviceMemory& error) {
        table.left_out.push_back({until, method.name, error.what()});
      }
  }

  UntilTable table;

 private:
  void measure(const Method& method, const NisoliTask& task, unsigned until) {
    const auto path = method.make(task);
    Last& last = last_[method.name];
    if (const double expected = last.expected_of(*path); expected > too_many_seconds) {
      table.left_out.push_back({until, method.name, fmt::format("would take {:.0f} s or more", expected)});
      return;
    }
    std::vector<u64> histogram;
    UntilTime time = time_of_runs(*path, histogram);
    if (expected_.empty()) expected_ = histogram;
    if (histogram != expected_)
      throw Error(fmt::format("'{}' gives another histogram than '{}' at {} h", method.name,
                              methods_.front().name, until));
    last = {time.seconds, path->cells_at_once()};
    time.until = until;
    time.path = method.name;
    time.cells = std::accumulate(histogram.begin(), histogram.end(), u64{0});
    table.rows.push_back(std::move(time));
  }

  std::vector<Method> methods_;
  std::map<std::string, Last> last_;
  std::vector<u64> expected_;
};

}  // namespace

UntilTable compare_until(const Backend& backend, std::optional<unsigned> depth) {
  UntilBench bench(backend, {depth, {}});
  for (const unsigned until : {120u, 240u, 360u, 504u, 720u}) bench.measure(until);
  return std::move(bench.table);
}

}  // namespace morula
