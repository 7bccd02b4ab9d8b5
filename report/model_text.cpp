#include "report/model_text.h"

#include <cctype>

#include "report/page.h"

namespace morula {
namespace {

bool is_key_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// A word before a colon and a space is a key, in braces too; what stands in quotes is none.
std::string marked_line(std::string_view line) {
  std::string html;
  char quote = 0;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (quote == 0 && c == '#' && (i == 0 || line[i - 1] == ' '))
      return html + "<span class=\"note\">" + html_escaped(line.substr(i)) + "</span>";
    if (quote == 0 && is_key_letter(c)) {
      std::size_t end = i;
      while (end < line.size() && is_key_letter(line[end])) ++end;
      const bool is_key =
          end < line.size() && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
      const std::string word = html_escaped(line.substr(i, end - i));
      html += is_key ? "<span class=\"key\">" + word + "</span>" : word;
      i = end;
      continue;
    }
    if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? '\0' : quote;
    html += html_escaped(line.substr(i, 1));
    ++i;
  }
  return html;
}

}  // namespace

std::string marked_model(std::string_view yaml) {
  std::string html;
  while (!yaml.empty()) {
    const std::size_t end = yaml.find('\n');
    html += marked_line(yaml.substr(0, end)) + '\n';
    if (end == std::string_view::npos) break;
    yaml.remove_prefix(end + 1);
  }
  return html;
}

}  // namespace morula
