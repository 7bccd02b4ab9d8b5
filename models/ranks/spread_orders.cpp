#include "models/ranks/spread_orders.h"

#include "core/message.h"

namespace morula::spread {

void give(Communicator& communicator, const Order& order) {
  std::vector<std::uint64_t> all = {static_cast<std::uint64_t>(order.task)};
  all.insert(all.end(), order.numbers.begin(), order.numbers.end());
  Bytes bytes = message_of(all);
  communicator.broadcast(bytes);
}

Order await_order(Communicator& communicator) {
  Bytes bytes;
  communicator.broadcast(bytes);
  const std::vector<std::uint64_t> all = numbers_in(bytes);
  return {static_cast<Task>(all.at(0)), {all.begin() + 1, all.end()}};
}

Order order_for(const Shot& shot) {
  const FramesSpec& frames = shot.frames;
  Order order{Task::Picture,
              {shot.view, frames.scale, static_cast<std::uint64_t>(frames.view),
               static_cast<std::uint64_t>(frames.axis), frames.at.has_value(), frames.at.value_or(0)}};
  for (const io::Colour& colour : shot.colours)
    order.numbers.insert(order.numbers.end(), {colour.red, colour.green, colour.blue});
  return order;
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
