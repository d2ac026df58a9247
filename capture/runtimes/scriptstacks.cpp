// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/scriptstacks.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ember::capture {

namespace {

// How long after a look an image whose runtime has not begun is looked into again: an eighth of the
// time that it has been known for, within these limits. A runtime that reads a cold disk may take
// seconds to begin.
constexpr model::Nanoseconds shortestWait = std::chrono::milliseconds(10);
constexpr model::Nanoseconds longestWait = std::chrono::seconds(1);
constexpr model::Nanoseconds longestUnsure = std::chrono::minutes(1);
// A refusal counts only this long after the image was first seen: an earlier one may be due to a
// runtime that is just beginning.
constexpr model::Nanoseconds usualStart = std::chrono::seconds(1);

// Gives numbers to the functions of one language.
class NamesOfPlatform : public ScriptFunctions {
public:
    NamesOfPlatform(ScriptNames &names, std::string_view platform)
        : m_names(names),
          m_platform(platform)
    {
    }

    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        return m_names.serial(m_platform, function);
    }

private:
    ScriptNames &m_names;
    std::string_view m_platform;
};

} // namespace

RuntimeSearch RuntimeFinder::lookInto(pid_t process, const MappedImage &image)
{
    if (m_without.contains(image.identity))
        return {};
    auto search = m_search(RuntimeCandidate(process, image));
    if (!search.runtime && !search.go && search.refusal.empty() && search.isSure && !image.memory)
        m_without.insert(image.identity);
    return search;
}

ScriptStacks::ScriptStacks(pid_t process, std::shared_ptr<ProcessRuntimes> found,
                           RuntimeFinder &finder, ScriptNames &names)
    : m_process(process),
      m_found(std::move(found)),
      m_finder(finder),
      m_names(names)
{
    updateRooms();
}

void ScriptStacks::updateRooms()
{
    const auto runtimes = m_found->all();
    while (m_rooms.size() < runtimes.size()) {
        const auto &runtime = runtimes[m_rooms.size()];
        m_rooms.push_back({runtime, runtime->makeDecoder(), {}, false});
    }
}

// Takes what was found; false if it is nothing.
bool ScriptStacks::add(const RuntimeSearch &found, const MappedImage &image)
{
    if (found.go)
        m_found->setGo(*found.go);
    if (!found.runtime)
        return found.go != nullptr;
    m_found->add(found.runtime, image.start);
    updateRooms();
    return true;
}

void ScriptStacks::lookInto(const MappedImage &image, model::Timestamp now)
{
    if (!m_found->hasFoundIn(image.start))
        look({image, now, now, {}}, now);
}

void ScriptStacks::lookAgain(model::Timestamp now)
{
    for (auto &unsure : std::exchange(m_unsure, {})) {
        if (now < unsure.nextLook)
            m_unsure.push_back(std::move(unsure));
        else
            look(std::move(unsure), now);
    }
}

// Looks into an image, and keeps it for another look unless what it has is certain by now. What is
// read of a process that has just begun may contradict itself.
void ScriptStacks::look(Unsure unsure, model::Timestamp now)
{
    constexpr std::size_t mostUnsure = 16;
    auto found = m_finder.lookInto(m_process, unsure.image);
    if (add(found, unsure.image) || (found.isSure && found.refusal.empty()))
        return;
    const auto known = now - unsure.seen;
    if (known >= (found.isSure ? usualStart : longestUnsure)) {
        if (!found.refusal.empty())
            m_refusal = std::move(found.refusal);
        return;
    }
    if (m_unsure.size() == mostUnsure) {
        if (found.isSure)
            m_refusal = std::move(found.refusal);
        return;
    }
    unsure.nextLook = now + std::clamp(known / 8, shortestWait, longestWait);
    unsure.refusal = found.isSure || known >= usualStart ? std::move(found.refusal) : std::string();
    m_unsure.push_back(std::move(unsure));
}

void ScriptStacks::giveUp()
{
    for (auto &unsure : std::exchange(m_unsure, {})) {
        if (!unsure.refusal.empty())
            m_refusal = std::move(unsure.refusal);
    }
}

void ScriptStacks::decode(const CopiedScripts &copies, std::span<const std::byte> bytes,
                          const Registers &registers, std::span<const StackCopy> stacks,
                          const UnwoundStack &native)
{
    for (auto &room : m_rooms)
        room.isDecoded = false;
    for (const auto &copy : copies) {
        if (copy.size == 0 || copy.runtime >= m_rooms.size())
            continue;
        auto &room = m_rooms[copy.runtime];
        if (copy.isTorn) {
            room.stack.frames.clear();
            room.stack.read = ScriptRead::Torn;
        } else {
            NamesOfPlatform names(m_names, room.runtime->platform());
            room.decoder->decode({bytes.subspan(copy.offset, copy.size), registers, stacks, native},
                                 names, room.stack);
        }
        room.isDecoded = true;
        count(room.stack, *room.runtime);
    }
}

void ScriptStacks::count(const ScriptStack &stack, const ScriptRuntime &runtime)
{
    ++m_counts.stacks;
    m_counts.partial += stack.read == ScriptRead::Partial ? 1U : 0U;
    m_counts.torn += stack.read == ScriptRead::Torn ? 1U : 0U;
    if (stack.read == ScriptRead::Refused)
        m_refusal = runtime.title()
            + " is built in a way that is not known to this recorder: of its threads the"
              " interpreter's native functions are recorded, not those of scripts";
}

void ScriptStacks::merge(const IsInImage &isInImage, UnwoundStack &native)
{
    const auto isByFrame = [](const Room &room) {
        return room.runtime->placing() == ScriptPlacing::ByNativeFrame;
    };
    // Runtimes that place by native frame come first: their indices are of the stack as it was
    // unwound.
    for (const bool areByFrame : {true, false}) {
        for (const auto &room : m_rooms) {
            if (isByFrame(room) == areByFrame && room.isDecoded && !room.stack.frames.empty()
                && mergeScripts(room.stack, *room.runtime, isInImage, native) == MergeFit::Loose)
                ++m_counts.loose;
        }
    }
}

} // namespace ember::capture
