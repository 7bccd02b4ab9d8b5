// frames/NNNNNNNNN.png
#include "io/image.h"
#include "runner/observer.h"
#include "runner/picture.h"

namespace morula {
namespace {

class FrameObserver final : public Observer {
 public:
  FrameObserver(std::filesystem::path folder, Schedule schedule, FramesSpec frames)
      : Observer(schedule), folder_(std::move(folder)), frames_(std::move(frames)) {}

  void begin(Model&, std::uint64_t step) override {
    std::filesystem::create_directories(folder_);
    remove_uncovered(folder_, schedule(), step);
  }

  void observe(Model& model) override {
    io::write_png(folder_ / numbered(model.time(), ".png"), picture(model, frames_));
  }

 private:
  std::filesystem::path folder_;
  FramesSpec frames_;
};

}  // namespace

std::unique_ptr<Observer> observe_frames(const std::filesystem::path& folder, Schedule schedule,
                                         FramesSpec frames) {
  return std::make_unique<FrameObserver>(folder / "frames", schedule, std::move(frames));
}

}  // namespace morula
