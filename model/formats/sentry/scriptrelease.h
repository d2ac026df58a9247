// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <string>
#include <string_view>

namespace ember::model::sentry {

// The script that an interpreter's command line runs: "app.py" of "python3 -X dev app.py --port 1".
// "" if the program is no interpreter, or runs a module or code from the command line.
std::string scriptOf(std::string_view command);

// The release of a script: NAME@VERSION of the project beside it (package.json, pyproject.toml, in
// its folder or the one above), else FILE@HASH of its content. "" if the process runs none that can
// be read.
std::string scriptRelease(const Process &process, const Profile &profile);

// A hash of a content in 16 hex digits (FNV-1a): enough to distinguish builds, which is the purpose
// of a release name.
std::string contentHash(std::string_view content);

} // namespace ember::model::sentry
