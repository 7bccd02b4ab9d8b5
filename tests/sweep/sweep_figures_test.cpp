// The figures of a sweep, their order, and the labels of their axes.
#include "sweep/sweep_figures.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace morula::sweep {
namespace {

Plan plan_over(const std::string& key, const std::vector<std::string>& values) {
  Plan plan;
  plan.design = "grid";
  plan.keys = {{key, true}};
  plan.events = {{"extinction", {"extinct_red"}}};
  for (std::size_t i = 0; i < values.size(); ++i)
    plan.points.push_back(
        {Hash{i + 1}, {values[i]}, "", false, 100, 2.0 * static_cast<double>(i + 1), false});
  return plan;
}

Records records_of(const Plan& plan) {
  Records records;
  for (const PlannedPoint& point : plan.points) {
    RunRecord record;
    record.point = point.id;
    record.step = 100;
    record.columns = {{"blue", "7", "6.5", "1"}, {"extinct_red", "60"}};
    record.measured = true;
    records[{point.id.value, 0}] = record;
  }
  return records;
}

std::vector<std::string> names_of(const std::vector<NamedFigure>& figures) {
  std::vector<std::string> names;
  for (const NamedFigure& figure : figures) names.push_back(figure.name);
  return names;
}

TEST(SweepFigures, BeginWithWhatHappenedAndWhen) {
  const Plan plan = plan_over("interaction.rates.mobility", {"0.5", "1"});
  const Records records = records_of(plan);
  const std::vector<NamedFigure> figures = sweep_figures(Results(plan, records, {}));
  EXPECT_EQ(names_of(figures), (std::vector<std::string>{"extinction", "time", "blue_mean"}));
  EXPECT_EQ(std::get<plot::Line>(figures[1].figure.panels[0].layers[0]).y, (plot::Numbers{50, 25}));
  EXPECT_NE(figures[2].figure.caption.find("Points end at different times"), std::string::npos)
      << figures[2].figure.caption;
}

TEST(SweepFigures, OverStepsHaveTheTimeAsTheirAxis) {
  Plan plan = plan_over("steps", {"100", "200"});
  plan.points[0].steps_per_time = plan.points[1].steps_per_time = 4;
  plan.points[1].steps = 200;
  const Records records = records_of(plan);
  const std::vector<NamedFigure> figures = sweep_figures(Results(plan, records, {}));
  EXPECT_EQ(figures[0].figure.x.title, "time (unit of the rates)");
  EXPECT_EQ(std::get<plot::Line>(figures[0].figure.panels[0].layers[0]).x, (plot::Numbers{25, 50}));
}

// Otherwise a fraction that is 0 everywhere would have colours from -1 to 1.
TEST(SweepFigures, HaveMapsOfFractionsFrom0To1) {
  Plan plan = plan_over("interaction.rates.mobility", {"0.5", "1", "0.5", "1"});
  plan.keys.push_back({"steps", true});
  for (std::size_t i = 0; i < plan.points.size(); ++i)
    plan.points[i].settings.push_back(i < 2 ? "100" : "200");
  Records records = records_of(plan);
  for (auto& [key, record] : records) record.columns = {{"blue", "7", "6.5", "1"}, {"extinct_red", ""}};
  const std::vector<NamedFigure> figures = sweep_figures(Results(plan, records, {}));
  const auto map_called = [&](const std::string& name) {
    const auto found = std::ranges::find(figures, name, &NamedFigure::name);
    EXPECT_NE(found, figures.end()) << name;
    return std::get<plot::HeatMap>(found->figure.panels.at(0).layers.at(0));
  };
  const plot::HeatMap extinction = map_called("extinction-map");
  EXPECT_EQ(extinction.values, plot::Numbers(4, 0));
  EXPECT_EQ(extinction.from, 0);
  EXPECT_EQ(extinction.to, 1);
  EXPECT_FALSE(map_called("blue_mean-map").from) << "other quantities have no natural limits";
}

TEST(SweepFigures, NameValuesByThreeDigitsOrAsManyAsTellThemApart) {
  EXPECT_EQ(swept_axes(plan_over("a", {"0.176776695297", "0.353553390593", "4"})).front().names,
            (std::vector<std::string>{"0.177", "0.354", "4"}));
  EXPECT_EQ(swept_axes(plan_over("a", {"0.123411", "0.123422"})).front().names,
            (std::vector<std::string>{"0.12341", "0.12342"}));
  EXPECT_EQ(swept_axes(plan_over("a", {"123456", "123457.25"})).front().names,
            (std::vector<std::string>{"123456", "123457"}));
  EXPECT_EQ(swept_axes(plan_over("a", {"[0.33333333, 2]", "[0.66666667, 2]"})).front().names,
            (std::vector<std::string>{"0.333 × 2", "0.667 × 2"}));
  EXPECT_EQ(swept_axes(plan_over("a", {"{b: 0.33333333}", "{b: 0.66666667}"})).front().names,
            (std::vector<std::string>{"0.333", "0.667"}));
}

TEST(SweepTables, HaveTheTimeOfRunsAndOfEvents) {
  const Plan plan = plan_over("interaction.rates.mobility", {"0.5", "1"});
  const Records records = records_of(plan);
  const Results results(plan, records, {});
  EXPECT_EQ(runs_csv(results),
            "point,id,interaction.rates.mobility,replica,seed,status,step,time,blue,blue_mean,blue_sd,"
            "extinct_red,extinct_red_time,extinction,state_hash\n"
            "1,0000000000000001,0.5,0," +
                std::to_string(plan.seed_of(0, 0)) +
                ",done,100,50,7,6.5,1,60,30,1,0000000000000000\n"
                "2,0000000000000002,1,0," +
                std::to_string(plan.seed_of(1, 0)) + ",done,100,25,7,6.5,1,60,15,1,0000000000000000\n");
  const std::string summary = summary_csv(results);
  EXPECT_NE(summary.find("\n1,0000000000000001,0.5,time,1,50,"), std::string::npos) << summary;
  EXPECT_NE(summary.find("\n2,0000000000000002,1,extinct_red_time,1,15,"), std::string::npos) << summary;
}

}  // namespace
}  // namespace morula::sweep
