// A program for a device, before it is compiled: dialect texts and the constants of one model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace morula::gpu {

// A file in the dialect, embedded in the program (see cmake/embed.cmake).
struct Text {
  std::string_view name;
  std::string_view body;
};

struct Define {
  std::string name;
  std::string value;
};

struct Source {
  std::string name;  // for messages, such as "automaton"
  std::vector<Text> texts;
  std::vector<Define> defines;

  Source& define(std::string define_name, std::string value);
  Source& define(std::string define_name, std::uint64_t value);  // as a literal that is wide enough
};

// The whole text for a compiler: dialect, defines, then the texts, each under a #line directive so that
// messages name the file and its line in the source tree.
std::string assemble(const Text& dialect, const Source& source);

// A compiler's log with the source line inserted below each message that refers to one. NVIDIA's OpenCL
// compiler ignores #line: its `<kernel>:42` counts lines of the whole text, and is translated to the line of
// the file.
std::string annotate(const std::string& log, const Source& source, const std::string& assembled);

}  // namespace morula::gpu
