// What a window shows of a model, in two halves: the first reads the model, as little of it as will be seen;
// the second paints, while the model goes on.
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
  double left = 0, top = 0;  // of the window, in sites
  double pixels_of_site = 1;
  Index across = 1, down = 1;  // sites of the plane
};
Placement placement_of(const Look& look, const Field& field);
io::Json placement_json(const Look& look, const View& view);  // null for a volume

// One half: it can be painted when the model is elsewhere.
class Glimpse {
 public:
  virtual ~Glimpse() = default;
  virtual io::Image paint(ThreadPool& threads) = 0;  // once
  virtual std::string png(ThreadPool& threads);      // instead: the same picture as a file
};

// The frames that a look stands for. `usual` is what the model file says of them.
FramesSpec frames_for(const Look& look, const FramesSpec& usual, const std::vector<View>& views);

// The same look, of the first view where it names one that the model does not have or cannot show.
Look with_known_view(Look look, const std::vector<View>& views);

io::Colour surroundings_of(const Look& look);  // what lies around the lattice

// What looks at lattices that a device holds.
struct DeviceEyes {
  DeviceCaster caster;
  DevicePlane plane;
};

// It is to be painted before the next one is taken with the same eyes, whose memory it uses.
std::unique_ptr<Glimpse> glimpse(Model& model, const Look& look, const FramesSpec& frames, DeviceEyes& device,
                                 ThreadPool& threads);

}  // namespace morula::serve
