// Times of pictures of a solid by rays, on the processor that holds the lattice.
#include <fmt/format.h>

#include "bench/automaton/automaton_bench.h"
#include "bench/clock.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "models/picture/device_caster.h"
#include "models/picture/picture.h"

namespace morula {
namespace {

constexpr unsigned steps_before = 40;

// The rule of the example clouds-3d. Between its bodies, rays pass many sites before they meet a body.
Spec clouds(unsigned side) {
  return read_spec(
      io::parse_document(
          fmt::format(
              "model: automaton\nseed: 3\nsteps: 40\nlattice: {{size: [{0}, {0}, {0}]}}\nautomaton: "
              "{{rule: \"B13,14,17,18,19/S13,14,15,16,17,18,19,20,21,22,23,24,25,26\", neighbourhood: "
              "26}}\ninitial: {{random: {{density: 0.49}}}}\noutput: {{frames: {{every: 10, size: "
              "[1200, 900]}}}}\n",
              side),
          "bench"),
      ".");
}

}  // namespace

PictureTimes bench_pictures(const Backend& backend) {
  PictureTimes times;
  times.side = backend.device ? 1024 : 256;
  const Spec spec = clouds(times.side);
  const auto model = make_model(spec, backend);
  model->step(steps_before);
  for (const unsigned samples : {1u, 2u}) {
    FramesSpec frames = *spec.output.frames;
    frames.volume.samples = samples;
    PictureTimes::Case measured{samples};
    PictureMaker maker(frames, backend.threads.get());
    measured.first_seconds = seconds_of([&] { maker.picture(*model); });
    measured.seconds = 1 / rounds_per_second(1, [&](std::uint64_t pictures) {
                         for (std::uint64_t i = 0; i < pictures; ++i) maker.picture(*model);
                       });
    if (backend.device) {
      const Colouring colouring(*model, frames);
      const ClassPaints paints = class_paints(colouring, frames.volume);
      const Box box = shown_box(frames.volume, colouring.field().extent);
      DeviceCaster caster;
      measured.rays_seconds =
          1 / rounds_per_second(1, [&](std::uint64_t pictures) {
            for (std::uint64_t i = 0; i < pictures; ++i)
              caster.cast(*model, colouring, paints, box, scene_of(frames, colouring.view()));
          });
    }
    times.cases.push_back(measured);
  }
  return times;
}

}  // namespace morula
