// Runs of earlier versions that this version cannot continue are refused with the reason.
#include "io/hdf5_file.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// Rewrites the checkpoint without this field, as a version wrote it that did not have the field.
void remove_field(const std::filesystem::path& checkpoint, const std::string& name) {
  const std::filesystem::path written = checkpoint.string() + ".earlier";
  {
    const io::Hdf5Reader from(checkpoint);
    ASSERT_TRUE(from.field(name)) << "there is no field to remove";
    io::Hdf5Writer to(written);
    for (const char* attribute : {"time", "updates"}) to.attribute(attribute, from.number(attribute));
    to.attribute("state_hash", from.text("state_hash"));
    for (const Field& field : from.fields()) {
      if (field.name == name) continue;
      std::vector<std::byte> values(field.values() * size_of(field.type));
      from.read(field, {0, field.values()}, values);
      to.add(field);
      to.write(field, {0, field.values()}, values);
    }
    to.close();
  }
  std::filesystem::rename(written, checkpoint);
}

class EarlierTissue : public testing::Test {
 protected:
  Finished resume(const std::string& order) const {
    place_.write("tissue.yaml", R"(model: potts
steps: 5
lattice: {size: [24, 24]}
potts:
  order: )" + order + R"(
  temperature: 10
  types: [medium, light, dark]
  adhesion: {dark-dark: 2, light-dark: 11, light-light: 14, medium-light: 16, medium-dark: 16}
  volume: {light: {target: 16, strength: 1}, dark: {target: 16, strength: 1}}
initial: {cells: {ball: {centre: [12, 12], radius: 9}, width: 4, types: {light: 0.5, dark: 0.5}}}
)");
    place_.must({"run", "tissue.yaml", "--out", order, "--quiet", "--backend", "cpu"});
    if (order == "parallel") remove_field(place_ / order / "checkpoint.h5", "parallel_sub_steps");
    return place_.morula({"resume", order, "--steps", "9", "--quiet", "--backend", "cpu"});
  }
  Workplace place_;
};

// The parallel order of that version was different, so that a run that is half in each order would be the
// answer of neither version.
TEST_F(EarlierTissue, InParallelOrderIsRefused) {
  const Finished refused = resume("parallel");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(
      refused.err.find("checkpoint.h5: was written by an earlier version, which had another parallel order "
                       "of tissues; start the run again"),
      std::string::npos)
      << refused.err;
  EXPECT_EQ(step_of(place_ / "parallel"), 5u) << "the checkpoint must not change";
}

// The sequential order has no sub-steps, so that none are missing.
TEST_F(EarlierTissue, InSequentialOrderIsResumed) {
  EXPECT_EQ(resume("sequential").code, 0);
  EXPECT_EQ(step_of(place_ / "sequential"), 9u);
}

}  // namespace
}  // namespace morula::test
