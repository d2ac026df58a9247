// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/relayanswers.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/compression/compression.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace ember::app {

// Takes a chunked body apart while it arrives (RFC 9112 §7.1). The HTTP library's reader takes a
// body that is cut, or whose chunks are longer than they say, for a whole one. Keeps a line at
// most, so any number of chunks is taken.
class ChunkedBody {
public:
    // Takes the next piece, and passes the content of chunks to `use`, which returns false to end
    // the reading. Returns false if no more is wanted: the body is whole or broken, or `use` has
    // ended it.
    bool take(std::string_view piece, const std::function<bool(std::string_view)> &use);

    // Whether the body has come to its end.
    bool isWhole() const { return m_place == Place::Whole; }

private:
    // The part of the body that the next bytes belong to.
    enum class Place : std::uint8_t { Size, Data, DataEnd, Trailer, Whole, Broken };

    void takeOfLine(char c);
    Place endLine();
    Place readSize();

    Place m_place = Place::Size;
    std::uint64_t m_left = 0; // bytes of the chunk still to come
    std::string m_line; // the line that has begun
};

// The memory that envelopes may take together, from the first byte that arrives until the owner of
// the listener has let go of them. Any thread.
class SharedRoom {
public:
    explicit SharedRoom(std::size_t bytes) : m_left(bytes) { }

    // Takes `bytes` of the memory; false if there is not as much left.
    bool take(std::size_t bytes)
    {
        auto left = m_left.load();
        while (left >= bytes) {
            if (m_left.compare_exchange_weak(left, left - bytes))
                return true;
        }
        return false;
    }

    void giveBack(std::size_t bytes) { m_left += bytes; }

private:
    std::atomic<std::size_t> m_left;
};

// A part of a SharedRoom, given back when this object is destroyed.
class RoomUse {
public:
    explicit RoomUse(std::shared_ptr<SharedRoom> room) : m_room(std::move(room)) { }

    RoomUse(RoomUse &&other) noexcept
        : m_room(other.m_room),
          m_bytes(std::exchange(other.m_bytes, 0))
    {
    }

    RoomUse(const RoomUse &) = delete;
    RoomUse &operator=(const RoomUse &) = delete;
    RoomUse &operator=(RoomUse &&) = delete;

    ~RoomUse() { m_room->giveBack(m_bytes); }

    // Takes more of the memory; false if there is not as much left.
    bool grow(std::size_t bytes)
    {
        if (!m_room->take(bytes))
            return false;
        m_bytes += bytes;
        return true;
    }

private:
    std::shared_ptr<SharedRoom> m_room;
    std::size_t m_bytes = 0;
};

// Unpacks the body of a request while it arrives. Refuses it as soon as it is known to be too
// large, damaged or packed twice, not to begin with a JSON object, or not to fit into the shared
// memory.
class EnvelopeBody {
public:
    // `encoding`: the value of Content-Encoding. An unknown one is refused at once.
    EnvelopeBody(std::string_view encoding, std::shared_ptr<SharedRoom> room);

    // Takes the next piece. False: refused, and no more is wanted.
    bool take(std::string_view piece);

    // The refusal; nullopt unless the constructor or take() has refused the body.
    const std::optional<Answer> &refusal() const { return m_refusal; }

    struct Whole {
        model::Bytes bytes;
        RoomUse room;
    };

    // Returns the whole body, or the refusal. Call it after the last piece; this object is empty
    // then.
    std::variant<Whole, Answer> finish();

private:
    bool refuse(Answer answer);
    bool refuseDamaged(const char *reason);
    bool unpack(std::string_view piece);
    bool keep(std::size_t bytes);

    std::unique_ptr<model::DecompressingStream> m_stream; // null: not packed
    model::DecompressingStream::State m_state = model::DecompressingStream::State::Between;
    model::GrowingBytes m_bytes;
    RoomUse m_room;
    bool m_hasBegun = false; // whether a byte that is no blank was unpacked
    std::optional<Answer> m_refusal;
};

} // namespace ember::app
