#include "models/ranks/spread_requests.h"

#include "core/message.h"

namespace morula::spread {

void send_request(Communicator& communicator, const RankRequest& request) {
  std::vector<std::uint64_t> numbers = {static_cast<std::uint64_t>(request.task)};
  numbers.insert(numbers.end(), request.numbers.begin(), request.numbers.end());
  Bytes bytes = message_of(numbers);
  communicator.broadcast(bytes);
}

RankRequest await_request(Communicator& communicator) {
  Bytes bytes;
  communicator.broadcast(bytes);
  const std::vector<std::uint64_t> numbers = numbers_in(bytes);
  return {static_cast<Task>(numbers.at(0)), {numbers.begin() + 1, numbers.end()}};
}

RankRequest request_for(const Shot& shot) {
  const FramesSpec& frames = shot.frames;
  RankRequest request{
      Task::Picture,
      {shot.view, frames.scale, static_cast<std::uint64_t>(frames.view),
       static_cast<std::uint64_t>(frames.axis), frames.at.has_value(), frames.at.value_or(0)}};
  for (const io::Colour& colour : shot.colours)
    request.numbers.insert(request.numbers.end(), {colour.red, colour.green, colour.blue});
  return request;
}

Shot shot_in(const std::vector<std::uint64_t>& numbers) {
  Shot shot{numbers.at(0), {}, {}};
  shot.frames.scale = static_cast<unsigned>(numbers.at(1));
  shot.frames.view = static_cast<FrameView>(numbers.at(2));
  shot.frames.axis = static_cast<Axis>(numbers.at(3));
  if (numbers.at(4) != 0) shot.frames.at = numbers.at(5);
  const auto channel = [&](std::size_t i) { return static_cast<std::uint8_t>(numbers.at(i)); };
  for (std::size_t i = 6; i < numbers.size(); i += 3)
    shot.colours.push_back({channel(i), channel(i + 1), channel(i + 2)});
  return shot;
}

}  // namespace morula::spread
