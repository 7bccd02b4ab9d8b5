// Streams of commands to a CUDA device, and events, which mark moments in a stream. The session must outlive
// both.
#pragma once

#include "gpu/cuda_session.h"

namespace morula::gpu::cuda {

// A stream in addition to the session's main stream.
class Stream {
 public:
  explicit Stream(const Session& session) : session_(session) {
    session_.enter();
    session_.check(session_.driver().stream_create(&handle_, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
  }
  ~Stream() {
    if (!session_.try_enter()) return;
    session_.driver().stream_synchronize(handle_);
    session_.driver().stream_destroy(handle_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  CUstream handle() const { return handle_; }

 private:
  const Session& session_;
  CUstream handle_ = nullptr;
};

class Event {
 public:
  explicit Event(const Session& session, unsigned flags = CU_EVENT_DEFAULT) : session_(session) {
    session_.enter();
    session_.check(session_.driver().event_create(&handle_, flags), "cuEventCreate");
  }
  ~Event() {
    if (session_.try_enter()) session_.driver().event_destroy(handle_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(CUstream stream) {
    session_.check(session_.driver().event_record(handle_, stream), "cuEventRecord");
  }
  // Commands that are given to `stream` from now on begin after the moment that this event recorded last. The
  // event may be recorded again at once; the stream still waits for that moment.
  void hold(CUstream stream) const {
    session_.check(session_.driver().stream_wait(stream, handle_, 0), "cuStreamWaitEvent");
  }
  CUevent handle() const { return handle_; }

 private:
  const Session& session_;
  CUevent handle_ = nullptr;
};

}  // namespace morula::gpu::cuda
