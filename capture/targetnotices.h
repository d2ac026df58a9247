// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordobserver.h"
#include "capture/control/statuschannel.h"
#include "capture/sampling/backend.h"
#include "capture/sampling/batchqueue.h"

#include <set>
#include <string>

namespace ember::capture {

// What people are to know of the target's processes besides samples: that a program lacks the
// privileges it has unrecorded, that one of them could not be recorded, and that job control has
// stopped the one the capture is about.
class TargetNotices {
public:
    TargetNotices(BatchQueue &queue, const StatusChannel &status, RecordObserver &observer)
        : m_queue(queue),
          m_status(status),
          m_observer(observer)
    {
    }

    // `target`: the process the capture is about.
    void follow(const BackendEvent &event, std::optional<Pid> target, model::Timestamp now);

private:
    void tellLostPrivileges(Pid process, model::Timestamp now);
    void tellRefusal(const ChildRefused &child, model::Timestamp now);

    BatchQueue &m_queue;
    const StatusChannel &m_status;
    RecordObserver &m_observer;
    std::set<std::string> m_saidWithheld; // programs
};

} // namespace ember::capture
