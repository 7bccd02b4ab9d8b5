#include "report/curves.h"

#include <algorithm>
#include <cmath>

#include "io/json.h"

namespace morula {
namespace {

constexpr std::size_t most_points = 800;

io::Json some_of(const plot::Numbers& numbers, std::size_t every) {
  io::Json list = io::Json::array();
  for (std::size_t i = 0; i < numbers.size(); i += every)
    list.push_back(std::isfinite(numbers[i]) ? io::Json(numbers[i]) : io::Json());
  return list;
}

std::string name_of(const plot::Line& line, const plot::Panel& panel) {
  return line.name.empty() ? panel.y.title : line.name;
}

}  // namespace

std::string curves_json(const plot::Figure& figure) {
  io::Json json = {{"name", figure.x.title}, {"x", io::Json::array()}, {"curves", io::Json::array()}};
  for (const plot::Panel& panel : figure.panels)
    for (const plot::Layer& layer : panel.layers) {
      const auto* line = std::get_if<plot::Line>(&layer);
      if (!line) continue;
      const std::size_t every = std::max<std::size_t>(1, line->x.size() / most_points);
      json["x"] = some_of(line->x, every);
      json["curves"].push_back({{"name", name_of(*line, panel)}, {"y", some_of(line->y, every)}});
    }
  return json.dump();
}

}  // namespace morula
