#include "bench/measured.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "bench/clock.h"

namespace morula {
namespace {

constexpr int rounds = 5;

double seconds_on_threads(ThreadPool& threads, const std::vector<char>& from, std::vector<char>& to) {
  return seconds_of([&] {
    threads.for_ranges(from.size(), [&](std::uint64_t first, std::uint64_t last) {
      std::memcpy(to.data() + first, from.data() + first, last - first);
    });
  });
}

constexpr const char* nothing =
    "KERNEL nothing(GLOBAL u32* out) { if (global_id(0) == 0 && out[0] == 12345u) out[0] = 0; }\n";

}  // namespace

io::Json as_json(const Measured& row) {
  return {{"family", row.family},
          {"case", row.what},
          {"backend", row.backend},
          {"updates_per_second", row.updates_per_second},
          {"unit", row.unit},
          {"bytes_per_second", row.bytes_per_second},
          {"copy_bytes_per_second", row.ceiling}};
}

double copy_rate(const Backend& backend, std::uint64_t bytes) {
  double best = 1e9;
  if (backend.device) {
    const auto from = backend.device->allocate(bytes), to = backend.device->allocate(bytes);
    backend.device->fill(*from, std::byte{1});
    for (int i = 0; i <= rounds; ++i)
      best = std::min(best, backend.device->time([&] { backend.device->copy(*from, *to); }));
  } else {
    const std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes, 2);
    for (int i = 0; i <= rounds; ++i) best = std::min(best, seconds_on_threads(*backend.threads, from, to));
  }
  return 2 * static_cast<double>(bytes) / best;
}

double seconds_of_a_launch(gpu::Device& device) {
  constexpr int launches = 1000;
  const auto program = device.build({"nothing", {{"nothing.h", nothing}}, {}});
  const auto kernel = program->kernel("nothing");
  const auto buffer = device.allocate(4);
  device.fill(*buffer, std::byte{0});
  const auto work = [&] {
    for (int i = 0; i < launches; ++i) device.launch(*kernel, gpu::grid_for(1, 32), {buffer.get()});
  };
  device.time(work);
  return device.time(work) / launches;
}

}  // namespace morula
