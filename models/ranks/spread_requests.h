// Requests of rank 0 to the ranks that hold one lattice (spread_model.h), as messages.
#pragma once

#include <cstdint>
#include <vector>

#include "core/communicator.h"
#include "models/spec.h"

namespace morula::spread {

// What rank 0 requests of every rank, itself included.
enum class Task : std::uint64_t {
  End,
  Make,
  Step,
  Sum,
  SiteNumbers,
  Hash,
  Classes,
  Limits,
  Picture,
  Read,
  ReadPacked,
  BeginRestore,
  Restore,
  RestorePacked,
  EndRestore
};

struct RankRequest {
  Task task = Task::End;
  std::vector<std::uint64_t> numbers;
};

// Rank 0 sends a request; every other rank waits for one.
void send_request(Communicator& communicator, const RankRequest& request);
RankRequest await_request(Communicator& communicator);

// What every rank must know to make a picture.
struct Shot {
  std::uint64_t view = 0;  // index of the view
  FramesSpec frames;
  std::vector<io::Colour> colours;
};

RankRequest request_for(const Shot& shot);
Shot shot_in(const std::vector<std::uint64_t>& numbers);

}  // namespace morula::spread
