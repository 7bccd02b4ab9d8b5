// Additional datasets for ParaView in saved states: types, phases and properties of each site, and single
// replicas.
#include <gtest/gtest.h>

#include <cmath>

#include "io/document.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "models/catalogue.h"
#include "runner/standard_observers.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

template <typename Value>
std::vector<Value> values_in(const io::Hdf5Reader& file, const std::string& name) {
  const auto field = file.field(name);
  if (!field || size_of(field->type) != sizeof(Value)) return {};
  std::vector<Value> values(field->values());
  file.read(*field, {0, field->values()}, std::as_writable_bytes(std::span(values)));
  return values;
}

// The state of step 5 in state/000000005.h5.
void save_states(const std::string& yaml, const std::filesystem::path& folder, const Backend& backend) {
  const Spec spec = read_spec(io::parse_document("seed: 3\nsteps: 5\n" + yaml, "test.yaml"), "");
  const auto model = make_model(spec, backend);
  const auto observer = observe_states(folder, Schedule(5, 5));
  observer->begin(*model, 0);
  model->step(5);
  observer->observe(*model);
}

const std::string tissue_with_energy =
    "model: potts\nlattice: {size: [18, 14]}\n"
    "potts: {temperature: 10, types: [medium, dark, light],\n"
    "  adhesion: {medium-dark: 16, medium-light: 16, dark-dark: 2, dark-light: 11, light-light: 14},\n"
    "  volume: {dark: {target: 16, strength: 2}, light: {target: 16, strength: 2}},\n"
    "  properties: {energy: {initial: 2, rate: \"0.01 * volume\"}}}\n"
    "initial: {cells: {ball: {centre: [9, 7], radius: 6}, width: 4, types: {dark: 0.5, light: 0.5}}}\n";

TEST(SavedSites, HaveTheTypeAndThePropertiesOfTheirCell) {
  for (const NamedBackend& on : available_backends()) {
    const io::TemporaryFolder folder;
    save_states(tissue_with_energy, folder.path(), on.backend);
    const io::Hdf5Reader file(folder / "state/000000005.h5");
    const auto cells = values_in<std::uint32_t>(file, "cell");
    const auto types = values_in<std::uint8_t>(file, "type"),
               of_sites = values_in<std::uint8_t>(file, "site_type");
    const auto energies = values_in<double>(file, "energy"),
               energies_of_sites = values_in<double>(file, "site_energy");
    ASSERT_EQ(cells.size(), 18u * 14u) << on.name;
    ASSERT_EQ(of_sites.size(), cells.size()) << on.name;
    ASSERT_EQ(energies_of_sites.size(), cells.size()) << on.name;
    bool has_medium = false;
    for (std::size_t site = 0; site < cells.size(); ++site) {
      EXPECT_EQ(of_sites[site], types[cells[site]]);
      if (cells[site] == 0) {
        EXPECT_TRUE(std::isnan(energies_of_sites[site]));
      } else {
        EXPECT_EQ(energies_of_sites[site], energies[cells[site]]);
      }
      has_medium = has_medium || cells[site] == 0;
    }
    EXPECT_TRUE(has_medium);
    const std::string xdmf = io::read_file(folder / "state/000000005.xdmf");
    for (const char* name : {"cell", "site_type", "site_energy"})
      EXPECT_TRUE(io::contains(xdmf, std::string("<Attribute Name=\"") + name + "\"")) << name;
  }
}

TEST(SavedSites, OfExcitableTissueHaveAPhase) {
  const io::TemporaryFolder folder;
  save_states(
      "model: automaton\nlattice: {size: [9, 7], boundary: fixed}\n"
      "automaton: {tissue: {threshold: 1, activated: 2, refractory: 3}}\n"
      "initial: {cells: [{at: [4, 3], state: 1}]}\n",
      folder.path(), available_backends().front().backend);
  const io::Hdf5Reader file(folder / "state/000000005.h5");
  const auto states = values_in<std::uint8_t>(file, "state"), phases = values_in<std::uint8_t>(file, "phase");
  ASSERT_EQ(phases.size(), states.size());
  EXPECT_EQ(file.text(*file.field("phase"), "names"), "resting,activated,refractory");
  EXPECT_TRUE(io::contains(io::read_file(folder / "state/000000005.xdmf"), "<Attribute Name=\"phase\""));
  for (std::size_t site = 0; site < states.size(); ++site)
    EXPECT_EQ(phases[site], states[site] == 0 ? 0 : states[site] <= 2 ? 1 : 2);
}

TEST(SavedSites, OfEachReplicaAreADatasetOfTheirOwn) {
  const io::TemporaryFolder folder;
  save_states(
      "replicas: 3\nmodel: automaton\nlattice: {size: [7, 5, 4]}\nautomaton: {rule: \"B5/S4,5\"}\n"
      "initial: {random: {density: 0.4}}\n",
      folder.path(), available_backends().front().backend);
  const io::Hdf5Reader file(folder / "state/000000005.h5");
  const auto whole = values_in<std::uint8_t>(file, "state");
  ASSERT_EQ(whole.size(), 3u * 140u);
  for (std::size_t replica = 0; replica < 3; ++replica) {
    const std::string name = "replicas/" + std::to_string(replica) + "/state";
    EXPECT_EQ(values_in<std::uint8_t>(file, name),
              (std::vector(whole.begin() + replica * 140, whole.begin() + (replica + 1) * 140)));
    EXPECT_TRUE(io::contains(io::read_file(folder / "state/000000005.xdmf"), "000000005.h5:/" + name));
  }
}

}  // namespace
}  // namespace morula::test
