// How long an exchange takes by the length of its messages, measured as in a run: after a stretch of
// computing that has emptied the caches, and by ranks that did not end it together.
#pragma once

#include <vector>

#include "core/communicator.h"

namespace morula {

// Seconds of exchanges with both neighbours at once, by the length of their messages.
class LinkTimes {
 public:
  LinkTimes();

  // Adds fifteen exchanges of every length. Every rank must call it.
  void measure(Communicator& ranks);
  void add(const LinkTimes& others);

  struct Length {
    double bytes = 0;    // of a message, of which an exchange has two
    double seconds = 0;  // of the typical exchange: the median
  };
  std::vector<Length> lengths() const;  // the shortest first

 private:
  std::vector<std::vector<double>> seconds_;
};

// How long an exchange takes whose messages have so many bytes. Between two measured lengths, it is on the
// line through both; below the shortest, what that takes; above the longest, at its pace.
double seconds_of_exchange(const std::vector<LinkTimes::Length>& lengths, double bytes);

}  // namespace morula
