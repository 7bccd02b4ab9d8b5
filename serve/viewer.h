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

PageFiles page_files();  // the embedded files of web/

// A model that the page offers. It can name files beside its own file.
struct Example {
  std::string name, title;
  std::filesystem::path file;
};

struct ViewerOptions {
  std::optional<StageOptions> stage;  // the run that is shown first; if absent, the examples
  ServerOptions server;
  BackendRequest backend;
  std::vector<Example> examples;
  std::filesystem::path files;  // a model that is typed on the page may name files in this folder
  std::function<std::filesystem::path(const std::string& name)> folder_for;  // the run directory of a model
};

// The run that all pages show. A page can replace it by another one.
class Viewer final : public Host {
 public:
  explicit Viewer(ViewerOptions options);
  ~Viewer() override;

  std::string address() const { return server_.address(); }
  std::uint16_t port() const { return server_.port(); }
  std::vector<std::filesystem::path> folders() const;  // the folders of all runs that were made
  std::string failure() const;

  void join(ClientId client) override;
  void leave(ClientId client) override;
  void receive(ClientId client, std::string_view text) override;

 private:
  struct Wanted {
    ClientId client;
    Message message;
  };

  void open_wanted();  // on a separate thread, since reading a model may take a while
  void open(const Wanted& wanted);
  void show(std::unique_ptr<Stage> stage);
  RunRequest request_for(const Message& message) const;
  void tell_gallery(ClientId client);
  void make_previews();  // on a separate thread, one after the other
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
  // By the name of the example; used only by the thread that makes them.
  std::map<std::string, Preview> previews_;
  std::atomic<bool> is_over_ = false;
  std::thread opener_, previewer_;
};

}  // namespace morula::serve
