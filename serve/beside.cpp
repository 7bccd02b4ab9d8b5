#include "serve/beside.h"

#include <algorithm>
#include <utility>

#include "runner/checkpoint.h"

namespace morula::serve {
namespace {

constexpr io::Colour differing{213, 94, 0};

// What is equal stays visible, pale.
io::Colour pale(io::Colour colour) {
  const unsigned grey = (colour.red * 2u + colour.green * 5u + colour.blue) / 8;
  const auto level = static_cast<std::uint8_t>(170 + grey / 4);
  return {level, level, level};
}

class ThreePanes final : public Glimpse {
 public:
  ThreePanes(std::unique_ptr<Glimpse> watched, std::unique_ptr<Glimpse> compared, io::Colour surroundings)
      : watched_(std::move(watched)), compared_(std::move(compared)), surroundings_(surroundings) {}

  io::Image paint(ThreadPool& threads) override {
    const io::Image watched = watched_->paint(threads), compared = compared_->paint(threads);
    const std::size_t width = watched.width;
    io::Image panes(watched.width * 3, watched.height);
    for (std::size_t y = 0; y < watched.height; ++y) {
      const io::Colour *const a = &watched.pixels[y * width], *const b = &compared.pixels[y * width];
      io::Colour* const to = &panes.pixels[y * width * 3];
      std::copy_n(a, width, to);
      std::copy_n(b, width, to + width);
      for (std::size_t x = 0; x < width; ++x) to[2 * width + x] = compared_colour(a[x], b[x]);
    }
    return panes;
  }

 private:
  io::Colour compared_colour(io::Colour a, io::Colour b) const {
    if (a != b) return differing;
    return a == surroundings_ ? a : pale(a);
  }

  std::unique_ptr<Glimpse> watched_, compared_;
  io::Colour surroundings_;
};

}  // namespace

Beside::Beside(ChangingModel& model, const std::string& change, const std::filesystem::path& folder,
               const Backend& backend)
    : change_(change), model_(make_changing_model(model.spec(), backend, Start::Blank)) {
  const std::filesystem::path copy = folder / "beside.h5";
  save_state(model, copy, backend.threads.get());
  load_state(*model_, copy, backend.threads.get(), backend.device.get());
  std::filesystem::remove(copy);
  model_->change({change, "change", folder});
}

void Beside::follow(std::uint64_t time) {
  if (time > model_->time()) model_->step(time - model_->time());
}

std::unique_ptr<Glimpse> three_panes(std::unique_ptr<Glimpse> watched, std::unique_ptr<Glimpse> compared,
                                     io::Colour surroundings) {
  return std::make_unique<ThreePanes>(std::move(watched), std::move(compared), surroundings);
}

}  // namespace morula::serve
