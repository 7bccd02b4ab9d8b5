// The edges of the lattice in a picture of a solid, and the names of its axes.
#pragma once

#include "models/picture/camera.h"
#include "models/picture/canvas.h"

namespace morula {

class LatticeBox {
 public:
  LatticeBox(const Camera& camera, const Extent& lattice, std::uint32_t width, std::uint32_t height);

  // The contents of the lattice hide all edges behind them, and none of the edges in front.
  void draw_edges_behind(Canvas& canvas) const { draw_edges(canvas, false); }
  void draw_edges_before(Canvas& canvas) const { draw_edges(canvas, true); }
  void draw_axes(Canvas& canvas) const;

 private:
  struct Edge {
    unsigned axis;
    PicturePoint from, to;
    int faces_seen;  // number of visible faces among the two that meet at the edge
  };

  void draw_edges(Canvas& canvas, bool are_before) const;
  void draw_axis(Canvas& canvas, const Edge& edge) const;

  std::vector<Edge> edges_;
  PicturePoint centre_;
  std::array<Index, 3> size_;
  double line_width_, letter_height_;
};

}  // namespace morula
