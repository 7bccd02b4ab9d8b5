// A model file as HTML: keys and comments are marked, and each key links to its meaning.
#pragma once

#include <string>

#include "report/page.h"

namespace morula {

// Adds the text, then its keys with their meanings, since a report is read without the docs and without a
// network.
void add_model_text(Page& page, const std::string& yaml);

// Only the text; its keys are not links.
std::string marked_model(const std::string& yaml);

}  // namespace morula
