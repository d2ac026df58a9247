// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkreader.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace ember::model {
class JsonCursor;
}

namespace ember::model::sentry {

// Reads the later part of a long array in a thread of its own while the caller reads the earlier
// part. Where an element begins is guessed. If the caller's walk does not reach that offset, the
// guess was wrong: the result is dropped, and the caller reads all of the array.
class ParallelArrayReader {
public:
    // Takes the rest of an array, from an element on, to behind its end.
    using Take = std::function<void(ChunkReading &reading, JsonCursor &json)>;

    // Of an array in `text` that begins before `from`; `between` is what stands between two of its
    // elements: the end of one, a comma, the start of the other.
    ParallelArrayReader(std::string_view text, std::size_t from, std::string_view between,
                        Take take);
    ~ParallelArrayReader(); // stops it, and waits until it has

    ParallelArrayReader(const ParallelArrayReader &) = delete;
    ParallelArrayReader &operator=(const ParallelArrayReader &) = delete;

    // Offset of the element that it begins with; nullopt: no part is read.
    std::optional<std::size_t> start() const { return m_start; }

    // Waits for it. Nullptr: there is anything about it but plain rows, and whoever notes that
    // reads them. The cursor has come to start().
    const ChunkReading *wait();
    // Offset behind the array.
    std::size_t end() const { return m_end; }

private:
    void read(std::string_view text, const Take &take);

    std::optional<std::size_t> m_start;
    std::size_t m_end = 0;
    bool m_isPlain = false;
    ChunkReading m_reading;
    std::stop_source m_stop;
    std::stop_token m_token = m_stop.get_token();
    std::jthread m_thread;
};

} // namespace ember::model::sentry
