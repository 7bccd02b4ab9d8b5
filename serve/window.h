// The picture of a model in a window, made in two parts: the first reads those sites of the model that will
// be visible; the second paints them while the model goes on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/image.h"
#include "io/json.h"
#include "models/model.h"
#include "models/picture/device_caster.h"
#include "models/picture/device_plane.h"
#include "models/picture/solid_sites.h"
#include "models/picture/volume_picture.h"
#include "serve/look.h"

namespace morula::serve {

// Which sites of a plane the pixels of a window show.
struct Placement {
  double left = 0, top = 0;  // the corner of the window, in sites
  double pixels_of_site = 1;
  Index across = 1, down = 1;  // number of sites of the plane
};
Placement placement_of(const Look& look, const Field& field);
io::Json placement_json(const Look& look, const View& view);  // null for a volume

// What was read of a model for one picture. It can be painted while the model goes on.
class Glimpse {
 public:
  virtual ~Glimpse() = default;
  virtual io::Image paint(ThreadPool& threads) = 0;  // may be called once
  virtual std::string png(ThreadPool& threads);      // or, instead of paint(), the same picture as a PNG file
};

// The settings of frames for a look. `usual` are those of the model file.
FramesSpec frames_for(const Look& look, const FramesSpec& usual, const std::vector<View>& views);

// The same look, but with the first view if the model does not have, or cannot show, the view that it names.
Look with_known_view(Look look, const std::vector<View>& views);

io::Colour surroundings_of(const Look& look);  // the colour around the lattice

// Memory and kernels that draw a lattice on its device.
struct DeviceEyes {
  DeviceCaster caster;
  DevicePlane plane;
};

// Reads the model for a picture. It must be painted before the next call with the same `device`, whose memory
// it uses.
std::unique_ptr<Glimpse> glimpse(Model& model, const Look& look, const FramesSpec& frames, DeviceEyes& device,
                                 ThreadPool& threads);

}  // namespace morula::serve
