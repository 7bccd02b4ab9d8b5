#include "serve/message.h"

#include <gtest/gtest.h>

namespace {

using namespace morula::serve;

TEST(Message, IsRead) {
  EXPECT_EQ(parse_message(R"({"do": "play"})").ask, Ask::Play);
  EXPECT_EQ(parse_message(R"({"do": "step", "steps": 10})").steps, 10u);
  EXPECT_EQ(parse_message(R"({"do": "change", "change": {"set": {"potts.temperature": 5}}})").text,
            R"({"set":{"potts.temperature":5}})");
  const Look look = *parse_message(R"({"do": "look", "width": 640, "height": 480, "of": "id", "volume": false,
                                       "axis": "x", "at": 3, "scale": 2.5, "x": 10, "y": 20})")
                         .look;
  EXPECT_EQ(look.width, 640u);
  EXPECT_EQ(look.of, "id");
  EXPECT_EQ(look.axis, morula::Axis::X);
  EXPECT_EQ(look.at, 3u);
  EXPECT_EQ(look.pixels_of_site, 2.5);
  EXPECT_FALSE(parse_message(R"({"do": "speed"})").speed);
}

TEST(Message, IsRefused) {
  const std::string deep = "{\"do\": " + std::string(100000, '[');
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string("{}"), deep,
        std::string(R"({"do": "fly"})"), std::string(R"({"do": 7})"),
        std::string(R"({"do": "step", "steps": -1})"), std::string(R"({"do": "step", "steps": "7"})"),
        std::string(R"({"do": "step", "steps": 1e300})"), std::string(R"({"do": "look", "width": 100000})"),
        std::string(R"({"do": "look", "width": 0})"), std::string(R"({"do": "look", "from": [1]})"),
        std::string(R"({"do": "look", "at": -1})"), std::string(R"({"do": "look", "axis": "w"})"),
        std::string(R"({"do": "change"})"), std::string(R"({"do": "speed", "speed": 0})"),
        "{\"do\": \"play\", \"more\": \"" + std::string(2 << 20, 'x') + "\"}"})
    EXPECT_THROW(parse_message(text), MessageError) << text.substr(0, 60);
}

TEST(Message, BracketsInTextAreNoBrackets) {
  EXPECT_EQ(parse_message("{\"do\": \"play\", \"note\": \"" + std::string(1000, '[') + "\\\"[\"}").ask,
            Ask::Play);
}

}  // namespace
