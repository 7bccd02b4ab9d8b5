// A window on a plane of sites or on a slice of a solid: which sites its pixels show, and their colours.
#pragma once

#include <optional>
#include <vector>

#include "core/threads.h"
#include "io/few_colours.h"
#include "models/picture/fronts.h"
#include "models/picture/plane_rule.h"

namespace morula {

// The place of a window on the plane.
struct WindowPlace {
  unsigned width = 0, height = 0;  // pixels
  double left = 0, top = 0;        // of the window, in sites of the plane
  double pixels_of_site = 1;
  io::Colour surroundings{};  // beside the plane
};

struct PlaneWindow {
  // If the lattice is 3D, `frames` tells which slice is shown.
  PlaneWindow(const WindowPlace& place, const FramesSpec& frames, const Colouring& colouring);

  PlaneScene scene{};
  std::vector<u32> columns, rows;       // the column and the row of the plane that each sample shows
  Index origin = 0;                     // index of the plane's first site in the canonical array
  Index column_step = 1, row_step = 1;  // steps in that array from one column or row to the next
  std::vector<u32> paints;              // the colour of each class

  bool is_empty() const { return columns.empty() || rows.empty(); }
  std::size_t samples() const { return columns.size() * rows.size(); }
  std::vector<Slab> slabs(const Field& field) const;  // the slabs that contain all samples
  // The rows of samples with sites in a piece of the canonical array: the first row, and the one after the
  // last.
  std::pair<std::size_t, std::size_t> rows_in(const Slab& piece) const;
};

// The contents of a window's samples, read by threads. They can be painted after the model has advanced.
class SampledPlane {
 public:
  SampledPlane(Model& model, const Colouring& colouring, PlaneWindow window, ThreadPool& threads);
  io::Image paint(ThreadPool& threads) const;
  // The same picture as indices into a list of its colours, which is faster to make and to compress. Nothing
  // if pixels have several samples, whose colours are averaged, or if there are too many colours.
  std::optional<io::FewColours> numbered(ThreadPool& threads) const;
  const PlaneScene& scene() const { return window_.scene; }

 private:
  void read(const Colouring& colouring, const std::byte* values, const Slab& slab, ThreadPool& threads);
  template <typename Value>
  void read_rows(const Colouring& colouring, const std::byte* values, const Slab& slab, std::size_t begin,
                 std::size_t end);
  template <typename Value>
  void read_row(const Colouring& colouring, const std::byte* values, std::size_t row);
  void paint_row(i64 y, io::Colour* to) const;
  void paint_numbers(i64 y, u8* to) const;

  PlaneWindow window_;
  std::vector<u8> classes_;
  std::vector<u32> borders_;
  std::vector<u8> class_of_byte_;  // for fields of bytes, a table is faster than a call for each site
};

io::Image image_of_paints(unsigned width, unsigned height, std::span<const u32> paints);

}  // namespace morula
