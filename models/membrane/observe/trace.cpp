#include "models/membrane/observe/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/membrane/read/print.h"

namespace morula::membrane {
namespace {

std::string sign_of(u8 charge) { return charge == Positive ? "+" : charge == Negative ? "-" : ""; }

std::string in_quotes(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return made + "\"";
}

std::string json_of(const System& system, const Multiset& multiset) {
  std::string text = "{";
  for (const Term& term : multiset)
    text += fmt::format("{}{}:{}", text.size() > 1 ? "," : "", in_quotes(system.objects[term.object]),
                        term.count);
  return text + "}";
}

std::string for_xml(const std::string& text) {
  std::string made;
  for (const char c : text)
    made += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return made;
}

constexpr unsigned letter = 7, line = 16, margin = 8;  // pixels
constexpr std::size_t most_letters = 60;

struct Box {
  unsigned x = 0, y = 0, width = 0, height = 0;  // x and y: in its parent
  unsigned next_y = 0;                           // where its next child goes
  std::string title;
};

std::string title_of(const System& system, const Membrane& membrane) {
  std::string title = fmt::format("{}{}  {}", system.labels[membrane.label], sign_of(membrane.charge),
                                  to_string(system, membrane.contents));
  if (title.size() > most_letters) title = title.substr(0, most_letters) + "…";
  return title;
}

// Children stand below each other; a membrane comes after its parent, so that sizes are known from the last
// to the first and places from the first to the last.
std::vector<Box> boxes_of(const System& system, const Configuration& configuration) {
  const std::vector<Membrane>& membranes = configuration.membranes;
  std::vector<Box> boxes(membranes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i].title = title_of(system, membranes[i]);
    boxes[i].width = static_cast<unsigned>(boxes[i].title.size()) * letter + 2 * margin;
    boxes[i].height = boxes[i].next_y = line + margin;
  }
  for (std::size_t i = boxes.size(); i-- > 1;) {
    Box& parent = boxes[membranes[i].parent];
    parent.width = std::max(parent.width, boxes[i].width + 2 * margin);
    parent.height += boxes[i].height + margin;
  }
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    Box& parent = boxes[membranes[i].parent];
    boxes[i].x = parent.x + margin;
    boxes[i].y = parent.y + parent.next_y;
    parent.next_y += boxes[i].height + margin;
  }
  return boxes;
}

}  // namespace

std::string text_trace(const System& system, const Configuration& configuration, u64 step) {
  std::string text = fmt::format("step {}\n", step);
  for (std::size_t i = 0; i < configuration.membranes.size(); ++i) {
    const Membrane& membrane = configuration.membranes[i];
    text += fmt::format("  {} {}{}]'{}", i, bracket_of(static_cast<Charge>(membrane.charge)),
                        to_string(system, membrane.contents), system.labels[membrane.label]);
    text += membrane.parent == no_membrane ? "\n" : fmt::format(" in {}\n", membrane.parent);
  }
  return text + fmt::format("  environment {}\n", to_string(system, configuration.environment));
}

std::string json_trace(const System& system, const Configuration& configuration, u64 step) {
  std::string text = fmt::format("{{\"step\":{},\"membranes\":[", step);
  for (std::size_t i = 0; i < configuration.membranes.size(); ++i) {
    const Membrane& membrane = configuration.membranes[i];
    const std::string sign = sign_of(membrane.charge);
    text += fmt::format("{}{{\"label\":{},\"charge\":\"{}\",\"parent\":{},\"contents\":{}}}",
                        i > 0 ? "," : "", in_quotes(system.labels[membrane.label]), sign.empty() ? "0" : sign,
                        membrane.parent == no_membrane ? "null" : std::to_string(membrane.parent),
                        json_of(system, membrane.contents));
  }
  return text + fmt::format("],\"environment\":{}}}\n", json_of(system, configuration.environment));
}

std::string tree_picture(const System& system, const Configuration& configuration) {
  if (configuration.membranes.size() > most_in_picture)
    throw Error(fmt::format("a picture shows up to {} membranes; there are {}", most_in_picture,
                            configuration.membranes.size()));
  const std::vector<Box> boxes = boxes_of(system, configuration);
  const unsigned width = boxes[0].width + 2 * margin, height = boxes[0].height + 3 * margin + line;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"monospace\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const u8 charge = configuration.membranes[i].charge;
    const char* colour = charge == Positive ? "#fde7d9" : charge == Negative ? "#dce9f7" : "#f2f2f2";
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{}\" stroke=\"#555\"/>\n"
        "<text x=\"{}\" y=\"{}\">{}</text>\n",
        boxes[i].x + margin, boxes[i].y + margin, boxes[i].width, boxes[i].height, colour,
        boxes[i].x + 2 * margin, boxes[i].y + margin + line - 2, for_xml(boxes[i].title));
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\">environment: {}</text>\n</svg>\n", margin, height - margin,
                     for_xml(to_string(system, configuration.environment)));
  return svg;
}

}  // namespace morula::membrane
