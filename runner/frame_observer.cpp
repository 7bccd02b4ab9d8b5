// frames/NNNNNNNNN.png, and a legend of their colours
#include "io/durable_file.h"
#include "io/image.h"
#include "models/picture/picture.h"
#include "runner/frame_legend.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

class FrameObserver final : public NumberedFiles {
 public:
  FrameObserver(const std::filesystem::path& folder, Schedule schedule, FramesSpec frames,
                ThreadPool* threads)
      : NumberedFiles(folder, ".png", schedule), frames_(std::move(frames)), pictures_(frames_, threads) {}

  void begin(Model& model, std::uint64_t step) override {
    NumberedFiles::begin(model, step);
    io::write_file(folder() / "legend.svg", frame_legend(model, frames_));
  }

 private:
  void write(Model& model, const std::filesystem::path& place) override {
    io::write_png(place, pictures_.picture(model));
  }

  FramesSpec frames_;
  PictureMaker pictures_;
};

}  // namespace

std::unique_ptr<Observer> observe_frames(const std::filesystem::path& folder, Schedule schedule,
                                         FramesSpec frames, ThreadPool* threads) {
  return std::make_unique<FrameObserver>(folder / "frames", schedule, std::move(frames), threads);
}

}  // namespace morula
