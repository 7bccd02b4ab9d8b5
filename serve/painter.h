// Paints pictures on a separate thread, one at a time, and hands them over.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/threads.h"
#include "serve/window.h"

namespace morula::serve {

class Painter {
 public:
  explicit Painter(unsigned threads);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  bool is_busy() const;
  void wait();  // until it is not busy
  // May be called only while it is not busy. `done` gets a PNG, or the error; it runs on the painter's
  // thread.
  struct Done {
    std::function<void(std::string png)> painted;
    std::function<void(const std::string& why)> failed;
  };
  void paint(std::unique_ptr<Glimpse> glimpse, Done done);

 private:
  void work();

  ThreadPool threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Glimpse> glimpse_;
  Done done_;
  bool is_busy_ = false, is_over_ = false;
  std::thread thread_;
};

}  // namespace morula::serve
