// The same tissue by the program's own engine, through `Model`.
#include <fmt/format.h>

#include <algorithm>

#include "bench/tapia/tapia_paths.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

// The initial state in this text is replaced later; only its types matter.
Spec tapia_spec(const TapiaTissue& tissue, const TapiaParameters& parameters, u32 seed) {
  const auto j = [&](u32 a, u32 b) { return parameters.adhesion[a * tapia_kinds + b]; };
  const auto volume = [&](u32 kind) {
    return fmt::format("{{target: {}, strength: {}}}", parameters.target[kind], parameters.strength[kind]);
  };
  const std::string model = fmt::format(
      "model: potts\nseed: {}\nsteps: 1000000\nlattice: {{size: [{}, {}, {}], boundary: periodic}}\n"
      "potts:\n  temperature: {}\n  types: [medium, one, two]\n  contact: {{range: 2}}\n"
      "  copy: {{range: 1}}\n  adhesion: {{one-one: {}, one-two: {}, two-two: {}, medium-one: {}, "
      "medium-two: {}}}\n  volume: {{one: {}, two: {}}}\ninitial: {{cells: {{width: 8, type: one}}}}\n",
      seed, tissue.size.x, tissue.size.y, tissue.size.z, parameters.temperature, j(1, 1), j(1, 2), j(2, 2),
      j(0, 1), j(0, 2), volume(1), volume(2));
  return read_spec(io::parse_document(model, "bench"), ".");
}

class TapiaOurs final : public TapiaPath {
 public:
  TapiaOurs(const TapiaTissue& tissue, u32 seed, const Backend& backend)
      : tissue_(tissue), seed_(seed), backend_(backend) {}

  void upload(const TapiaParameters& parameters) override {
    model_.reset();  // before the next model takes as much memory
    model_ = make_model(tapia_spec(tissue_, parameters, seed_), backend_, Start::Blank);
    Field types{"type", ValueType::U8, {tissue_.types.size(), 1, 1}, 1};
    const Field sites{"cell", ValueType::U32, tissue_.size, 3};
    std::vector<u8> kinds(tissue_.types.size());  // the medium is type 0 of the model
    for (std::size_t cell = 1; cell < kinds.size(); ++cell)
      kinds[cell] = static_cast<u8>(tissue_.types[cell] + 1);
    model_->begin_restore({types, sites});
    model_->restore(types, {0, kinds.size()}, std::as_bytes(std::span(kinds)));
    for (const Slab& slab : slabs_of(sites))
      model_->restore(sites, slab, std::as_bytes(std::span(tissue_.cells).subspan(slab.first, slab.count)));
    model_->end_restore(0, 0);
  }

  void iterate(u64 iterations) override { model_->step(iterations / tapia_classes); }

  double copies_an_attempt() override {
    const u64 attempts = model_->updates(), copies = accepted();
    iterate(tapia_classes);
    return static_cast<double>(accepted() - copies) / static_cast<double>(model_->updates() - attempts);
  }

  std::vector<u32> download() override {
    const Field sites{"cell", ValueType::U32, tissue_.size, 3};
    std::vector<u32> cells(tissue_.cells.size());
    for (const Slab& slab : slabs_of(sites))
      model_->read(sites, slab, std::as_writable_bytes(std::span(cells).subspan(slab.first, slab.count)));
    return cells;
  }

 private:
  u64 accepted() {
    const std::vector<std::string> columns = model_->columns();
    const auto place = std::ranges::find(columns, "accepted") - columns.begin();
    return std::get<u64>(observe(*model_).front()[static_cast<std::size_t>(place)]);
  }

  const TapiaTissue& tissue_;
  u32 seed_;
  Backend backend_;
  std::unique_ptr<Model> model_;
};

}  // namespace

std::unique_ptr<TapiaPath> tapia_ours(const TapiaTissue& tissue, u32 seed, const Backend& backend) {
  return std::make_unique<TapiaOurs>(tissue, seed, backend);
}

}  // namespace morula
