// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/targetnotices.h"

#include "capture/launch/targetcheck.h"
#include "capture/procfs/procreader.h"

namespace ember::capture {

void TargetNotices::on(const BackendEvent &event, std::optional<Pid> target, model::Timestamp now)
{
    if (const auto *image = std::get_if<ImageReplaced>(&event))
        reportLostPrivileges(image->process, now);
    else if (const auto *refused = std::get_if<ChildRefused>(&event))
        reportRefusal(*refused, now);
    else if (const auto *halt = std::get_if<ProcessHalted>(&event); halt && halt->process == target)
        m_status.halted(halt->signal);
    else if (const auto *run = std::get_if<ProcessContinued>(&event); run && run->process == target)
        m_status.continued();
}

// Reports a program that would have more privileges unrecorded. The kernel silently withholds them
// from a traced process, and nobody would guess that a child fails because it is recorded.
void TargetNotices::reportLostPrivileges(Pid process, model::Timestamp now)
{
    const auto pid = static_cast<pid_t>(process);
    const auto what = withheldPrivileges("/proc/" + std::to_string(pid) + "/exe");
    if (what.empty())
        return;
    const auto program = readExecutable(pid);
    if (!m_saidWithheld.insert(program ? *program : std::string()).second)
        return;
    const std::string text = (program ? *program : std::string()) + " lost its privileges ("
        + std::string(what) + ") because it is recorded; with --no-follow it keeps them";
    m_queue.push(Marker{model::CaptureEventKind::Note, now, 0, text});
    m_observer.privilegesWithheld(text);
}

void TargetNotices::reportRefusal(const ChildRefused &child, model::Timestamp now)
{
    const auto pid = static_cast<pid_t>(child.process);
    const auto program = readExecutable(pid);
    const auto subject = program ? *program : child.reason.subject;
    m_queue.push(Marker{model::CaptureEventKind::Note,
                        now,
                        0,
                        {},
                        model::Error{child.reason.code, subject,
                                     "the child process " + std::to_string(pid)
                                         + " is not in the capture: " + child.reason.detail}});
}

} // namespace ember::capture
