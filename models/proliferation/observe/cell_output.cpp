#include "models/proliferation/observe/cell_output.h"

#include "io/durable_file.h"
#include "models/proliferation/population_model.h"
#include "models/series/wrapped_model.h"

namespace morula {
namespace {

class CellOutput final : public Observer {
 public:
  CellOutput(std::filesystem::path run, std::uint64_t end, std::shared_ptr<const ProliferationSpec> spec,
             MakeCellFiles make)
      : Observer(Schedule::at_end(end)), run_(std::move(run)), spec_(std::move(spec)), make_(make) {}

  void begin(Model&, std::uint64_t) override {}
  void observe(Model&) override {}
  void end(Model& model) override {
    const auto numbers = dynamic_cast<PopulationModel&>(innermost(model)).numbers();
    if (!numbers) return;  // not all steps were requested
    for (const CellFile& file : make_(*spec_, *numbers)) io::write_file(run_ / file.name, file.text);
  }

 private:
  std::filesystem::path run_;
  std::shared_ptr<const ProliferationSpec> spec_;
  MakeCellFiles make_;
};

}  // namespace

std::unique_ptr<Observer> observe_cells(const std::filesystem::path& run, std::uint64_t end,
                                        std::shared_ptr<const ProliferationSpec> spec, MakeCellFiles make) {
  return std::make_unique<CellOutput>(run, end, std::move(spec), make);
}

}  // namespace morula
