#include "serve/viewer.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include "io/document.h"
#include "io/json.h"
#include "texts/morula_serve.h"

namespace morula::serve {
namespace {

using io::Json;
namespace fs = std::filesystem;

bool is_within(const fs::path& file, const fs::path& folder) {
  if (folder.empty()) return false;
  const fs::path relative = fs::weakly_canonical(file).lexically_relative(fs::weakly_canonical(folder));
  return !relative.empty() && *relative.begin() != "..";
}

// Checks that a model from the page only names files in one folder.
void check_names(const io::Value& value, const fs::path& folder, std::vector<Problem>& problems) {
  for (const io::Value& item : value.items) check_names(item, folder, problems);
  for (const io::Entry& entry : value.entries) check_names(entry.value, folder, problems);
  if (value.kind != io::Value::Kind::Scalar || value.text.empty()) return;
  std::error_code unknown;
  const fs::path named = folder / value.text;
  const bool is_path = value.text.find('/') != std::string::npos || value.text.find("..") == 0;
  if ((is_path || fs::is_regular_file(named, unknown)) && fs::exists(named, unknown) &&
      !is_within(named, folder))
    problems.push_back({value.place(), "", "names a file outside the folder of --files"});
}

void check_files(const RunRequest& request, const fs::path& folder) {
  const io::Document document = io::parse_document(request.model.text, request.model.path.string());
  std::vector<Problem> problems;
  check_names(document.root, folder, problems);
  if (!problems.empty()) throw SpecError(std::move(problems));
}

// The name of a model that was read from this file, without the characters that a run directory cannot have.
std::string name_of_text(const std::string& file_name) {
  std::string name;
  for (const char c : fs::path(file_name).stem().string())
    if (std::isalnum(static_cast<unsigned char>(c)) || (!name.empty() && (c == '-' || c == '_' || c == '.')))
      name += c;
  constexpr std::size_t longest = 60;
  return name.empty() ? "typed" : name.substr(0, longest);
}

Json described(const SpecError& error) {
  Json problems = Json::array();
  for (const Problem& problem : error.problems())
    problems.push_back({{"line", problem.place.line},
                        {"column", problem.place.column},
                        {"key", problem.key},
                        {"what", problem.what}});
  return {{"is", "wrong"}, {"problems", problems}};
}

}  // namespace

PageFiles page_files() {
  namespace web = gpu::text::web;
  const auto script = [](const auto& text) { return PageFile{"text/javascript", std::string(text.body)}; };
  return {{"", {"text/html", std::string(web::index.body)}},
          {"style.css", {"text/css", std::string(web::style.body)}},
          {"app.js", script(web::app)},
          {"brush.js", script(web::brush)},
          {"compare.js", script(web::compare)},
          {"connection.js", script(web::connection)},
          {"curves.js", script(web::curves)},
          {"elements.js", script(web::elements)},
          {"films.js", script(web::films)},
          {"gallery.js", script(web::gallery)},
          {"keys.js", script(web::keys)},
          {"lattice.js", script(web::lattice)},
          {"legend.js", script(web::legend)},
          {"picked.js", script(web::picked)},
          {"pointer.js", script(web::pointer)},
          {"settings.js", script(web::settings)},
          {"status.js", script(web::status)},
          {"value.js", script(web::value)}};
}

Viewer::Viewer(ViewerOptions options) : options_(std::move(options)), server_(options_.server) {
  if (options_.stage) show(std::make_unique<Stage>(*std::exchange(options_.stage, std::nullopt), server_));
  opener_ = std::thread([this] { open_wanted(); });
  previewer_ = std::thread([this] { make_previews(); });
  server_.begin(*this);
}

// Ends the server before the run, so that no page is told that the run ends.
Viewer::~Viewer() {
  server_.end();
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  opener_.join();
  previewer_.join();
  stage_.reset();
}

std::shared_ptr<Stage> Viewer::stage() const {
  const std::scoped_lock lock(mutex_);
  return stage_;
}

std::vector<fs::path> Viewer::folders() const {
  const std::scoped_lock lock(mutex_);
  return folders_;
}

std::string Viewer::failure() const {
  const auto shown = stage();
  return shown ? shown->failure() : "";
}

void Viewer::join(ClientId client) {
  const auto shown = stage();
  {
    const std::scoped_lock lock(mutex_);
    clients_.insert(client);
  }
  shown ? shown->join(client) : tell_gallery(client);
}

void Viewer::leave(ClientId client) {
  const auto shown = stage();
  {
    const std::scoped_lock lock(mutex_);
    clients_.erase(client);
  }
  if (shown) shown->leave(client);
}

void Viewer::receive(ClientId client, std::string_view text) {
  Message message = parse_message(text);
  if (message.ask == Ask::Gallery) return tell_gallery(client);
  if (message.ask == Ask::Preview) {
    {
      const std::scoped_lock lock(mutex_);
      if (wanted_previews_.size() < options_.examples.size())
        wanted_previews_.push_back({client, std::move(message)});
    }
    return changed_.notify_all();
  }
  if (message.ask != Ask::Open) {
    if (const auto shown = stage()) shown->post(client, std::move(message));
    return;
  }
  {
    const std::scoped_lock lock(mutex_);
    wanted_ = Wanted{client, std::move(message)};
  }
  changed_.notify_all();
}

void Viewer::tell_gallery(ClientId client) {
  Json examples = Json::array();
  for (const Example& example : options_.examples)
    examples.push_back({{"name", example.name}, {"title", example.title}});
  server_.tell(client,
               Json({{"is", "gallery"}, {"examples", examples}, {"open", stage() != nullptr}}).dump());
}

void Viewer::open_wanted() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return wanted_ || is_over_; });
    if (is_over_) return;
    const Wanted wanted = *std::exchange(wanted_, std::nullopt);
    lock.unlock();
    open(wanted);
    lock.lock();
  }
}

void Viewer::make_previews() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !wanted_previews_.empty() || is_over_; });
    if (is_over_) return;
    const Wanted wanted = std::move(wanted_previews_.front());
    wanted_previews_.pop_front();
    lock.unlock();
    hand_preview(wanted);
    lock.lock();
  }
}

// A model that cannot be shown has no picture; the error is reported when it is run.
void Viewer::hand_preview(const Wanted& wanted) {
  const std::string& name = wanted.message.text;
  const auto example = std::ranges::find(options_.examples, name, &Example::name);
  if (example == options_.examples.end()) return;
  if (!previews_.contains(name)) try {
      previews_[name] = preview_of(example->file, is_over_);
    } catch (const std::exception&) {
      previews_[name] = {};
    }
  const Preview& preview = previews_[name];
  server_.hand_over(wanted.client, Json({{"is", "preview"}, {"name", name}, {"type", preview.type}}).dump(),
                    preview.bytes);
}

RunRequest Viewer::request_for(const Message& message) const {
  RunRequest request;
  if (message.is_text) {
    request.model = {options_.files / (name_of_text(message.file_name) + ".yaml"), message.text};
    check_files(request, options_.files);
  } else {
    const auto example = std::ranges::find(options_.examples, message.text, &Example::name);
    if (example == options_.examples.end()) throw SpecError({}, message.text, "is no example");
    request.model = load_model_file(example->file);
  }
  request.folder = options_.folder_for(request.model.path.stem().string());
  return request;
}

// Ends the run that was shown first, since two runs would share the processor.
void Viewer::open(const Wanted& wanted) {
  try {
    RunRequest request = request_for(wanted.message);
    const Spec spec = read_model(source_of(request));  // if it is wrong, the present run goes on
    for (const InputFile& input : spec.inputs)
      if (wanted.message.is_text && !is_within(input.path, options_.files))
        throw SpecError(input.named.place, input.named.key, "names a file outside the folder of --files");
    show(nullptr);
    show(std::make_unique<Stage>(StageOptions{std::move(request), options_.backend, true}, server_));
  } catch (const SpecError& error) {
    server_.tell(wanted.client, described(error).dump());
  } catch (const std::exception& error) {
    server_.tell(wanted.client, Json({{"is", "problem"}, {"what", error.what()}}).dump());
  }
}

void Viewer::show(std::unique_ptr<Stage> next) {
  std::shared_ptr<Stage> before, shown = std::move(next);
  std::set<ClientId> clients;
  {
    const std::scoped_lock lock(mutex_);
    before = std::exchange(stage_, shown);
    clients = clients_;
    if (shown && !shown->replays()) folders_.push_back(shown->folder());
  }
  before.reset();
  if (shown)
    for (const ClientId client : clients) shown->join(client);
}

}  // namespace morula::serve
