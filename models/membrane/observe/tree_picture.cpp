#include "models/membrane/observe/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/membrane/observe/drawn_tree.h"
#include "models/membrane/read/print.h"

namespace morula::membrane {
namespace {

constexpr unsigned letter = 7, line = 16, margin = 8;    // pixels
constexpr unsigned page_width = 141, page_height = 100;  // the proportions of a sheet of paper

std::string for_xml(const std::string& text) {
  std::string escaped;
  for (const char c : text)
    escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return escaped;
}

unsigned letters_in(const std::string& text) {
  return static_cast<unsigned>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

struct Placed {
  const DrawnBox* box = nullptr;
  unsigned x = 0, y = 0, width = 0, height = 0;  // x and y are relative to the parent
  std::vector<Placed> children{};
};

// Places children in rows of at most this width, which determines the size of the membrane.
void fill_rows(Placed& placed, unsigned most_width) {
  unsigned x = margin, y = line + margin, row_height = 0;
  placed.width = letters_in(placed.box->title) * letter + 2 * margin;
  placed.height = line + margin;
  for (Placed& child : placed.children) {
    if (x > margin && x + child.width + margin > most_width) {
      x = margin;
      y += row_height + margin;
      row_height = 0;
    }
    child.x = x;
    child.y = y;
    x += child.width + margin;
    row_height = std::max(row_height, child.height);
    placed.width = std::max(placed.width, x);
    placed.height = y + row_height + margin;
  }
}

// How far the proportions of a box are from those of a page; 0 is best.
double misfit(const Placed& placed) {
  const double wide = static_cast<double>(placed.width) * page_height,
               high = static_cast<double>(placed.height) * page_width;
  return std::max(wide, high) / std::min(wide, high) - 1;
}

Placed placed(const DrawnBox& box) {
  Placed frame{&box};
  unsigned widest = 0, total = 0;
  for (const DrawnBox& child : box.children) {
    frame.children.push_back(placed(child));
    widest = std::max(widest, frame.children.back().width);
    total += frame.children.back().width + margin;
  }
  fill_rows(frame, 0);
  Placed best = frame;
  for (unsigned width = widest; width <= total; width += std::max(1u, widest / 2)) {
    fill_rows(frame, width + 2 * margin);
    if (misfit(frame) < misfit(best)) best = frame;
  }
  return best;
}

void draw(const Placed& placed, unsigned x, unsigned y, std::string& svg) {
  const u8 charge = placed.box->charge;
  const char* colour = placed.box->is_rest  ? "white"
                       : charge == Positive ? "#fde7d9"
                       : charge == Negative ? "#dce9f7"
                                            : "#f2f2f2";
  svg += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{}\" stroke=\"#555\"{}/>\n"
      "<text x=\"{}\" y=\"{}\">{}</text>\n",
      x, y, placed.width, placed.height, colour, placed.box->is_rest ? " stroke-dasharray=\"4 3\"" : "",
      x + margin, y + line - 2, for_xml(placed.box->title));
  for (const Placed& child : placed.children) draw(child, x + child.x, y + child.y, svg);
}

}  // namespace

std::string tree_picture(const System& system, const Configuration& configuration) {
  if (configuration.membranes.size() > most_in_picture)
    throw Error(fmt::format("a picture shows up to {} membranes; there are {}", most_in_picture,
                            configuration.membranes.size()));
  const DrawnBox tree = drawn_tree(system, configuration);
  const Placed skin = placed(tree);
  const std::string environment = "environment: " + to_string(system, configuration.environment);
  const unsigned width = std::max(skin.width, letters_in(environment) * letter) + 2 * margin;
  const unsigned height = skin.height + 3 * margin + line;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"monospace\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  draw(skin, margin, margin, svg);
  return svg + fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n</svg>\n", margin, height - margin,
                           for_xml(environment));
}

}  // namespace morula::membrane
