// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/parallelarrayreader.h"

#include "model/formats/json/jsoncursor.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace ember::model::sentry {

namespace {

// Guesses an element near the middle of the array, which is assumed to fill the rest of the text:
// an array that is long enough to need help mostly does.
std::optional<std::size_t> middleOf(std::string_view text, std::size_t from,
                                    std::string_view between)
{
    constexpr std::size_t searched = std::size_t(64) << 10U;
    const auto middle = from + (text.size() - from) / 2;
    const auto found = text.substr(middle, searched).find(between);
    if (found == std::string_view::npos)
        return std::nullopt;
    return middle + found + between.size() - 1;
}

bool hasNothingNoted(const ChunkReading &reading)
{
    return reading.fields.empty() && reading.furtherFieldFaults == 0 && !reading.dispatch
        && reading.log.findings().empty() && reading.chunk.sampleRests.empty();
}

} // namespace

ParallelArrayReader::ParallelArrayReader(std::string_view text, std::size_t from,
                                         std::string_view between, Take take)
    : m_start(middleOf(text, from, between))
{
    if (!m_start)
        return;
    try {
        m_thread = std::jthread([this, text, take = std::move(take)] { read(text, take); });
    } catch (const std::system_error &) {
        m_start.reset();
    }
}

ParallelArrayReader::~ParallelArrayReader()
{
    m_stop.request_stop();
}

const ChunkReading *ParallelArrayReader::wait()
{
    if (m_thread.joinable())
        m_thread.join();
    return m_isPlain ? &m_reading : nullptr;
}

// Reads the part. Errors are dropped, as the caller meets them when it reads all of the array
// itself.
void ParallelArrayReader::read(std::string_view text, const Take &take)
try {
    JsonCursor json(text, m_token);
    json.goTo(*m_start);
    take(m_reading, json);
    m_end = json.place();
    m_isPlain = hasNothingNoted(m_reading);
} catch (const BadJson &) {
} catch (const ReadingStopped &) {
} catch (const TooManyFrames &) {
} catch (const std::bad_alloc &) {
}

} // namespace ember::model::sentry
