// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/senderdirectory.h"

namespace ember::capture {

SenderDirectory::News SenderDirectory::on(const RecordEvent &event)
{
    return std::visit([this](const auto &known) { return on(known); }, event);
}

ProcessNumber SenderDirectory::process(Pid pid) const
{
    const auto known = m_processes.find(static_cast<int>(pid));
    return known == m_processes.end() ? ProcessNumber() : known->second;
}

ThreadNumber SenderDirectory::thread(ProcessNumber process, Tid thread) const
{
    const auto known = m_threads.find(keyOf(process, thread));
    return known == m_threads.end() ? ThreadNumber() : known->second;
}

SenderDirectory::ThreadKey SenderDirectory::keyOf(ProcessNumber process, Tid thread)
{
    return ThreadKey(process.raw()) << 32U | static_cast<std::uint32_t>(thread);
}

SenderDirectory::News SenderDirectory::on(const ProcessStarted &process)
{
    const int pid = static_cast<int>(process.pid);
    m_processes.insert_or_assign(pid, process.process);
    m_pids.insert_or_assign(process.process, pid);
    return News::Yes;
}

SenderDirectory::News SenderDirectory::on(const ProcessEnded &process)
{
    const auto known = m_pids.find(process.process);
    if (known == m_pids.end())
        return News::No;
    // After exec the pid may already belong to the successor.
    if (const auto place = m_processes.find(known->second);
        place != m_processes.end() && place->second == process.process)
        m_processes.erase(place);
    m_pids.erase(known);
    return News::No;
}

SenderDirectory::News SenderDirectory::on(const ThreadStarted &thread)
{
    const auto key = keyOf(thread.process, thread.tid);
    m_threads.insert_or_assign(key, thread.thread);
    m_keys.insert_or_assign(thread.thread, key);
    return News::Yes;
}

SenderDirectory::News SenderDirectory::on(const ThreadEnded &thread)
{
    const auto known = m_keys.find(thread.thread);
    if (known == m_keys.end())
        return News::No;
    if (const auto place = m_threads.find(known->second);
        place != m_threads.end() && place->second == thread.thread)
        m_threads.erase(place);
    m_keys.erase(known);
    return News::No;
}

} // namespace ember::capture
