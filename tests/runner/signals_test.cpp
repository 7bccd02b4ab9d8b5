#include "runner/signals.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace morula {
namespace {

void (*handler_of(int signal))(int) {
  struct sigaction now {};
  sigaction(signal, nullptr, &now);
  return now.sa_handler;
}

TEST(StopOnSignal, NotesTheFirstAndLeavesTheSecondToTheSystem) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const StopOnSignal signals;
    EXPECT_FALSE(signals.wanted());
    raise(signal);
    EXPECT_TRUE(signals.wanted());
    EXPECT_EQ(handler_of(SIGINT), SIG_DFL);
    EXPECT_EQ(handler_of(SIGTERM), SIG_DFL);
  }
}

TEST(StopOnSignal, PutsBackWhatWasThereBefore) {
  std::signal(SIGINT, SIG_IGN);
  {
    const StopOnSignal signals;
    EXPECT_NE(handler_of(SIGINT), SIG_IGN);
  }
  EXPECT_EQ(handler_of(SIGINT), SIG_IGN);
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace
}  // namespace morula
