// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/ruby/rubycopier.h"

#include "capture/runtimes/ruby/rubylines.h"
#include "capture/runtimes/ruby/rubyobjects.h"

namespace ember::capture {

namespace {

constexpr std::uint64_t mostRubyStack = std::uint64_t(1) << 27U;
constexpr std::uint32_t mostRubyInstructions = 1U << 20U;
constexpr std::uint32_t mostRubyLines = 1U << 14U;

// The begin of a rb_execution_context_t.
struct RubyContext {
    std::uint64_t stack = 0;
    std::uint64_t stackWords = 0;
    std::uint64_t frame = 0; // the leaf's
};

// The begin of a rb_control_frame_t.
struct RubyFrame {
    std::uint64_t pc = 0; // of the instruction after the one that is run
    std::uint64_t sp = 0;
    std::uint64_t iseq = 0;
    std::uint64_t self = 0;
    std::uint64_t environment = 0;
};

struct RubyLineEntry {
    std::uint32_t line = 0;
    std::uint32_t node = 0;
    std::uint32_t events = 0;
};

// The line table in the form of rubyLine(); empty: it cannot be read, or is too long.
std::vector<std::byte> rubyLinesOf(std::span<const std::byte> info, std::uint32_t instructions,
                                   StopReader &reader)
{
    const auto count = memberAt<std::uint32_t>(info, ruby::linesCount);
    if (count == 0 || count > mostRubyLines || instructions > mostRubyInstructions)
        return {};
    std::vector<RubyLineEntry> entries(count);
    if (!reader.read(memberAt<std::uint64_t>(info, 0), std::as_writable_bytes(std::span(entries))))
        return {};
    std::vector<std::byte> lines;
    append(lines, RubyLineHead{count});
    for (const auto &entry : entries)
        append(lines, entry.line);
    if (count == 1) // there is no index
        return lines;
    std::vector<std::byte> index(rubyIndexBytes(instructions));
    if (!reader.read(memberAt<std::uint64_t>(info, ruby::linesIndex), index))
        return {};
    lines.insert(lines.end(), index.begin(), index.end());
    return lines;
}

} // namespace

void RubyCopier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_copies.begin();
    auto &known = m_threads[thread.thread];
    if (thread.threadPointer != 0)
        known.pointer = thread.threadPointer;
    if (known.pointer == 0)
        return;
    known.memory.begin(reader, thread.stack);
    if (known.variable == 0)
        known.variable = m_places.context.address(known.pointer, reader);
    std::uint64_t context = 0;
    if (known.variable == 0 || !known.memory.readValue(known.variable, context) || context == 0)
        return;
    m_copies.write(walk(context, known.memory, reader), to);
}

FrameCopies::Walk RubyCopier::walk(std::uint64_t context, StopMemory &memory, StopReader &reader)
{
    const auto size = m_places.layout.frameSize;
    RubyContext found;
    if (!memory.readValue(context, found) || found.stackWords > mostRubyStack)
        return FrameCopies::Walk::Torn;
    if (found.frame == 0) // the thread has not begun
        return FrameCopies::Walk::Whole;
    const auto end = found.stack + found.stackWords * sizeof(std::uint64_t);
    if (found.frame < found.stack || found.frame > end || (end - found.frame) % size != 0)
        return FrameCopies::Walk::Torn;
    // The outermost one stands for the caller of all Ruby code.
    for (auto frame = found.frame; frame + size < end; frame += size) {
        if (m_copies.frames() == FrameCopies::mostFrames)
            return FrameCopies::Walk::Partial;
        const auto bytes = memory.findPage(frame, sizeof(RubyFrame));
        if (bytes.empty() || !takeFrame(bytes, memory, reader))
            return FrameCopies::Walk::Torn;
    }
    return FrameCopies::Walk::Whole;
}

bool RubyCopier::takeFrame(std::span<const std::byte> bytes, StopMemory &memory, StopReader &reader)
{
    const auto frame = memberAt<RubyFrame>(bytes, 0);
    const auto flagBytes = memory.findPage(frame.environment, sizeof(std::uint64_t));
    const auto flags = memberAt<std::uint64_t>(flagBytes, 0);
    if ((flags & ruby::frameKinds & 1U) == 0)
        return false;
    // Functions of C stand in the native stack.
    if ((flags & ruby::frameIsOfC) == 0 && frame.iseq != 0
        && !takeFunction(frame.iseq, frame.pc, memory, reader))
        return false;
    if ((flags & ruby::frameFinishes) != 0)
        m_copies.markEntry();
    return true;
}

bool RubyCopier::takeFunction(std::uint64_t iseq, std::uint64_t pc, StopMemory &memory,
                              StopReader &reader)
{
    const auto object = memory.find(iseq, ruby::iseqBody + sizeof(std::uint64_t));
    if (object.empty() || !ruby::isCode(memberAt<std::uint64_t>(object, 0)))
        return false;
    const auto key = memberAt<std::uint64_t>(object, ruby::iseqBody);
    const auto body = memory.find(key, m_places.layout.bodyLines + ruby::linesSize);
    if (key == 0 || body.empty())
        return false;
    const auto word = [&](std::size_t offset) { return memberAt<std::uint64_t>(body, offset); };
    const auto instructions = word(ruby::bodyInstructions);
    const FrameCopies::Identity identity{instructions,
                                         word(ruby::bodyPath),
                                         word(ruby::bodyLabel),
                                         word(ruby::bodyFirstLine),
                                         word(m_places.layout.bodyLines),
                                         word(0)};
    CopiedCall place;
    place.key = key;
    if (const auto next = (pc - instructions) / sizeof(std::uint64_t);
        pc > instructions && next <= mostRubyInstructions)
        place.place = static_cast<std::uint32_t>(next - 1);
    m_copies.add(place);
    if (m_copies.isWanted(key, identity))
        describe(key, identity, body, reader);
    return true;
}

void RubyCopier::describe(std::uint64_t key, const FrameCopies::Identity &identity,
                          std::span<const std::byte> body, StopReader &reader)
{
    const auto &layout = m_places.layout;
    const auto first = memberAt<std::uint64_t>(body, ruby::bodyFirstLine);
    ScriptFunction function;
    function.name = ruby::textOf(memberAt<std::uint64_t>(body, ruby::bodyLabel), layout, reader);
    function.file = ruby::pathOf(memberAt<std::uint64_t>(body, ruby::bodyPath), layout, reader);
    function.firstLine = static_cast<std::uint32_t>(layout.firstLineIsObject ? first >> 1U : first);
    const auto lines = rubyLinesOf(body.subspan(layout.bodyLines),
                                   memberAt<std::uint32_t>(body, sizeof(std::uint32_t)), reader);
    m_copies.describe(key, identity, function, lines);
}

} // namespace ember::capture
