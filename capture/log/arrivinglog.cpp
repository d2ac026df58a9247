// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/arrivinglog.h"

#include "capture/system/diskroom.h"
#include "model/core/files.h"
#include "model/formats/capturelog/framing.h"

#include <algorithm>
#include <cctype>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;
namespace log = model::capturelog;

namespace {

// Room for symbol names, which a recorder does not count towards --max-size.
constexpr std::uint64_t minRoomForNames = std::uint64_t(16) << 20U;
// Limit of the text before the header; a login greeting is shorter.
constexpr std::uint64_t maxSkippedBytes = std::uint64_t(1) << 20U;
constexpr std::size_t keptOfSkipped = 160;

std::optional<std::uint64_t> boundOf(std::optional<std::uint64_t> maxSize)
{
    if (!maxSize)
        return std::nullopt;
    return *maxSize + std::max(*maxSize, minRoomForNames);
}

// Offset at which a log header begins, or may begin if the bytes end within it.
std::size_t possibleStart(std::string_view bytes)
{
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        place = bytes.find(log::fileMagic.front(), place);
        if (place == std::string_view::npos)
            return bytes.size();
        // A log of an unsupported version is a log all the same.
        const auto state = log::checkFileHeader({}, bytes.substr(place));
        if (state || state.error().code == ErrorCode::UnsupportedVersion)
            return place;
    }
    return bytes.size();
}

} // namespace

ArrivingLog::ArrivingLog(log::NewLog log, std::string path, std::optional<std::uint64_t> maxSize)
    : m_log(std::move(log)),
      m_path(std::move(path)),
      m_mostBytes(boundOf(maxSize))
{
}

Result<void> ArrivingLog::append(std::string_view bytes)
{
    if (bytes.empty())
        return {};
    if (m_hasBegun)
        return write(bytes);
    m_waiting += bytes;
    skip(possibleStart(m_waiting));
    if (m_skippedBytes > maxSkippedBytes)
        return Error{ErrorCode::CaptureFailed, m_path,
                     "what came from the other machine is no capture: “" + skippedWords() + "”"};
    if (m_waiting.size() < log::fileHeaderBytes)
        return {};
    m_hasBegun = true;
    EMBER_RETURN_IF_ERROR(m_log.begin());
    return write(std::exchange(m_waiting, {}));
}

Result<void> ArrivingLog::write(std::string_view bytes)
{
    if (m_mostBytes && m_writtenBytes + bytes.size() > *m_mostBytes)
        return Error{ErrorCode::CaptureFailed, m_path,
                     "the other machine sent more than --max-size and the names on top of it can "
                     "come to; what had arrived is kept"};
    EMBER_RETURN_IF_ERROR(checkDiskRoom(m_log.fd(), m_path, bytes.size()));
    if (m_path != "-")
        EMBER_RETURN_IF_ERROR(checkStillThere(m_log.fd(), m_path, m_writtenBytes));
    const auto written = model::writeAll(m_log.fd(), bytes, m_writtenBytes);
    if (!written)
        return Error{written.error().code, m_path, written.error().detail};
    return {};
}

void ArrivingLog::skip(std::size_t bytes)
{
    m_skippedBytes += bytes;
    m_skippedStart.append(m_waiting, 0, std::min(bytes, keptOfSkipped - m_skippedStart.size()));
    m_waiting.erase(0, bytes);
}

std::string ArrivingLog::skippedWords() const
{
    std::string words;
    for (const char c : m_skippedStart) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > ' ' && byte < 0x7f)
            words += c;
        else if (byte >= 0x7f)
            words += '?'; // an incomplete UTF-8 sequence, or a control character
        else if (!words.empty() && words.back() != ' ')
            words += ' ';
    }
    while (words.ends_with(' '))
        words.pop_back();
    return words + (m_skippedBytes > keptOfSkipped ? "…" : "");
}

} // namespace ember::capture
