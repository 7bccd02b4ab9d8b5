// Compares every engine on every available processor with the reference of tissue: states, activation times,
// hashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "io/hdf5_file.h"
#include "io/image.h"
#include "tests/automaton/tissue_models.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

constexpr std::array<int, 3> batches = {1, 3, 20};

// Writes the masks and maps that the cases name.
void write_maps(const io::TemporaryFolder& folder) {
  io::Image mask(37, 23);
  for (std::uint32_t y = 0; y < mask.height; ++y)
    for (std::uint32_t x = 0; x < mask.width; ++x) {
      const auto grey = static_cast<std::uint8_t>(255 * mask_at(x, y, 0));
      mask.at(x, y) = {grey, grey, grey};
    }
  io::write_png(folder / "mask.png", mask);

  const Field masks{"mask", ValueType::U8, {13, 11, 9}, 3}, regions{"regions", ValueType::U8, {13, 11, 9}, 3};
  std::vector<std::uint8_t> mask_values, region_values;
  for (long z = 0; z < 9; ++z)
    for (long y = 0; y < 11; ++y)
      for (long x = 0; x < 13; ++x) {
        mask_values.push_back(static_cast<std::uint8_t>(mask_at(x, y, z)));
        region_values.push_back(static_cast<std::uint8_t>(map_at(x, y, z)));
      }
  io::Hdf5Writer writer(folder / "maps.h5");
  writer.add(masks);
  writer.add(regions);
  writer.write(masks, {0, mask_values.size()}, std::as_bytes(std::span(mask_values)));
  writer.write(regions, {0, region_values.size()}, std::as_bytes(std::span(region_values)));
  writer.close();
}

class Tissue : public testing::TestWithParam<std::tuple<TissueCase, std::string>> {
 protected:
  void SetUp() override { write_maps(folder_); }

  Spec spec(const std::string& engine, bool with_map) const {
    const auto& [tissue, boundary] = GetParam();
    return read_spec(io::parse_document(tissue_file(tissue, boundary, engine, with_map), "test.yaml"),
                     folder_.path());
  }

  void expect_equal(Model& model, const TissueReference& reference, bool with_map) const {
    ASSERT_EQ(states_of(model), reference.states());
    if (with_map) {
      ASSERT_EQ(activation_times_of(model), reference.activation_time);
    }
    ASSERT_EQ(model.hash().value, hash_of(reference, with_map));
  }

  io::TemporaryFolder folder_;
};

TEST_P(Tissue, FollowsTheReferenceOnEveryBackend) {
  const auto& [tissue, boundary] = GetParam();
  const auto backends = available_backends();
  TissueReference now = tissue.reference;
  now.periodic = everywhere(boundary);
  now.start(states_of(*make_model(spec("plain", false), backends.front().backend)));
  std::vector<TissueReference> moments = {now};
  for (const int batch : batches) {
    for (int i = 0; i < batch; ++i) now.step();
    moments.push_back(now);
  }
  const auto later = [](std::uint32_t activation_time) { return activation_time > 2; };
  ASSERT_GT(std::ranges::count_if(now.activation_time, later), 50) << "too few cells have been activated";
  for (const NamedBackend& named : backends) {
    if (is_slow(named) && tissue.on_slow_devices != boundary) continue;
    for (const std::string& engine : engines_for(spec("bitplane", false)))
      for (const bool with_map : {false, true}) {
        SCOPED_TRACE(fmt::format("{}, {}{}", named.name, engine, with_map ? " with a map" : ""));
        const auto model = make_model(spec(engine, with_map), named.backend);
        expect_equal(*model, moments.front(), with_map);
        for (std::size_t i = 0; i < batches.size(); ++i) {
          model->step(static_cast<std::uint64_t>(batches[i]));
          expect_equal(*model, moments[i + 1], with_map);
        }
        if (HasFatalFailure()) return;
      }
  }
}

// There are so many thresholds that kernels look up only the one of each state.
TEST(ManyThresholds, AreTheSameOnEveryBackend) {
  std::string regions;
  for (int i = 0; i < 10; ++i)
    regions += fmt::format(
        "{{box: {{from: [{0}, 0], to: [{1}, 30]}}, activated: {2}, refractory: 3, threshold: {3}}}, ", 5 * i,
        5 * i + 4, 1 + i % 3, 1 + i);
  const Spec spec = spec_from(
      "model: automaton\nseed: 4\nsteps: 100\nlattice: {size: [53, 31]}\nautomaton: {tissue: {range: 2, "
      "activated: 2, "
      "refractory: 4, threshold: 12, regions: [" +
      regions + "]}}\ninitial: {random: {fractions: {1: 0.3, 2: 0.2}}}\n");
  const gpu::Source source = plain_source(dynamic_cast<const AutomatonSpec&>(*spec.section));
  const auto has_table = std::ranges::find(source.defines, "HAS_WHOLE_TABLE", &gpu::Define::name);
  ASSERT_EQ(has_table->value, "0");
  const auto backends = available_backends();
  const auto expected = make_model(spec, backends.front().backend);
  const auto before = states_of(*expected);
  expected->step(9);
  ASSERT_NE(states_of(*expected), before);
  for (const NamedBackend& named : backends) {
    const auto model = make_model(spec, named.backend);
    model->step(9);
    EXPECT_EQ(states_of(*model), states_of(*expected)) << named.name;
  }
}

std::string name_of(const testing::TestParamInfo<Tissue::ParamType>& test) {
  return std::get<0>(test.param).name + "_" + std::get<1>(test.param);
}

const auto tissue_boundaries = testing::Values("periodic", "fixed");
INSTANTIATE_TEST_SUITE_P(Even, Tissue, testing::Combine(testing::ValuesIn(even_tissues()), tissue_boundaries),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Wide, Tissue, testing::Combine(testing::ValuesIn(wide_tissues()), tissue_boundaries),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Uneven, Tissue,
                         testing::Combine(testing::ValuesIn(uneven_tissues()), tissue_boundaries), name_of);

}  // namespace
}  // namespace morula::test
