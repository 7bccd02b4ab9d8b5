#include "sweep/job_ranks.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <utility>

#include "core/message.h"
#include "io/json.h"

namespace morula::sweep {
namespace {

constexpr std::chrono::milliseconds patience(2);

Bytes json_message(const io::Json& json) { return message_of(json.dump()); }
io::Json json_in(const Bytes& message) { return io::Json::parse(text_in(message)); }

io::Json as_json(const Job& job) {
  return {{"point", job.point}, {"count", job.which.count}, {"first", job.which.first}, {"bytes", job.bytes}};
}
Job job_from(const io::Json& json) {
  Job job;
  job.point = json.at("point").get<std::size_t>();
  json.at("count").get_to(job.which.count);
  json.at("first").get_to(job.which.first);
  json.at("bytes").get_to(job.bytes);
  return job;
}

// Messages to rank 0: "want" (a worker asks for a job), "done" and "failed" (a job has ended), "stopped" (a
// job was given up), "stop" (this rank was asked to stop), "left" (the last message of a rank). Messages from
// rank 0: "job", "none" (there are no more jobs), "stop".
io::Json message_about(const char* what) { return {{"what", what}}; }

// On rank 0: hands out jobs to ranks that ask for them, and receives the records.
class JobServer {
 public:
  JobServer(Communicator& ranks, JobDesk& desk, unsigned worker)
      : ranks_(ranks), desk_(desk), worker_(worker) {}

  void serve(const std::function<bool()>& has_failed) {
    for (int rank = 1; rank < ranks_.size(); ++rank) at_work_.insert(rank);
    while (!at_work_.empty() && !has_failed()) {
      if (desk_.is_over()) tell_all_to_stop();
      if (const auto arrived = ranks_.receive_message(patience))
        answer(arrived->from, json_in(arrived->bytes));
    }
  }

 private:
  void tell_all_to_stop() {
    if (stop_told_) return;
    stop_told_ = true;
    for (const int rank : at_work_) ranks_.send_message(rank, json_message(message_about("stop")));
  }

  void answer(int rank, const io::Json& message) {
    const std::string what = message.at("what").get<std::string>();
    if (what == "want") return hand_out(rank);
    if (what == "left") {
      at_work_.erase(rank);
    } else if (what == "done") {
      std::vector<RunRecord> records;
      for (const io::Json& line : message.at("records"))
        records.push_back(record_from(line.get<std::string>()));
      desk_.done(worker_, job_from(message.at("job")), records);
    } else if (what == "failed") {
      desk_.failed(worker_, job_from(message.at("job")), message.at("message").get<std::string>());
    } else if (what == "stopped") {
      desk_.stopped();
    } else if (what == "stop") {
      desk_.stop();
      desk_.stopped();  // the job that was to be sent to that rank is given up too
    }
  }

  void hand_out(int rank) {
    const std::optional<Job> job = desk_.is_over() ? std::nullopt : desk_.next();
    if (!job) return ranks_.send_message(rank, json_message(message_about("none")));
    io::Json sent = message_about("job");
    sent["job"] = as_json(*job);
    ranks_.send_message(rank, json_message(sent));
  }

  Communicator& ranks_;
  JobDesk& desk_;
  unsigned worker_;
  std::set<int> at_work_;  // ranks that have not left
  bool stop_told_ = false;
};

// The job desk on all other ranks. Workers queue messages here, and the thread that talks to rank 0 sends
// them.
class RemoteJobs final : public JobDesk {
 public:
  explicit RemoteJobs(const std::function<bool()>& stop_wanted) : stop_wanted_(stop_wanted) {}

  std::optional<Job> next() override {
    std::unique_lock lock(mutex_);
    outbox_.push_back(message_about("want"));
    came_.wait(lock, [&] { return !jobs_.empty() || none_left_ || stopping_; });
    if (jobs_.empty()) return std::nullopt;
    const Job job = jobs_.front();
    jobs_.pop_front();
    return job;
  }
  bool is_over() const override { return stopping_ || stop_wanted_(); }
  void show(unsigned, const Job&, const Progress&) override {}

  void done(unsigned, const Job& job, const std::vector<RunRecord>& records) override {
    io::Json message = message_about("done");
    message["job"] = as_json(job);
    message["records"] = io::Json::array();
    for (const RunRecord& record : records) message["records"].push_back(to_line(record));
    leave(std::move(message));
  }
  void failed(unsigned, const Job& job, const std::string& message) override {
    io::Json report = message_about("failed");
    report["job"] = as_json(job);
    report["message"] = message;
    leave(std::move(report));
  }
  void stopped() override { leave(message_about("stopped")); }
  void stop() override {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    came_.notify_all();
  }
  void end_all(std::exception_ptr failure) override {
    const std::scoped_lock lock(mutex_);
    if (!fatal_) fatal_ = std::move(failure);
    stopping_ = true;
    came_.notify_all();
  }

  void take_in(const io::Json& message) {
    const std::string what = message.at("what").get<std::string>();
    const std::scoped_lock lock(mutex_);
    if (what == "job") jobs_.push_back(job_from(message.at("job")));
    if (what == "none") none_left_ = true;
    if (what == "stop") stopping_ = true;
    came_.notify_all();
  }

  std::deque<io::Json> take_outbox() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(outbox_, {});
  }
  std::exception_ptr failure() {
    const std::scoped_lock lock(mutex_);
    return fatal_;
  }

 private:
  void leave(io::Json message) {
    const std::scoped_lock lock(mutex_);
    outbox_.push_back(std::move(message));
  }

  const std::function<bool()>& stop_wanted_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;  // guards everything below
  std::condition_variable came_;
  std::deque<Job> jobs_;
  bool none_left_ = false;
  std::deque<io::Json> outbox_;
  std::exception_ptr fatal_;
};

JobsNotice share(Communicator& ranks, const JobsNotice& mine) {
  Bytes bytes =
      json_message({{"folder", mine.folder.string()}, {"jobs", mine.jobs}, {"largest", mine.largest}});
  ranks.broadcast(bytes);
  const io::Json json = json_in(bytes);
  JobsNotice notice{json.at("folder").get<std::string>()};
  json.at("jobs").get_to(notice.jobs);
  json.at("largest").get_to(notice.largest);
  return notice;
}

}  // namespace

void hand_out_jobs(Communicator& ranks, const JobsNotice& notice, JobDesk& desk, unsigned worker,
                   const std::function<bool()>& has_failed) {
  share(ranks, notice);
  JobServer(ranks, desk, worker).serve(has_failed);
}

void serve_jobs(Communicator& ranks, const PointModels& models, const Plan& plan, const Backend& backend,
                const std::function<bool()>& stop_wanted) {
  const JobsNotice notice = share(ranks, {});
  const std::uint64_t memory = memory_to_share(ranks.node().size);
  RemoteJobs desk(stop_wanted);
  JobWorkers workers(models, plan, backend, notice.folder,
                     workers_for(backend, notice.jobs, notice.largest, memory), memory, desk);
  bool stop_told = false;
  const auto send_all = [&] {
    for (const io::Json& message : desk.take_outbox()) ranks.send_message(0, json_message(message));
  };
  while (!workers.have_left()) {
    send_all();
    if (stop_wanted() && !std::exchange(stop_told, true)) {
      ranks.send_message(0, json_message(message_about("stop")));
      desk.stop();
    }
    if (desk.failure()) break;
    if (const auto arrived = ranks.receive_message(patience)) desk.take_in(json_in(arrived->bytes));
  }
  workers.wait();
  if (desk.failure()) std::rethrow_exception(desk.failure());
  send_all();
  ranks.send_message(0, json_message(message_about("left")));
}

}  // namespace morula::sweep
