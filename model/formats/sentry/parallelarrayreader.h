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
    // Reads elements up to the end of the array, and moves past that.
    using Take = std::function<void(ChunkReading &reading, JsonCursor &json)>;

    // Reads a part of an array in `text` that begins before `from`. `between` is the text between
    // two of its elements: the end of one, a comma, the start of the next.
    ParallelArrayReader(std::string_view text, std::size_t from, std::string_view between,
                        Take take);
    ~ParallelArrayReader(); // cancels the reading and joins the thread

    ParallelArrayReader(const ParallelArrayReader &) = delete;
    ParallelArrayReader &operator=(const ParallelArrayReader &) = delete;

    // Offset of the element at which the part begins; nullopt if no part is read.
    std::optional<std::size_t> start() const { return m_start; }

    // Waits until the thread is done and returns what it read. Returns nullptr if the part has more
    // than plain rows, or the guess was wrong: the caller then reads it itself and notes what it
    // finds. Call this when the cursor has reached start().
    const ChunkReading *wait();
    // Offset after the array.
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
