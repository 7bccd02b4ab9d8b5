// `morula view` without the command line: the page, its server, and the run that it shows.
#pragma once

#include <memory>

#include "serve/server.h"
#include "serve/stage.h"

namespace morula::serve {

PageFiles page_files();  // of web/, embedded

// The run that all pages show.
class Viewer final : public Host {
 public:
  Viewer(StageOptions options, ServerOptions server);
  ~Viewer() override;

  std::string address() const { return server_.address(); }
  std::uint16_t port() const { return server_.port(); }
  const std::filesystem::path& folder() const { return stage_->folder(); }
  std::string failure() const { return stage_->failure(); }

  void join(ClientId client) override { stage_->join(client); }
  void leave(ClientId client) override { stage_->leave(client); }
  void receive(ClientId client, std::string_view text) override { stage_->post(client, parse_message(text)); }

 private:
  Server server_;
  std::unique_ptr<Stage> stage_;
};

}  // namespace morula::serve
