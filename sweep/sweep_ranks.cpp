#include "sweep/sweep_ranks.h"

#include <map>

#include "core/all_ranks.h"
#include "core/message.h"
#include "core/rank_zero.h"

namespace morula::sweep {
namespace {

// Texts of files, by the paths with which they were requested.
using Texts = std::map<std::string, std::string>;

io::Json notice_of(const Texts& texts, const PointModels& models, const Plan& plan) {
  io::Json notice = {{"folder", models.folder().string()}, {"plan", as_json(plan)}};
  notice["texts"] = io::Json::object();
  for (const auto& [path, text] : texts) notice["texts"][path] = text;
  notice["files"] = io::Json::array();
  for (const InputFile& file : plan.files) notice["files"].push_back(file.path.string());
  return notice;
}

}  // namespace

SweepOfAll::SweepOfAll(Communicator& ranks, const std::function<SweepSpec(const TextOfFile&)>& read) {
  Texts texts;
  rank_zero_does(ranks, [&] {
    models_.emplace(
        read([&](const std::filesystem::path& file) { return texts[file.string()] = io::read_input(file); }));
    plan_ = make_plan(*models_);
  });
  if (ranks.size() == 1) return;
  Bytes bytes = plan_ ? message_of(notice_of(texts, *models_, *plan_).dump()) : Bytes();
  ranks.broadcast(bytes);
  copies_.emplace(plan_ ? plan_->files : std::vector<InputFile>(), ranks);
  each_rank_must(ranks, [&] {
    if (models_) return;
    const auto notice = io::Json::parse(text_in(bytes));
    const InputFolder folder(notice.at("folder").get<std::string>(), copies_->folder());
    models_.emplace(read([&](const std::filesystem::path& file) {
                      return notice.at("texts").at(file.string()).get<std::string>();
                    }),
                    folder);
    plan_ = plan_from(notice.at("plan"));
    for (const io::Json& file : notice.at("files")) plan_->files.push_back({{}, file.get<std::string>(), {}});
  });
}

}  // namespace morula::sweep
