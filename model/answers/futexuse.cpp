// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/futexuse.h"

namespace ember::model {

namespace {

// The begin of a function's name: a file may have names of any length.
std::string_view nameOf(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    return function.isValid()
        ? profile.text(profile.function(function).name).substr(0, mostOfNameRead)
        : std::string_view();
}

bool isLanguageFunction(std::string_view name)
{
    name = name.substr(0, name.find('('));
    for (const std::string_view scope : {"std::", "__gnu_cxx::", "parking_lot::", "lock_api::",
                                         "core::", "QMutexLocker", "sync."}) {
        const auto at = name.find(scope);
        if (at == 0 || (at != std::string_view::npos && name[at - 1] == ' '))
            return true;
    }
    return false;
}

} // namespace

const WaitCause &WaitCauses::of(StackIndex stack)
{
    const auto [known, isNew] = m_known.try_emplace(stack);
    if (isNew)
        known->second = find(stack);
    return known->second;
}

// Inlined functions may have names without a scope ("lock_guard"): then their file tells.
bool WaitCauses::isOfLanguage(FrameIndex index) const
{
    const Frame &frame = m_profile.frame(index);
    if (frame.function.isValid()) {
        const auto file = m_profile.function(frame.function).file;
        const auto path = file.isValid() ? m_profile.text(file) : std::string_view();
        if (path.find("/include/") != path.npos && path.find("/c++/") != path.npos)
            return true;
    }
    return isLanguageFunction(nameOf(m_profile, index));
}

// The outermost waiting function counts: QThread::wait() waits for a condition, but that is not
// what it is for. It is looked for near the leaf only: what called the caller has no part in it.
WaitCause WaitCauses::find(StackIndex stack) const
{
    constexpr int mostBetween = 6; // functions between two that wait, as templates have
    WaitCause cause;
    StackIndex outside = stack; // of the waiting function
    int between = 0;
    for (; stack != emptyStack && between <= mostBetween; stack = m_profile.stack(stack).parent) {
        const auto name = nameOf(m_profile, m_profile.stack(stack).frame);
        if (const auto waiting = waitingFunction(name)) {
            cause.isTimed = waiting->isTimed || (cause.isTimed && cause.kind == waiting->kind);
            cause.kind = waiting->kind;
            outside = m_profile.stack(stack).parent;
            between = 0;
            continue;
        }
        const bool isOwn = m_profile.frame(m_profile.stack(stack).frame).inApp == InApp::Yes
            && !isOfLanguage(m_profile.stack(stack).frame);
        if (isOwn && cause.kind != FutexUse::Unknown)
            break;
        ++between;
    }
    constexpr int mostLooked = 1'000; // a file may have stacks of any depth
    for (int looked = 0; outside != emptyStack && looked < mostLooked;
         ++looked, outside = m_profile.stack(outside).parent) {
        const FrameIndex frame = m_profile.stack(outside).frame;
        if (isOfLanguage(frame))
            continue;
        const bool isOwn = m_profile.frame(frame).inApp == InApp::Yes;
        if (isOwn || !cause.caller.isValid())
            cause.caller = frame;
        if (isOwn)
            break;
    }
    return cause;
}

} // namespace ember::model
