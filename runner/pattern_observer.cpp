// patterns/NNNNNNNNN.rle: the state as a pattern that Golly opens.
#include <cassert>
#include <cerrno>
#include <fstream>

#include "io/descriptor.h"
#include "io/durable_file.h"
#include "models/automaton/observe/rle_writer.h"
#include "runner/observer.h"

namespace morula {
namespace {

void write_cells(Model& model, const Shown& shown, std::ostream& out) {
  const Field& field = shown.field;
  assert(field.type == ValueType::U8 && field.dimensions == 2);  // whoever read the model file saw to it
  RleWriter writer(out, {field.extent.x, field.extent.y, shown.values, shown.rule});
  std::vector<std::uint8_t> cells;
  for (const Slab& slab : slabs_of(field)) {
    cells.resize(slab.count);
    model.read(field, slab, std::as_writable_bytes(std::span(cells)));
    writer.add(cells);
  }
  writer.finish();
}

class PatternObserver final : public Observer {
 public:
  PatternObserver(std::filesystem::path folder, Schedule schedule)
      : Observer(schedule), folder_(std::move(folder)) {}

  void begin(Model&, std::uint64_t step) override {
    std::filesystem::create_directories(folder_);
    remove_uncovered(folder_, schedule(), step);
  }

  void observe(Model& model) override {
    io::PendingFile pending(folder_ / numbered(model.time(), ".rle"));
    std::ofstream file(pending.path(), std::ios::binary | std::ios::trunc);
    if (!file) io::throw_errno(pending.path(), errno);
    errno = 0;
    write_cells(model, model.shown(), file);
    file.close();
    if (!file) io::throw_errno(pending.path(), errno != 0 ? errno : EIO);
    pending.commit();
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<Observer> observe_patterns(const std::filesystem::path& folder, Schedule schedule) {
  return std::make_unique<PatternObserver>(folder / "patterns", schedule);
}

}  // namespace morula
