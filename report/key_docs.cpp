#include "report/key_docs.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "models/catalogue.h"
#include "report/page.h"
#include "texts/morula_report.h"

namespace morula {
namespace {

// The texts between backquotes, in order.
std::vector<std::string> codes_in(std::string_view text) {
  std::vector<std::string> codes;
  for (std::size_t open = text.find('`'); open != std::string_view::npos;) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    codes.emplace_back(text.substr(open + 1, close - open - 1));
    open = text.find('`', close + 1);
  }
  return codes;
}

struct TableRow {
  std::string first, second;
};

// A table row | first | second |, in which \| stands for the character |.
std::optional<TableRow> row_of(std::string_view line) {
  if (!line.starts_with("| ")) return std::nullopt;
  std::vector<std::string> cells(1);
  for (std::size_t i = 2; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
      cells.back() += line[++i];
    else if (line[i] == '|')
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  if (cells.size() != 3) return std::nullopt;
  for (std::string& cell : cells) {
    cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
    cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return TableRow{cells[0], cells[1]};
}

// [text](address) without the address, which would lead nowhere in a report.
std::string without_links(std::string text) {
  for (std::size_t middle = text.find("]("); middle != std::string::npos; middle = text.find("](")) {
    const std::size_t open = text.rfind('[', middle), close = text.find(')', middle);
    if (open == std::string::npos || close == std::string::npos) break;
    text = text.substr(0, open) + text.substr(open + 1, middle - open - 1) + text.substr(close + 1);
  }
  return text;
}

std::string as_html(const std::string& markdown) {
  std::string html;
  bool code = false, slanted = false;
  for (const char c : without_links(markdown)) {
    if (c == '`') {
      code = !code;
      html += code ? "<code>" : "</code>";
    } else if (c == '*' && !code) {
      slanted = !slanted;
      html += slanted ? "<em>" : "</em>";
    } else {
      html += html_escaped(std::string(1, c));
    }
  }
  return html;
}

bool is_family(std::string_view heading) {
  return std::ranges::any_of(families(), [&](const Family& family) { return family.name == heading; });
}

}  // namespace

KeyDocs::KeyDocs(std::string_view family) : KeyDocs(family, gpu::text::docs::model_files.body) {}

// The header of a table of keys begins with "key", or with "key of `prefix`".
KeyDocs::KeyDocs(std::string_view family, std::string_view page) {
  bool is_in_scope = true, is_of_family = false, in_table = false;
  std::vector<std::string> prefixes;
  while (!page.empty()) {
    const std::size_t end = page.find('\n');
    const std::string_view line = page.substr(0, end);
    page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
    if (line.starts_with("## ")) {
      is_of_family = line.substr(3) == family;
      is_in_scope = is_of_family || !is_family(line.substr(3));
    }
    const std::optional<TableRow> row = row_of(line);
    if (row && row->first.starts_with("key")) {
      in_table = true;
      prefixes = codes_in(row->first);
      if (prefixes.empty()) prefixes = {""};
      continue;
    }
    in_table = in_table && line.starts_with('|');
    if (!in_table || !row || !is_in_scope) continue;
    for (const std::string& prefix : prefixes)
      for (const std::string& key : codes_in(row->first)) {
        const std::string path = prefix.empty() ? key : prefix + "." + key;
        if (is_of_family || !meanings_.contains(path)) meanings_[path] = as_html(row->second);
      }
  }
}

std::string KeyDocs::known_part(std::string_view path) const {
  for (std::string known(path); !known.empty();) {
    if (meanings_.contains(known)) return known;
    const std::size_t dot = known.rfind('.');
    known.resize(dot == std::string::npos ? 0 : dot);
  }
  return "";
}

}  // namespace morula
