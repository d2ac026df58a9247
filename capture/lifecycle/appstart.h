// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cache/diskcache.h"
#include "capture/lifecycle/lifecycle.h"

#include <optional>
#include <string>

namespace ember::capture {

// What the launches of a program leave for the next one, in $XDG_STATE_HOME/emberchart/appstart (or
// below ~/.local/state), for its user only. Nothing here is an error: what cannot be read is not
// there.
class AppStartStore {
public:
    // `program`: its file; of an interpreter's, the script, or words that name what it runs.
    explicit AppStartStore(const std::string &program);

    std::optional<AppStartDraw> load() const;
    void store(const AppStartDraw &draw) const;

private:
    DiskCache m_files;
    std::string m_key;
};

} // namespace ember::capture
