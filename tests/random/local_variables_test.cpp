// Every kernel uses the LOCAL variables that it declares, whatever the defines of a model are. PoCL 5 aborts
// the process if a LOCAL variable is declared but not used; other drivers do not. The test therefore compiles
// the texts as C, with LOCAL variables as static ones, and searches the assembly for their names.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "models/catalogue.h"
#include "models/ranks/rank_part.h"
#include "tests/io/temporary_folder.h"
#include "tests/random/random_model.h"
#include "texts/morula_gpu.h"

namespace morula::test {
namespace {

u64 models_compiled() { return std::getenv("MORULA_FULL") ? 40 : 8; }

// Definitions of what OpenCL has and C lacks.
constexpr std::string_view opencl_in_c = R"(
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define __kernel
#define __global
#define __constant static const
#define __local
#define reqd_work_group_size(x, y, z) unused
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
extern ulong get_global_id(uint), get_local_id(uint), get_local_size(uint), get_group_id(uint), get_num_groups(uint);
extern void barrier(uint);
extern uint popcount(uint), clz(uint), mul_hi(uint, uint);
#define cl_khr_fp64 1
extern ulong as_ulong(double);
extern double as_double(ulong), floor(double), sqrt(double);
#define atomic_add(pointer, value) __atomic_fetch_add((pointer), (value), 5)
#define atomic_xor(pointer, value) __atomic_fetch_xor((pointer), (value), 5)
#define atomic_min(pointer, value) (*(pointer) = (value))
#define atomic_cmpxchg(pointer, expected, next) __sync_val_compare_and_swap((pointer), (expected), (next))
)";
constexpr std::string_view local_as_static = "\n#undef LOCAL\n#define LOCAL static\n";

std::string in_c(const gpu::Source& source) {
  const gpu::Text dialect = gpu::text::gpu::dialect::opencl;
  const std::string body = fmt::format("{}{}{}", opencl_in_c, dialect.body, local_as_static);
  return assemble({dialect.name, body}, source);
}

// Static variables that no instruction uses.
std::set<std::string> unused_in(const std::string& assembly) {
  static const std::regex declared(R"(\.local\s+([A-Za-z_]\w*)\.\d+)");
  std::set<std::string> unused;
  for (std::sregex_iterator found(assembly.begin(), assembly.end(), declared), end; found != end; ++found) {
    const std::string label = found->str(0).substr(found->str(0).find_last_of(" \t") + 1);
    std::size_t uses = 0;
    for (std::size_t at = assembly.find(label); at != std::string::npos; at = assembly.find(label, at + 1))
      ++uses;
    if (uses == 2) unused.insert(found->str(1));  // the two uses are .local and .comm
  }
  return unused;
}

std::set<std::string> unused_locals(const gpu::Source& source) {
  const io::TemporaryFolder folder;
  const std::string text = folder.path() / "kernels.c", assembly = folder.path() / "kernels.s";
  std::ofstream(text) << in_c(source);
  const std::string command =
      fmt::format("'{}' -x c -std=gnu99 -w -O0 -S -o '{}' '{}'", MORULA_COMPILER, assembly, text);
  if (std::system(command.c_str()) != 0) {
    ADD_FAILURE() << source.name << " does not compile as C";
    return {};
  }
  std::ostringstream lines;
  lines << std::ifstream(assembly).rdbuf();
  return unused_in(lines.str());
}

// The programs of a model, and of the part that the first of two ranks computes.
std::vector<gpu::Source> sources_of(const Spec& spec) {
  const Family& family = family_of(spec);
  if (!family.sources || spec.cpu_only) return {};
  std::vector<gpu::Source> sources = family.sources(spec);
  try {
    if (!family.division) return sources;
    const Spec part = family.division->part(spec, decomposition_of(spec, 2).part(0, 4));
    for (gpu::Source& source : family.sources(part)) sources.push_back(std::move(source));
  } catch (const SpecError&) {  // a lattice that cannot be divided
  }
  return sources;
}

std::vector<Spec> drawn_specs(const ModelGenerator& generator, u64 seed) {
  Choices choose(seed, generator.family);
  const RandomModel model = generator.draw(choose);
  const io::TemporaryFolder folder;
  write_model(model, folder.path());
  std::vector<Spec> specs;
  for (const Settings& settings : model.engines) {
    io::Document document = io::parse_document(model.text, "model.yaml");
    for (const std::string& setting : settings) io::apply_override(document, setting);
    specs.push_back(read_spec(document, folder.path()));
  }
  return specs;
}

TEST(LocalVariables, AreUsedByTheirKernels) {
  std::set<std::string> seen;
  for (const ModelGenerator& generator : model_generators())
    for (u64 seed = 0; seed < models_compiled(); ++seed)
      for (const Spec& spec : drawn_specs(generator, seed))
        for (const gpu::Source& source : sources_of(spec)) {
          if (!seen.insert(in_c(source)).second) continue;
          EXPECT_EQ(fmt::format("{}", fmt::join(unused_locals(source), " ")), "")
              << source.name << " of " << generator.family << ", seed " << seed
              << ": declare them under the same #if as their uses";
        }
}

TEST(LocalVariables, ThoseThatAreNotUsedAreFound) {
  static constexpr gpu::Text kernel{"unused.h", R"(
KERNEL sum(GLOBAL u32* numbers) {
  LOCAL u32 sums[4], combs[4], never;
  sums[local_id(0)] = numbers[0];
  BARRIER();
  if (REFINE > 1 && numbers[1] == 2) combs[local_id(0)] = 1;
  numbers[0] = sums[0] + (REFINE > 1 ? combs[1] : 0);
}
)"};
  gpu::Source source{"sum", {kernel}, {}};
  EXPECT_EQ(unused_locals(gpu::Source(source).define("REFINE", "1")),
            (std::set<std::string>{"combs", "never"}));
  EXPECT_EQ(unused_locals(source.define("REFINE", "2")), (std::set<std::string>{"never"}));
}

}  // namespace
}  // namespace morula::test
