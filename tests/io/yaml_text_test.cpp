#include "io/yaml_text.h"

#include <gtest/gtest.h>

namespace morula::io {
namespace {

std::string again(const std::string& text) { return to_yaml(parse_document(text, "model.yaml").root); }

TEST(YamlText, IsReadable) {
  EXPECT_EQ(again("model: x\nseed: 1\nx:\n  a: [1, [2, 3]]\n  types:\n    - name: one\n      of: {b: 1e-5}\n"
                  "    - {name: two}\nempty: {}\nnone:\n"),
            "model: x\nseed: 1\nx:\n  a: [1, [2, 3]]\n  types:\n    - {name: one, of: {b: 1e-5}}\n"
            "    - {name: two}\nempty: {}\nnone: ~\n");
}

// The written text is read back as the same words.
TEST(YamlText, QuotesWhatIsNoPlainWord) {
  for (const std::string word : {"a: b",
                                 "# no comment",
                                 "",
                                 "-",
                                 "--- x",
                                 "...",
                                 "null",
                                 "~",
                                 "[1",
                                 "{",
                                 "a\"b\\c",
                                 "two\nlines\t\x01",
                                 "ends ",
                                 " begins",
                                 "*alias",
                                 "&anchor",
                                 "!tag",
                                 "%",
                                 "@",
                                 "`",
                                 "é",
                                 "a,b",
                                 "'",
                                 "|",
                                 ">",
                                 "?",
                                 "-5",
                                 "C:\\data\\x.txt",
                                 "../data/x y.txt"}) {
    Value value;
    value.kind = Value::Kind::Scalar;
    value.text = word;
    Value map;
    map.kind = Value::Kind::Map;
    map.entries.push_back({"key", {}, value});
    Value list;
    list.kind = Value::Kind::List;
    list.items = {value, map};
    map.entries.push_back({"list", {}, list});
    const Value read = parse_document(to_yaml(map), "model.yaml").root;
    ASSERT_EQ(read.entries.size(), 2u) << to_yaml(map);
    EXPECT_EQ(read.find("key")->text, word) << to_yaml(map);
    EXPECT_EQ(read.find("key")->kind, Value::Kind::Scalar) << to_yaml(map);
    EXPECT_EQ(read.find("list")->items[0].text, word) << to_yaml(map);
    EXPECT_EQ(read.find("list")->items[1].find("key")->text, word) << to_yaml(map);
  }
}

}  // namespace
}  // namespace morula::io
