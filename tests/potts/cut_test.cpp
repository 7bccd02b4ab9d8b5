// Cuts of dividing cells: axes against known bodies, and every engine against the reference.
#include <gtest/gtest.h>

#include <cmath>

#include "core/stream.h"
#include "models/potts/life/division_rule.h"
#include "models/potts/terms/connected_term.h"
#include "tests/potts/cut_reference.h"
#include "tests/potts/living_model.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

CutMoments moments_over(const std::vector<CutVector>& places) {
  CutMoments moments = no_moments();
  for (const CutVector& place : places) moments = added_moments(moments, moments_of_site(place));
  return moments;
}

std::vector<CutVector> ellipse(double long_axis, double short_axis, double angle) {
  std::vector<CutVector> places;
  for (i64 y = -40; y <= 40; ++y)
    for (i64 x = -40; x <= 40; ++x) {
      const double along =
          std::cos(angle) * static_cast<double>(x) + std::sin(angle) * static_cast<double>(y);
      const double across =
          std::cos(angle) * static_cast<double>(y) - std::sin(angle) * static_cast<double>(x);
      if (std::pow(along / long_axis, 2) + std::pow(across / short_axis, 2) <= 1) places.push_back({x, y, 0});
    }
  return places;
}

double angle_between(const CutVector& a, double angle) {
  const double away = std::atan2(static_cast<double>(a.y), static_cast<double>(a.x)) - angle;
  return std::abs(std::sin(away));
}

TEST(Cut, FindsTheAxesOfEllipses) {
  for (const double angle : {0.0, 0.3, 0.9, 1.57, 2.4}) {
    const CutMoments moments = moments_over(ellipse(30, 18, angle));
    EXPECT_LT(angle_between(longest_axis(moments, 0), angle), 0.02) << angle;
    EXPECT_LT(angle_between(shortest_axis(moments, 2, 0), angle + 1.5708), 0.02) << angle;
  }
}

TEST(Cut, FindsTheAxesOfABrick) {
  std::vector<CutVector> brick;
  for (i64 z = 0; z < 5; ++z)
    for (i64 y = 0; y < 14; ++y)
      for (i64 x = 0; x < 9; ++x) brick.push_back({x, y, z});
  const CutMoments moments = moments_over(brick);
  const CutVector longest = longest_axis(moments, 0), shortest = shortest_axis(moments, 3, 0),
                  across = longest_axis_across(moments, {0, 1, 0}, 0);
  EXPECT_TRUE(longest.x == 0 && longest.y != 0 && longest.z == 0);
  EXPECT_TRUE(shortest.x == 0 && shortest.y == 0 && shortest.z != 0);
  EXPECT_TRUE(across.x != 0 && across.y == 0 && across.z == 0);
}

TEST(Cut, RunsThroughTheCentroid) {
  const CutMoments moments = moments_over({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}});
  const CutVector normal = longest_axis(moments, 0);
  EXPECT_EQ(side_of_cut({2, 0, 0}, moments, normal), 0);
  EXPECT_EQ(side_of_cut({0, 0, 0}, moments, normal), -side_of_cut({4, 0, 0}, moments, normal));
  EXPECT_NE(side_of_cut({0, 0, 0}, moments, normal), 0);
}

TEST(Cut, WaitsWhereSumsWouldNotFit) {
  CutMoments moments = moments_over({{0, 0, 0}, {1024, 0, 0}});
  moments.sites = i64{1} << 20;
  EXPECT_EQ(can_be_cut(moments, {0, 0, 0}), 1u);
  moments.sites += 1;
  EXPECT_EQ(can_be_cut(moments, {0, 0, 0}), 0u);
}

// All cells of these tissues divide in step 4, if they can.
std::vector<std::string> tissues_to_cut() {
  const auto divide = [](const std::string& axis) {
    return "{stem: {divide: {when: \"step == 3\", axis: " + axis + "}}}";
  };
  const std::string cube = "{size: [27, 25, 24]}";
  const std::string in_one_piece = "  connected: [stem]\n";
  std::vector<std::string> texts = {living(divide("short")),
                                    living(divide("[2, 1]")),
                                    living(divide("long"), in_one_piece),
                                    living(divide("short"), in_one_piece, cube) + "replicas: 3\n",
                                    living(divide("[2, 1, -3]"), in_one_piece, cube) + "replicas: 3\n",
                                    living(divide("long"), "", cube),
                                    living(divide("random"), "", cube)};
  // One cell, wider than half of the lattice; and rough cells, some of which would fall apart.
  texts.push_back(living(divide("short"), "", "{size: [26, 24], boundary: periodic}"));
  texts.back().replace(texts.back().find("width: 4"), 8, "width: 12");
  texts.push_back(living(divide("random"), "  temperature: 60\n  connected: [stem]\n"));
  texts.push_back(living(divide("random"), "  temperature: 60\n"));
  // Tissues where only one side must be connected; and squares and cubes, whose axes are equally long.
  const std::string other_type = "random, daughter: dead";
  for (const char* type : {"stem", "dead"})
    texts.push_back(living(divide(other_type), fmt::format("  temperature: 60\n  connected: [{}]\n", type)));
  for (const char* axis : {"short", "long"})
    for (const std::string& lattice : {std::string("{size: [41, 35]}"), cube}) {
      texts.push_back(living(divide(axis), "", lattice));
      texts.back().replace(texts.back().find("temperature: 8"), 14, "temperature: 0");
    }
  for (std::string& text : texts)
    if (text.find("temperature: 60") != std::string::npos) text.erase(text.find("  temperature: 8\n"), 17);
  return texts;
}

// Life comes last in a step, so a mother and its new cell together have the sites that the mother had.
struct CutOfStep {
  std::vector<std::map<u32, std::vector<u32>>> before;  // for each replica, by the rows of mothers
  std::vector<std::map<u32, std::set<u32>>> daughters;
};

CutOfStep cut_in_last_step(Model& model, u64 replicas) {
  const auto cells = values_in<u32>(model, "cell"), mothers = values_in<u32>(model, "mother"),
             born = values_in<u32>(model, "born");
  const u64 sites = cells.size() / replicas, rows = born.size() / replicas;
  CutOfStep cut{std::vector<std::map<u32, std::vector<u32>>>(replicas),
                std::vector<std::map<u32, std::set<u32>>>(replicas)};
  for (u64 i = 0; i < cells.size(); ++i) {
    const u64 replica = i / sites, row = replica * rows + cells[i];
    if (cells[i] == 0) continue;
    const bool is_new = born[row] == model.time();
    const u32 mother = is_new ? mothers[row] : cells[i];  // the number of a founder is its row
    cut.before[replica][mother].push_back(static_cast<u32>(i % sites));
    if (is_new) cut.daughters[replica][mother].insert(static_cast<u32>(i % sites));
  }
  return cut;
}

TEST(Cut, IsThatOfTheReferenceOnEveryProcessor) {
  std::size_t divided = 0, waited = 0;
  for (const std::string& text : tissues_to_cut()) {
    const Spec spec = read_model({{"life.yaml", text}, {}, {}});
    const auto& tissue = dynamic_cast<const potts::PottsSpec&>(*spec.section);
    const auto* connected = tissue.terms.find<potts::ConnectedTerm>();
    for (const auto& [name, backend] : available_backends()) {
      const auto model = make_model(spec, backend, Start::Initial);
      model->step(4);
      const CutOfStep cut = cut_in_last_step(*model, tissue.replicas);
      for (u64 replica = 0; replica < tissue.replicas; ++replica) {
        const potts::Division& division = *tissue.life.of_types[1].division;
        const auto must_be_connected = [&](u8 type) { return connected && connected->of_type(type); };
        const ReferenceCut reference{tissue.lattice,
                                     division,
                                     {must_be_connected(1), must_be_connected(division.daughter.value_or(1))},
                                     stream(5, Purpose::CellDivision, replica)};
        for (const auto& [mother, sites] : cut.before[replica]) {
          const std::set<u32> expected = reference.daughter_of(sites, mother, 4);
          const auto found = cut.daughters[replica].find(mother);
          EXPECT_EQ(found == cut.daughters[replica].end() ? std::set<u32>() : found->second, expected)
              << name << " cell " << mother << text;
          ++(expected.empty() ? waited : divided);
        }
      }
    }
  }
  EXPECT_GT(divided, 300u);
  EXPECT_GT(waited, 5u);
}

}  // namespace
}  // namespace morula::test
