#include "tests/toy/toy_diary.h"

#include "io/durable_file.h"

namespace morula::test {
namespace {

class DiaryObserver final : public Observer {
 public:
  DiaryObserver(std::filesystem::path place, std::uint64_t end)
      : Observer(Schedule::at_end(end)), place_(std::move(place)) {}

  void begin(Model&, std::uint64_t) override { std::filesystem::remove(place_); }
  void observe(Model&) override {}
  void end(Model& model) override {
    io::write_file(place_, "ended at step " + std::to_string(model.time()) + "\n");
  }

 private:
  std::filesystem::path place_;
};

}  // namespace

std::unique_ptr<Observer> observe_diary(const std::filesystem::path& run, std::uint64_t end) {
  return std::make_unique<DiaryObserver>(run / "diary.txt", end);
}

}  // namespace morula::test
