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
  ThreePanes(std::unique_ptr<Glimpse> left, std::unique_ptr<Glimpse> middle)
      : left_(std::move(left)), middle_(std::move(middle)) {}

  io::Image paint(ThreadPool& threads) override {
    const io::Image left = left_->paint(threads), middle = middle_->paint(threads);
    const std::size_t width = left.width;
    io::Image panes(left.width * 3, left.height);
    for (std::size_t y = 0; y < left.height; ++y) {
      const io::Colour *const a = &left.pixels[y * width], *const b = &middle.pixels[y * width];
      io::Colour* const to = &panes.pixels[y * width * 3];
      std::copy_n(a, width, to);
      std::copy_n(b, width, to + width);
      for (std::size_t x = 0; x < width; ++x) to[2 * width + x] = a[x] == b[x] ? pale(a[x]) : differing;
    }
    return panes;
  }

 private:
  std::unique_ptr<Glimpse> left_, middle_;
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

std::uint64_t differing_sites(Model& a, Model& b, const Field& field) {
  const std::uint64_t size = size_of(field.type);
  std::vector<std::byte> of_a, of_b;
  std::uint64_t found = 0;
  for (const Slab& slab : slabs_of(field)) {
    of_a.resize(slab.count * size);
    of_b.resize(slab.count * size);
    a.read(field, slab, of_a);
    b.read(field, slab, of_b);
    for (std::size_t at = 0; at < of_a.size(); at += size)
      found += std::equal(&of_a[at], &of_a[at] + size, &of_b[at]) ? 0 : 1;
  }
  return found;
}

std::unique_ptr<Glimpse> three_panes(std::unique_ptr<Glimpse> left, std::unique_ptr<Glimpse> middle) {
  return std::make_unique<ThreePanes>(std::move(left), std::move(middle));
}

}  // namespace morula::serve
