// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchfailures.h"
#include "app/settings/symbolsettings.h"
#include "capture/symbols/symbolpaths.h"

#include <csignal>
#include <string>

namespace ember::app {

// Says on stderr which debug file is being fetched: in one line that changes on a terminal, in a
// line per file elsewhere. While a file is on its way Ctrl-C ends that and all further asking, not
// the command. One at a time in a process.
class FetchLine : public capture::FetchWatcher {
public:
    void begin(std::string_view binary) override;
    bool onProgress(std::uint64_t bytes, std::uint64_t total) override;
    void end() override;
    void failed(const capture::FetchFailure &failure) override { m_failures.add(failure); }

    // Why files did not come: once, when no more are asked for.
    void sayFailures() const;

private:
    FetchFailures m_failures;
    std::string m_binary;
    bool m_hasSpoken = false; // of this file
    struct sigaction m_before { };
};

// Where names come from as the user has set it, with a line for what is fetched. `line` outlives
// their use.
capture::SymbolPaths symbolPaths(const SymbolSettings &settings, FetchLine &line);

} // namespace ember::app
