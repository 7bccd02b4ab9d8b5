// The same cells by the program's own engines.
#include "bench/nisoli/nisoli_paths.h"

namespace morula {
namespace {

class NisoliOurs final : public NisoliPath {
 public:
  NisoliOurs(const NisoliTask& task, std::unique_ptr<ProliferationEngine> engine)
      : task_(task), engine_(std::move(engine)), none_(task.process().counters()) {}

  std::vector<u64> run() override {
    engine_->set_counts(0, none_);
    engine_->simulate(0, task_.process().cells());
    return task_.histogram_of(engine_->counts(0));
  }

 private:
  const NisoliTask& task_;
  std::unique_ptr<ProliferationEngine> engine_;
  std::vector<u64> none_;
};

}  // namespace

std::unique_ptr<NisoliPath> nisoli_one_core(const NisoliTask& task) {
  return std::make_unique<NisoliOurs>(
      task, make_proliferation_plain(task.process(), {task.variant()}, std::make_shared<ThreadPool>(1)));
}

std::unique_ptr<NisoliPath> nisoli_ours(const NisoliTask& task, const Backend& backend) {
  return std::make_unique<NisoliOurs>(task,
                                      make_proliferation_engine(task.process(), {task.variant()}, backend));
}

}  // namespace morula
