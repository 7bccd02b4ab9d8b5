// Compares fields on every processor with a reference of a few lines.
#include <gtest/gtest.h>

#include "core/error.h"
#include "gpu/nvrtc.h"
#include "tests/fields/fields_on.h"

namespace morula::test {
namespace {

using Values = std::vector<f64>;

struct ReferenceEnd {
  char kind;  // p: periodic, v: value, f: flux
  double number;
};

// A field as a user writes it, and the same as parameters of the reference.
struct FieldCase {
  std::string name, yaml;
  Extent extent;
  unsigned dimensions;
  Boundaries boundary;
  double diffusion, decay;
  u32 sub_steps;
  std::array<std::array<ReferenceEnd, 2>, 3> ends;
  double source_full;  // source: "if type == full then SOURCE else 0"
  friend std::ostream& operator<<(std::ostream& out, const FieldCase& shown) { return out << shown.name; }
};

constexpr ReferenceEnd wrapped{'p', 0}, closed{'f', 0};

const std::vector<FieldCase> field_cases = {
    {"plane",
     "{c: {diffusion: 0.7, decay: 0.1, source: \"if type == full then 0.25 else 0\", initial: \"x * 0.5 + "
     "y\"}}",
     {13, 9, 1},
     2,
     Boundary::Periodic,
     0.7,
     0.1,
     4,
     {{{wrapped, wrapped}, {wrapped, wrapped}, {closed, closed}}},
     0.25},
    {"walls",
     "{c: {diffusion: 0.3, decay: 0.02, source: \"if type == full then -0.5 else 0\", initial: \"x * 0.5 + "
     "y\", "
     "boundary: {x: {value: 3}, y: {from: {flux: 0.25}, to: {value: 0.5}}}, sub_steps: 3}}",
     {300, 5, 1},
     2,
     Boundary::Fixed,
     0.3,
     0.02,
     3,
     {{{ReferenceEnd{'v', 3}, ReferenceEnd{'v', 3}},
       {ReferenceEnd{'f', 0.25}, ReferenceEnd{'v', 0.5}},
       {closed, closed}}},
     -0.5},
    {"solid",
     "{c: {diffusion: 0.2, source: \"if type == full then 0.125 else 0\", initial: \"x * 0.5 + y\", "
     "boundary: {z: "
     "{from: {flux: -0.125}}}}}",
     {7, 5, 6},
     3,
     {Boundary::Periodic, Boundary::Fixed, Boundary::Fixed},
     0.2,
     0,
     2,
     {{{wrapped, wrapped}, {closed, closed}, {ReferenceEnd{'f', -0.125}, closed}}},
     0.125},
    {"line",
     "{c: {diffusion: 0.5, initial: \"x * 0.5 + y\", boundary: {x: {from: {value: 1}}}}}",
     {17, 1, 1},
     2,
     Boundary::Fixed,
     0.5,
     0,
     3,
     {{{ReferenceEnd{'v', 1}, closed}, {closed, closed}, {closed, closed}}},
     0}};

// One sub-step of every site, by the equation.
Values reference_step(const FieldCase& tested, const std::vector<u8>& classes, const Values& now) {
  const Lattice lattice = Lattice::whole(tested.extent, tested.dimensions, tested.boundary);
  const double length = 1.0 / tested.sub_steps, share = tested.diffusion * length;
  const std::array<Index, 3> sides = {tested.extent.x, tested.extent.y, tested.extent.z};
  Values next(now.size());
  for (Index i = 0; i < now.size(); ++i) {
    const Site site = lattice.site_at(i);
    std::array<double, 6> differences{}, inflows{};
    for (unsigned side = 0; side < 2 * tested.dimensions; ++side) {
      std::array<Index, 3> at = {site.x, site.y, site.z};
      Index& along = at[side / 2];
      const Index last = sides[side / 2] - 1;
      const bool leaves = side % 2 == 0 ? along == 0 : along == last;
      const ReferenceEnd& end = tested.ends[side / 2][side % 2];
      if (!leaves || end.kind == 'p') {
        along = side % 2 == 0 ? (leaves ? last : along - 1) : (leaves ? 0 : along + 1);
        differences[side] = now[lattice.index_of({at[0], at[1], at[2]})] - now[i];
      } else if (end.kind == 'v') {
        differences[side] = end.number - now[i];
      } else {
        inflows[side] = end.number * length;
      }
    }
    const auto sum = [](const std::array<double, 6>& of) {
      return (of[0] + of[1]) + (of[2] + of[3]) + (of[4] + of[5]);
    };
    const double source = classes[i] == 1 ? tested.source_full : 0;
    next[i] =
        now[i] + ((share * sum(differences) + sum(inflows)) + length * (source - tested.decay * now[i]));
    if (next[i] < 0) next[i] = 0;
  }
  return next;
}

class EveryField : public testing::TestWithParam<FieldCase> {};

TEST_P(EveryField, DoesWhatTheReferenceDoes) {
  const FieldCase& tested = GetParam();
  const auto on = fields_from(tested.yaml, Lattice::whole(tested.extent, tested.dimensions, tested.boundary));
  ASSERT_EQ(on.spec.sub_steps, tested.sub_steps);
  constexpr u64 steps = 7;
  Values expected;
  for (const NamedBackend& named : available_backends()) {
    FieldsRun run(on, named.backend);
    if (expected.empty()) {
      expected = run.values(0, on.lattice.global.sites());
      for (u64 i = 0; i < steps * tested.sub_steps; ++i)
        expected = reference_step(tested, run.sites.classes_of_sites(), expected);
    }
    run.run(steps);
    EXPECT_EQ(run.values(0, expected.size()), expected) << named.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Fields, EveryField, testing::ValuesIn(field_cases),
                         [](const auto& tested) { return tested.param.name; });

// Three fields in several replicas; one field is implicit and one does not change.
FieldsOnLattice several(const Lattice& lattice, const std::string& boundary) {
  return fields_from(
      "{u: {diffusion: 0.4, source: \"0.1 - u * v ^ 2 * rate + ground * 0.001\", initial: \"1 + 0.1 * "
      "uniform()\"},"
      " v: {diffusion: 25, decay: 0.3, source: \"u * v ^ 2 * rate + (type == full) - 0.9\", initial: 0.5" +
          boundary + "}, ground: {initial: \"if chance(0.5) then x else 0\"}}",
      lattice, 3, {{"rate", formula::Type::Real, std::bit_cast<u64>(0.25)}});
}

TEST(Fields, HaveTheSameBitsOnEveryProcessor) {
  const std::vector<FieldsOnLattice> models = {
      several(Lattice::whole({35, 37, 1}, 2, Boundary::Periodic), ""),
      several(Lattice::whole({9, 11, 6}, 3, {Boundary::Fixed, Boundary::Periodic, Boundary::Fixed}),
              ", boundary: {x: {from: {value: 1}, to: {flux: -0.2}}}")};
  for (const FieldsOnLattice& on : models) {
    ASSERT_EQ(on.spec.fields[1].solver, fields::Solver::Implicit);
    std::vector<Hash> hashes;
    std::vector<u64> clamped;
    double total = 0;
    for (const NamedBackend& named : available_backends()) {
      FieldsRun run(on, named.backend);
      run.run(20);
      if (hashes.empty()) {
        hashes = run.engine->hashes();
        clamped = run.engine->clamped();
        total = run.engine->totals(2)[1].total;
        EXPECT_NE(hashes[0].value, hashes[1].value);  // replicas have different random numbers
        EXPECT_GT(clamped[2], 0u);                    // v is pulled below zero somewhere
      }
      for (std::size_t i = 0; i < hashes.size(); ++i)
        EXPECT_EQ(run.engine->hashes()[i].value, hashes[i].value) << named.name;
      EXPECT_EQ(run.engine->clamped(), clamped) << named.name;
      EXPECT_EQ(run.engine->totals(2)[1].total, total) << named.name;
    }
  }
}

TEST(Fields, CompileForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Source source =
      fields_source(several(Lattice::whole({9, 11, 6}, 3, Boundary::Fixed), ", boundary: {x: {value: 1}}"),
                    {{"GLOBAL const u8* classes"}, "classes[(u64)replica * SITES + x + y + z]"});
  EXPECT_FALSE(gpu::Nvrtc().compile(source, 90u).empty());
}

TEST(Fields, TotalsAreThoseOfTheirSites) {
  const auto on =
      fields_from("{c: {initial: \"x + 10 * y\"}}", Lattice::whole({6, 4, 1}, 2, Boundary::Fixed));
  for (const NamedBackend& named : available_backends()) {
    FieldsRun run(on, named.backend);
    const fields::FieldTotals totals = run.engine->totals(0)[0];
    EXPECT_EQ(totals.total, 6 * (0 + 10 + 20 + 30) + 4 * 15);
    EXPECT_EQ(totals.least, 0);
    EXPECT_EQ(totals.greatest, 35);
    EXPECT_EQ(totals.sites, (std::vector<u64>{18, 6}));
    // Sites 6, 9, 12, 15, 18 and 21 are full.
    EXPECT_EQ(totals.of_class[1], 10 + 13 + 20 + 23 + 30 + 33);
  }
}

TEST(Fields, AFailingSourceEndsTheRunWithItsPlace) {
  const auto on =
      fields_from("{c: {source: \"1 / (2 - c)\", initial: \"if x == 3 and y == 1 then 2 else 0\"}}",
                  Lattice::whole({5, 4, 1}, 2, Boundary::Fixed));
  for (const NamedBackend& named : available_backends()) {
    FieldsRun run(on, named.backend);
    try {
      run.run(3);
      FAIL() << named.name;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(),
                   "fields.c.source, column 3: division by zero, or infinity divided by infinity (step 1, "
                   "site [3, 1])")
          << named.name;
    }
  }
}

TEST(Fields, AFieldThatExplodesEndsTheRun) {
  const auto on =
      fields_from("{c: {source: \"c ^ 3\", initial: 10}}", Lattice::whole({5, 4, 1}, 2, Boundary::Fixed));
  for (const NamedBackend& named : available_backends()) {
    FieldsRun run(on, named.backend);
    try {
      run.run(20);
      FAIL() << named.name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("field 'c' is no longer a finite number in step"),
                std::string::npos)
          << named.name << ": " << error.what();
    }
  }
}

// A sink removes more than can be counted.
TEST(Fields, ASinkThatIsTooLargeEndsTheRunWithItsName) {
  const auto on =
      fields_from("{c: {source: \"-1e15\", initial: 10}}", Lattice::whole({5, 4, 1}, 2, Boundary::Fixed));
  for (const NamedBackend& named : available_backends()) {
    FieldsRun run(on, named.backend);
    try {
      run.run(1);
      FAIL() << named.name;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(),
                   "the field 'c' would fall to -1e+15 in step 1, at y = 0; it is held at 0, but the amount "
                   "cut off must stay below 2^31 at a site: let its source end at 0, as in -0.1 * c, make it "
                   "smaller, or write signed: true")
          << named.name;
    }
  }
}

}  // namespace
}  // namespace morula::test
