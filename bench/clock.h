// The host's clock around work that is finished when it returns.
#pragma once

#include <chrono>

namespace morula {

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace morula
