// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/envelopebody.h"

#include "model/formats/compression/compression.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <string>
#include <system_error>
#include <utility>

namespace ember::app {

namespace {

constexpr std::string_view lineEnd = "\r\n";
constexpr std::size_t longestLine = std::size_t(4) << 10U; // bytes, with a chunk's extensions

} // namespace

bool ChunkedBody::take(std::string_view piece, const std::function<bool(std::string_view)> &use)
{
    while (!piece.empty() && m_place != Place::Whole && m_place != Place::Broken) {
        if (m_place != Place::Data) {
            takeOfLine(piece.front());
            piece.remove_prefix(1);
            continue;
        }
        const auto part = piece.substr(0, m_left);
        if (!use(part)) {
            m_place = Place::Broken;
            return false;
        }
        piece.remove_prefix(part.size());
        m_left -= part.size();
        if (m_left == 0)
            m_place = Place::DataEnd;
    }
    return m_place != Place::Whole && m_place != Place::Broken;
}

void ChunkedBody::takeOfLine(char c)
{
    m_line += c;
    if (c == '\n') {
        m_place = m_line.ends_with(lineEnd) ? endLine() : Place::Broken;
        m_line.clear();
    } else if (m_line.size() == longestLine) {
        m_place = Place::Broken;
    }
}

// Returns the part of the body that follows the line.
ChunkedBody::Place ChunkedBody::endLine()
{
    if (m_place == Place::Size)
        return readSize();
    if (m_place == Place::DataEnd)
        return m_line == lineEnd ? Place::Size : Place::Broken;
    return m_line == lineEnd ? Place::Whole : Place::Trailer;
}

ChunkedBody::Place ChunkedBody::readSize()
{
    constexpr int hex = 16;
    const auto *const end = m_line.data() + m_line.size();
    const auto [stop, error] = std::from_chars(m_line.data(), end, m_left, hex);
    constexpr std::string_view mayFollow = "\r; \t";
    if (error != std::errc() || mayFollow.find(*stop) == std::string_view::npos)
        return Place::Broken;
    return m_left == 0 ? Place::Trailer : Place::Data;
}

namespace {

using State = model::DecompressingStream::State;

constexpr std::size_t pieceSize = std::size_t(64) << 10U;
// Bytes that even the smallest envelope takes of the shared memory.
constexpr std::size_t leastRoom = pieceSize;

} // namespace

EnvelopeBody::EnvelopeBody(std::string_view encoding, std::shared_ptr<SharedRoom> room)
    : m_room(std::move(room))
{
    if (!m_room.grow(leastRoom))
        refuse(busyAnswer());
    if (encoding.empty() || encoding == "identity")
        return;
    m_stream = model::streamForEncoding(encoding);
    if (!m_stream)
        refuse({415,
                "unsupported content encoding",
                {"one of gzip, deflate, br, zstd, identity is taken, once"},
                {}});
}

// Ends the reading with this answer. Returns false, as the caller then does.
bool EnvelopeBody::refuse(Answer answer)
{
    m_refusal = std::move(answer);
    return false;
}

bool EnvelopeBody::refuseDamaged(const char *reason)
{
    return refuse(
        {400, "invalid compressed body", {std::string(m_stream->name()) + ": " + reason}, {}});
}

bool EnvelopeBody::take(std::string_view piece)
try {
    if (m_refusal)
        return false;
    if (piece.empty())
        return true;
    if (m_stream)
        return unpack(piece);
    while (!piece.empty()) {
        const auto room = m_bytes.room(std::min(piece.size(), pieceSize));
        const auto count = std::min(piece.size(), room.size());
        std::copy_n(piece.data(), count, room.data());
        piece.remove_prefix(count);
        if (!keep(count))
            return false;
    }
    return true;
} catch (const std::bad_alloc &) {
    return refuse(busyAnswer());
}

bool EnvelopeBody::unpack(std::string_view piece)
{
    for (;;) {
        const auto room = m_bytes.room(pieceSize);
        const auto step = m_stream->step(piece, room.first(pieceSize));
        piece.remove_prefix(step.taken);
        m_state = step.state;
        if (step.state == State::Damaged || step.state == State::TooBig)
            return refuseDamaged(step.reason);
        if (!keep(step.made))
            return false;
        // A decompressor that has filled its buffer may have more: it is called again without
        // input.
        if (piece.empty() && (step.made < pieceSize || step.state == State::Between))
            return true;
        if (step.taken == 0 && step.made == 0)
            return refuseDamaged("it does not go on");
    }
}

// Counts bytes that were written after the end of m_bytes as a part of it. False: refused.
bool EnvelopeBody::keep(std::size_t bytes)
{
    if (m_bytes.size() + bytes > maxEnvelopeBytes)
        return refuse({413,
                       "envelope exceeded size limits",
                       {"more than " + std::to_string(maxEnvelopeBytes) + " bytes, unpacked"},
                       {}});
    if (!m_room.grow(bytes))
        return refuse(busyAnswer());
    const auto known = m_bytes.size();
    m_bytes.add(bytes);
    if (m_hasBegun)
        return true;
    // A body that cannot become an envelope is not unpacked any further. All of it before `known`
    // is blank.
    const auto first = m_bytes.view().find_first_not_of(" \t\r\n", known);
    m_hasBegun = first != std::string_view::npos;
    if (!m_hasBegun || m_bytes.view()[first] == '{')
        return true;
    const bool isPacked = model::compressionOf(m_bytes.view()) != model::Compression::None;
    const auto cause = isPacked
        ? std::string("the body is compressed, and its Content-Encoding does not say how often")
        : "byte " + std::to_string(first) + ": expected a header, a JSON object";
    return refuse({400, "invalid event envelope", {cause}, {}});
}

std::variant<EnvelopeBody::Whole, Answer> EnvelopeBody::finish()
{
    if (!m_refusal && m_state != State::Between)
        refuseDamaged("it ends within compressed data");
    if (m_refusal)
        return *m_refusal;
    return Whole{m_bytes.take(), std::move(m_room)};
}

} // namespace ember::app
