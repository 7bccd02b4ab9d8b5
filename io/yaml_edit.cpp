#include "io/yaml_edit.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "io/yaml_text.h"

namespace morula::io {
namespace {

using Kind = Value::Kind;

class CannotEdit {};

struct Edit {
  std::size_t from = 0, length = 0;
  std::string text;
};

class Editor {
 public:
  explicit Editor(const std::string& text) : text_(text) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(i + 1);
  }

  void change(const Value& from, const Value& to) {
    if (same_values(from, to)) return;
    if (from.kind == Kind::Map && to.kind == Kind::Map && has_keys_of(to, from)) return change_map(from, to);
    if (from.kind == Kind::List && to.kind == Kind::List && from.items.size() == to.items.size()) {
      for (std::size_t i = 0; i < from.items.size(); ++i) change(from.items[i], to.items[i]);
      return;
    }
    const std::size_t begin = offset_of(from.line, from.column);
    edits_.push_back({begin, end_of(from, begin) - begin, to_flow_yaml(to)});
  }

  std::string result() {
    std::ranges::stable_sort(edits_, {}, &Edit::from);
    std::string edited = text_;
    for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit)
      edited.replace(edit->from, edit->length, edit->text);
    return edited;
  }

 private:
  std::size_t offset_of(int line, int column) const {
    if (line < 1 || static_cast<std::size_t>(line) > lines_.size() || column < 1) throw CannotEdit();
    const std::size_t at = lines_[static_cast<std::size_t>(line) - 1] + static_cast<std::size_t>(column) - 1;
    if (at >= text_.size()) throw CannotEdit();
    return at;
  }

  static bool has_keys_of(const Value& map, const Value& other) {
    return std::ranges::all_of(other.entries,
                               [&](const Entry& entry) { return map.find(entry.key) != nullptr; });
  }

  void change_map(const Value& from, const Value& to) {
    std::vector<const Entry*> added;
    for (const Entry& entry : to.entries)
      if (const Value* before = from.find(entry.key))
        change(*before, entry.value);
      else
        added.push_back(&entry);
    if (!added.empty()) add(from, added);
  }

  // Adds entries after the last entry of a map.
  void add(const Value& map, const std::vector<const Entry*>& added) {
    if (map.entries.empty()) throw CannotEdit();
    const std::size_t begin = offset_of(map.line, map.column);
    const Value& last = map.entries.back().value;
    if (text_[begin] == '{') {
      std::string text;
      for (const Entry* entry : added) text += ", " + on_one_line_of(*entry);
      edits_.push_back({end_of(map, begin) - 1, 0, text});
      return;
    }
    const bool is_root = map.entries.front().key_place.column == 1;
    const std::size_t end =
        is_root ? text_.size() : end_of_line(end_of(last, offset_of(last.line, last.column)));
    const std::string indent(static_cast<std::size_t>(map.entries.front().key_place.column) - 1, ' ');
    std::string text = end > 0 && text_[end - 1] != '\n' ? "\n" : "";
    for (const Entry* entry : added) text += indent + on_one_line_of(*entry) + '\n';
    edits_.push_back({end, 0, text});
  }

  static std::string on_one_line_of(const Entry& entry) {
    Value map;
    map.kind = Kind::Map;
    map.entries.push_back(entry);
    const std::string flow = to_flow_yaml(map);  // "{key: value}"
    return flow.substr(1, flow.size() - 2);
  }

  std::size_t end_of_line(std::size_t at) const {
    const std::size_t end = text_.find('\n', at);
    return end == std::string::npos ? text_.size() : end + 1;
  }

  // The end of the text of the value that begins here: a word, a text in quotes, or braces and brackets.
  std::size_t end_of(const Value& value, std::size_t begin) const {
    const char first = text_[begin];
    if (first == '"' || first == '\'') return end_of_quotes(begin);
    if (first == '{' || first == '[') return end_of_brackets(begin);
    if (value.kind != Kind::Scalar || value.text.empty() ||
        text_.compare(begin, value.text.size(), value.text) != 0)
      throw CannotEdit();
    return begin + value.text.size();
  }

  std::size_t end_of_quotes(std::size_t begin) const {
    const char quote = text_[begin];
    for (std::size_t i = begin + 1; i < text_.size(); ++i) {
      if (quote == '"' && text_[i] == '\\') {
        ++i;
      } else if (text_[i] == quote) {
        if (quote == '"' || i + 1 == text_.size() || text_[i + 1] != '\'') return i + 1;
        ++i;
      }
    }
    throw CannotEdit();
  }

  std::size_t end_of_brackets(std::size_t begin) const {
    int depth = 0;
    for (std::size_t i = begin; i < text_.size(); ++i) {
      const char c = text_[i];
      const bool is_after_gap =
          i > 0 && std::string_view(" \n\t,{[:").find(text_[i - 1]) != std::string_view::npos;
      if ((c == '"' || c == '\'') && is_after_gap) {
        i = end_of_quotes(i) - 1;
      } else if (c == '#' && i > 0 &&
                 std::string_view(" \n\t").find(text_[i - 1]) != std::string_view::npos) {
        i = end_of_line(i) - 1;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        return i + 1;
      }
    }
    throw CannotEdit();
  }

  const std::string& text_;
  std::vector<std::size_t> lines_;  // where each line begins
  std::vector<Edit> edits_;
};

std::optional<std::string> edited_in_place(const std::string& text, const Value& wanted) try {
  Editor editor(text);
  editor.change(parse_document(text, "").root, wanted);
  std::string edited = editor.result();
  const Document again = parse_document(edited, "");
  if (!again.problems.empty() || !same_values(again.root, wanted)) return std::nullopt;
  return edited;
} catch (const CannotEdit&) {
  return std::nullopt;
} catch (const SpecError&) {
  return std::nullopt;
}

}  // namespace

bool same_values(const Value& a, const Value& b) {
  const auto same_entries = [](const Entry& x, const Entry& y) {
    return x.key == y.key && same_values(x.value, y.value);
  };
  return a.kind == b.kind && (a.kind != Kind::Scalar || a.text == b.text) &&
         std::ranges::equal(a.items, b.items, same_values) &&
         std::ranges::equal(a.entries, b.entries, same_entries);
}

std::string edited_yaml(const std::string& text, const Value& wanted) {
  return edited_in_place(text, wanted).value_or(to_yaml(wanted));
}

}  // namespace morula::io
