// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/pipeline/recordsink.h"

#include <optional>
#include <string>

namespace ember::capture {

// Evaluates the triggers of a ring: decides from ticks and measured values when a snapshot is to be
// written. Used by one thread.
class TriggerMonitor {
public:
    explicit TriggerMonitor(const KeepTriggers &triggers) : m_triggers(triggers) { }

    // The cause if a trigger fires, for messages. CPU use is evaluated once a second and fires when
    // it rises above the limit, not while it stays there.
    std::optional<std::string> check(const UnwoundTick &tick);
    std::optional<std::string> check(const MeasuredValue &value) const;

private:
    KeepTriggers m_triggers;
    std::optional<model::Timestamp> m_secondStart;
    model::Nanoseconds m_cpu{}; // of all threads since m_secondStart
    bool m_isAbove = false;
};

} // namespace ember::capture
