// A report as one HTML page that loads nothing.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace morula {

constexpr std::size_t largest_report = 5'000'000;  // bytes

std::string html_escaped(std::string_view text);

class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  void section(const std::string& heading);  // what follows belongs to this section
  void paragraph(std::string_view text);
  void preformatted(std::string_view html);  // a model file or a command; may contain HTML elements
  // A name and its value in each row.
  void table(const std::vector<std::pair<std::string, std::string>>& rows);
  void remark(std::string_view text);  // a remark that readers must not miss
  // Rows of a table; the first row is its heading.
  void rows(const std::vector<std::vector<std::string>>& cells);
  void csv_table(std::string_view csv, std::size_t most_rows);
  void html(std::string_view element) { body_ += element; }
  // A file for download: embedded in the page if it is small, otherwise a link to the file beside the page.
  void download(const std::string& name, std::string_view bytes, std::string_view type);
  void link(const std::string& name, std::string_view remark);  // to a file beside the page

  std::size_t size() const { return body_.size(); }
  bool has_room_for(std::size_t bytes) const;
  std::string text() const;  // the whole page

 private:
  std::string title_, body_;
  bool in_section_ = false;
};

}  // namespace morula
