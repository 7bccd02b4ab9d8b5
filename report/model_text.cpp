#include "report/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "io/document.h"
#include "report/key_docs.h"

namespace morula {
namespace {

struct Key {
  std::string path;  // such as interaction.rates.mobility; items of a list have the path of the list
  std::size_t length = 0;
};
using Keys = std::map<std::pair<int, int>, Key>;  // by line and column, both from 1

void find_keys(const io::Value& value, const std::string& path, Keys& keys) {
  for (const io::Value& item : value.items) find_keys(item, path, keys);
  for (const io::Entry& entry : value.entries) {
    const std::string key_path = path.empty() ? entry.key : path + "." + entry.key;
    keys[{entry.key_place.line, entry.key_place.column}] = {key_path, entry.key.size()};
    find_keys(entry.value, key_path, keys);
  }
}

Keys keys_of(const io::Value& root) {
  Keys keys;
  find_keys(root, "", keys);
  return keys;
}

std::string id_of(const std::string& known) { return "key-" + known; }

std::string marked_key(std::string_view word, const Key& key, const KeyDocs* docs) {
  const std::string known = docs ? docs->known_part(key.path) : "";
  return known.empty() ? fmt::format("<span class=\"key\">{}</span>", html_escaped(word))
                       : fmt::format("<a class=\"key\" href=\"#{}\">{}</a>", html_escaped(id_of(known)),
                                     html_escaped(word));
}

// A # after a space begins a comment, unless it is inside quotes.
std::string marked_line(std::string_view line, int number, const Keys& keys, const KeyDocs* docs) {
  std::string html;
  char quote = 0;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (quote == 0 && c == '#' && (i == 0 || line[i - 1] == ' '))
      return html + "<span class=\"note\">" + html_escaped(line.substr(i)) + "</span>";
    if (const auto found = keys.find({number, static_cast<int>(i) + 1});
        found != keys.end() && i + found->second.length <= line.size()) {
      html += marked_key(line.substr(i, found->second.length), found->second, docs);
      i += found->second.length;
      continue;
    }
    if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? '\0' : quote;
    html += html_escaped(line.substr(i, 1));
    ++i;
  }
  return html;
}

std::string marked(std::string_view yaml, const Keys& keys, const KeyDocs* docs) {
  std::string html;
  for (int number = 1; !yaml.empty(); ++number) {
    const std::size_t end = yaml.find('\n');
    html += marked_line(yaml.substr(0, end), number, keys, docs) + '\n';
    if (end == std::string_view::npos) break;
    yaml.remove_prefix(end + 1);
  }
  return html;
}

// The known keys in the order in which they are written.
std::vector<std::string> known_keys(const Keys& keys, const KeyDocs& docs) {
  std::vector<std::string> meanings;
  for (const auto& [place, key] : keys) {
    const std::string known = docs.known_part(key.path);
    if (!known.empty() && std::find(meanings.begin(), meanings.end(), known) == meanings.end())
      meanings.push_back(known);
  }
  return meanings;
}

std::string family_in(const io::Value& root) {
  const io::Value* model = root.find("model");
  return model ? model->text : "";
}

}  // namespace

std::string marked_model(const std::string& yaml) {
  return marked(yaml, keys_of(io::parse_document(yaml, "").root), nullptr);
}

void add_model_text(Page& page, const std::string& yaml) {
  const io::Value root = io::parse_document(yaml, "").root;
  const Keys keys = keys_of(root);
  const KeyDocs docs(family_in(root));
  page.preformatted(marked(yaml, keys, &docs));
  std::string list;
  for (const std::string& known : known_keys(keys, docs))
    list += fmt::format("<dt id=\"{}\"><code>{}</code></dt><dd>{}</dd>\n", html_escaped(id_of(known)),
                        html_escaped(known), docs.meaning(known));
  if (!list.empty()) page.html("<h3>What its keys mean</h3>\n<dl class=\"keys\">\n" + list + "</dl>\n");
}

}  // namespace morula
