// How long an exchange takes by the length of its messages: the links between ranks, whatever they compute.
#pragma once

#include <vector>

#include "core/communicator.h"

namespace morula {

// Seconds of exchanges with both neighbours at once, by the length of their messages. Each comes after a
// stretch of computing that has emptied the caches.
class LinkTimes {
 public:
  LinkTimes();

  // Adds five exchanges of every length. Every rank must call it.
  void measure(Communicator& ranks);

  struct Length {
    double bytes = 0;    // of a message, of which an exchange has two
    double seconds = 0;  // of the typical exchange: the median
  };
  std::vector<Length> lengths() const;  // the shortest first

 private:
  std::vector<std::vector<double>> seconds_;
};

}  // namespace morula
