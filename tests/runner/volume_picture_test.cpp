// Pictures of rays through a solid, compared with a reference that checks every site of the lattice for every
// ray, sorts the sites that the ray passes by depth, and paints them one behind the other.
#include "models/picture/volume_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fake_model.h"
#include "models/picture/camera.h"
#include "models/picture/picture.h"
#include "models/picture/solid_sites.h"

namespace morula::test {
namespace {

struct Solid {
  Extent extent;
  std::vector<std::uint64_t> values;
  std::vector<u32> paints;  // paint of each class; the class is the value modulo the number of classes

  bool holds(i64 x, i64 y, i64 z) const {
    return x >= 0 && y >= 0 && z >= 0 && x < static_cast<i64>(extent.x) && y < static_cast<i64>(extent.y) &&
           z < static_cast<i64>(extent.z);
  }
  std::uint64_t value(const std::array<i64, 3>& at) const {
    return values[(static_cast<Index>(at[2]) * extent.y + static_cast<Index>(at[1])) * extent.x +
                  static_cast<Index>(at[0])];
  }
  u32 paint(const std::array<i64, 3>& at) const {
    return holds(at[0], at[1], at[2]) ? paints[value(at) % paints.size()] : 0;
  }
};

struct Meeting {
  i64 enter = -1, leave = NO_TIME;
  int face = 2;
  std::array<i64, 3> site{}, place{}, step{};
};

// The sites that a ray passes, nearest first.
std::vector<Meeting> meetings(const VolumeScene& scene, const Solid& solid, i64 right, i64 down) {
  std::vector<Meeting> passed;
  const Extent& extent = solid.extent;
  const i64 size[] = {static_cast<i64>(extent.x), static_cast<i64>(extent.y), static_cast<i64>(extent.z)};
  for (Index i = 0; i < extent.sites(); ++i) {
    Meeting meeting;
    meeting.site = {static_cast<i64>(i % extent.x), static_cast<i64>(i / extent.x % extent.y),
                    static_cast<i64>(i / extent.x / extent.y)};
    i64 origin[3], ray[3];
    for (int a = 0; a < 3; ++a) {
      origin[a] = (scene.origin[a] + right * scene.origin_right[a] + down * scene.origin_down[a]) >> 16;
      ray[a] = (scene.ray[a] + right * scene.ray_right[a] + down * scene.ray_down[a]) >> 10;
      meeting.step[static_cast<std::size_t>(a)] = ray[a] < 0 ? -1 : 1;
      const i64 site = meeting.site[static_cast<std::size_t>(a)];
      if (ray[a] == 0) {
        if (origin[a] >> 16 != site) meeting.leave = -2;
        continue;
      }
      const i64 speed = std::abs(ray[a]), per_site = (i64{1} << 40) / speed;
      const i64 to_plane_0 = ray[a] < 0 ? origin[a] - size[a] * 65536 : -origin[a];
      const i64 enter =
          to_plane_0 * (i64{1} << 24) / speed + (ray[a] < 0 ? size[a] - 1 - site : site) * per_site;
      if (enter >= meeting.enter) meeting.face = a;
      meeting.enter = std::max(meeting.enter, enter);
      meeting.leave = std::min(meeting.leave, enter + per_site);
    }
    if (meeting.enter >= meeting.leave) continue;
    for (std::size_t a = 0; a < 3; ++a)
      meeting.place[a] =
          std::clamp<i64>(origin[a] + ((ray[a] * meeting.enter) >> 24) - meeting.site[a] * 65536, 0, 65535);
    passed.push_back(meeting);
  }
  std::ranges::sort(passed, {}, &Meeting::enter);
  return passed;
}

i64 reference_light(const VolumeScene& scene, const Solid& solid, const Meeting& met) {
  const auto face = static_cast<std::size_t>(met.face), across = (face + 1) % 3, along = (face + 2) % 3;
  const i64 out = -met.step[face];
  const auto at = [&](i64 before, i64 right, i64 up) {
    std::array<i64, 3> site = met.site;
    site[face] += before * out;
    site[across] += right;
    site[along] += up;
    return site;
  };
  const auto is_opaque = [&](i64 right, i64 up) {
    return solid.paint(at(1, right, up)) >> 24 == 255 ? 1 : 0;
  };
  i64 near = 0;
  for (const i64 right : {-1, 1})
    for (const i64 up : {-1, 1}) {
      const i64 sides = is_opaque(right, 0) + is_opaque(0, up);
      const i64 corner = 256 - 32 * (sides == 2 ? 3 : sides + is_opaque(right, up));
      const i64 x = met.place[across] >> 8, y = met.place[along] >> 8;
      near += corner * (right > 0 ? x : 256 - x) * (up > 0 ? y : 256 - y);
    }
  i64 far = 0;
  const i64 side = i64{1} << scene.block_bits;
  std::array<i64, 3> block{}, part{};
  for (std::size_t a = 0; a < 3; ++a) {
    const i64 place =
        met.site[a] * 65536 + met.place[a] - side * 32768 + (a == face ? out * side * 65536 : 0);
    block[a] = place >> (scene.block_bits + 16);
    part[a] = (place - block[a] * side * 65536) >> (scene.block_bits + 8);
  }
  for (i64 corner = 0; corner < 8; ++corner) {
    const i64 dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
    i64 visible = 0;
    for (i64 i = 0; i < side * side * side; ++i)
      visible += solid.paint({(block[0] + dx) * side + i % side, (block[1] + dy) * side + i / side % side,
                              (block[2] + dz) * side + i / side / side}) >>
                     24 !=
                 0;
    far += visible * (dx ? part[0] : 256 - part[0]) * (dy ? part[1] : 256 - part[1]) *
           (dz ? part[2] : 256 - part[2]);
  }
  const i64 lamp = scene.light_of_face[2 * face + (out > 0 ? 1 : 0)];
  const i64 sky = (near >> 16) * (256 - (115 * far >> (24 + 3 * scene.block_bits))) >> 8;
  const i64 depth = std::max<i64>(scene.farthest - scene.nearest, 1);
  const i64 haze = 256 - std::clamp<i64>(met.enter - scene.nearest, 0, depth) * 48 / depth;
  const i64 light = (lamp * sky >> 8) * haze >> 8;
  const auto is_border = [&](i64 right, i64 up) {
    const u32 before = solid.paint(at(1, right, up)) >> 24, beside = solid.paint(at(0, right, up)) >> 24;
    if (before > 0) return solid.value(at(1, right, up)) != solid.value(met.site);
    return beside > 0 && solid.value(at(0, right, up)) != solid.value(met.site);
  };
  const i64 line = scene.line_width;
  const bool is_line = (met.place[across] < line && is_border(-1, 0)) ||
                       (met.place[across] >= 65536 - line && is_border(1, 0)) ||
                       (met.place[along] < line && is_border(0, -1)) ||
                       (met.place[along] >= 65536 - line && is_border(0, 1));
  return line > 0 && is_line ? light * 5 >> 4 : light;
}

Seen reference_ray(const VolumeScene& scene, const Solid& solid, const ClassPaints& paints, i64 right,
                   i64 down) {
  Seen seen{0, 0, 0, 65536, NO_TIME};
  std::uint64_t before = ~0u;
  i64 left_before = -1;
  for (const Meeting& met : meetings(scene, solid, right, down)) {
    const std::uint64_t class_ = solid.value(met.site) % solid.paints.size();
    const u32 paint = solid.paints[class_];
    const bool follows = before == class_ && left_before == met.enter;
    before = class_;
    left_before = met.leave;
    if (paint >> 24 == 0 || seen.remaining <= 256) continue;
    u32 part = seen.remaining * (paint >> 24) / 255;
    i64 light = 256;
    if (scene.absorbs) {
      const i64 length = std::min<i64>((met.leave - met.enter) >> 15, 63);
      part = static_cast<u32>(std::uint64_t{seen.remaining} *
                                  paints.absorption[class_ * 64 + static_cast<std::uint64_t>(length)] >>
                              16);
    } else {
      if (follows && paint >> 24 < 255) continue;
      light = reference_light(scene, solid, met);
    }
    if (seen.remaining == 65536) seen.time = met.enter;
    seen.red += part * static_cast<u32>((paint & 255) * light >> 8);
    seen.green += part * static_cast<u32>((paint >> 8 & 255) * light >> 8);
    seen.blue += part * static_cast<u32>((paint >> 16 & 255) * light >> 8);
    seen.remaining -= part;
  }
  return seen;
}

// A sequence of random numbers for tests.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t count) { return mix64(++state_ * 0x9E3779B97F4A7C15u) % count; }
  double between(double least, double most) {
    return least + (most - least) * static_cast<double>(below(1 << 20)) / (1 << 20);
  }

 private:
  std::uint64_t state_;
};

struct Shot {
  FakeModel model;
  FramesSpec frames;
};

// A random solid from a random direction. Some rays run along the axes, where they meet two planes at the
// same time.
Shot random_shot(std::uint64_t seed) {
  Choices choose(seed);
  const Extent extent{1 + choose.below(11), 1 + choose.below(9), 1 + choose.below(10)};
  const std::uint64_t classes = 2 + choose.below(4), fullness = 1 + choose.below(12);
  // Includes labels that need more than the 24 bits of a float.
  const std::uint64_t apart = choose.below(3) == 0 ? 104'729'117 : 1;
  std::vector<std::uint64_t> values(extent.sites());
  for (std::uint64_t& value : values) value = choose.below(12) < fullness ? apart * choose.below(40) : 0;
  FakeModel model({"cell", ValueType::U32, extent, 3}, values);
  model.view.classes = static_cast<unsigned>(classes);
  model.view.borders = choose.below(2) == 0;
  model.view.graded = choose.below(3) == 0;
  model.class_of = [classes](std::uint64_t value) { return static_cast<std::uint32_t>(value % classes); };
  FramesSpec frames;
  frames.view = FrameView::Volume;
  frames.palette = "okabe-ito";
  VolumeSpec& volume = frames.volume;
  volume.width = 20;
  volume.height = 16;
  volume.samples = 1 + static_cast<unsigned>(choose.below(3));
  volume.camera.from = {choose.between(-1, 1), choose.between(-1, 1), choose.between(-1, 1)};
  if (choose.below(4) == 0) volume.camera.from = {choose.below(2) ? 1.0 : -1.0, 0, 0};
  if (choose.below(4) == 0) volume.camera.from = {1, 1, 0};
  if (choose.below(3) == 0) volume.camera.perspective = choose.between(5, 110);
  if (choose.below(3) == 0)
    volume.cut = Box{{extent.x / 3, 0, extent.z / 4}, {1 + extent.x / 2, extent.y, extent.z - extent.z / 4}};
  if (model.view.graded) volume.absorption = {choose.between(0, 0.3), choose.between(0, 1)};
  for (unsigned class_ = 1; class_ < classes; ++class_)
    if (choose.below(3) == 0) volume.opacities[class_] = choose.between(0, 1);
  return {std::move(model), frames};
}

Solid cut_of(const FakeModel& model, const Extent& extent, const Box& box, std::vector<u32> paints) {
  Solid solid{box.extent, {}, std::move(paints)};
  for (Index z = 0; z < box.extent.z; ++z)
    for (Index y = 0; y < box.extent.y; ++y)
      for (Index x = 0; x < box.extent.x; ++x)
        solid.values.push_back(
            model.values()[((box.first.z + z) * extent.y + box.first.y + y) * extent.x + box.first.x + x]);
  return solid;
}

TEST(VolumePicture, IsThatOfTheReference) {
  ThreadPool threads(1);
  std::uint64_t met = 0, rays = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Shot shot = random_shot(seed);
    const Colouring colouring(shot.model, shot.frames);
    const Extent& extent = colouring.field().extent;
    const ClassPaints paints = class_paints(colouring, shot.frames.volume);
    const Box box = shown_box(shot.frames.volume, extent);
    const SolidSites sites(shot.model, colouring, paints, box, threads);
    VolumeScene scene = scene_of(shot.frames, colouring.view());
    describe_blocks(box.extent, scene);
    const Solid solid = cut_of(shot.model, extent, box,
                               {paints.paints.begin(), paints.paints.begin() + shot.model.view.classes});
    for (i64 down = 0; down < scene.height * scene.samples; down += 1 + static_cast<i64>(seed % 3))
      for (i64 right = 0; right < scene.width * scene.samples; ++right) {
        const Seen cast = cast_ray(&scene, sites.view(paints), right, down);
        const Seen wanted = reference_ray(scene, solid, paints, right, down);
        ASSERT_EQ(std::tie(cast.red, cast.green, cast.blue, cast.remaining, cast.time),
                  std::tie(wanted.red, wanted.green, wanted.blue, wanted.remaining, wanted.time))
            << "seed " << seed << ", ray " << right << ", " << down;
        met += cast.remaining < ALL_LIGHT;
        ++rays;
      }
  }
  EXPECT_GT(met * 10, rays) << "of the rays, hardly any meets a site";
}

// Casts all rays of a pixel if its first ray differs from that of the pixel beside or below it by more than 4
// of 255.
TEST(VolumePicture, CastsAllRaysOfAPixelWhereAnEdgeMayBe) {
  std::uint64_t edges = 0, plain = 0;
  ThreadPool threads(2);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Shot shot = random_shot(seed);
    shot.frames.volume.samples = 2 + static_cast<unsigned>(seed % 2);
    const Colouring colouring(shot.model, shot.frames);
    const ClassPaints paints = class_paints(colouring, shot.frames.volume);
    const Box box = shown_box(shot.frames.volume, colouring.field().extent);
    const SolidSites sites(shot.model, colouring, paints, box, threads);
    VolumeScene scene = scene_of(shot.frames, colouring.view());
    describe_blocks(box.extent, scene);
    const auto ray = [&](i64 x, i64 y, i64 right, i64 down) {
      const Seen seen =
          cast_ray(&scene, sites.view(paints), x * scene.samples + right, y * scene.samples + down);
      return std::array<i64, 4>{seen.red, seen.green, seen.blue, seen.remaining * i64{255}};
    };
    const auto differ = [](const std::array<i64, 4>& a, const std::array<i64, 4>& b) {
      for (std::size_t i = 0; i < 4; ++i)
        if (std::abs(a[i] - b[i]) > 4 * 65536) return true;
      return false;
    };
    const std::vector<PixelSums> found = cast_rays(scene, sites.view(paints), threads);
    for (i64 y = 0; y < scene.height; ++y)
      for (i64 x = 0; x < scene.width; ++x) {
        const i64 right = std::min(x + 1, scene.width - 1), below = std::min(y + 1, scene.height - 1);
        const auto first = ray(x, y, 0, 0), beside = ray(right, y, 0, 0), under = ray(x, below, 0, 0);
        const bool has_edge = differ(first, beside) || differ(first, under) || differ(beside, under) ||
                              differ(first, ray(right, below, 0, 0));
        std::array<i64, 4> sum{};
        for (i64 down = 0; down < scene.samples; ++down)
          for (i64 across = 0; across < scene.samples; ++across)
            for (std::size_t i = 0; i < 4; ++i) sum[i] += has_edge ? ray(x, y, across, down)[i] : first[i];
        const PixelSums& pixel = found[static_cast<std::size_t>(y * scene.width + x)];
        ASSERT_EQ(sum, (std::array<i64, 4>{pixel.red, pixel.green, pixel.blue, pixel.remaining * i64{255}}))
            << "seed " << seed << ", pixel " << x << ", " << y;
        ++(has_edge ? edges : plain);
      }
  }
  EXPECT_GT(edges, 1000u);
  EXPECT_GT(plain, 1000u);
}

TEST(VolumePicture, IsTheSameOnAnyNumberOfThreads) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Shot shot = random_shot(seed);
    ThreadPool alone(1), several(3);
    EXPECT_TRUE(picture(shot.model, shot.frames, &alone).pixels ==
                picture(shot.model, shot.frames, &several).pixels);
  }
}

constexpr io::Colour no_site{255, 255, 255}, red_site{255, 0, 0}, green_site{0, 255, 0};

FramesSpec seen_from(std::array<double, 3> from) {
  FramesSpec frames;
  frames.view = FrameView::Volume;
  frames.volume.camera.from = from;
  frames.volume.width = frames.volume.height = 100;
  frames.volume.box = frames.volume.axes = false;
  return frames;
}

// 2 x 2 x 2 sites: red at [0, 0, 0], green at [1, 0, 0], all others transparent.
FakeModel two_sites() {
  FakeModel model = model_3d({2, 2, 2}, {1, 2, 0, 0, 0, 0, 0, 0});
  model.view.classes = 3;
  model.view.colours = {no_site, red_site, green_site};
  return model;
}

char hue(io::Colour colour) {
  if (colour == no_site) return '.';
  return colour.green == 0 && colour.red > 0 ? 'r' : colour.red == 0 && colour.green > 0 ? 'g' : '?';
}

// The picture as one letter for each quarter.
std::string quarters(FakeModel& model, const FramesSpec& frames) {
  io::Image image = picture(model, frames);
  return {hue(image.at(30, 30)), hue(image.at(70, 30)), hue(image.at(30, 70)), hue(image.at(70, 70))};
}

TEST(VolumePicture, HasTheAxesWhereTheCameraSeesThem) {
  FakeModel model = two_sites();
  EXPECT_EQ(quarters(model, seen_from({0, -1, 0})), "..rg") << "x to the right, z up";
  EXPECT_EQ(quarters(model, seen_from({0, 1, 0})), "..gr") << "from behind";
  EXPECT_EQ(quarters(model, seen_from({1, 0, 0})), "..g.") << "y to the right: green hides red";
  EXPECT_EQ(quarters(model, seen_from({-1, 0, 0})), "...r");
  FramesSpec above = seen_from({0, 0, 1});
  above.volume.camera.up = {0, 1, 0};
  EXPECT_EQ(quarters(model, above), "..rg") << "x to the right, y up";
}

TEST(VolumePicture, LeavesOutWhatIsCutAndWhatIsHidden) {
  FakeModel model = two_sites();
  FramesSpec frames = seen_from({1, 0, 0});
  frames.volume.cut = Box{{0, 0, 0}, {1, 2, 2}};
  EXPECT_EQ(quarters(model, frames), "..r.");
  frames.volume.cut.reset();
  frames.volume.opacities[2] = 0;
  EXPECT_EQ(quarters(model, frames), "..r.");
  frames.volume.opacities[2] = 0.5;
  EXPECT_EQ(quarters(model, frames), "..?.") << "red through green";
}

TEST(VolumePicture, ShowsTheEdgesOfTheLattice) {
  FakeModel model = model_3d({2, 2, 2}, std::vector<std::uint64_t>(8));
  model.view.colours = {no_site, red_site};
  FramesSpec frames = seen_from({1.2, -2, 1});
  const auto inked = [&] {
    const io::Image image = picture(model, frames);
    return std::ranges::count_if(image.pixels, [](io::Colour colour) { return colour != no_site; });
  };
  EXPECT_EQ(inked(), 0);
  frames.volume.box = true;
  const auto edges = inked();
  EXPECT_GT(edges, 300);
  frames.volume.axes = true;
  EXPECT_GT(inked(), edges);
}

}  // namespace
}  // namespace morula::test
