// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchfailures.h"
#include "app/settings/symbolsettings.h"
#include "capture/symbols/symbolpaths.h"

#include <csignal>
#include <string>

namespace ember::app {

// Shows on stderr which debug file is being fetched: on a terminal in one line that changes,
// elsewhere in a line per file. During a fetch, Ctrl-C cancels this and all later fetches, not the
// command. One instance at a time per process.
class FetchLine : public capture::FetchWatcher {
public:
    void begin(std::string_view binary) override;
    bool onProgress(std::uint64_t bytes, std::uint64_t total) override;
    void end() override;
    void failed(const capture::FetchFailure &failure) override { m_failures.add(failure); }

    // Prints once why fetches failed. Call when no more follow.
    void printFailures() const;

private:
    FetchFailures m_failures;
    std::string m_binary;
    bool m_hasSpoken = false; // something was printed for this file
    struct sigaction m_before { };
};

// The symbol paths of the user's settings, with progress on `line`, which must outlive their use.
capture::SymbolPaths symbolPaths(const SymbolSettings &settings, FetchLine &line);

} // namespace ember::app
