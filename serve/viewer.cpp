#include "serve/viewer.h"

#include <utility>

#include "texts/morula_serve.h"

namespace morula::serve {

PageFiles page_files() {
  namespace web = gpu::text::web;
  return {{"", {"text/html", std::string(web::index.body)}},
          {"style.css", {"text/css", std::string(web::style.body)}},
          {"app.js", {"text/javascript", std::string(web::app.body)}},
          {"connection.js", {"text/javascript", std::string(web::connection.body)}},
          {"lattice.js", {"text/javascript", std::string(web::lattice.body)}},
          {"panels.js", {"text/javascript", std::string(web::panels.body)}}};
}

Viewer::Viewer(StageOptions options, ServerOptions server)
    : server_(std::move(server)), stage_(std::make_unique<Stage>(std::move(options), server_)) {
  server_.begin(*this);
}

// Nobody is told anything any more when the run ends.
Viewer::~Viewer() {
  server_.end();
  stage_.reset();
}

}  // namespace morula::serve
