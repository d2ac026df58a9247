// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecopies.h"

#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::size_t mostNewFunctions = 128; // read at one stop, to be described
constexpr std::size_t mostDefinitionBytes = ScriptCopier::mostCopied - sizeof(FrameCopyHead)
    - FrameCopies::mostFrames * sizeof(FrameCopyCall);
// Of all functions that the decoder remembers.
constexpr std::size_t mostRememberedBytes = std::size_t(64) << 20U;

} // namespace

void FrameCopies::begin()
{
    m_frames.clear();
    m_new.clear();
    m_definitions.clear();
    m_wanted = 0;
    m_lastStartedOver = false;
}

void FrameCopies::markEntry()
{
    if (!m_frames.empty())
        m_frames.back().isEntry = 1;
}

bool FrameCopies::isWanted(std::uint64_t key, const Identity &identity)
{
    const auto known = m_given.find(key);
    if (known != m_given.end() && known->second == identity)
        return false;
    if (known != m_given.end())
        m_given.erase(known); // at its address there was another
    return ++m_wanted <= mostNewFunctions;
}

void FrameCopies::describe(std::uint64_t key, const Identity &identity,
                           const ScriptFunction &function, std::span<const std::byte> lines)
{
    const auto size = [](const auto &text) { return static_cast<std::uint32_t>(text.size()); };
    const FrameCopyFunction head{key,
                                 function.firstLine,
                                 size(function.name),
                                 size(function.module),
                                 size(function.file),
                                 size(lines)};
    const auto bytes = sizeof(head) + function.name.size() + function.module.size()
        + function.file.size() + lines.size();
    if (bytes > mostDefinitionBytes - m_definitions.size())
        return;
    append(m_definitions, head);
    for (const std::string_view text :
         {std::string_view(function.name), std::string_view(function.module),
          std::string_view(function.file)}) {
        const auto characters = std::as_bytes(std::span(text));
        m_definitions.insert(m_definitions.end(), characters.begin(), characters.end());
    }
    m_definitions.insert(m_definitions.end(), lines.begin(), lines.end());
    m_given[key] = identity;
    m_new.push_back(key);
}

void FrameCopies::write(Walk walk, std::vector<std::byte> &to)
{
    FrameCopyHead head;
    if (walk == Walk::Torn || walk == Walk::Refused) {
        forgetNew();
        m_new.clear();
        m_definitions.clear();
        m_frames.clear();
        head.flags = walk == Walk::Torn ? FrameCopyHead::IsTorn : FrameCopyHead::IsRefused;
    } else if (m_frames.empty()) {
        return;
    } else if (walk == Walk::Partial) {
        head.flags = FrameCopyHead::IsPartial;
    }
    m_lastStartedOver = std::exchange(m_startsOver, false);
    if (m_lastStartedOver)
        head.flags |= FrameCopyHead::StartsOver;
    head.definitions = static_cast<std::uint32_t>(m_new.size());
    head.frames = static_cast<std::uint32_t>(m_frames.size());
    append(to, head);
    to.insert(to.end(), m_definitions.begin(), m_definitions.end());
    for (auto frame : m_frames) {
        if (!m_given.contains(frame.key))
            frame.key = 0;
        append(to, frame);
    }
    m_givenBytes += m_definitions.size();
    if (m_givenBytes > mostRememberedBytes)
        startOver(); // from the next copy on
}

void FrameCopies::discardLast()
{
    forgetNew();
    if (m_lastStartedOver)
        startOver();
}

void FrameCopies::startOver()
{
    m_given.clear();
    m_givenBytes = 0;
    m_startsOver = true;
}

// What is new at this stop does not get to the decoder.
void FrameCopies::forgetNew()
{
    for (const auto key : m_new)
        m_given.erase(key);
}

} // namespace ember::capture
