#include "io/json.h"

#include <gtest/gtest.h>

#include <cmath>

namespace morula::io {
namespace {

TEST(Json, IsWrittenInTheOrderInWhichItWasBuilt) {
  Json json = {
      {"z", 1}, {"a", {1.5, -2, "three", nullptr, true}}, {"m", {{"k", std::vector<unsigned>{7, 8}}}}};
  json["b"].push_back(true);
  json["z"] = "again";
  EXPECT_EQ(json.dump(), R"({"z":"again","a":[1.5,-2,"three",null,true],"m":{"k":[7,8]},"b":[true]})");
  EXPECT_EQ(Json(std::vector<std::string>{"a", "b"}).dump(), R"(["a","b"])");
  EXPECT_EQ(Json::array({{{"a", 1}}}).dump(2), "[\n  {\n    \"a\": 1\n  }\n]");
  EXPECT_EQ(Json::object().dump() + Json::array().dump() + Json().dump(), "{}[]null");
}

TEST(Json, WritesWhatHasNoTextInJson) {
  EXPECT_EQ(Json(std::nan("")).dump(), "null");
  EXPECT_EQ(Json("\xff\n").dump(), "\"\xEF\xBF\xBD\\n\"") << "bytes that are no UTF-8 are replaced";
}

TEST(Json, ReadsWhatItWrote) {
  const Json json = {
      {"least", std::int64_t{-5}}, {"most", ~std::uint64_t{0}}, {"real", 0.1}, {"none", nullptr}};
  const Json back = Json::parse(json.dump(2));
  EXPECT_EQ(back, json);
  EXPECT_EQ(back.at("least").get<int>(), -5);
  EXPECT_EQ(back.at("most").get<std::uint64_t>(), ~std::uint64_t{0});
  EXPECT_EQ(back.at("real").get<double>(), 0.1);
  EXPECT_EQ(back.at("least").get<double>(), -5.0);
  EXPECT_TRUE(back.at("none").is_null());
  EXPECT_EQ(Json::parse("[1, 2]").get<std::vector<unsigned>>(), (std::vector<unsigned>{1, 2}));
}

TEST(Json, NumbersAreEqualByTheirValue) {
  EXPECT_EQ(Json(2), Json(2u));
  EXPECT_EQ(Json(2), Json(2.0));
  EXPECT_NE(Json(2), Json("2"));
}

TEST(Json, ObjectsAreChanged) {
  Json json = {{"a", 1}, {"b", 2}};
  json.update(Json{{"b", 3}, {"c", 4}});
  json.erase("a");
  json.erase("absent");
  EXPECT_EQ(json, (Json{{"b", 3}, {"c", 4}}));
  EXPECT_TRUE(json.contains("b"));
  EXPECT_FALSE(json.contains("a"));
  EXPECT_EQ(json.size(), 2u);
}

TEST(Json, ElementsAreCounted) {
  int sum = 0;
  for (const Json& item : Json::parse("[1, 2, 3]")) sum += item.get<int>();
  EXPECT_EQ(sum, 6);
}

TEST(Json, SaysWhatIsWrong) {
  EXPECT_THROW(Json::parse("{\"a\": "), JsonError);
  EXPECT_THROW(Json::parse("{} {}"), JsonError);
  EXPECT_THROW(Json("x").get<int>(), JsonError);
  EXPECT_THROW(Json(-1).get<unsigned>(), JsonError);
  EXPECT_THROW(Json(256).get<std::uint8_t>(), JsonError);
  EXPECT_THROW(Json(1.5).get<int>(), JsonError);
  EXPECT_THROW(Json(1).get<bool>(), JsonError);
  EXPECT_THROW(Json(1).at("key"), JsonError);
  EXPECT_THROW(Json(1)["key"] = 2, JsonError);
  EXPECT_THROW(Json(1).push_back(2), JsonError);
  EXPECT_THROW(Json::array().at(0), JsonError);
  EXPECT_THROW(Json::object().update(1), JsonError);
  try {
    Json::parse(R"({"a": 1})").at("b");
    FAIL();
  } catch (const JsonError& error) {
    EXPECT_STREQ(error.what(), "the key 'b' is missing");
  }
  try {
    Json::parse("{");
    FAIL();
  } catch (const JsonError& error) {
    EXPECT_STREQ(error.what(), "not valid JSON at line 1, column 2");
  }
}

}  // namespace
}  // namespace morula::io
