// What ParaView shows of our states with each of its readers, if python3-paraview is installed (Debian does
// not include it in python3-vtk9).
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <numeric>

#include "io/hdf5_file.h"
#include "io/xdmf_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

struct Shown {
  int code = 0;
  std::string text;
};

Shown shown_by_vtk(const std::filesystem::path& xdmf, const std::string& reader) {
  const std::string command =  // Debian's Python, which finds Debian's packages
      "PATH=/usr/bin:$PATH python3 " MORULA_SOURCE_DIR "/tests/io/read_xdmf.py '" + xdmf.string() + "' " +
      reader + " 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  Shown shown;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), pipe)) shown.text += part.data();
  shown.code = pclose(pipe);
  return shown;
}

// Values 0, 1, 2, … in canonical order.
void save(const std::filesystem::path& folder, const Field& field) {
  std::vector<std::uint8_t> values(field.values());
  std::iota(values.begin(), values.end(), std::uint8_t{0});
  Hdf5Writer writer(folder / "a.h5");
  writer.add(field);
  writer.write(field, {0, field.values()}, std::as_bytes(std::span(values)));
  for (Index replica = 0; replica < field.replicas; ++replica) writer.add_replica(field, replica);
  writer.close();
  write_xdmf(folder / "a.xdmf", {field}, {{"a.h5", 0}});
}

void expect_shown(const Field& field, const std::string& expected) {
  const TemporaryFolder folder;
  save(folder.path(), field);
  for (const std::string reader : {"2", "3S", "3T"}) {
    const Shown shown = shown_by_vtk(folder / "a.xdmf", reader);
    if (shown.code != 0 && shown.text.empty())
      GTEST_SKIP() << "no VTK with readers of XDMF is here (python3-paraview has them)";
    EXPECT_EQ(shown.text, expected) << reader;
  }
}

TEST(XdmfInVtk, APlaneLiesInXAndY) {
  expect_shown({"state", ValueType::U8, {4, 3, 1}, 2}, "0 4 0 3 0 1\n0 1 2 3 4 5 6 7 8 9 10 11\n");
}

TEST(XdmfInVtk, ASolidHasItsAxes) {
  expect_shown({"state", ValueType::U8, {3, 2, 2}, 3}, "0 3 0 2 0 2\n0 1 2 3 4 5 6 7 8 9 10 11\n");
}

TEST(XdmfInVtk, ReplicasLieSideBySide) {
  expect_shown({"state", ValueType::U8, {3, 2, 1}, 2, 2},
               "0 3 0 2 0 1\n0 1 2 3 4 5\n4 7 0 2 0 1\n6 7 8 9 10 11\n");
}

}  // namespace
}  // namespace morula::io
