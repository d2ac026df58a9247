// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkoptions.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Whether what goes into an envelope is about the event that was in the one it was read from.
enum class AboutEvent { TheSame, Another };

// What the header of an envelope says that is true of the next one, too.
struct KeptHeader {
    std::string json; // an object; "": nothing
    std::vector<std::string> changes; // what is other than it was, in words
};

// `header` is a JSON object. When and where to it was sent is left out, with the id of the event,
// which the new envelope says itself.
KeptHeader keptHeader(std::string_view header, AboutEvent event, const ChunkOptions &options);

} // namespace ember::model::sentry
