#include "serve/painter.h"

#include <utility>

namespace morula::serve {

Painter::Painter(unsigned threads) : threads_(threads), thread_([this] { work(); }) {}

Painter::~Painter() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool Painter::is_busy() const {
  const std::scoped_lock lock(mutex_);
  return is_busy_;
}

void Painter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !is_busy_; });
}

void Painter::paint(std::unique_ptr<Glimpse> glimpse, Done done) {
  {
    const std::scoped_lock lock(mutex_);
    glimpse_ = std::move(glimpse);
    done_ = std::move(done);
    is_busy_ = true;
  }
  changed_.notify_all();
}

void Painter::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return glimpse_ || is_over_; });
    if (is_over_) return;
    const std::unique_ptr<Glimpse> glimpse(std::move(glimpse_));
    const Done done = std::move(done_);
    lock.unlock();
    std::string png, failure;
    try {
      png = glimpse->png(threads_);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    lock.lock();
    is_busy_ = false;
    lock.unlock();
    changed_.notify_all();
    failure.empty() ? done.painted(std::move(png)) : done.failed(failure);
    lock.lock();
  }
}

}  // namespace morula::serve
