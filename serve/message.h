// What a page asks for: one JSON object in a message, {"do": "step", "steps": 10}.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "serve/look.h"

namespace morula::serve {

// A message that is none of ours. The connection is closed.
class MessageError : public Error {
 public:
  using Error::Error;
};

enum class Ask {
  Look,     // how the window looks from now on
  Seen,     // the last picture was drawn: the next one may come
  Play,     //
  Pause,    //
  Step,     // a number of steps, then pause
  Speed,    // steps a second at most
  Restart,  // from step 0, without the changes that were made
  Keep,     // the state of this step, to come back to
  Back,     // to a step that was kept
  Change,   // as docs/changes.md has it, without `at`
  Value,    // of the site below a point of the window
  Curves,   //
  Legend,   //
  Take,     // something along, as a file
  Film,     // a film begins, or ends and is made
  Open,     // another model
  Gallery,  // the examples
  Beside,   // another setting with the same random numbers, or none any more
  Preview,  // a small picture of an example
  Follow,   // where the sites with a value of a field are, in the mean
};

constexpr std::size_t largest_message = std::size_t{1} << 20;  // bytes

struct Message {
  Ask ask = Ask::Seen;
  std::optional<Look> look;     // of Look
  std::uint64_t steps = 1;      // of Step and Back
  std::uint64_t value = 0;      // of Follow
  std::optional<double> speed;  // of Speed; as fast as can be when absent
  // Change and Beside have a change here, as JSON; Take and Film the kind of file; Open and Preview the name
  // of an example, or the text of a model; Follow the name of a field.
  std::string text;
  std::string file_name;            // of Open, where the text was read from a file
  double x = 0, y = 0;              // of Value, in pixels
  bool picks = false;               // of Value: the row of the table is wanted too
  bool is_beside = false;           // of Value and Follow: of the model beside the one that is watched
  bool is_logarithmic = false;      // of Curves, and of Take where it takes them along
  std::vector<std::string> hidden;  // the same: columns that are left out
  unsigned width = 720;             // the same: in pixels
  bool is_text = false;             // of Open: `text` is a model file, not a name
};

Message parse_message(std::string_view text);  // throws MessageError

}  // namespace morula::serve
