// The id and the seed of a point depend only on its settings.
#include "sweep/settings.h"

#include <gtest/gtest.h>

#include "core/stream.h"

namespace morula::sweep {
namespace {

Settings settings(const std::string& yaml) {
  Settings parsed;
  for (const io::Entry& entry : io::parse_document(yaml, "s.yaml").root.entries)
    parsed.push_back({entry.key, entry.key_place, entry.value});
  return parsed;
}

TEST(Settings, AreNamedByTheirMeaning) {
  const Hash id = point_id(settings("{a.b: 0.1, c: {x: 1, y: [2, 3]}}"));
  EXPECT_EQ(id, point_id(settings("{c: {y: [2, 3], x: 1}, a.b: 0.10}")));
  EXPECT_EQ(id, point_id(settings("{a.b: 1e-1, c: {x: 1.0, y: [2, 3]}}")));
  EXPECT_NE(id, point_id(settings("{a.b: 0.1, c: {x: 1, y: [3, 2]}}")));
  EXPECT_NE(id, point_id(settings("{a.c: 0.1, c: {x: 1, y: [2, 3]}}")));
}

TEST(Settings, SeedIsADrawAtTheirHash) {
  const Hash id{0x123456789abcdef0};
  const u32x4 words = draw(stream(7, Purpose::SweepSeed), 0x56789abcdef0, 0x1234, 2);
  EXPECT_EQ(point_seed(7, id, 2), (u64{words.x} << 32 | words.y) >> 16);
  EXPECT_NE(point_seed(7, id, 2), point_seed(7, id, 3));
  EXPECT_NE(point_seed(7, id), point_seed(8, id));
  EXPECT_LT(point_seed(7, id), u64{1} << 48);
}

TEST(Settings, AreEditsOfTheTreeAtAKey) {
  io::Document document = io::parse_document("{a: {b: 1, c: 2}, list: [{x: 1}, {x: 2}]}", "m.yaml");
  apply_settings(settings("{a.b: [7], list.1.x: 5, new.key: yes}"), document);
  EXPECT_EQ(document.root.find("a")->find("b")->items.front().text, "7");
  EXPECT_EQ(document.root.find("a")->find("c")->text, "2");
  EXPECT_EQ(document.root.find("list")->items[0].find("x")->text, "1");
  EXPECT_EQ(document.root.find("list")->items[1].find("x")->text, "5");
  EXPECT_EQ(document.root.find("new")->find("key")->text, "yes");
}

}  // namespace
}  // namespace morula::sweep
