// How long an exchange takes for each length of messages. This measures the links between ranks,
// independently of any model.
#pragma once

#include <vector>

#include "core/communicator.h"

namespace morula {

// Seconds of exchanges with both neighbours at once, by the length of their messages. Before each, computing
// has emptied the caches.
class LinkTimes {
 public:
  LinkTimes();

  // Adds five exchanges of every length. Every rank must call it.
  void measure(Communicator& ranks);

  struct Length {
    double bytes = 0;    // of a message; an exchange has two
    double seconds = 0;  // of the typical exchange: the median
  };
  std::vector<Length> lengths() const;  // the shortest first

 private:
  std::vector<std::vector<double>> seconds_;
};

}  // namespace morula
