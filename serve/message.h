// The messages of a page. Each is one JSON object, such as {"do": "step", "steps": 10}.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "serve/look.h"

namespace morula::serve {

// The message is not one that the page would send. The connection is closed.
class MessageError : public Error {
 public:
  using Error::Error;
};

enum class Ask {
  Look,     // sets what the window shows
  Seen,     // the page has drawn the last picture and can receive the next one
  Play,     //
  Pause,    //
  Step,     // make a number of steps, then pause
  Speed,    // set the largest number of steps per second
  Restart,  // start again from step 0, without the changes that were made
  Keep,     // keep the state of this step, so that the user can return to it
  Back,     // return to a step that was kept
  Change,   // make a change in the form of docs/changes.md, without `at`
  Value,    // tell the value of the site below a point of the window
  Curves,   //
  Legend,   //
  Take,     // send something as a file
  Film,     // begin a film, or end and encode it
  Open,     // open another model
  Gallery,  // list the examples
  Beside,   // compare with another setting and the same random numbers, or stop comparing
  Preview,  // send a small picture of an example
  Follow,   // tell the mean position of the sites that have a value of a field
};

constexpr std::size_t largest_message = std::size_t{1} << 20;  // bytes

struct Message {
  Ask ask = Ask::Seen;
  std::optional<Look> look;     // for Look
  std::uint64_t steps = 1;      // for Step and Back
  std::uint64_t value = 0;      // for Follow
  std::optional<double> speed;  // for Speed; if absent, the model steps as fast as it can
  // For Change and Beside, a change as JSON; for Take and Film, the kind of file; for Open and Preview, the
  // name of an example or the text of a model; for Follow, the name of a field.
  std::string text;
  std::string file_name;            // for Open, if the text was read from a file
  double x = 0, y = 0;              // for Value, in pixels
  bool picks = false;               // for Value: send the row of the table too
  bool is_beside = false;           // for Value and Follow: use the model beside the one that is watched
  bool is_logarithmic = false;      // for Curves, and for Take of curves
  std::vector<std::string> hidden;  // for the same: columns that are left out
  unsigned width = 720;             // for the same: in pixels
  bool is_text = false;             // for Open: `text` is a model file, not a name
};

Message parse_message(std::string_view text);  // throws MessageError

}  // namespace morula::serve
