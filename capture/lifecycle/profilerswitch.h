// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cache/diskcache.h"
#include "capture/lifecycle/lifecycle.h"
#include "model/core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Stores what the launches of a program leave for the next one, in
// $XDG_STATE_HOME/emberchart/appstart (or below ~/.local/state), for its user only. Nothing here is
// an error: what cannot be read is not there.
class AppStartStore {
public:
    // `program`: path of the program's file; for an interpreter the script, or words that name what
    // it runs.
    explicit AppStartStore(const std::string &program);

    std::optional<AppStartDraw> load() const;
    void store(const AppStartDraw &draw) const;

private:
    DiskCache m_files;
    std::string m_key;
};

// Start of the detail of the errors (NothingToShow) that say why the profiler is on or off; a
// clause follows. Their subject is the option or call that the reason is about.
constexpr std::string_view lifecycleDecides = "lifecycle: ";

// Returns the error (NothingToShow) by which a person is told the notice; its detail begins with
// lifecycleDecides.
model::Error errorOf(ProfilerNotice notice);

// Runs the lifecycle of one launch: gives it random draws and the draw that the launch before has
// left, and stores that for the next launch.
class ProfilerSwitch {
public:
    // `program`: the path of its file; for an interpreter the script, or words that name what it
    // runs.
    ProfilerSwitch(const LifecycleOptions &given, const std::string &program);

    Lifecycle &lifecycle() { return m_lifecycle; }

    const Lifecycle &lifecycle() const { return m_lifecycle; }

    // The value of EMBERCHART_SESSION, from which emberchart.h in the program knows what its calls
    // will do.
    std::string sessionVariable() const;

    // Stores what the lifecycle leaves for the next launch, if that has changed.
    void keep();
    // The notices since the last call, as a person is told them.
    std::vector<model::Error> takeNotices();

private:
    const LifecycleOptions m_given;
    const AppStartStore m_store;
    const std::optional<AppStartDraw> m_earlier;
    const Draw m_session;
    Lifecycle m_lifecycle;
};

} // namespace ember::capture
