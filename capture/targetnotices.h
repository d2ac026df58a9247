// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordobserver.h"
#include "capture/control/statuschannel.h"
#include "capture/sampling/backend.h"
#include "capture/sampling/batchqueue.h"

#include <set>
#include <string>

namespace ember::capture {

// Reports to the user what else happens to the target's processes: a program runs without the
// privileges it would have unrecorded, a child could not be recorded, job control has stopped the
// target.
class TargetNotices {
public:
    TargetNotices(BatchQueue &queue, const StatusChannel &status, RecordObserver &observer)
        : m_queue(queue),
          m_status(status),
          m_observer(observer)
    {
    }

    // `target`: the process the capture is about.
    void on(const BackendEvent &event, std::optional<Pid> target, model::Timestamp now);

private:
    void reportLostPrivileges(Pid process, model::Timestamp now);
    void reportRefusal(const ChildRefused &child, model::Timestamp now);

    BatchQueue &m_queue;
    const StatusChannel &m_status;
    RecordObserver &m_observer;
    std::set<std::string> m_saidWithheld; // programs already reported
};

} // namespace ember::capture
