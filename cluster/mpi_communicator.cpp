// The only file that includes mpi.h: the module libmorula_mpi.so. It uses MPI's C API; only the thread that
// opened the cluster calls MPI (MPI_THREAD_FUNNELED), except to abort.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "cluster/cluster.h"
#include "core/error.h"
#include "core/rank_zero.h"

namespace morula {
namespace {

void check(int code) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error("MPI: " + on_one_line(std::string(text.data(), static_cast<std::size_t>(length))));
}

// How a rank waits. MPI's own waits keep a core busy, which may be the core of the rank that it waits for. At
// first a rank does not sleep, since its neighbours are rarely far behind; later its sleeps are short
// compared with the time that it has already waited.
class Patience {
 public:
  void pause() const {
    using std::chrono::microseconds;
    const auto waited = std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - begun_);
    if (waited < microseconds(200)) return std::this_thread::yield();
    std::this_thread::sleep_for(std::min(waited / 20, microseconds(1000)));
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

void wait_for(MPI_Request& request) {
  Patience patience;
  for (int done = 0;;) {
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    if (done) return;
    patience.pause();
  }
}

// Messages that are being sent or received.
class Requests {
 public:
  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  std::vector<MPI_Status> wait() {
    std::vector<MPI_Status> statuses(requests_.size());
    Patience patience;
    for (int done = 0;;) {
      const int code =
          MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, statuses.data());
      if (code == MPI_ERR_IN_STATUS)
        for (const MPI_Status& status : statuses)
          if (status.MPI_ERROR != MPI_SUCCESS && status.MPI_ERROR != MPI_ERR_PENDING) check(status.MPI_ERROR);
      check(code);
      if (done) return statuses;
      patience.pause();
    }
  }

 private:
  std::vector<MPI_Request> requests_;
};

constexpr std::size_t largest_message = std::size_t{1} << 30;

// Divides this many bytes into messages, at least one, and calls `part` with the offset and length of each.
template <typename Part>
void in_messages(std::size_t bytes, std::size_t largest, const Part& part) {
  std::size_t offset = 0;
  do {
    const std::size_t length = std::min(bytes - offset, largest);
    part(offset, static_cast<int>(length));
    offset += length;
  } while (offset < bytes);
}

class MpiCluster final : public Cluster {
 public:
  MpiCluster(const std::string& version, MorulaTell* tell) {
    int provided = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided));
    try {
      if (provided < MPI_THREAD_FUNNELED) throw Error("this MPI cannot be used by a program with threads");
      join(version, tell);
    } catch (...) {
      leave();
      throw;
    }
  }

  ~MpiCluster() override {
    if (std::uncaught_exceptions() > 0) return;  // other ranks may still be waiting for this one
    leave();
  }
  MpiCluster(const MpiCluster&) = delete;
  MpiCluster& operator=(const MpiCluster&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  const Node& node() const override { return node_; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    Requests requests;
    // For each message, its destination and its length.
    std::vector<std::pair<const Received*, int>> expected;
    for (const Received& message : received)
      in_messages(message.bytes.size(), largest_, [&](std::size_t offset, int length) {
        check(MPI_Irecv(message.bytes.data() + offset, length, MPI_BYTE, message.from, message.tag,
                        exchanges_, requests.add()));
        expected.emplace_back(&message, length);
      });
    for (const Sent& message : sent)
      in_messages(message.bytes.size(), largest_, [&](std::size_t offset, int length) {
        check(MPI_Isend(message.bytes.data() + offset, length, MPI_BYTE, message.to, message.tag, exchanges_,
                        requests.add()));
      });
    const std::vector<MPI_Status> statuses = requests.wait();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      int length = 0;
      check(MPI_Get_count(&statuses[i], MPI_BYTE, &length));
      const std::size_t missing = static_cast<std::size_t>(expected[i].second - length);
      check_length(expected[i].first->bytes.size() - missing, *expected[i].first);
    }
  }

  void sum(std::span<std::uint64_t> values) override {
    in_messages(values.size_bytes(), largest_, [&](std::size_t offset, int length) {
      MPI_Request request = MPI_REQUEST_NULL;
      check(MPI_Iallreduce(MPI_IN_PLACE, values.data() + offset / 8, length / 8, MPI_UINT64_T, MPI_SUM,
                           collectives_, &request));
      wait_for(request);
    });
  }

  void broadcast(Bytes& bytes) override {
    std::uint64_t length_of_all = bytes.size();
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Ibcast(&length_of_all, 1, MPI_UINT64_T, 0, collectives_, &request));
    wait_for(request);
    bytes.resize(length_of_all);
    in_messages(bytes.size(), largest_, [&](std::size_t offset, int length) {
      check(MPI_Ibcast(bytes.data() + offset, length, MPI_BYTE, 0, collectives_, &request));
      wait_for(request);
    });
  }

  std::vector<Bytes> gather(const Bytes& mine) override {
    const std::uint64_t own_length = mine.size();
    std::vector<std::uint64_t> lengths(rank_ == 0 ? static_cast<std::size_t>(size_) : 0);
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Igather(&own_length, 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, 0, collectives_,
                      &request));
    wait_for(request);
    std::vector<Bytes> theirs = receivers_of(lengths);
    Requests requests;
    for (int from = 0; from < static_cast<int>(theirs.size()); ++from)
      receive(theirs[static_cast<std::size_t>(from)], from, requests);
    send(mine, 0, requests);
    requests.wait();
    return theirs;
  }

  std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) override {
    assert(mine.size() == static_cast<std::size_t>(size_));
    std::vector<std::uint64_t> own_lengths(mine.size()), lengths(mine.size());
    std::ranges::transform(mine, own_lengths.begin(), [](const Bytes& bytes) { return bytes.size(); });
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Ialltoall(own_lengths.data(), 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, collectives_,
                        &request));
    wait_for(request);
    std::vector<Bytes> theirs = receivers_of(lengths);
    Requests requests;
    for (int other = 0; other < size_; ++other)
      receive(theirs[static_cast<std::size_t>(other)], other, requests);
    for (int other = 0; other < size_; ++other) send(mine[static_cast<std::size_t>(other)], other, requests);
    requests.wait();
    return theirs;
  }

  void send_message(int to, Bytes bytes) override {
    assert(bytes.size() <= largest_message);
    forget_delivered();
    Outgoing& outgoing = outgoing_.emplace_back();
    outgoing.bytes = std::move(bytes);
    check(MPI_Isend(outgoing.bytes.data(), static_cast<int>(outgoing.bytes.size()), MPI_BYTE, to, 0, queued_,
                    &outgoing.request));
  }

  std::optional<QueuedMessage> receive_message(std::chrono::milliseconds patience) override {
    const auto end = std::chrono::steady_clock::now() + patience;
    for (Patience between;;) {
      forget_delivered();
      int has_arrived = 0, length = 0;
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status{};
      check(MPI_Improbe(MPI_ANY_SOURCE, 0, queued_, &has_arrived, &message, &status));
      if (!has_arrived) {
        if (std::chrono::steady_clock::now() >= end) return std::nullopt;
        between.pause();
        continue;
      }
      check(MPI_Get_count(&status, MPI_BYTE, &length));
      QueuedMessage queued{status.MPI_SOURCE, Bytes(static_cast<std::size_t>(length))};
      MPI_Request request = MPI_REQUEST_NULL;
      check(MPI_Imrecv(queued.bytes.data(), length, MPI_BYTE, &message, &request));
      wait_for(request);
      return queued;
    }
  }

  // May be called by another thread. MPI_THREAD_FUNNELED does not allow that, but Open MPI and MPICH only
  // notify their launcher, without touching what the other thread may be using. If that fails, the launcher
  // notices that this rank exits.
  void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  struct Outgoing {
    Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void join(const std::string& version, MorulaTell* tell) {
    for (MPI_Comm* communicator : {&exchanges_, &collectives_, &queued_}) {
      check(MPI_Comm_dup(MPI_COMM_WORLD, communicator));
      check(MPI_Comm_set_errhandler(*communicator, MPI_ERRORS_RETURN));
    }
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_));
    check(MPI_Comm_size(MPI_COMM_WORLD, &size_));
    find_node();
    agree_on_largest_message();
    check_versions(version, tell);
  }

  void find_node() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    check(MPI_Get_processor_name(name.data(), &length));
    node_.host = std::string(name.data(), static_cast<std::size_t>(length));
    MPI_Comm node = MPI_COMM_NULL;
    check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node));
    check(MPI_Comm_rank(node, &node_.rank));
    check(MPI_Comm_size(node, &node_.size));
    check(MPI_Comm_free(&node));
  }

  // Tests set a low limit, so that short messages are divided like long ones.
  void agree_on_largest_message() {
    std::uint64_t largest = largest_message;
    if (const char* text = std::getenv("MORULA_MPI_LARGEST_MESSAGE"))
      largest = std::clamp(std::strtoull(text, nullptr, 10), 8ull, static_cast<unsigned long long>(largest));
    check(MPI_Bcast(&largest, 1, MPI_UINT64_T, 0, collectives_));
    largest_ = static_cast<std::size_t>(largest / 8 * 8);
  }

  // Ranks of another version would give other results, or wait for messages that are never sent.
  void check_versions(const std::string& version, MorulaTell* tell) {
    const auto bytes_of = [](const std::string& text) {
      const auto bytes = std::as_bytes(std::span(text));
      return Bytes(bytes.begin(), bytes.end());
    };
    const auto text_of = [](const Bytes& bytes) {
      return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const std::vector<Bytes> hosts = gather(bytes_of(node_.host)), versions = gather(bytes_of(version));
    std::string problem;
    for (std::size_t rank = 1; rank < versions.size() && problem.empty(); ++rank)
      if (versions[rank] != versions[0])
        problem = "rank " + std::to_string(rank) + " on " + text_of(hosts[rank]) + " is version " +
                  text_of(versions[rank]) + ", rank 0 on " + text_of(hosts[0]) + " is version " +
                  text_of(versions[0]) + "; start the same program everywhere";
    Bytes verdict = bytes_of(problem);
    broadcast(verdict);
    if (verdict.empty()) return;
    if (rank_ == 0) tell(("morula: " + text_of(verdict)).c_str());  // before any rank ends
    throw ToldElsewhere(2);
  }

  static std::vector<Bytes> receivers_of(const std::vector<std::uint64_t>& lengths) {
    std::vector<Bytes> receivers;
    for (const std::uint64_t length : lengths) receivers.emplace_back(length);
    return receivers;
  }

  void receive(Bytes& bytes, int from, Requests& requests) {
    in_messages(bytes.size(), largest_, [&](std::size_t offset, int length) {
      check(MPI_Irecv(bytes.data() + offset, length, MPI_BYTE, from, 0, collectives_, requests.add()));
    });
  }

  void send(const Bytes& bytes, int to, Requests& requests) {
    in_messages(bytes.size(), largest_, [&](std::size_t offset, int length) {
      check(MPI_Isend(bytes.data() + offset, length, MPI_BYTE, to, 0, collectives_, requests.add()));
    });
  }

  void forget_delivered() {
    std::erase_if(outgoing_, [](Outgoing& outgoing) {
      int done = 0;
      check(MPI_Test(&outgoing.request, &done, MPI_STATUS_IGNORE));
      return done != 0;
    });
  }

  void leave() noexcept {
    try {
      while (!outgoing_.empty()) {
        forget_delivered();
        std::this_thread::yield();
      }
      if (collectives_ != MPI_COMM_NULL) {  // the last rank may take hours, so do not wait in MPI_Finalize
        MPI_Request request = MPI_REQUEST_NULL;
        check(MPI_Ibarrier(collectives_, &request));
        wait_for(request);
      }
    } catch (const std::exception&) {  // MPI_Finalize below ends the rank in any case
    }
    MPI_Finalize();
  }

  int rank_ = 0, size_ = 1;
  Node node_;
  std::size_t largest_ = largest_message;
  MPI_Comm exchanges_ = MPI_COMM_NULL, collectives_ = MPI_COMM_NULL, queued_ = MPI_COMM_NULL;
  std::list<Outgoing> outgoing_;
};

}  // namespace
}  // namespace morula

extern "C" __attribute__((visibility("default"))) morula::Cluster* morula_open_cluster(const char* version,
                                                                                       MorulaTell* tell) {
  return std::make_unique<morula::MpiCluster>(version, tell).release();
}
