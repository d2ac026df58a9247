// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/heapamount.h"
#include "model/formats/pprof/legacytext.h"

#include <array>
#include <string>
#include <utility>

namespace ember::model::pprof {

namespace {

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
    constexpr std::int64_t rate = std::int64_t(512) << 10U; // bytes; the file does not say it
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

} // namespace

bool isJavaHeap(std::string_view firstLine)
{
    return firstLine.starts_with("--- heapz ");
}

Result<Message> readJavaHeap(LegacyLines lines, const std::stop_token &stop)
{
    return JavaHeapReader(lines).run(stop);
}

} // namespace ember::model::pprof
