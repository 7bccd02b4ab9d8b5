#include "bench/draws.h"

#include <atomic>
#include <functional>
#include <numeric>

#include "bench/clock.h"
#include "core/many_draws.h"
#include "core/stream.h"
#include "texts/morula_bench.h"
#include "texts/morula_gpu.h"

namespace morula {
namespace {

constexpr u32 group = 256;
constexpr u64 words_an_item = 16, items = words_of_a_launch / words_an_item;

// The kernel of draws_kernel.h, and the buffer for its sums.
class DrawsAlone {
 public:
  explicit DrawsAlone(gpu::Device& device)
      : device_(device),
        program_(device.build(draws_source())),
        kernel_(program_->kernel("draws_alone")),
        sums_(device.allocate(items * sizeof(u32))) {}

  void launch(u32x2 key, u64 phase) {
    device_.launch(*kernel_, gpu::grid_for(items, group), {sums_.get(), key.x, key.y, phase});
  }
  u32 sum() {
    std::vector<u32> sums(items);
    device_.read(*sums_, 0, std::as_writable_bytes(std::span(sums)));
    return std::accumulate(sums.begin(), sums.end(), 0u, std::bit_xor<>());
  }

 private:
  gpu::Device& device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> kernel_;
  std::unique_ptr<gpu::Buffer> sums_;
};

}  // namespace

gpu::Source draws_source() {
  gpu::Source source{
      "draws", {gpu::text::core::philox, gpu::text::core::draw, gpu::text::bench::draws_kernel}, {}};
  return source.define("GROUP", u64{group}).define("WORDS_AN_ITEM", words_an_item);
}

// Draws as the engine on threads does; a slower loop would not be a ceiling.
u32 sum_of_draws(u32x2 key, u64 first, u64 last, u64 phase) {
  u32 sum = 0;
  WordVector sums{};
  ManyDraws first_draws, second_draws;
  for (; first + draws_at_once <= last; first += draws_at_once) {
    draws_from(key, first, phase, 0, first_draws);
    draws_from(key, first, phase, 1, second_draws);
    for (std::size_t i = 0; i < vectors_drawn; ++i)
      sums ^= first_draws.word[0][i] ^ first_draws.word[1][i] ^ first_draws.word[2][i] ^
              first_draws.word[3][i] ^ second_draws.word[0][i] ^ second_draws.word[1][i];
  }
  for (; first < last; ++first) {
    const u32x4 four = draw(key, first, phase, 0), more = draw(key, first, phase, 1);
    sum ^= four.x ^ four.y ^ four.z ^ four.w ^ more.x ^ more.y;
  }
  for (std::size_t i = 0; i < words_in_vector; ++i) sum ^= sums[i];
  return sum;
}

u32 sum_of_draws(u32x2 key, u64 phase, gpu::Device& device) {
  DrawsAlone draws(device);
  draws.launch(key, phase);
  return draws.sum();
}

double words_drawn_per_second(const Backend& backend) {
  const u32x2 key = stream(1, Purpose::Interaction);
  u64 phase = 0;
  if (backend.device) {
    DrawsAlone draws(*backend.device);
    return static_cast<double>(words_of_a_launch) * rounds_per_second(1, [&](u64 launches) {
             for (; launches > 0; --launches) draws.launch(key, phase++);
             backend.device->finish();
           });
  }
  constexpr u64 words = u64{1} << 16;
  std::atomic<u32> sum{0};  // keeps the compiler from leaving out the draws
  return static_cast<double>(words) * rounds_per_second(1, [&](u64 rounds) {
           backend.threads->for_ranges(
               rounds * words, [&](u64 first, u64 last) { sum ^= sum_of_draws(key, first, last, phase); });
           ++phase;
         });
}

}  // namespace morula
