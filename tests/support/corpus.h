// Invalid files in tests/corpus; beside each, NAME.txt holds the expected message.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/error.h"
#include "io/durable_file.h"

namespace morula::test {

inline const std::filesystem::path corpus = std::filesystem::path(MORULA_SOURCE_DIR) / "tests" / "corpus";

// Messages call files by their paths below corpus/.
template <class Read>
std::string complaint_of(const Read& read) {
  try {
    read();
    return "nothing is wrong\n";
  } catch (const SpecError& error) {
    std::string message = error.what() + std::string("\n");
    const std::string folder = corpus.string() + '/';
    for (std::size_t at; (at = message.find(folder)) != std::string::npos;) message.erase(at, folder.size());
    return message;
  }
}

// `read` gets the contents of a file, and its name.
template <class Read>
void expect_complaints(const std::string& folder, const std::string& extension, const Read& read) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / folder)) {
    if (entry.path().extension() != extension) continue;
    ++files;
    std::filesystem::path expected = entry.path();
    expected.replace_extension(".txt");
    EXPECT_EQ(complaint_of([&] { read(io::read_file(entry.path()), entry.path().filename().string()); }),
              io::read_file(expected))
        << entry.path();
  }
  EXPECT_GT(files, 10) << folder;
}

}  // namespace morula::test
