// The same cube by the program's own engine, through `Model`.
#include <fmt/format.h>

#include <algorithm>

#include "bench/caux/caux_paths.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

Spec cube_of(unsigned side) {
  const std::string model = fmt::format(
      "model: automaton\nsteps: 1\nlattice: {{size: [{0}, {0}, {0}], boundary: periodic}}\n"
      "automaton: {{rule: \"B5/S4,5\", quiet_regions: compute}}\ninitial: {{random: {{density: 0.3}}}}\n",
      side);
  return read_spec(io::parse_document(model, "bench"), ".");
}

class Ours final : public CubePath {
 public:
  Ours(HostCubes& cubes, const Backend& backend)
      : cubes_(cubes),
        model_(make_model(cubes.spec, backend, Start::Blank)),
        field_(model_->fields().front()) {
    model_->step(16);  // builds the kernels
  }

  void upload() override {
    model_->restore(field_, {0, field_.extent.sites()}, std::as_bytes(std::span(cubes_.initial_bytes)));
  }
  void step(std::uint64_t steps) override { model_->step(steps); }
  void download() override {
    model_->read(field_, {0, field_.extent.sites()}, std::as_writable_bytes(std::span(cubes_.result_bytes)));
  }

 private:
  HostCubes& cubes_;
  std::unique_ptr<Model> model_;
  Field field_;
};

}  // namespace

HostCubes::HostCubes(unsigned cube_side) : side(cube_side), spec(cube_of(cube_side)) {
  const Backend host{BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
  const auto model = make_model(spec, host);
  const Field field = model->fields().front();
  initial_bytes.resize(field.extent.sites());
  model->read(field, {0, field.extent.sites()}, std::as_writable_bytes(std::span(initial_bytes)));
  initial.assign(initial_bytes.begin(), initial_bytes.end());
  result_bytes.resize(initial.size());
  result.resize(initial.size());
}

std::uint64_t host_bytes(unsigned side) {
  constexpr std::uint64_t per_cell = 2 * (1 + 4) + 2 * 4;
  return std::uint64_t{side} * side * side * per_cell;
}

std::unique_ptr<CubePath> our_path(HostCubes& cubes, const Backend& backend) {
  return std::make_unique<Ours>(cubes, backend);
}

}  // namespace morula
