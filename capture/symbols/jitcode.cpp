// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/jitcode.h"

#include "capture/procfs/procreader.h"
#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::uint64_t largestFunction = std::uint64_t(64) << 20U;
constexpr std::size_t maxPlaces = std::size_t(8) << 20U;
constexpr std::size_t maxNameBytes = std::size_t(64) << 20U;

// Tolerance between a function's time and a sample's: compilers may write a name shortly after its
// code runs first, and a sample has the time of its tick.
constexpr model::Nanoseconds latitude = std::chrono::milliseconds(250);

// The pid in the process's own PID namespace, which it uses in file names; ours if the process has
// ended.
std::string ownPid(std::uint32_t pid)
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("NSpid:"))
            return line.substr(line.find_last_of(" \t") + 1);
    }
    return std::to_string(pid);
}

bool isTrusted(const struct stat &file, const model::CodeMaker &maker)
{
    struct stat process { };
    const auto directory = "/proc/" + std::to_string(maker.pid);
    const bool isOwn = file.st_uid == ::geteuid() || file.st_uid == 0 || ::geteuid() == 0
        || (::stat(directory.c_str(), &process) == 0 && file.st_uid == process.st_uid);
    // Allows a second, because file times are coarse.
    const auto written =
        model::timestampFromNs(file.st_mtim.tv_sec * 1'000'000'000 + file.st_mtim.tv_nsec);
    return S_ISREG(file.st_mode) && isOwn && written + std::chrono::seconds(1) >= maker.started;
}

constexpr int readingFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY;

// Returns the file if it is trusted, else one that is not open.
FileDescriptor trusted(FileDescriptor file, const model::CodeMaker &maker)
{
    struct stat status { };
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0 || !isTrusted(status, maker))
        return {};
    return file;
}

FileDescriptor openTrusted(const std::string &path, const model::CodeMaker &maker)
{
    return trusted(FileDescriptor(::open(path.c_str(), readingFlags)), maker);
}

// Opens a file, if it is trusted, by its path as the process has it.
FileDescriptor openTrustedOf(const model::CodeMaker &maker, const std::string &path)
{
    return trusted(openInRoot(static_cast<pid_t>(maker.pid), path, readingFlags), maker);
}

// The path of the jitdump among the process's mappings: compilers map the file so that tracers find
// it.
std::string mappedDump(std::uint32_t pid, const std::string &name)
{
    std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        const auto path = line.find('/');
        if (path != line.npos && line.ends_with('/' + name))
            return line.substr(path);
    }
    return {};
}

std::optional<std::uint64_t> takeHex(std::string_view &text)
{
    model::takePrefix(text, "0x");
    const auto number = model::takeNumber<std::uint64_t>(text, 16);
    return model::takePrefix(text, " ") ? number : std::nullopt;
}

void takeLine(std::string_view line, JitCode &code)
{
    const auto start = takeHex(line);
    const auto size = start ? takeHex(line) : std::nullopt;
    if (!size || line.empty() || *size > ~*start)
        return;
    code.add({*start, *start + *size, {}, std::string(line.substr(0, maxJitName))});
}

// Offsets and sizes in jitdump records.
constexpr std::size_t recordHeaderSize = 16;
constexpr std::size_t loadNameAt = recordHeaderSize + 40;

enum RecordType : std::uint32_t { CodeLoad = 0, CodeMove = 1 };

template<typename Number>
std::optional<Number> numberAt(std::string_view bytes, std::size_t offset)
{
    Number number;
    if (offset > bytes.size() || bytes.size() - offset < sizeof(number))
        return {};
    std::memcpy(&number, bytes.data() + offset, sizeof(number));
    return number;
}

} // namespace

void JitCode::add(JitFunction function)
{
    if (function.start >= function.end || function.end - function.start > largestFunction
        || isNewest(function) || function.name.size() > maxNameBytes - m_nameBytes)
        return;
    const auto first = function.start >> pageBits;
    const auto last = (function.end - 1) >> pageBits;
    if (last - first >= maxPlaces - m_places)
        return;
    m_places += last - first + 1;
    for (auto page = first; page <= last; ++page)
        m_pages[page].push_back(static_cast<std::uint32_t>(m_functions.size()));
    m_nameBytes += function.name.size();
    m_functions.push_back(std::move(function));
}

// Whether the newest function that covers this one's start is equal to it. Looks at a page's last
// functions only, so that a hostile map cannot make each line cost the time of all those before it.
bool JitCode::isNewest(const JitFunction &function) const
{
    constexpr std::size_t mostLookedAt = 256;
    const auto page = m_pages.find(function.start >> pageBits);
    if (page == m_pages.end())
        return false;
    const auto &rows = page->second;
    for (std::size_t i = 0; i < std::min(rows.size(), mostLookedAt); ++i) {
        const auto &other = m_functions[rows[rows.size() - 1 - i]];
        if (function.start >= other.start && function.start < other.end)
            return other == function;
    }
    return false;
}

const JitFunction *JitCode::find(std::uint64_t address, model::Nanoseconds time) const
{
    const auto page = m_pages.find(address >> pageBits);
    if (page == m_pages.end())
        return nullptr;
    const JitFunction *oldest = nullptr;
    const auto &rows = page->second;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const JitFunction &function = m_functions[*row];
        if (address < function.start || address >= function.end)
            continue;
        if (function.since <= time + latitude)
            return &function;
        oldest = &function;
    }
    return oldest;
}

const JitFunction *JitCode::startingAt(std::uint64_t address) const
{
    const auto page = m_pages.find(address >> pageBits);
    if (page == m_pages.end())
        return nullptr;
    const auto &rows = page->second;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (m_functions[*row].start == address)
            return &m_functions[*row];
    }
    return nullptr;
}

std::string readAt(const FileDescriptor &file, std::uint64_t offset, std::size_t limit)
{
    std::string bytes(limit, '\0');
    const auto count =
        ::pread(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
}

FileDescriptor openPerfMap(const model::CodeMaker &maker)
{
    auto file = openTrustedOf(maker, "/tmp/perf-" + ownPid(maker.pid) + ".map");
    if (file.isOpen())
        return file;
    return openTrusted("/tmp/perf-" + std::to_string(maker.pid) + ".map", maker);
}

FileDescriptor openJitDump(const model::CodeMaker &maker)
{
    const auto mapped = mappedDump(maker.pid, "jit-" + ownPid(maker.pid) + ".dump");
    if (!mapped.empty())
        return openTrustedOf(maker, mapped);
    if (maker.workingDirectory.empty())
        return {};
    return openTrusted(
        std::string(maker.workingDirectory) + "/jit-" + std::to_string(maker.pid) + ".dump", maker);
}

// Begins to read from the start if the file was written anew. The functions read before stay, as
// their code may have run.
void PerfMap::startOverIfWrittenAnew()
{
    constexpr int mostTimes = 100; // for a file that is written anew all the time
    if (m_startedOver == mostTimes
        || readAt(m_file, m_offset - m_before.size(), m_before.size()) == m_before)
        return;
    ++m_startedOver;
    m_offset = 0;
    m_before.clear();
}

void PerfMap::pass(std::string_view bytes)
{
    constexpr std::size_t compared = 64;
    m_offset += bytes.size();
    m_before = bytes.substr(bytes.size() - std::min(bytes.size(), compared));
}

void PerfMap::read(JitCode &code)
{
    static constexpr std::size_t blockSize = std::size_t(1) << 16U;
    startOverIfWrittenAnew();
    for (;;) {
        const auto block = readAt(m_file, m_offset, blockSize);
        const auto end = block.rfind('\n');
        if (end == block.npos) {
            if (block.size() < blockSize)
                return;
            pass(block); // too long for a line of a perf map
            continue;
        }
        pass(std::string_view(block).substr(0, end + 1));
        for (std::string_view rest(block.data(), end + 1); !rest.empty();) {
            const auto length = rest.find('\n');
            takeLine(rest.substr(0, length), code);
            rest.remove_prefix(length + 1);
        }
    }
}

bool JitDump::readHeader()
{
    static constexpr std::size_t headerSize = 40;
    static constexpr std::uint32_t magic = 0x4a695444; // "JiTD", in the machine's byte order
    static constexpr std::uint64_t cycleCounter = 1; // flag: times count cycles, not nanoseconds
    const auto header = readAt(m_file, 0, headerSize);
    if (header.size() < headerSize)
        return false;
    const auto size = numberAt<std::uint32_t>(header, 8).value_or(0);
    m_isBroken = numberAt<std::uint32_t>(header, 0) != magic || size < headerSize;
    m_hasTimes = (numberAt<std::uint64_t>(header, 32).value_or(0) & cycleCounter) == 0;
    m_offset = size;
    return !m_isBroken;
}

void JitDump::read(JitCode &code)
{
    struct stat status { };
    if (m_isBroken || ::fstat(m_file.number(), &status) != 0 || (m_offset == 0 && !readHeader()))
        return;
    const auto fileSize = static_cast<std::uint64_t>(status.st_size);
    while (m_offset + recordHeaderSize <= fileSize) {
        // The machine code after the name is not read.
        auto record = readAt(m_file, m_offset, loadNameAt + maxJitName);
        const auto size = numberAt<std::uint32_t>(record, 4).value_or(0);
        if (size < recordHeaderSize) {
            m_isBroken = size != 0; // a size of zero: space not written yet
            return;
        }
        if (size > fileSize - m_offset)
            return;
        record.resize(std::min<std::size_t>(record.size(), size));
        const auto type = numberAt<std::uint32_t>(record, 0);
        if (type == CodeLoad)
            takeLoad(record, code);
        if (type == CodeMove)
            takeMove(record, code);
        m_offset += size;
    }
}

model::Nanoseconds JitDump::timeOf(std::string_view record) const
{
    const auto time = numberAt<std::int64_t>(record, 8).value_or(0);
    return model::Nanoseconds(m_hasTimes ? std::max<std::int64_t>(time, 0) : 0);
}

// Adds the function of a load record: pid, tid, then address, address, size and number of the code,
// its name, its bytes.
void JitDump::takeLoad(std::string_view record, JitCode &code) const
{
    const auto start = numberAt<std::uint64_t>(record, recordHeaderSize + 16);
    const auto size = numberAt<std::uint64_t>(record, recordHeaderSize + 24);
    if (!start || !size || *size > ~*start || record.size() <= loadNameAt)
        return;
    const auto text = record.substr(loadNameAt);
    code.add(
        {*start, *start + *size, timeOf(record), std::string(text.substr(0, text.find('\0')))});
}

// Adds the moved function of a move record: pid, tid, then address, old address, new address, size
// and number of the code.
void JitDump::takeMove(std::string_view record, JitCode &code) const
{
    const auto from = numberAt<std::uint64_t>(record, recordHeaderSize + 16);
    const auto to = numberAt<std::uint64_t>(record, recordHeaderSize + 24);
    const auto size = numberAt<std::uint64_t>(record, recordHeaderSize + 32);
    const auto *moved = from ? code.startingAt(*from) : nullptr;
    if (moved != nullptr && to && size && *size <= ~*to)
        code.add({*to, *to + *size, timeOf(record), moved->name});
}

namespace {

constexpr std::string_view anonymous = "(anonymous)";

// Removes ":12" from the end of a text and returns 12.
std::optional<std::uint32_t> takeNumber(std::string_view &text)
{
    const auto colon = text.rfind(':');
    if (colon == text.npos)
        return {};
    const auto number = model::toNumber<std::uint32_t>(text.substr(colon + 1));
    if (number)
        text = text.substr(0, colon);
    return number;
}

// Parses V8's names: a kind, a mark for the optimization level, the name, and the source position
// after the last space.
std::optional<model::ResolvedFrame> describeScript(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> kinds{
        "JS:", "LazyCompile:", "Function:", "Eval:", "Script:", "Interpreted:"};
    const auto kind = std::ranges::find_if(
        kinds, [&](std::string_view known) { return name.starts_with(known); });
    if (kind == kinds.end())
        return {};
    name.remove_prefix(kind->size());
    name.remove_prefix(std::min(name.size(), name.find_first_not_of("~^+*'")));
    model::ResolvedFrame frame;
    const auto space = name.rfind(' ');
    auto place = name.substr(space == name.npos ? 0 : space + 1);
    const auto column = takeNumber(place);
    const auto line = column ? takeNumber(place) : std::nullopt;
    if (line) {
        static constexpr std::string_view scheme = "file://";
        name = name.substr(0, space == name.npos ? 0 : space);
        place.remove_prefix(place.starts_with(scheme) ? scheme.size() : 0);
        frame.file = place;
        frame.line = *line;
        frame.column = *column;
    }
    while (name.starts_with(' '))
        name.remove_prefix(1);
    frame.name = name.empty() ? anonymous : name;
    return frame;
}

std::optional<model::ResolvedFrame> describePython(std::string_view name)
{
    static constexpr std::string_view kind = "py::";
    const auto colon = name.rfind(':');
    if (!name.starts_with(kind) || colon < kind.size())
        return {};
    model::ResolvedFrame frame;
    frame.name = name.substr(kind.size(), colon - kind.size());
    frame.file = name.substr(colon + 1);
    return frame;
}

} // namespace

model::ResolvedFrame describeJitFunction(std::string_view name)
{
    auto frame = describeScript(name);
    if (!frame)
        frame = describePython(name);
    if (!frame)
        frame.emplace().name = name.empty() ? anonymous : name;
    if (frame->name != name)
        frame->rawName = name;
    return *frame;
}

void JitSymbols::Process::read(const model::CodeMaker &maker)
{
    if (!dump && !map) {
        if (auto file = openJitDump(maker); file.isOpen())
            dump.emplace(std::move(file));
        else if (file = openPerfMap(maker); file.isOpen())
            map.emplace(std::move(file));
    }
    if (dump)
        dump->read(code);
    if (map)
        map->read(code);
}

std::vector<model::ResolvedFrame> JitSymbols::resolve(const model::ImageKey &process,
                                                      std::uint64_t address)
{
    auto &known = m_processes[std::string(process.codeId)];
    // Reads what the compiler has written since, first: a newer function may have replaced the
    // known one.
    known.read(*process.maker);
    const auto *function = known.code.find(address, process.maker->seen);
    if (function == nullptr)
        return {};
    auto frame = describeJitFunction(function->name);
    frame.functionStart = function->start;
    return {std::move(frame)};
}

} // namespace ember::capture
