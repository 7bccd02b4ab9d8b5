// Wrong PIF files give the expected messages.
#include <gtest/gtest.h>

#include "models/potts/initial/pif_file.h"
#include "tests/support/corpus.h"

namespace morula::test {
namespace {

TEST(PifCorpus, EveryBadFileGetsItsMessage) {
  const Lattice lattice = Lattice::whole({12, 8, 1}, 2, Boundary::Periodic);
  expect_complaints("pif", ".pif", [&](const std::string& text, const std::string& name) {
    potts::read_pif(text, name, lattice, {"medium", "light", "dark"});
  });
}

TEST(PifCorpus, TheSeedsThatAreRightAreRead) {
  const Lattice plane = Lattice::whole({12, 8, 1}, 2, Boundary::Periodic);
  const Lattice space = Lattice::whole({5, 6, 4}, 3, Boundary::Periodic);
  const std::vector<std::string> types = {"medium", "light", "dark"};
  const auto flat = potts::read_pif(io::read_file(corpus / "pif/good.piff"), "good.piff", plane, types);
  EXPECT_EQ(flat.types.size(), 4u);
  const auto solid =
      potts::read_pif(io::read_file(corpus / "pif/good_3d.piff"), "good_3d.piff", space, types);
  EXPECT_EQ(solid.types.size(), 3u);
}

}  // namespace
}  // namespace morula::test
