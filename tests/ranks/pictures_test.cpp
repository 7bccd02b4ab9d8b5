// Pictures of a lattice over ranks equal those of one process, and rank 0 receives pixels for them, not
// values.
#include <gtest/gtest.h>

#include "models/picture/picture.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

// Counts the bytes that a rank receives.
class ReceivingCommunicator final : public WrappedCommunicator {
 public:
  using WrappedCommunicator::WrappedCommunicator;

  std::uint64_t received = 0;

  void exchange(std::span<const Sent> sent, std::span<const Received> messages) override {
    for (const Received& message : messages) received += message.bytes.size();
    WrappedCommunicator::exchange(sent, messages);
  }
  std::vector<Bytes> gather(const Bytes& mine) override {
    return counted(WrappedCommunicator::gather(mine), mine.size());
  }
  std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) override {
    return counted(WrappedCommunicator::all_to_all(mine), 0);
  }

 private:
  std::vector<Bytes> counted(std::vector<Bytes> messages, std::uint64_t own_bytes) {
    for (const Bytes& message : messages) received += message.size();
    if (!messages.empty()) received -= own_bytes;
    return messages;
  }
};

void expect_same_pictures(const std::string& text, const std::vector<FramesSpec>& shots,
                          const std::vector<int>& every_number = {2, 3, 5}) {
  constexpr std::uint64_t steps = 4;
  const Spec spec = spec_from(text);
  const auto alone = make_model(spec, on_one_thread());
  alone->step(steps);
  std::vector<io::Image> expected;
  for (const FramesSpec& frames : shots) expected.push_back(picture(*alone, frames));
  for (const int ranks : every_number)
    with_ranks(ranks, spec, [&](Model& model) {
      model.step(steps);
      for (std::size_t i = 0; i < shots.size(); ++i) {
        const io::Image made = picture(model, shots[i]);
        EXPECT_EQ(made.width, expected[i].width);
        EXPECT_EQ(made.height, expected[i].height);
        EXPECT_TRUE(made.pixels == expected[i].pixels) << "picture " << i << ", " << ranks << " ranks";
      }
    });
}

FramesSpec seen_along(Axis axis, FrameView view, unsigned scale = 1) {
  FramesSpec frames;
  frames.axis = axis;
  frames.view = view;
  frames.scale = scale;
  return frames;
}

FramesSpec magnified(unsigned scale) {
  FramesSpec frames;
  frames.scale = scale;
  return frames;
}

// Blocks of 3 x 3 sites. With slabs of 23 rows among 5 ranks, some blocks belong to two or three ranks.
TEST(RankPictures, OfAReducedPlane) {
  expect_same_pictures(soup("[4100, 23]", "periodic", "moore", "B3/S23"), {magnified(1)}, {2, 5, 8, 23});
}

TEST(RankPictures, OfAMagnifiedPlane) {
  expect_same_pictures(soup("[83, 47]", "fixed", "moore", "B2/S345/C5"), {magnified(1), magnified(3)});
}

TEST(RankPictures, OfASolidAlongEveryAxis) {
  std::vector<FramesSpec> shots;
  for (const Axis axis : {Axis::X, Axis::Y, Axis::Z})
    for (const FrameView view : {FrameView::Projection, FrameView::Slice})
      for (const unsigned scale : {1u, 2u}) shots.push_back(seen_along(axis, view, scale));
  shots.push_back(seen_along(Axis::Z, FrameView::Slice));
  shots.back().at = 0;
  expect_same_pictures(soup("[23, 4, 11]", "fixed", "26", "B5/S4,5/C3", 2, 0.05), shots, {2, 3, 5, 11});
}

FramesSpec seen_by_rays(std::array<double, 3> from, unsigned samples = 2) {
  FramesSpec frames;
  frames.view = FrameView::Volume;
  frames.volume.camera.from = from;
  frames.volume.width = 90;
  frames.volume.height = 70;
  frames.volume.samples = samples;
  return frames;
}

// Slabs of one layer, slabs outside the cut, rays along the layers and across them.
TEST(RankPictures, OfASolidByRays) {
  std::vector<FramesSpec> shots = {seen_by_rays({1.2, -2, 1}), seen_by_rays({0, 1, 0}, 1),
                                   seen_by_rays({0.2, 0.1, -1}, 3), seen_by_rays({-1, -1, 0.5})};
  shots[2].volume.camera.perspective = 60;
  shots[3].volume.cut = Box{{2, 1, 3}, {17, 3, 6}};
  shots[3].volume.opacities = {{1, 0}};
  shots.push_back(seen_by_rays({1, 2, 3}));
  shots.back().volume.opacities = {{1, 0.4}};  // cast by rank 0 alone
  expect_same_pictures(soup("[23, 4, 11]", "fixed", "26", "B5/S4,5/C3", 2, 0.2), shots, {2, 3, 5, 11});
}

// More rays than are combined at a time.
TEST(RankPictures, OfALargePictureByRays) {
  FramesSpec frames = seen_by_rays({1, -1, 1}, 4);
  frames.volume.width = 600;
  frames.volume.height = 500;
  expect_same_pictures(soup("[20, 20, 20]", "periodic", "26", "B5/S4,5", 2, 0.2), {frames}, {3});
}

// More pixels than are handled at a time.
TEST(RankPictures, OfALargeSolidAreMadeInStrips) {
  expect_same_pictures(soup("[2200, 2100, 3]", "periodic", "6", "B2/S3", 2, 0.1),
                       {seen_along(Axis::Z, FrameView::Projection), seen_along(Axis::Z, FrameView::Slice)},
                       {3});
}

// The colours depend on the earliest and the latest activation over all ranks.
TEST(RankPictures, OfActivationTimes) {
  FramesSpec frames;
  frames.of = "activation";
  expect_same_pictures(
      "model: automaton\nsteps: 12\nlattice: {size: [23, 17], boundary: fixed}\nautomaton: {tissue: "
      "{activation_map: true, activated: 2, refractory: 3, threshold: 1, stimuli: [{site: [3, 1]}, {site: "
      "[5, "
      "15], start: 2}]}}\n",
      {frames});
}

// The first replica of a batch. It is divided, since there are more ranks than replicas.
TEST(RankPictures, OfSpecies) {
  expect_same_pictures(
      "model: interaction\nseed: 9\nsteps: 10\nreplicas: 2\nlattice: {size: [40, 33]}\ninteraction: "
      "{species: "
      "3, preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}\n"
      "initial: {fractions: equal}\n",
      {magnified(1), magnified(2)});
}

std::uint64_t bytes_to_rank_0(const Spec& spec, int ranks, const FramesSpec& frames) {
  std::uint64_t received = 0;
  run_thread_ranks(ranks, [&](Communicator& threads) {
    ReceivingCommunicator communicator(threads);
    if (communicator.rank() != 0) return serve_spread_model(spec, on_one_thread(), communicator);
    const auto model = make_spread_model(spec, on_one_thread(), communicator);
    communicator.received = 0;
    picture(*model, frames);
    received = communicator.received;
  });
  return received;
}

TEST(RankPictures, BringPixelsToRank0) {
  const Spec plane = spec_from(soup("[8192, 512]", "periodic", "moore", "B3/S23"));
  constexpr std::uint64_t pixels = 3 * 2048 * 128, head = 1024;
  EXPECT_LE(bytes_to_rank_0(plane, 4, magnified(1)), pixels * 3 / 4 + head);
  const Spec solid = spec_from(soup("[64, 64, 256]", "periodic", "26", "B5/S4,5"));
  const FramesSpec along_y = seen_along(Axis::Y, FrameView::Projection);
  constexpr std::uint64_t row_below = 64 * 16;
  EXPECT_LE(bytes_to_rank_0(solid, 4, along_y), 3 * 64 * 192 + row_below + head);
}

}  // namespace
}  // namespace morula::test
