#include "models/membrane/observe/trace_observer.h"

#include "io/durable_file.h"
#include "models/membrane/membrane_model.h"
#include "models/membrane/observe/trace.h"
#include "models/membrane/observe/trace_file.h"
#include "models/membrane/observe/tree_picture.h"
#include "models/series/wrapped_model.h"

namespace morula::membrane {
namespace {

class TraceObserver final : public Observer {
 public:
  TraceObserver(std::filesystem::path run, Schedule due, std::shared_ptr<const MembraneSpec> spec)
      : Observer(due), run_(std::move(run)), spec_(std::move(spec)) {}

  void begin(Model&, std::uint64_t step) override {
    const auto keep = [&](u64 written) { return covered(written, schedule(), step); };
    text_ = std::make_unique<TraceFile>(run_ / "trace.txt", "step ", step > 0, keep);
    lines_ = std::make_unique<TraceFile>(run_ / "trace.jsonl", "{\"step\":", step > 0, keep);
  }
  void observe(Model& model) override {
    const Configuration configuration = dynamic_cast<ConfiguredModel&>(innermost(model)).configuration();
    text_->append(text_trace(spec_->system(), configuration, model.time()));
    lines_->append(json_trace(spec_->system(), configuration, model.time()));
  }
  void sync() override {
    text_->sync();
    lines_->sync();
  }

 private:
  std::filesystem::path run_;
  std::shared_ptr<const MembraneSpec> spec_;
  std::unique_ptr<TraceFile> text_, lines_;
};

class TreeObserver final : public NumberedFiles {
 public:
  TreeObserver(const std::filesystem::path& run, Schedule due, std::shared_ptr<const MembraneSpec> spec)
      : NumberedFiles(run / "tree", ".svg", due), spec_(std::move(spec)) {}

 private:
  void write(Model& model, const std::filesystem::path& place) override {
    auto& membranes = dynamic_cast<ConfiguredModel&>(innermost(model));
    if (membranes.membranes() <= most_in_picture)
      io::write_file(place, tree_picture(spec_->system(), membranes.configuration()));
  }

  std::shared_ptr<const MembraneSpec> spec_;
};

}  // namespace

std::unique_ptr<Observer> observe_trace(const std::filesystem::path& run, Schedule schedule,
                                        std::shared_ptr<const MembraneSpec> spec) {
  return std::make_unique<TraceObserver>(run, schedule, std::move(spec));
}

std::unique_ptr<Observer> observe_tree(const std::filesystem::path& run, Schedule schedule,
                                       std::shared_ptr<const MembraneSpec> spec) {
  return std::make_unique<TreeObserver>(run, schedule, std::move(spec));
}

}  // namespace morula::membrane
