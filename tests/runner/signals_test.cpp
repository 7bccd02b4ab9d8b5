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

// The program that started the tests may have ignored the signals, as nohup does.
class Signals : public testing::Test {
 protected:
  void SetUp() override {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  }
};

TEST_F(Signals, NotesTheFirstAndLeavesTheSecondToTheSystem) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const StopOnSignal signals;
    EXPECT_FALSE(signals.wanted());
    raise(signal);
    EXPECT_TRUE(signals.wanted());
    EXPECT_EQ(handler_of(SIGINT), SIG_DFL);
    EXPECT_EQ(handler_of(SIGTERM), SIG_DFL);
  }
}

TEST_F(Signals, PutsBackWhatWasThereBefore) {
  {
    const StopOnSignal signals;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) EXPECT_NE(handler_of(signal), SIG_DFL);
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) EXPECT_EQ(handler_of(signal), SIG_DFL);
}

TEST_F(Signals, LeavesIgnoredWhatWasIgnored) {
  std::signal(SIGHUP, SIG_IGN);
  {
    const StopOnSignal signals;
    EXPECT_EQ(handler_of(SIGHUP), SIG_IGN);
  }
  std::signal(SIGHUP, SIG_DFL);
}

}  // namespace
}  // namespace morula
