// Transfers of life between the host and a device: numbers of cells in every step, sites of dividing cells,
// but never the whole lattice.
#include <gtest/gtest.h>

#include "gpu/forwarding_device.h"
#include "gpu/nvrtc.h"
#include "models/catalogue.h"
#include "models/potts/engine/potts_engine.h"
#include "tests/potts/living_model.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

class TransferCounter final : public gpu::ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  void write(gpu::Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    bytes += from.size();
    ForwardingDevice::write(to, offset, from);
  }
  void read(const gpu::Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    bytes += to.size();
    ForwardingDevice::read(from, offset, to);
  }

  u64 bytes = 0;
};

// 144 cells on 40000 sites. All of them divide in step 8, and change their type in step 11.
const std::string colony_with_events = R"yaml(
model: potts
seed: 3
steps: 20
lattice: {size: [200, 200]}
potts:
  temperature: 8
  types: [medium, stem, dead]
  adhesion: {medium-stem: 12, stem-stem: 6, medium-dead: 12, stem-dead: 10, dead-dead: 6}
  volume: {stem: {target: 20, strength: 2}, dead: {target: 20, strength: 2}}
  fields: {food: {diffusion: 0.2, initial: 1, source: "if type == stem then -0.01 * food else 0"}}
  properties: {energy: {initial: 1, rate: "mean(food) - 0.1 * energy"}}
  life:
    stem:
      target: {volume: {next: "target_volume + 0.01 * contact(medium) + 0.1 * mean(food)", most: 60}}
      divide: {when: "step == 7"}
      become: {dead: "step == 10"}
    dead: {die: {when: "step == 12 and sum(food) > 0", at_once: true}}
initial: {cells: {box: {from: [60, 60], to: [119, 119]}, width: 5, type: stem}}
)yaml";

TEST(Life, MovesNumbersOfCellsAndNotTheLattice) {
  constexpr u64 cells = 144;
  const Spec spec = read_model({{"life.yaml", colony_with_events}, {}, {}});
  const auto on_host = make_model(spec, one_thread, Start::Initial);
  on_host->step(15);
  for (auto [name, backend] : available_backends()) {
    if (!backend.device) continue;
    const auto counter = std::make_shared<TransferCounter>(backend.device);
    backend.device = counter;
    const auto model = make_model(spec, backend, Start::Initial);
    const auto bytes_of = [&](u64 steps) {
      counter->bytes = 0;
      model->step(steps);
      return counter->bytes;
    };
    bytes_of(3);
    EXPECT_LT(bytes_of(4), 4 * 120 * cells) << "bytes of a cell in a step without events, " << name;
    EXPECT_LT(bytes_of(1), 130 * cells) << "all cells divide, " << name;
    bytes_of(2);
    EXPECT_LT(bytes_of(1), 200 * 2 * cells) << "all cells become others, " << name;
    bytes_of(1);
    EXPECT_LT(bytes_of(1), 200 * 2 * cells) << "all cells die, " << name;
    model->step(2);
    EXPECT_EQ(model->hash(), on_host->hash()) << name;
  }
}

TEST(PottsNvrtc, CompilesLife) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const Spec spec = read_model({{"life.yaml", colony_with_events}, {}, {}});
  for (const gpu::Source& source :
       potts::engine_sources(dynamic_cast<const potts::PottsSpec&>(*spec.section), true))
    EXPECT_FALSE(gpu::Nvrtc().compile(source, 90u).empty());
}

}  // namespace
}  // namespace morula::test
