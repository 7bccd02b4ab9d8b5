#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "plot/svg_writer.h"
#include "report/base64.h"
#include "report/sha256.h"
#include "texts/morula_report.h"

namespace morula {
namespace {

constexpr std::size_t largest_inside = 300'000;
constexpr std::size_t long_cell = 40;  // characters; longer cells of a table are wrapped

std::string_view style() { return gpu::text::report::page_style.body; }
std::string_view script() { return gpu::text::report::page_script.body; }

// Allows nothing from elsewhere, and of this page only the style and the script with these hashes.
std::string policy() {
  return fmt::format(
      "default-src 'none'; img-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'",
      base64(sha256(style())), base64(sha256(script())));
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// A number of many digits, rounded for readers; the file for download has all digits.
std::string rounded(std::string_view cell) {
  constexpr std::size_t long_number = 10;
  if (cell.size() < long_number || cell.find('.') == std::string_view::npos) return std::string(cell);
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  const bool whole_cell = error == std::errc() && end == cell.data() + cell.size();
  return whole_cell ? fmt::format("{:.6g}", number) : std::string(cell);
}

}  // namespace

std::string html_escaped(std::string_view text) { return plot::escaped(text); }

void Page::section(const std::string& heading) {
  if (in_section_) body_ += "</section>\n";
  in_section_ = true;
  body_ += fmt::format("<section>\n<h2>{}</h2>\n", html_escaped(heading));
}

void Page::paragraph(std::string_view text) { body_ += fmt::format("<p>{}</p>\n", html_escaped(text)); }

void Page::preformatted(std::string_view html) { body_ += fmt::format("<pre>{}</pre>\n", html); }

void Page::table(const std::vector<std::pair<std::string, std::string>>& rows) {
  body_ += "<table class=\"facts\">\n";
  for (const auto& [name, value] : rows)
    body_ += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", html_escaped(name), html_escaped(value));
  body_ += "</table>\n";
}

void Page::remark(std::string_view text) {
  body_ += fmt::format("<p class=\"remark\">{}</p>\n", html_escaped(text));
}

void Page::rows(const std::vector<std::vector<std::string>>& cells) {
  body_ += "<div class=\"wide\"><table class=\"data\">\n";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    body_ += "<tr>";
    for (const std::string& cell : cells[i]) {
      const char* const element = i == 0 ? "th" : "td";
      const char* const wraps = cell.size() > long_cell ? " class=\"long\"" : "";
      body_ += fmt::format("<{0}{1}>{2}</{0}>", element, wraps, html_escaped(cell));
    }
    body_ += "</tr>\n";
  }
  body_ += "</table></div>\n";
}

void Page::csv_table(std::string_view csv, std::size_t most_rows) {
  while (csv.ends_with('\n')) csv.remove_suffix(1);
  const std::vector<std::string_view> lines = split(csv, '\n');
  std::vector<std::vector<std::string>> cells;
  for (std::size_t i = 0; i < lines.size() && i <= most_rows; ++i) {
    cells.emplace_back();
    for (const std::string_view cell : split(lines[i], ',')) cells.back().push_back(rounded(cell));
  }
  rows(cells);
  if (lines.size() > most_rows + 1)
    paragraph(fmt::format("… and {} more rows.", lines.size() - 1 - most_rows));
}

bool Page::has_room_for(std::size_t bytes) const {
  constexpr std::size_t frame = 100'000;  // for the parts around the body, and for text that is still to come
  return size() + bytes + frame <= largest_report;
}

void Page::link(const std::string& name, std::string_view remark) {
  body_ += fmt::format("<p class=\"beside\"><a href=\"{0}\">{0}</a> ({1})</p>\n", html_escaped(name),
                       html_escaped(remark));
}

void Page::download(const std::string& name, std::string_view bytes, std::string_view type) {
  if (bytes.size() > largest_inside || !has_room_for(bytes.size() * 4 / 3))
    return link(name, "beside this page");
  const std::string file = name.substr(name.rfind('/') + 1);
  body_ += fmt::format("<p class=\"download\"><a href=\"data:{};base64,{}\" download=\"{}\">{}</a></p>\n",
                       type, base64(bytes), html_escaped(file), html_escaped(name));
}

std::string Page::text() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n{}{}</main>\n<script>{}</script>\n</body>\n"
      "</html>\n",
      policy(), html_escaped(title_), style(), html_escaped(title_), body_, in_section_ ? "</section>\n" : "",
      script());
}

}  // namespace morula
