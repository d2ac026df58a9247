// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ember::app {

// Takes a chunked body apart while it arrives (RFC 9112 §7.1). The HTTP library's reader takes a
// body that is cut, or whose chunks are longer than they say, for a whole one. Keeps a line at
// most, so any number of chunks is taken.
class ChunkedBody {
public:
    // Takes the next piece, and gives what is in chunks to `use`, which returns false to end it.
    // False: no more is wanted, as the body is whole or broken, or was ended.
    bool take(std::string_view piece, const std::function<bool(std::string_view)> &use);

    // Whether the body has come to its end.
    bool isWhole() const { return m_place == Place::Whole; }

private:
    // What the next bytes belong to.
    enum class Place : std::uint8_t { Size, Data, DataEnd, Trailer, Whole, Broken };

    void takeOfLine(char c);
    Place endLine();
    Place readSize();

    Place m_place = Place::Size;
    std::uint64_t m_left = 0; // of the chunk
    std::string m_line; // that has begun
};

} // namespace ember::app
