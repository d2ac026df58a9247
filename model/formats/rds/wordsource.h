// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::rds {

// The pieces of a serialization, in any of R's encodings.
enum class Word : std::uint8_t {
    Letter, // of a text
    Byte, // of a raw vector
    Integer,
    Real,
    Item, // anything that begins with flags
    Text, // an item: flags, a length
};

// Reads a serialization word by word. After the first fault, which stays, all words are 0 or empty.
class WordSource {
public:
    // Starts at an offset in the file. Faults have offsets from the file's start.
    WordSource(std::string_view file, std::size_t place) : m_bytes(file), m_place(place) { }
    WordSource(const WordSource &) = delete;
    WordSource &operator=(const WordSource &) = delete;
    virtual ~WordSource() = default;

    virtual std::int32_t integer() = 0;
    virtual double real() = 0;
    virtual void skipByte() = 0;
    // Reads a text of this length, which is valid until the next word is read.
    virtual std::string_view text(std::size_t length) = 0;
    // The fewest bytes that the word takes.
    virtual std::size_t smallest(Word word) const = 0;

    // Whether the bytes that are left can hold `count` words. If not, sets a fault.
    bool hasRoomFor(std::uint64_t count, Word word);

    // Bytes of the whole file.
    std::size_t size() const { return m_bytes.size(); }

    const std::optional<Error> &fault() const { return m_fault; }

    void fail(ErrorCode code, const std::string &reason);

protected:
    std::string_view rest() const { return m_fault ? std::string_view() : m_bytes.substr(m_place); }

    // Takes the next `count` bytes. "" and a fault if there are fewer.
    std::string_view take(std::size_t count);

private:
    std::string_view m_bytes;
    std::size_t m_place;
    std::optional<Error> m_fault;
};

// Chooses the encoding by the two bytes at `start`: "X\n" big endian, "B\n" little endian, "A\n"
// text; nullptr for any other.
std::unique_ptr<WordSource> wordSourceOf(std::string_view file, std::size_t start);

} // namespace ember::model::rds
