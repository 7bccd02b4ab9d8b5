// `morula view` without the command line: the page, its server, and the run that it shows.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "serve/preview.h"
#include "serve/server.h"
#include "serve/stage.h"

namespace morula::serve {

PageFiles page_files();  // of web/, embedded

// A model that the page offers; it names files beside it.
struct Example {
  std::string name, title;
  std::filesystem::path file;
};

struct ViewerOptions {
  std::optional<StageOptions> stage;  // what is shown first; the examples when absent
  ServerOptions server;
  BackendRequest backend;
  std::vector<Example> examples;
  std::filesystem::path files;  // the folder that a model that is typed on the page may name files in
  std::function<std::filesystem::path(const std::string& name)> folder_for;  // of a run
};

// The run that all pages show, and which one that is.
class Viewer final : public Host {
 public:
  explicit Viewer(ViewerOptions options);
  ~Viewer() override;

  std::string address() const { return server_.address(); }
  std::uint16_t port() const { return server_.port(); }
  std::vector<std::filesystem::path> folders() const;  // of all runs that were made
  std::string failure() const;

  void join(ClientId client) override;
  void leave(ClientId client) override;
  void receive(ClientId client, std::string_view text) override;

 private:
  struct Wanted {
    ClientId client;
    Message message;
  };

  void open_wanted();  // on a thread of its own: a model may take a while to read
  void open(const Wanted& wanted);
  void show(std::unique_ptr<Stage> stage);
  RunRequest request_for(const Message& message) const;
  void tell_gallery(ClientId client);
  void make_previews();  // on a thread of its own, one after the other
  void hand_preview(const Wanted& wanted);
  std::shared_ptr<Stage> stage() const;

  ViewerOptions options_;
  Server server_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Stage> stage_;
  std::set<ClientId> clients_;
  std::optional<Wanted> wanted_;
  std::vector<std::filesystem::path> folders_;
  std::deque<Wanted> wanted_previews_;
  std::map<std::string, Preview> previews_;  // by the name of the example; of the thread that makes them
  std::atomic<bool> is_over_ = false;
  std::thread opener_, previewer_;
};

}  // namespace morula::serve
