#include "models/automaton/observe/pattern_observer.h"

#include <cerrno>
#include <fstream>

#include "io/descriptor.h"
#include "io/durable_file.h"

namespace morula {
namespace {

class PatternObserver final : public NumberedFiles {
 public:
  PatternObserver(const std::filesystem::path& folder, Schedule schedule, const RleHeader& header)
      : NumberedFiles(folder, ".rle", schedule), header_(header) {}

 private:
  void write(Model& model, const std::filesystem::path& place) override {
    io::PendingFile pending(place);
    std::ofstream file(pending.path(), std::ios::binary | std::ios::trunc);
    if (!file) io::throw_errno(pending.path(), errno);
    errno = 0;
    write_cells(model, file);
    file.close();
    if (!file) io::throw_errno(pending.path(), errno != 0 ? errno : EIO);
    pending.commit();
  }

  void write_cells(Model& model, std::ostream& out) const {
    const Field field = model.fields().front();
    RleWriter writer(out, header_);
    std::vector<std::uint8_t> cells;
    for (const Slab& slab : slabs_of(field)) {
      cells.resize(slab.count);
      model.read(field, slab, std::as_writable_bytes(std::span(cells)));
      writer.add(cells);
    }
    writer.finish();
  }

  RleHeader header_;
};

}  // namespace

std::unique_ptr<Observer> observe_patterns(const std::filesystem::path& run, Schedule schedule,
                                           const RleHeader& header) {
  return std::make_unique<PatternObserver>(run / "patterns", schedule, header);
}

}  // namespace morula
