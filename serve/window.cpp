#include "serve/window.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/palette.h"
#include "models/picture/fronts.h"
#include "models/visit_sites.h"

namespace morula::serve {
namespace {

constexpr io::Colour dark_surroundings{24, 26, 30}, light_surroundings{238, 238, 236};
constexpr std::uint32_t outside = ~0u;  // the class of what lies beside the lattice

// The sites that rows or columns of samples show; the plane's end and beyond where there is none.
std::vector<Index> sites_of_samples(unsigned pixels, unsigned samples, double first, double pixels_of_site,
                                    Index end) {
  std::vector<Index> sites;
  for (unsigned i = 0; i < pixels * samples; ++i) {
    const double place = std::floor(first + (i + 0.5) / samples / pixels_of_site);
    sites.push_back(place < 0 || place >= static_cast<double>(end) ? end : static_cast<Index>(place));
  }
  return sites;
}

// Sites that share a pixel are averaged, up to four by four of them.
unsigned samples_for(double pixels_of_site) {
  constexpr double most = 4;
  return static_cast<unsigned>(std::clamp(std::round(1 / pixels_of_site), 1.0, most));
}

class PlaneGlimpse final : public Glimpse {
 public:
  PlaneGlimpse(const Look& look, const Placement& place, const Colouring& colouring)
      : width_(look.width),
        height_(look.height),
        samples_(samples_for(place.pixels_of_site)),
        has_borders_(colouring.view().borders),
        columns_(sites_of_samples(width_, samples_, place.left, place.pixels_of_site, place.across)),
        rows_(sites_of_samples(height_, samples_, place.top, place.pixels_of_site, place.down)),
        across_(place.across),
        down_(place.down),
        surroundings_(look.is_dark ? dark_surroundings : light_surroundings),
        colouring_(colouring),
        shown_(down_) {
    for (const Index row : rows_)
      if (row < down_) shown_[row] = true;
  }

  // The rows that are seen: the first of them, and their number.
  PictureRows seen_rows() const {
    Index first = down_, last = 0;
    for (const Index row : rows_)
      if (row < down_) {
        first = std::min(first, row);
        last = std::max(last, row);
      }
    return {first, first == down_ ? 0 : last - first + 1};
  }
  bool shows_row(Index row) const { return shown_[row]; }

  // `value(x)` is that of a site of this row. Rows come in their order.
  template <typename Value>
  void add_row(Index row, const Value& value) {
    row_numbers_.push_back(row);
    for (const Index column : columns_) {
      const std::uint64_t found = column < across_ ? value(column) : 0;
      classes_.push_back(column < across_ ? colouring_.class_of(found) : outside);
      if (has_borders_) borders_.push_back(column < across_ ? colouring_.border_value(found) + 1 : 0);
    }
  }

  // A row of a field of bytes, as it is: its classes are looked up when it is painted.
  void add_bytes(Index row, const std::byte* values) {
    row_numbers_.push_back(row);
    bytes_.insert(bytes_.end(), values, values + across_);
  }
  void look_up_bytes() {
    for (unsigned value = 0; value < 256; ++value) class_of_byte_[value] = colouring_.class_of(value);
  }

  io::Image paint(ThreadPool&) override {
    classify_bytes();
    io::Image image(width_, height_);
    std::vector<std::uint32_t> sums(std::size_t{width_} * 3);
    std::size_t held = 0;  // the row of classes_ that is shown
    for (unsigned y = 0; y < height_; ++y) {
      std::ranges::fill(sums, 0);
      for (unsigned sample = 0; sample < samples_; ++sample) add_samples(y * samples_ + sample, held, sums);
      const unsigned count = samples_ * samples_;
      for (unsigned x = 0; x < width_; ++x)
        image.at(x, y) = {static_cast<std::uint8_t>((sums[x * 3] + count / 2) / count),
                          static_cast<std::uint8_t>((sums[x * 3 + 1] + count / 2) / count),
                          static_cast<std::uint8_t>((sums[x * 3 + 2] + count / 2) / count)};
    }
    return image;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  void classify_bytes() {
    if (bytes_.empty()) return;
    classes_.resize(row_numbers_.size() * columns_.size());
    if (has_borders_) borders_.resize(classes_.size());
    std::size_t at = 0;
    for (std::size_t row = 0; row < row_numbers_.size(); ++row)
      for (const Index column : columns_) {
        const bool is_inside = column < across_;
        const auto value = is_inside ? std::to_integer<unsigned>(bytes_[row * across_ + column]) : 0u;
        classes_[at] = is_inside ? class_of_byte_[value] : outside;
        if (has_borders_) borders_[at] = is_inside ? colouring_.border_value(value) + 1 : 0;
        ++at;
      }
  }

  std::size_t held_row(Index row, std::size_t from) const {
    if (row >= down_) return none;
    while (from < row_numbers_.size() && row_numbers_[from] < row) ++from;
    return from < row_numbers_.size() && row_numbers_[from] == row ? from : none;
  }

  void add_samples(unsigned sample_row, std::size_t& held, std::vector<std::uint32_t>& sums) const {
    const std::size_t row = held_row(rows_[sample_row], held);
    const std::size_t above =
        sample_row == 0 ? row : held_row(rows_[sample_row - 1], held == 0 ? 0 : held - 1);
    if (row != none) held = row;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const io::Colour colour = row == none ? surroundings_ : colour_at(row, above, i);
      std::uint32_t* const sum = &sums[i / samples_ * 3];
      sum[0] += colour.red;
      sum[1] += colour.green;
      sum[2] += colour.blue;
    }
  }

  io::Colour colour_at(std::size_t row, std::size_t above, std::size_t column) const {
    const std::size_t at = row * columns_.size() + column;
    if (classes_[at] == outside) return surroundings_;
    if (has_borders_) {
      const bool is_border_left = column > 0 && borders_[at - 1] != 0 && borders_[at - 1] != borders_[at];
      const bool is_border_above =
          above != none && borders_[above * columns_.size() + column] != borders_[at];
      if (is_border_left || is_border_above) return {0, 0, 0};
    }
    return colouring_.of(classes_[at]);
  }

  unsigned width_, height_, samples_;
  bool has_borders_;
  std::vector<Index> columns_, rows_;  // of the samples
  Index across_, down_;
  io::Colour surroundings_;
  Colouring colouring_;
  std::vector<bool> shown_;             // rows of the plane
  std::vector<Index> row_numbers_;      // of the rows that are held, rising
  std::vector<std::uint32_t> classes_;  // of the columns of each
  std::vector<std::uint64_t> borders_;  // what lines are drawn between
  std::vector<std::byte> bytes_;        // of the rows, where the field has bytes
  std::array<std::uint32_t, 256> class_of_byte_{};
};

void read_plane(Model& model, const Field& field, PlaneGlimpse& plane) {
  const PictureRows seen = plane.seen_rows();
  const std::uint64_t size = size_of(field.type);
  if (size == 1) plane.look_up_bytes();
  const auto add = [&](Index row, const std::byte* values) {
    if (size == 1) return plane.add_bytes(row, values);
    plane.add_row(row, [&](Index x) {
      std::uint64_t value = 0;
      for (std::uint64_t byte = 0; byte < size; ++byte)
        value |= std::to_integer<std::uint64_t>(values[x * size + byte]) << (8 * byte);
      return value;
    });
  };
  if (const auto held = model.in_place(field); !held.empty()) {
    for (Index row = seen.first; row < seen.end(); ++row)
      if (plane.shows_row(row)) add(row, &held[row * field.extent.x * size]);
    return;
  }
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of_layers(field, seen.first, seen.count)) {
    values.resize(slab.count * size);
    model.read(field, slab, values);
    const Box box = box_of(slab, field.extent);
    for (Index row = 0; row < box.extent.y; ++row)
      if (plane.shows_row(box.first.y + row)) add(box.first.y + row, &values[row * field.extent.x * size]);
  }
}

void read_slice(Model& model, const FramesSpec& frames, const Colouring& colouring, PlaneGlimpse& plane) {
  const Field& field = colouring.field();
  const PictureRows every_row{0, picture_size(frames, field).down};
  const Fronts fronts = look(model, frames, colouring, {0, field.extent.z}, every_row);
  const PictureRows seen = plane.seen_rows();
  for (Index row = seen.first; row < seen.end(); ++row)
    if (plane.shows_row(row)) plane.add_row(row, [&](Index x) { return fronts.at(x, row).value; });
}

// Rays that a device has cast already, or the sites that they will meet.
class VolumeGlimpse final : public Glimpse {
 public:
  VolumeGlimpse(Model& model, const Look& look, const FramesSpec& frames, DeviceCaster& device,
                ThreadPool& threads)
      : frames_(frames),
        zoom_(look.zoom),
        colouring_(model, frames),
        paints_(class_paints(colouring_, frames.volume)),
        scene_(scene_of(frames, colouring_.view(), look.zoom)) {
    const Box box = shown_box(frames.volume, colouring_.field().extent);
    if (const auto cast = device.cast(model, colouring_, paints_, box, scene_)) {
      cast_.emplace(cast->begin(), cast->end());
      return;
    }
    solid_ = std::make_unique<SolidSites>(model, colouring_, paints_, box, threads);
    describe_blocks(box.extent, scene_);
  }

  io::Image paint(ThreadPool& threads) override {
    return compose(cast_ ? *cast_ : cast_rays(scene_, solid_->view(paints_), threads), frames_, colouring_,
                   threads, zoom_);
  }

 private:
  FramesSpec frames_;
  Zoom zoom_;
  Colouring colouring_;
  ClassPaints paints_;
  VolumeScene scene_;
  std::optional<std::vector<PixelSums>> cast_;
  std::unique_ptr<SolidSites> solid_;
};

}  // namespace

Placement placement_of(const Look& look, const Field& field) {
  FramesSpec frames;
  frames.axis = look.axis;
  const Pixel size = picture_size(frames, field);
  Placement place;
  place.across = size.across;
  place.down = size.down;
  const auto across = static_cast<double>(size.across), down = static_cast<double>(size.down);
  place.pixels_of_site = look.pixels_of_site.value_or(std::min(look.width / across, look.height / down));
  const double x = look.pixels_of_site ? look.x : across / 2, y = look.pixels_of_site ? look.y : down / 2;
  place.left = x - look.width / 2.0 / place.pixels_of_site;
  place.top = y - look.height / 2.0 / place.pixels_of_site;
  return place;
}

FramesSpec frames_for(const Look& look, const FramesSpec& usual, const std::vector<View>& views) {
  FramesSpec frames;
  frames.of = look.of.empty() ? views.front().name : look.of;
  if (frames.of == (usual.of.empty() ? views.front().name : usual.of)) {
    frames.palette = usual.palette;
    frames.colours = usual.colours;
    frames.contours = usual.contours;
    frames.volume.cut = usual.volume.cut;
    frames.volume.opacities = usual.volume.opacities;
    frames.volume.absorption = usual.volume.absorption;
  }
  if (!look.palette.empty()) {
    frames.palette = look.palette;
    frames.colours.clear();
  }
  frames.view = look.is_volume ? FrameView::Volume : FrameView::Slice;
  frames.axis = look.axis;
  frames.at = look.at;
  frames.volume.camera.from = look.from;
  frames.volume.width = look.width;
  frames.volume.height = look.height;
  frames.volume.samples = 1;
  return frames;
}

std::unique_ptr<Glimpse> glimpse(Model& model, const Look& look, const FramesSpec& frames,
                                 DeviceCaster& device, ThreadPool& threads) {
  const Colouring colouring(model, frames);
  const Field& field = colouring.field();
  if (field.dimensions == 3 && look.is_volume)
    return std::make_unique<VolumeGlimpse>(model, look, frames, device, threads);
  auto plane = std::make_unique<PlaneGlimpse>(look, placement_of(look, field), colouring);
  if (field.dimensions == 3)
    read_slice(model, frames, colouring, *plane);
  else
    read_plane(model, field, *plane);
  return plane;
}

}  // namespace morula::serve
