// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/go/goroutines.h"

#include "capture/procfs/binaryreader.h"
#include "capture/runtimes/runtimecandidate.h"
#include "capture/unwind/tablecache.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>

namespace ember::capture {

namespace {

constexpr std::array goLayouts{
    GoLayout{17, 22, 152, 72, 80, 192},
    GoLayout{23, 24, 160, 72, 80, 192},
    GoLayout{25, 26, 152, 64, 72, 184},
};

constexpr std::uint16_t goWord = 8;
constexpr std::uint16_t ownGoroutine = 0; // m.g0
constexpr std::uint16_t threadOfGoroutine = 48; // g.m
constexpr std::uint16_t leftAtSaved = 56; // g.sched: a stack pointer, and then where to go on

constexpr bool areWithinCopies(const GoLayout &layout)
{
    return layout.current + goWord <= int(GoroutineOfThread::threadBytes)
        && layout.goroutineId + goWord <= int(GoroutineOfThread::goroutineBytes)
        && layout.threadId < layout.current && layout.handler < layout.current;
}

static_assert(std::ranges::all_of(goLayouts, areWithinCopies));

// Threads of other languages in a program of Go's have no goroutine: their first stops look for
// one, and of the later stops one in betweenVainStops.
constexpr std::uint32_t mostVainStops = 16;
constexpr std::uint32_t betweenVainStops = 64;

bool canBeAddress(std::uint64_t word)
{
    constexpr std::uint64_t lowest = 65536; // below, nothing is mapped
    return word >= lowest && word < machine::highestAddress && word % goWord == 0;
}

// The register in which Go's own code keeps the address of its goroutine; in other code it has
// anything.
std::uint64_t goroutineRegister(const auto &registers)
{
    if constexpr (requires { registers.r14; })
        return registers.told == AvailableRegisters::All ? registers.r14 : 0;
    else
        return 0;
}

// Whether the word before a goroutine's id is one of a goroutine that has a thread. The word holds
// the state, in which a bit says that the collector scans the goroutine, and whether its stack is
// locked.
bool isStateOfCurrent(std::uint64_t word)
{
    constexpr std::uint64_t scanned = 0x1000;
    // States of a goroutine that has a thread: runnable, running, in a call, waiting, its stack is
    // copied, preempted.
    constexpr std::array<std::uint64_t, 6> states{1, 2, 3, 4, 8, 9};
    constexpr unsigned lockShift = 32;
    return word >> lockShift <= 1
        && std::ranges::find(states, (word & 0xffffffffU) & ~scanned) != states.end();
}

std::uint64_t goWordAt(std::span<const std::byte> bytes, std::size_t offset)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof(word));
    return word;
}

} // namespace

GoroutineStack goroutineStackOf(std::span<const std::byte, goroutineStackBytes> structure,
                                bool isLeft)
{
    GoroutineStack stack{.start = goWordAt(structure, 0), .end = goWordAt(structure, goWord)};
    if (!canBeAddress(stack.start) || !canBeAddress(stack.end) || stack.start >= stack.end)
        return {};
    const auto leftAt = goWordAt(structure, leftAtSaved);
    if (isLeft && canBeAddress(leftAt) && stack.holds(leftAt)) {
        stack.leftAt = leftAt;
        stack.returnAddress = goWordAt(structure, leftAtSaved + goWord);
    }
    return stack;
}

const GoLayout *goLayoutOf(std::string_view version)
{
    constexpr std::string_view start = "go1.";
    if (!version.starts_with(start))
        return nullptr;
    version.remove_prefix(start.size());
    int minor = 0;
    if (std::from_chars(version.data(), version.data() + version.size(), minor).ec != std::errc())
        return nullptr;
    const auto *const found = std::ranges::find_if(goLayouts, [minor](const GoLayout &layout) {
        return minor >= layout.firstMinor && minor <= layout.lastMinor;
    });
    return found == goLayouts.end() ? nullptr : found;
}

template<std::size_t size>
std::uint64_t GoroutineOfThread::Structure<size>::word(std::size_t offset) const
{
    return goWordAt(bytes, offset);
}

template<std::size_t size>
bool GoroutineOfThread::Structure<size>::read(std::uint64_t from, StopReader &reader)
{
    if (address == from && isRead)
        return true;
    address = from;
    isRead = canBeAddress(from) && reader.read(from, bytes);
    return isRead;
}

std::span<const StopReader::Piece> GoroutineOfThread::pieces(const Registers &registers,
                                                             std::uint64_t threadPointer)
{
    m_runningAt = canBeAddress(threadPointer) ? threadPointer - goWord : 0;
    m_stackPointer = registers.sp;
    m_m.isRead = m_g.isRead = false;
    const bool isInVain =
        m_thread == 0 && m_stops >= mostVainStops && m_stops % betweenVainStops != 0;
    if (registers.told == AvailableRegisters::All)
        ++m_stops;
    if (m_runningAt == 0 ? m_thread == 0 : isInVain)
        return {};
    // A read ends at the first piece that is not mapped, so the pieces that surely are mapped come
    // first.
    std::size_t count = 0;
    if (m_runningAt != 0)
        m_pieces[count++] = {m_runningAt, m_running};
    m_m.address = m_thread;
    if (m_thread != 0)
        m_pieces[count++] = {m_m.address, m_m.bytes};
    // If the register does not tell, the goroutine is likely that of the stop before.
    m_register = goroutineRegister(registers);
    if (canBeAddress(m_register))
        m_g.address = m_register;
    else if (!canBeAddress(m_g.address))
        m_g.address = 0;
    if (m_g.address != 0)
        m_pieces[count++] = {m_g.address, m_g.bytes};
    return std::span(m_pieces).first(count);
}

// Whether `goroutine` names a thread that names it, too. Remembers the thread, whose structure is
// then m_m.
bool GoroutineOfThread::isThreadOf(const GoLayout &layout, std::uint64_t goroutine,
                                   StopReader &reader)
{
    const auto isOne = [&] {
        return m_m.word(ownGoroutine) == goroutine || m_m.word(layout.handler) == goroutine
            || m_m.word(layout.current) == goroutine;
    };
    if (!canBeAddress(goroutine))
        return false;
    if (m_m.isRead && m_m.address == m_thread && isOne() && m_m.word(layout.threadId) == m_threadId)
        return true;
    if (!m_g.read(goroutine, reader) || !m_m.read(m_g.word(threadOfGoroutine), reader) || !isOne()
        || m_m.word(layout.threadId) == 0)
        return false;
    m_thread = m_m.address;
    m_threadId = m_m.word(layout.threadId);
    m_stops = 0;
    return true;
}

std::uint64_t GoroutineOfThread::id(const GoLayout &layout, pid_t thread, std::size_t read,
                                    StopReader &reader)
{
    // Takes one of the pieces in their order: returns whether it was read.
    const auto take = [&read](bool isAsked) {
        const bool isRead = isAsked && read > 0;
        read -= isRead ? 1U : 0U;
        return isRead;
    };
    const bool hasRunning = take(m_runningAt != 0);
    m_m.isRead = take(m_thread != 0);
    m_g.isRead = take(m_g.address != 0);
    std::uint64_t running = 0;
    if (m_runningAt == 0) {
        if (!m_m.read(m_thread, reader) || m_m.word(layout.threadId) != m_threadId)
            return 0;
    } else {
        if (hasRunning || reader.read(m_runningAt, m_running))
            std::memcpy(&running, m_running.data(), sizeof(running));
        // In a program with thread-local variables of C code, the word before the thread pointer is
        // one of them. The register may hold anything: the thread that it leads to must say that it
        // is this one.
        if (!isThreadOf(layout, running, reader)) {
            running = m_register;
            if (!isThreadOf(layout, running, reader)
                || m_threadId != static_cast<std::uint64_t>(thread)) {
                m_thread = 0;
                return 0;
            }
        }
    }
    m_isOnOwnStack = running != 0 && running == m_m.word(ownGoroutine);
    const auto current = m_m.word(layout.current);
    const bool isCurrent = m_m.address == m_thread && m_g.read(current, reader)
        && m_g.word(threadOfGoroutine) == m_thread
        && isStateOfCurrent(m_g.word(layout.goroutineId - goWord));
    return isCurrent ? m_g.word(layout.goroutineId) : 0;
}

GoroutineStack GoroutineOfThread::stack() const
{
    const auto bytes = std::span(m_g.bytes).first<goroutineStackBytes>();
    // Whether a sleeping thread runs on its own stack is not read, but its stack pointer tells.
    const bool isAsleepElsewhere =
        m_runningAt == 0 && !goroutineStackOf(bytes, false).holds(m_stackPointer);
    return goroutineStackOf(bytes, m_isOnOwnStack || isAsleepElsewhere);
}

bool GoroutineOfThread::isStillAt(const GoroutineStack &left, StopReader &reader) const
{
    std::array<std::byte, goroutineStackBytes> bytes{};
    return reader.read(m_g.address, bytes) && goroutineStackOf(bytes, true) == left;
}

namespace {

constexpr std::size_t longestRecord = 256;

// The version in a program's record of how it was built, of which `record` are the first
// longestRecord bytes (Go's sources: debug/buildinfo). Absent: the process's memory could not be
// read.
std::optional<std::string> versionIn(const RuntimeCandidate &candidate,
                                     std::span<const std::byte> record)
{
    constexpr std::size_t flags = 15;
    constexpr std::byte isInline{2};
    constexpr std::size_t pointer = 16; // to the text's {address, length}: Go 1.17 and before
    constexpr std::size_t inlineText = 32; // behind its length, a varint
    const auto at = [&](std::size_t place) { return std::to_integer<unsigned>(record[place]); };
    if ((record[flags] & isInline) != std::byte(0)) {
        std::size_t start = inlineText + 1;
        std::size_t size = at(inlineText);
        if (size >= 0x80) {
            size = (size & 0x7fU) | at(inlineText + 1) << 7U;
            ++start;
        }
        std::string version;
        for (std::size_t i = start; i < std::min(start + size, record.size()); ++i)
            version += static_cast<char>(at(i));
        return version;
    }
    std::uint64_t header = 0;
    std::memcpy(&header, record.data() + pointer, sizeof(header));
    const auto text = candidate.readValue<std::array<std::uint64_t, 2>>(header);
    if (!text || (*text)[1] == 0)
        return std::nullopt;
    std::string version(std::min<std::uint64_t>((*text)[1], longestRecord), '\0');
    const bool isRead = candidate.read(
        (*text)[0], std::as_writable_bytes(std::span(version.data(), version.size())));
    return isRead ? std::optional(std::move(version)) : std::nullopt;
}

// Returns the version as users read it: it comes from the program, so it is shortened and made
// printable.
std::string printable(std::string_view version)
{
    constexpr std::size_t longest = 40;
    std::string text(version.substr(0, longest));
    std::ranges::replace_if(
        text, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

std::optional<FileRange> buildRecord(const MappedImage &image)
{
    if (image.memory) // the content that was copied from memory has no list of sections
        return std::nullopt;
    const auto reader = BinaryReader::open(image.path);
    if (!reader)
        return std::nullopt;
    const auto sections = readSections(*reader);
    const auto *const section = findSection(sections, ".go.buildinfo");
    return section ? std::optional(section->range) : std::nullopt;
}

} // namespace

RuntimeSearch findGo(const RuntimeCandidate &candidate)
{
    constexpr std::string_view magic = "\xff Go buildinf:";
    constexpr std::size_t leastRecord = 32;
    RuntimeSearch search;
    const auto range = machine::elfNumber == 62 ? buildRecord(candidate.image()) : std::nullopt;
    if (!range || range->size < leastRecord)
        return search;
    std::vector<std::byte> record(std::min<std::uint64_t>(range->size, longestRecord));
    search.isSure = candidate.read(range->address + candidate.image().bias, record);
    record.resize(longestRecord);
    if (!search.isSure || std::memcmp(record.data(), magic.data(), magic.size()) != 0)
        return search;
    const auto version = versionIn(candidate, record);
    search.isSure = version.has_value();
    if (!version)
        return search;
    search.go = goLayoutOf(*version);
    if (!search.go)
        search.refusal = printable(*version)
            + " is not known to this recorder: it does not say which goroutine a thread runs";
    return search;
}

} // namespace ember::capture
