#include "core/thread_ranks.h"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "core/error.h"

namespace morula {
namespace {

// Holds the messages between ranks. A message is copied, so that no sender waits.
class PostOffice {
 public:
  struct Address {
    int to, from, tag;
    auto operator<=>(const Address&) const = default;
  };

  explicit PostOffice(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

  void post(const Address& address, Bytes message) {
    {
      const std::lock_guard lock(mutex_);
      messages_[address].push_back(std::move(message));
    }
    arrived_.notify_all();
  }

  Bytes collect(const Address& address) {
    std::unique_lock lock(mutex_);
    State& receiver = state(address.to);
    receiver.awaits = address;
    if (nobody_can_go_on())
      fail(std::make_exception_ptr(Error("all ranks wait for messages that nobody sends")));
    arrived_.wait(lock, [&] { return failure_ || is_here(address); });
    receiver.awaits.reset();
    if (failure_) throw Error("another rank has failed");
    const auto queue = messages_.find(address);
    Bytes message = std::move(queue->second.front());
    queue->second.pop_front();
    if (queue->second.empty()) messages_.erase(queue);
    return message;
  }

  void post_message(int to, QueuedMessage message) {
    {
      const std::lock_guard lock(mutex_);
      state(to).queued.push_back(std::move(message));
    }
    arrived_.notify_all();
  }

  std::optional<QueuedMessage> collect_message(int rank, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    std::deque<QueuedMessage>& queued = state(rank).queued;
    arrived_.wait_for(lock, patience, [&] { return failure_ || !queued.empty(); });
    if (failure_) throw Error("another rank has failed");
    if (queued.empty()) return std::nullopt;
    QueuedMessage message = std::move(queued.front());
    queued.pop_front();
    return message;
  }

  // To be called when the rank has returned, or has thrown `failure`.
  void leave(int rank, std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    state(rank).has_left = true;
    if (failure)
      fail(failure);
    else if (nobody_can_go_on())
      fail(std::make_exception_ptr(Error("ranks wait for messages of one that has ended")));
  }

  std::exception_ptr failure() const { return failure_; }

 private:
  struct State {
    bool has_left = false;
    std::optional<Address> awaits;
    std::deque<QueuedMessage> queued;
  };

  State& state(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  bool is_here(const Address& address) const { return messages_.contains(address); }

  bool nobody_can_go_on() const {
    bool anybody_waits = false;
    for (const State& rank : ranks_) {
      if (rank.has_left) continue;
      if (!rank.awaits || is_here(*rank.awaits)) return false;
      anybody_waits = true;
    }
    return anybody_waits;
  }

  void fail(std::exception_ptr failure) {
    if (!failure_) failure_ = std::move(failure);
    arrived_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<Address, std::deque<Bytes>> messages_;
  std::vector<State> ranks_;
  std::exception_ptr failure_;
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(PostOffice& office, int rank, int size)
      : office_(office), rank_(rank), size_(size), node_{"", rank, size} {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  const Node& node() const override { return node_; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    for (const Sent& message : sent) {
      assert(message.tag >= 0);
      post(message.to, message.tag, Bytes(message.bytes.begin(), message.bytes.end()));
    }
    for (const Received& message : received) {
      const Bytes bytes = collect(message.from, message.tag);
      check_length(bytes.size(), message);
      std::copy(bytes.begin(), bytes.end(), message.bytes.begin());
    }
  }

  void sum(std::span<std::uint64_t> values) override {
    const auto own_terms = std::as_bytes(values);
    if (rank_ != 0) post(0, summing, Bytes(own_terms.begin(), own_terms.end()));
    for (int other = 1; rank_ == 0 && other < size_; ++other) {
      const Bytes terms = collect(other, summing);
      check_length(terms.size(), {other, summing, std::as_writable_bytes(values)});
      for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint64_t term = 0;
        std::memcpy(&term, terms.data() + i * sizeof term, sizeof term);
        values[i] += term;
      }
    }
    Bytes totals(own_terms.begin(), own_terms.end());
    broadcast(totals);
    std::copy(totals.begin(), totals.end(), std::as_writable_bytes(values).begin());
  }

  void broadcast(Bytes& bytes) override {
    if (rank_ != 0) bytes = collect(0, broadcasting);
    for (int other = 1; rank_ == 0 && other < size_; ++other) post(other, broadcasting, bytes);
  }

  std::vector<Bytes> gather(const Bytes& mine) override {
    post(0, gathering, mine);
    return rank_ == 0 ? collect_from_each(gathering) : std::vector<Bytes>{};
  }

  std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) override {
    assert(mine.size() == static_cast<std::size_t>(size_));
    for (int other = 0; other < size_; ++other) post(other, everybody, mine[static_cast<std::size_t>(other)]);
    return collect_from_each(everybody);
  }

  void send_message(int to, Bytes bytes) override {
    assert(to >= 0 && to < size_);
    office_.post_message(to, {rank_, std::move(bytes)});
  }

  std::optional<QueuedMessage> receive_message(std::chrono::milliseconds patience) override {
    return office_.collect_message(rank_, patience);
  }

 private:
  // Tags of the calls that do not take a tag.
  enum : int { summing = -4, broadcasting, gathering, everybody };

  void post(int to, int tag, Bytes bytes) {
    assert(to >= 0 && to < size_);
    office_.post({to, rank_, tag}, std::move(bytes));
  }
  Bytes collect(int from, int tag) {
    assert(from >= 0 && from < size_);
    return office_.collect({rank_, from, tag});
  }
  std::vector<Bytes> collect_from_each(int tag) {
    std::vector<Bytes> messages;
    for (int other = 0; other < size_; ++other) messages.push_back(collect(other, tag));
    return messages;
  }

  PostOffice& office_;
  int rank_, size_;
  Node node_;
};

void run_rank(PostOffice& office, int rank, int size,
              const std::function<void(Communicator&)>& program) noexcept {
  std::exception_ptr failure;
  try {
    ThreadRank communicator(office, rank, size);
    program(communicator);
  } catch (...) {
    failure = std::current_exception();
  }
  office.leave(rank, std::move(failure));
}

}  // namespace

void run_thread_ranks(int ranks, const std::function<void(Communicator&)>& program) {
  assert(ranks >= 1);
  PostOffice office(ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) try {
      threads.emplace_back([&, rank] { run_rank(office, rank, ranks, program); });
    } catch (const std::system_error& error) {
      const Error failure("cannot start " + std::to_string(ranks) + " ranks: " + error.what());
      for (; rank < ranks; ++rank) office.leave(rank, std::make_exception_ptr(failure));
    }
  for (std::thread& thread : threads) thread.join();
  if (office.failure()) std::rethrow_exception(office.failure());
}

}  // namespace morula
