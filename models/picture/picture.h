// Makes pictures of a model's state. Planes, slices and projections are made row by row or slab by slab, so
// that the whole state is never in memory. Rays through a solid need the classes of all its sites.
#pragma once

#include <memory>

#include "core/threads.h"
#include "io/image.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula {

class DeviceCaster;

// Makes pictures of one model, and keeps data between them that take time to make.
class PictureMaker {
 public:
  // Without threads, it works on the calling thread.
  explicit PictureMaker(FramesSpec frames, ThreadPool* threads = nullptr);
  ~PictureMaker();

  io::Image picture(Model& model);

 private:
  io::Image body(Model& model);

  FramesSpec frames_;
  std::unique_ptr<ThreadPool> one_thread_;
  ThreadPool* threads_;
  std::unique_ptr<DeviceCaster> device_;
};

io::Image picture(Model& model, const FramesSpec& frames, ThreadPool* threads = nullptr);

}  // namespace morula
