// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacymessage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

namespace ember::model::pprof {

namespace {

struct WordForm {
    std::size_t bytes;
    std::endian order;
};

constexpr std::array wordForms{
    WordForm{4, std::endian::little},
    WordForm{4, std::endian::big},
    WordForm{8, std::endian::little},
    WordForm{8, std::endian::big},
};

constexpr std::size_t headerWords = 5; // 0, 3, version, period in microseconds, 0

enum class Version : std::uint8_t { Native = 0, Java = 1 };

// Reads words from the start of the file on.
class Words {
public:
    Words(std::string_view bytes, WordForm form) : m_bytes(bytes), m_form(form) { }

    std::size_t left() const { return (m_bytes.size() - m_place) / m_form.bytes; }
    std::size_t place() const { return m_place; }

    // Returns the next word; there must be one left.
    std::uint64_t next()
    {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < m_form.bytes; ++i) {
            const auto at = m_form.order == std::endian::big ? i : m_form.bytes - 1 - i;
            word = word << 8U | static_cast<std::uint8_t>(m_bytes[m_place + at]);
        }
        m_place += m_form.bytes;
        return word;
    }

private:
    std::string_view m_bytes;
    WordForm m_form;
    std::size_t m_place = 0;
};

struct Header {
    WordForm form;
    Version version;
    std::uint64_t periodUs;
};

std::optional<Header> findHeader(std::string_view bytes)
{
    for (const auto form : wordForms) {
        Words words(bytes, form);
        if (words.left() < headerWords)
            continue;
        const auto zero = words.next();
        const auto three = words.next();
        const auto version = words.next();
        const auto period = words.next();
        const auto end = words.next();
        constexpr std::uint64_t longest = 1'000'000'000'000; // so that nanoseconds fit
        if (zero == 0 && three == 3 && version <= 1 && period > 0 && period < longest && end == 0)
            return Header{form, static_cast<Version>(version), period};
    }
    return std::nullopt;
}

struct Record {
    std::int64_t count = 0;
    std::vector<std::uint64_t> addresses; // leaf first
};

// Moves return addresses to their calls, one byte before. The leaf is no return address.
void pointToCalls(Record &record)
{
    for (std::size_t i = 1; i < record.addresses.size(); ++i)
        --record.addresses[i];
}

void removeSecond(Record &record)
{
    record.addresses.erase(record.addresses.begin() + 1);
}

// Removes the frame of the signal handler: an address from which nearly all leaves seem to be
// called.
void removeHandlerFrame(std::vector<Record> &records)
{
    std::unordered_map<std::uint64_t, std::size_t> counts;
    for (const auto &record : records) {
        if (record.addresses.size() > 1)
            ++counts[record.addresses[1]];
    }
    constexpr std::size_t samplesPerOther = 32;
    const auto enough = records.size() - records.size() / samplesPerOther;
    const auto handler =
        std::ranges::find_if(counts, [&](const auto &count) { return count.second >= enough; });
    if (handler == counts.end())
        return;
    for (auto &record : records) {
        if (record.addresses.size() > 1 && record.addresses[1] == handler->first)
            removeSecond(record);
    }
}

// Removes a leaf that occurs twice: from the signal's context, and from the stack, where it was
// taken for a return address.
void removeDoubledLeaf(std::vector<Record> &records)
{
    for (auto &record : records) {
        if (record.addresses.size() > 1 && record.addresses[0] == record.addresses[1] + 1)
            removeSecond(record);
    }
}

class CpuReader {
public:
    CpuReader(const std::string &file, std::string_view bytes, const Header &header)
        : m_file(file),
          m_bytes(bytes),
          m_header(header),
          m_words(bytes, header.form)
    {
        for (std::size_t i = 0; i < headerWords; ++i)
            m_words.next();
    }

    Result<Message> run(const std::stop_token &stop) &&
    {
        for (bool hasNext = true; hasNext;) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_file, {}};
            EMBER_ASSIGN_OR_RETURN(hasNext, readRecord());
        }
        if (m_header.version == Version::Native) {
            removeHandlerFrame(m_records);
            removeHandlerFrame(m_records);
            removeDoubledLeaf(m_records);
        }
        describe();
        for (const auto &record : m_records) {
            const auto period = m_legacy.message().period;
            const std::array values{record.count, record.count * period};
            m_legacy.addSample(record.addresses, values);
        }
        const auto text = m_bytes.substr(m_words.place());
        if (!m_hasEnd)
            m_legacy.sayCut("there is no end mark behind the last sample");
        if (m_header.version == Version::Java) {
            m_legacy.readJavaNames(text);
            m_legacy.sayCutIfUnnamed();
        } else {
            m_legacy.readMemoryMap(text);
            checkMap(text);
        }
        return m_legacy.take();
    }

private:
    // Reads a sample. Returns false at the end mark, or at the end of a file without one.
    Result<bool> readRecord()
    {
        if (m_words.left() == 0)
            return false;
        const auto place = m_words.place();
        if (m_words.left() < 2)
            return cut(place);
        const auto count = m_words.next();
        const auto depth = m_words.next();
        if (depth > m_words.left())
            return cut(place);
        Record record;
        for (std::uint64_t i = 0; i < depth; ++i)
            record.addresses.push_back(m_words.next());
        if (count == 0 && depth == 1 && record.addresses[0] == 0) {
            m_hasEnd = true;
            return false;
        }
        if (count > std::numeric_limits<std::int64_t>::max() / (m_header.periodUs * nsPerUs))
            return Error{ErrorCode::SyntaxError, m_file,
                         "CPU profile, byte " + std::to_string(place) + ": " + std::to_string(count)
                             + " samples, whose time in nanoseconds is beyond 64 bits"};
        record.count = static_cast<std::int64_t>(count);
        if (m_header.version == Version::Native)
            pointToCalls(record);
        m_records.push_back(std::move(record));
        return true;
    }

    // Checks that the file has its whole memory map. gperftools writes one after the samples, Go
    // wrote none. The leaf of a sample is in mapped code, unless its library has been closed since.
    // The map ascends, so lines that were cut had the highest addresses.
    void checkMap(std::string_view text)
    {
        if (text.empty())
            return;
        if (!text.ends_with('\n'))
            return m_legacy.sayCut("the last line has no end");
        const Message &message = m_legacy.message();
        std::uint64_t end = 0;
        for (const Mapping &mapping : message.mappings)
            end = std::max(end, mapping.limit);
        std::set<Id> unmapped;
        for (std::size_t row = 0; row < message.samples.size(); ++row) {
            const auto stack = message.locationsOf(row);
            if (stack.empty())
                continue;
            const Location &leaf = message.locations[stack.front() - 1];
            if (leaf.mapping == 0 && leaf.address >= end)
                unmapped.insert(stack.front());
        }
        if (!unmapped.empty())
            m_legacy.sayCut(std::to_string(unmapped.size())
                            + " addresses of leaves are behind the memory map");
    }

    Error cut(std::size_t place) const
    {
        return {ErrorCode::Truncated, m_file,
                "CPU profile, byte " + std::to_string(place) + ": the file ends within a sample"};
    }

    void describe()
    {
        auto &message = m_legacy.message();
        message.sampleTypes = {m_legacy.valueKind("samples", "count"),
                               m_legacy.valueKind("cpu", "nanoseconds")};
        message.periodType = message.sampleTypes.back();
        message.period = static_cast<std::int64_t>(m_header.periodUs * nsPerUs);
    }

    static constexpr std::uint64_t nsPerUs = 1000;

    const std::string &m_file;
    std::string_view m_bytes;
    Header m_header;
    Words m_words;
    std::vector<Record> m_records;
    bool m_hasEnd = false; // there is a mark after the samples
    LegacyMessage m_legacy;
};

} // namespace

bool isLegacyCpu(std::string_view firstBytes)
{
    return findHeader(firstBytes).has_value();
}

Result<Message> readLegacyCpu(const std::string &file, std::string_view bytes,
                              const std::stop_token &stop)
{
    const auto header = findHeader(bytes);
    if (!header)
        return Error{ErrorCode::SyntaxError, file, "CPU profile, byte 0: expected its header"};
    return CpuReader(file, bytes, *header).run(stop);
}

} // namespace ember::model::pprof
