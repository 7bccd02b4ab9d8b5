#include "models/ranks/spread_requests.h"

#include <bit>

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

namespace {

// The numbers of a volume, always equally many: real numbers as their bits, and a flag before each optional
// value.
std::vector<std::uint64_t> numbers_of(const VolumeSpec& volume) {
  const CameraSpec& camera = volume.camera;
  std::vector<std::uint64_t> numbers;
  for (const auto& direction : {camera.from, camera.up})
    for (const double part : direction) numbers.push_back(std::bit_cast<std::uint64_t>(part));
  for (const auto& number : {camera.perspective, camera.distance}) {
    numbers.push_back(number.has_value());
    numbers.push_back(std::bit_cast<std::uint64_t>(number.value_or(0)));
  }
  const Box cut = volume.cut.value_or(Box{});
  numbers.insert(numbers.end(), {camera.turns, volume.cut.has_value(), cut.first.x, cut.first.y, cut.first.z,
                                 cut.extent.x, cut.extent.y, cut.extent.z, volume.width, volume.height,
                                 volume.samples, volume.opacities.size()});
  for (const auto& [class_, opacity] : volume.opacities)
    numbers.insert(numbers.end(), {class_, std::bit_cast<std::uint64_t>(opacity)});
  return numbers;
}

// The reverse: reads the numbers from index `next` on, and moves `next` past them.
VolumeSpec volume_in(const std::vector<std::uint64_t>& numbers, std::size_t& next) {
  const auto whole = [&] { return numbers.at(next++); };
  const auto real = [&] { return std::bit_cast<double>(whole()); };
  VolumeSpec volume;
  for (auto* direction : {&volume.camera.from, &volume.camera.up})
    for (double& part : *direction) part = real();
  for (auto* number : {&volume.camera.perspective, &volume.camera.distance}) {
    const bool is_there = whole() != 0;
    const double given = real();
    if (is_there) *number = given;
  }
  volume.camera.turns = whole() != 0;
  const bool is_cut = whole() != 0;
  Box cut;
  for (Index* part : {&cut.first.x, &cut.first.y, &cut.first.z, &cut.extent.x, &cut.extent.y, &cut.extent.z})
    *part = whole();
  if (is_cut) volume.cut = cut;
  for (unsigned* size : {&volume.width, &volume.height, &volume.samples})
    *size = static_cast<unsigned>(whole());
  for (std::uint64_t left = whole(); left > 0; --left) {
    const auto class_ = static_cast<unsigned>(whole());
    volume.opacities[class_] = real();
  }
  return volume;
}

}  // namespace

RankRequest request_for(const Shot& shot) {
  const FramesSpec& frames = shot.frames;
  RankRequest request{
      Task::Picture,
      {shot.view, frames.scale, static_cast<std::uint64_t>(frames.view),
       static_cast<std::uint64_t>(frames.axis), frames.at.has_value(), frames.at.value_or(0)}};
  const std::vector<std::uint64_t> volume = numbers_of(frames.volume);
  request.numbers.insert(request.numbers.end(), volume.begin(), volume.end());
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
  std::size_t first_colour = 6;
  shot.frames.volume = volume_in(numbers, first_colour);
  for (std::size_t i = first_colour; i < numbers.size(); i += 3)
    shot.colours.push_back({channel(i), channel(i + 1), channel(i + 2)});
  return shot;
}

}  // namespace morula::spread
