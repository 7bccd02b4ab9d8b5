// How fast a state is read from its file, compared with what limits it: copies to the device, and inflating.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "bench/automaton/automaton_bench.h"
#include "bench/clock.h"
#include "io/deflate.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "runner/checkpoint.h"

namespace morula {
namespace {

class FolderForStates {
 public:
  FolderForStates() { std::filesystem::create_directories(path_); }
  ~FolderForStates() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  FolderForStates(const FolderForStates&) = delete;
  FolderForStates& operator=(const FolderForStates&) = delete;

  std::filesystem::path file() const { return path_ / "state.h5"; }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / fmt::format("morula-bench-{:x}", std::random_device{}());
};

Spec cube_to_restore(unsigned side) {
  return read_spec(io::parse_document(fmt::format("model: automaton\nsteps: 1\nlattice: {{size: [{0}, {0}, "
                                                  "{0}]}}\nautomaton: {{rule: \"B5/S4,5\"}}\ninitial: "
                                                  "{{random: {{density: 0.3}}}}\n",
                                                  side),
                                      "bench"),
                   ".");
}

// Bytes per second of work that handles this number of bytes; the best of several runs.
template <typename Work>
double best_rate(std::uint64_t bytes, const Work& work) {
  constexpr int rounds = 4;
  double best = seconds_of(work);
  for (int i = 1; i < rounds; ++i) best = std::min(best, seconds_of(work));
  return static_cast<double>(bytes) / best;
}

double rate_of_copies(gpu::Device& device, std::span<const std::byte> from) {
  const auto to = device.allocate(from.size());
  return best_rate(from.size(), [&] {
    device.write(*to, 0, from);
    device.finish();
  });
}

void measure_copies(gpu::Device& device, RestoreRate& rate) {
  const std::vector<std::byte> ordinary(slab_bytes, std::byte{1});
  const auto lent = device.allocate_host(slab_bytes);
  std::ranges::fill(lent->bytes(), std::byte{1});
  rate.copy = rate_of_copies(device, ordinary);
  rate.copy_from_pinned = rate_of_copies(device, lent->bytes());
}

// Inflates one plane several times: on one thread, then on all threads at once.
void measure_inflating(Model& model, ThreadPool& threads, RestoreRate& rate) {
  const Field field = model.fields().front();
  std::vector<std::byte> states(field.extent.x * field.extent.y);
  model.read(field, {0, states.size()}, states);
  const auto packed = io::deflate_cells(states);
  rate.packed_share = static_cast<double>(packed.size()) / static_cast<double>(states.size());
  rate.inflate = best_rate(states.size(), [&] { io::inflate_all(packed, states); });
  rate.inflate_with_zlib = best_rate(states.size(), [&] { io::inflate_with_zlib(packed, states); });
  constexpr unsigned times = 20;
  std::vector<std::vector<std::byte>> of_thread(threads.size(), states);
  rate.inflate_by_all = best_rate(times * threads.size() * states.size(), [&] {
    threads.on_each_thread([&](unsigned thread) {
      for (unsigned i = 0; i < times; ++i) io::inflate_all(packed, of_thread[thread]);
    });
  });
}

}  // namespace

RestoreRate bench_restore(const Backend& backend) {
  RestoreRate rate;
  rate.side = is_gpu(backend) ? 1500 : 400;
  rate.threads = backend.threads->size();
  const FolderForStates folder;
  const auto model = make_model(cube_to_restore(rate.side), backend);
  save_state(*model, folder.file(), backend.threads.get());
  rate.restore = best_rate(model->fields().front().bytes(), [&] {
    load_state(*model, folder.file(), backend.threads.get(), backend.device.get());
  });
  measure_inflating(*model, *backend.threads, rate);
  if (backend.device) measure_copies(*backend.device, rate);
  return rate;
}

}  // namespace morula
