#include "plot/svg_writer.h"

#include <fmt/format.h>

#include <cmath>

namespace morula::plot {
namespace {

const char* name_of(Anchor anchor) {
  return anchor == Anchor::Start ? "start" : anchor == Anchor::Middle ? "middle" : "end";
}

// Widths of letters of Helvetica, in em; only letters that are much narrower or wider than most are treated
// separately.
double letter_width(char c) {
  if (std::string_view("iljtfI.,:;'|!()[] ").find(c) != std::string_view::npos) return 0.33;
  if (std::string_view("mwMW%@").find(c) != std::string_view::npos) return 0.92;
  return c >= 'A' && c <= 'Z' ? 0.72 : 0.59;
}

// A continuation byte of UTF-8.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  return safe;
}

std::string hex(io::Colour colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string coordinate(double value) {
  const long long hundredths = std::llround(value * 100);
  std::string text = fmt::format("{}{}", hundredths < 0 ? "-" : "", std::abs(hundredths) / 100);
  if (const long long rest = std::abs(hundredths) % 100; rest % 10 != 0)
    text += fmt::format(".{:02}", rest);
  else if (rest != 0)
    text += fmt::format(".{}", rest / 10);
  return text;
}

double width_of(std::string_view text, double size) {
  double width = 0;
  for (const char c : text)
    if (!continues(c)) width += letter_width(c);
  return width * size;
}

void SvgWriter::text(Point at, std::string_view content, const TextStyle& style, io::Colour colour) {
  const std::string x = coordinate(at.x), y = coordinate(at.y);
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", x, y, coordinate(style.size),
                       hex(colour));
  if (style.anchor != Anchor::Start) body_ += fmt::format(" text-anchor=\"{}\"", name_of(style.anchor));
  if (style.bold) body_ += " font-weight=\"bold\"";
  if (style.upwards) body_ += fmt::format(" transform=\"rotate(-90 {} {})\"", x, y);
  body_ += fmt::format(">{}</text>\n", escaped(content));
}

void SvgWriter::line(Point from, Point to, io::Colour colour, double width) {
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                       coordinate(from.x), coordinate(from.y), coordinate(to.x), coordinate(to.y),
                       hex(colour), coordinate(width));
}

void SvgWriter::rectangle(Point corner, double width, double height, io::Colour colour, double opacity) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"", coordinate(corner.x),
                       coordinate(corner.y), coordinate(width), coordinate(height), hex(colour));
  if (opacity < 1) body_ += fmt::format(" fill-opacity=\"{}\"", coordinate(opacity));
  body_ += "/>\n";
}

void SvgWriter::circle(Point centre, double radius, io::Colour colour) {
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", coordinate(centre.x),
                       coordinate(centre.y), coordinate(radius), hex(colour));
}

void SvgWriter::path(const std::string& commands, const std::string& attributes) {
  body_ += fmt::format("<path d=\"{}\" {}/>\n", commands, attributes);
}

void SvgWriter::open_group(const std::string& attributes) { body_ += fmt::format("<g {}>\n", attributes); }
void SvgWriter::close_group() { body_ += "</g>\n"; }

std::string SvgWriter::file(double width, double height, std::string_view title) const {
  const std::string w = coordinate(width), h = coordinate(height);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n{3}</svg>\n",
      w, h, escaped(title), body_);
}

}  // namespace morula::plot
