// The requests that are accepted, and those that are refused.
#include "serve/gate.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using morula::serve::Gate;

Gate gate(const std::string& listen = "127.0.0.1") { return {"secret", listen}; }

Gate::Request request(std::string_view target = "/secret/", std::string_view host = "127.0.0.1:4000") {
  return {"GET", target, host, "", false};
}

TEST(Gate, LetsTheAddressIn) {
  for (const char* host : {"127.0.0.1:4000", "localhost:4000", "[::1]:4000", "localhost"})
    EXPECT_FALSE(gate().refusal(request("/secret/", host))) << host;
  EXPECT_FALSE(gate().refusal(request("/secret/app.js")));
}

TEST(Gate, RefusesAnotherToken) {
  for (const char* target : {"/", "", "/secret", "/other/", "/secre/", "/secretx/", "//secret/", "secret/",
                             "/ /", "/%73ecret/", "/../secret/"})
    EXPECT_TRUE(gate().refusal(request(target))) << target;
}

TEST(Gate, RefusesAnotherHost) {
  for (const char* host : {"", "evil.example", "evil.example:4000", "127.0.0.1.evil.example",
                           "localhost.evil.example", "192.168.1.7:4000", "[::1", "127.0.0.2"})
    EXPECT_TRUE(gate().refusal(request("/secret/", host))) << host;
}

TEST(Gate, ListensWhereItIsTold) {
  EXPECT_FALSE(gate("192.168.1.7").refusal(request("/secret/", "192.168.1.7:4000")));
  EXPECT_TRUE(gate("192.168.1.7").refusal(request("/secret/", "192.168.1.8:4000")));
  EXPECT_FALSE(gate("0.0.0.0").refusal(request("/secret/", "192.168.1.7:4000")));
  EXPECT_TRUE(gate("0.0.0.0").refusal(request("/secret/", "evil.example")));
  EXPECT_TRUE(gate("0.0.0.0").refusal(request("/secret/", "dead.beef")));
}

TEST(Gate, RefusesSocketsOfOtherPages) {
  Gate::Request socket = request("/secret/socket");
  socket.is_socket = true;
  for (const char* origin :
       {"", "null", "http://evil.example", "https://127.0.0.1:4000", "http://127.0.0.1:4001"}) {
    socket.origin = origin;
    EXPECT_TRUE(gate().refusal(socket)) << origin;
  }
  socket.origin = "http://127.0.0.1:4000";
  EXPECT_FALSE(gate().refusal(socket));
}

TEST(Gate, AnswersOnlyGet) {
  Gate::Request post = request();
  for (const char* method : {"POST", "PUT", "OPTIONS", "HEAD", "get", ""}) {
    post.method = method;
    EXPECT_EQ(gate().refusal(post).value().status, 405u) << method;
  }
}

TEST(Gate, TokensDiffer) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(morula::serve::random_token());
  EXPECT_EQ(tokens.size(), 100u);
  EXPECT_EQ(tokens.begin()->size(), 32u);
}

}  // namespace
