// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacymessage.h"

#include <array>
#include <cmath>
#include <utility>

namespace ember::model::pprof {

namespace {

// Amount of memory on the heap.
struct HeapAmount {
    std::int64_t count = 0; // number of objects
    std::int64_t bytes = 0;

    bool isLikely() const { return count != 0 || bytes == 0; }
};

// Estimates the real amount from a sampled one. On average one of `rate` bytes was sampled; the
// Poisson distribution gives how many a sample stands for. Results beyond 64 bits stay as sampled.
HeapAmount unsampled(HeapAmount amount, std::int64_t rate)
{
    if (amount.count == 0 || amount.bytes == 0)
        return {};
    if (rate <= 1)
        return amount;
    const auto count = static_cast<double>(amount.count);
    const auto bytes = static_cast<double>(amount.bytes);
    const auto scale = 1 / (1 - std::exp(-(bytes / count) / static_cast<double>(rate)));
    constexpr double most = 9e18;
    if (!(std::abs(bytes * scale) < most) || !(std::abs(count * scale) < most))
        return amount;
    return {static_cast<std::int64_t>(count * scale), static_cast<std::int64_t>(bytes * scale)};
}

constexpr std::string_view headerStart = "heap profile:";

// Removes the pieces of "1: 2 [3: 4] @ …" from a line.
class Pieces {
public:
    explicit Pieces(std::string_view line) : m_line(line) { }

    bool skip(std::string_view piece)
    {
        m_line = trimmed(m_line);
        return takePrefix(m_line, piece);
    }

    bool number(std::int64_t &value)
    {
        m_line = trimmed(m_line);
        return readNumber(m_line, value);
    }

    std::string_view rest() const { return trimmed(m_line); }

private:
    std::string_view m_line;
};

struct HeapLine {
    HeapAmount inUse;
    HeapAmount allocated;
    std::string_view rest; // follows the @
};

std::optional<HeapLine> parseHeapLine(std::string_view line)
{
    HeapLine parsed;
    Pieces pieces(line);
    if (!pieces.number(parsed.inUse.count) || !pieces.skip(":")
        || !pieces.number(parsed.inUse.bytes) || !pieces.skip("[")
        || !pieces.number(parsed.allocated.count) || !pieces.skip(":")
        || !pieces.number(parsed.allocated.bytes) || !pieces.skip("]") || !pieces.skip("@"))
        return std::nullopt;
    parsed.rest = pieces.rest();
    return parsed;
}

// Adds up amounts; absurd numbers wrap.
void add(HeapAmount amount, HeapAmount &sum)
{
    const auto wrapped = [](std::int64_t a, std::int64_t b) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a)
                                         + static_cast<std::uint64_t>(b));
    };
    sum.count = wrapped(sum.count, amount.count);
    sum.bytes = wrapped(sum.bytes, amount.bytes);
}

class HeapReader {
public:
    HeapReader(const std::string &file, std::string_view text) : m_file(file), m_text(text) { }

    Result<Message> run(const std::stop_token &stop) &&
    {
        EMBER_RETURN_IF_ERROR(readHeader());
        while (!m_text.empty()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_file, {}};
            const auto line = nextLine();
            if (line.starts_with("MAPPED_LIBRARIES:") || line.starts_with("--- Memory map:"))
                break;
            if (!line.empty() && !line.starts_with('#'))
                EMBER_RETURN_IF_ERROR(readSample(line));
        }
        m_legacy.readMemoryMap(m_text);
        checkTotal("in use", m_header.inUse, m_sum.inUse);
        if (m_hasAllocated)
            checkTotal("allocated", m_header.allocated, m_sum.allocated);
        return m_legacy.take();
    }

private:
    std::string_view nextLine()
    {
        ++m_line;
        return trimmed(takeLine(m_text));
    }

    Error error(const std::string &reason) const
    {
        return {ErrorCode::SyntaxError, m_file,
                "heap profile, line " + std::to_string(m_line) + ": " + reason};
    }

    Result<void> readHeader();
    Result<void> readSample(std::string_view line);
    void checkTotal(const char *what, HeapAmount header, HeapAmount sum);
    void addAmount(HeapAmount amount, std::vector<std::int64_t> &values) const;

    const std::string &m_file;
    std::string_view m_text;
    LegacyMessage m_legacy;
    Text m_bytesKey = m_legacy.text("bytes");
    std::size_t m_line = 0;
    HeapLine m_header;
    HeapLine m_sum; // sum over the samples
    bool m_hasAllocated = false;
    std::int64_t m_rate = 1;
    std::vector<std::uint64_t> m_addresses;
};

Result<void> HeapReader::readHeader()
{
    auto line = nextLine();
    while (line.empty() && !m_text.empty())
        line = nextLine();
    const auto header = parseHeapLine(line.substr(std::min(headerStart.size(), line.size())));
    if (!line.starts_with(headerStart) || !header)
        return error("expected the header \"heap profile: n: bytes [n: bytes] @ kind\"");
    const auto kind = header->rest.substr(0, header->rest.find('/'));
    std::int64_t rate = 1;
    if (kind.size() < header->rest.size())
        Pieces(header->rest.substr(kind.size() + 1)).number(rate);
    if (kind == "heap_v2" || kind == "heapz_v2")
        m_rate = rate;
    else if (kind == "heap")
        m_rate = rate / 2;
    else if (kind != "heapprofile" && kind != "growthz")
        return error("there is no kind of heap profile called " + std::string(kind));

    m_header = *header;
    const auto differs = [](std::int64_t all, std::int64_t left) {
        return all != left && all != 0;
    };
    m_hasAllocated = kind != "growthz"
        && (differs(header->allocated.count, header->inUse.count)
            || differs(header->allocated.bytes, header->inUse.bytes));
    auto &message = m_legacy.message();
    if (m_hasAllocated)
        message.sampleTypes = {m_legacy.valueKind("alloc_objects", "count"),
                               m_legacy.valueKind("alloc_space", "bytes"),
                               m_legacy.valueKind("inuse_objects", "count"),
                               m_legacy.valueKind("inuse_space", "bytes")};
    else
        message.sampleTypes = {m_legacy.valueKind("objects", "count"),
                               m_legacy.valueKind("space", "bytes")};
    message.periodType = m_legacy.valueKind("space", "bytes");
    message.period = m_rate;
    return {};
}

// Compares the total in the header with the sum over the samples.
void HeapReader::checkTotal(const char *what, HeapAmount header, HeapAmount sum)
{
    if (header.count == sum.count && header.bytes == sum.bytes)
        return;
    const auto text = [](HeapAmount amount) {
        return std::to_string(amount.bytes) + " bytes in " + std::to_string(amount.count)
            + " objects";
    };
    m_legacy.sayCut(std::string(what) + " are " + text(header) + " by the header, " + text(sum)
                    + " by the samples");
}

void HeapReader::addAmount(HeapAmount amount, std::vector<std::int64_t> &values) const
{
    const auto all = unsampled(amount, m_rate);
    values.push_back(m_rate > 1 ? all.count : amount.count);
    values.push_back(m_rate > 1 ? all.bytes : amount.bytes);
}

Result<void> HeapReader::readSample(std::string_view line)
{
    const auto sample = parseHeapLine(line);
    if (!sample)
        return error("expected \"n: bytes [n: bytes] @ addresses\"");
    if (!sample->inUse.isLikely() || (m_hasAllocated && !sample->allocated.isLikely()))
        return error("there are bytes of no objects");
    add(sample->inUse, m_sum.inUse);
    add(sample->allocated, m_sum.allocated);
    m_addresses.clear();
    for (auto rest = sample->rest; !rest.empty(); rest = trimmed(rest)) {
        const auto word = rest.substr(0, rest.find(' '));
        const auto address = parseHex(word);
        if (!address)
            return error("expected an address, not " + std::string(word.substr(0, 40)));
        m_addresses.push_back(*address - 1); // the call, not the return address
        rest.remove_prefix(word.size());
    }
    std::vector<std::int64_t> values;
    if (m_hasAllocated)
        addAmount(sample->allocated, values);
    addAmount(sample->inUse, values);
    m_legacy.addSample(m_addresses, values);
    const auto &sized = sample->inUse.count != 0 ? sample->inUse : sample->allocated;
    Label label;
    label.key = m_bytesKey;
    label.number = sized.count != 0 ? sized.bytes / sized.count : 0;
    m_legacy.addLabel(label);
    return {};
}

class JavaHeapReader {
public:
    explicit JavaHeapReader(const LegacyLines &lines) : m_lines(lines) { }

    Result<Message> run(const std::stop_token &stop) &&
    {
        bool hasHeader = false;
        while (const auto line = m_lines.next()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_lines.file(), {}};
            if (line->empty() || line->starts_with('#') || !std::exchange(hasHeader, true))
                continue;
            EMBER_RETURN_IF_ERROR(readLine(*line));
        }
        if (!m_isJava)
            return m_lines.error("expected a line \"format = java\"");
        m_legacy.message().sampleTypes = {m_legacy.valueKind("inuse_objects", "count"),
                                          m_legacy.valueKind("inuse_space", m_unit)};
        m_legacy.sayCutIfUnnamed();
        return m_legacy.take();
    }

private:
    Result<void> readLine(std::string_view line)
    {
        if (line.find('@') != std::string_view::npos && !line.starts_with("0x"))
            return readSample(line);
        if (!line.starts_with("0x"))
            return readAttribute(line);
        m_legacy.readJavaNames(line);
        return {};
    }

    Result<void> readAttribute(std::string_view line);
    Result<void> readSample(std::string_view line);

    LegacyLines m_lines;
    LegacyMessage m_legacy;
    Text m_bytesKey = m_legacy.text("bytes");
    bool m_isJava = false;
    std::string m_unit = "bytes";
};

Result<void> JavaHeapReader::readAttribute(std::string_view line)
{
    const auto equals = line.find('=');
    const auto key = trimmed(line.substr(0, equals));
    if (equals == std::string_view::npos || (key != "format" && key != "resolution"))
        return m_lines.error("expected \"format = java\", \"resolution = unit\", \"bytes count @ "
                             "addresses\" or a name, not "
                             + validUtf8(line.substr(0, 40)));
    const auto text = trimmed(line.substr(equals + 1));
    if (key == "resolution")
        m_unit = text;
    else if (text == "java")
        m_isJava = true;
    else
        return m_lines.error("there is no such format");
    return {};
}

Result<void> JavaHeapReader::readSample(std::string_view line)
{
    constexpr std::int64_t rate = std::int64_t(512) << 10U; // bytes; not in the file
    const auto whole = line;
    const auto bytes = wholeNumber(takeWord(line));
    const auto count = wholeNumber(takeWord(line));
    if (!bytes || !count || takeWord(line) != "@")
        return m_lines.error("expected \"bytes count @ addresses\", not "
                             + validUtf8(whole.substr(0, 40)));
    const HeapAmount amount{*count, *bytes};
    if (!amount.isLikely())
        return m_lines.error("there are bytes of no objects");
    const auto all = unsampled(amount, rate);
    m_legacy.addSample(addressesIn(line), std::array{all.count, all.bytes});
    Label size;
    size.key = m_bytesKey;
    size.number = amount.count != 0 ? amount.bytes / amount.count : 0;
    m_legacy.addLabel(size);
    return {};
}

bool isJavaHeap(std::string_view firstLine)
{
    return firstLine.starts_with("--- heapz ");
}

Result<Message> readJavaHeap(LegacyLines lines, const std::stop_token &stop)
{
    return JavaHeapReader(lines).run(stop);
}

} // namespace

constinit const LegacyKind javaHeap{"Java heap profile", isJavaHeap, readJavaHeap};

bool isLegacyHeap(std::string_view firstBytes)
{
    const auto first = firstBytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && firstBytes.substr(first).starts_with(headerStart);
}

Result<Message> readLegacyHeap(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop)
{
    return HeapReader(file, bytes).run(stop);
}

} // namespace ember::model::pprof
