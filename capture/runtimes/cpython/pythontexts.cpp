// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythontexts.h"

#include "capture/runtimes/copybytes.h"
#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace ember::capture {

namespace {

constexpr std::size_t headBytes = 40; // bytes read of the head of a str, a bytes object, a dict or
                                      // its keys
constexpr std::uint32_t largestCharacter = 0x10ffff;

using Head = std::array<std::byte, headBytes>;

} // namespace

// Surrogates stay: the decoder replaces them.
std::string PythonTexts::Wanted::utf8() const
{
    std::string text;
    for (std::size_t place = 0; place + characterSize <= content.size(); place += characterSize) {
        std::uint32_t character = 0;
        std::memcpy(&character, content.data() + place, characterSize);
        if (character <= largestCharacter)
            model::appendUtf8(text, character);
    }
    return text;
}

void PythonTexts::read()
{
    for (const auto &code : m_codes) {
        m_texts.push_back({code.name});
        m_texts.push_back({code.file});
        m_texts.push_back({code.lines, false});
    }
    readContents(m_texts);
    findModules();
    readContents(m_modules);
}

// Reads all pieces, and notes for each whether it could be read.
void PythonTexts::readEach(std::span<const StopReader::Piece> pieces, std::vector<bool> &isRead)
{
    isRead.assign(pieces.size(), false);
    for (std::size_t from = 0; from < pieces.size();) {
        const auto some =
            pieces.subspan(from, std::min(pieces.size() - from, StopReader::mostPieces));
        const auto count = std::min(m_reader.read(some), some.size());
        std::fill_n(isRead.begin() + static_cast<std::ptrdiff_t>(from), count, true);
        from += count + (count < some.size() ? 1 : 0); // continues behind an unreadable piece
    }
}

void PythonTexts::readContents(std::vector<Wanted> &wanted)
{
    std::vector<Head> heads(wanted.size());
    std::vector<StopReader::Piece> pieces;
    for (std::size_t row = 0; row < wanted.size(); ++row)
        pieces.push_back({wanted[row].address, heads[row]});
    std::vector<bool> isRead;
    readEach(pieces, isRead);
    pieces.clear();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        auto &one = wanted[row];
        if (one.address == 0 || !isRead[row])
            continue;
        placeContent(one, heads[row]);
        if (one.content.empty())
            continue;
        pieces.push_back({one.data, one.content});
        rows.push_back(row);
    }
    readEach(pieces, isRead);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isRead[i])
            wanted[rows[i]].content.clear();
    }
}

// Sizes the content by the object's head; leaves it empty if the head cannot be one.
void PythonTexts::placeContent(Wanted &wanted, std::span<const std::byte> head) const
{
    constexpr std::uint32_t kinds = 7;
    constexpr std::uint32_t compact = 1U << 5U;
    constexpr std::uint32_t ascii = 1U << 6U;
    if (!wanted.isText) {
        const auto size = memberAt<std::uint64_t>(head, python::bytesSize);
        wanted.data = wanted.address + python::bytesData;
        if (size <= longestLines)
            wanted.content.resize(static_cast<std::size_t>(size));
        return;
    }
    const auto length = memberAt<std::uint64_t>(head, python::textLength);
    const auto state = memberAt<std::uint32_t>(head, python::textState);
    const auto kind = state >> 2U & kinds;
    if ((state & compact) == 0 || length > longestText || (kind != 1 && kind != 2 && kind != 4))
        return;
    wanted.data =
        wanted.address + ((state & ascii) != 0 ? m_layout.textOfAscii : m_layout.textOfOthers);
    wanted.characterSize = kind;
    wanted.content.resize(static_cast<std::size_t>(length) * kind);
}

// Finds the names of modules. The first entry of a module's dictionary is `__name__`, so no look-up
// by hash is needed (LANGUAGES.md §9).
void PythonTexts::findModules()
{
    struct Found {
        Head dict{};
        Head keys{};
        std::array<std::uint64_t, 3> entry{}; // hash, key, value; or key, value
        std::array<std::byte, 80> name{};
        std::uint64_t keysAt = 0;
    };

    std::vector<Found> found(m_codes.size());
    std::vector<StopReader::Piece> pieces(m_codes.size());
    std::vector<bool> isRead;
    m_modules.resize(m_codes.size());
    const auto readAll = [&](auto place) {
        for (std::size_t row = 0; row < found.size(); ++row)
            pieces[row] = place(row, found[row]);
        readEach(pieces, isRead);
    };
    readAll([&](std::size_t row, Found &one) {
        return StopReader::Piece{m_codes[row].globals, one.dict};
    });
    readAll([](std::size_t, Found &one) {
        one.keysAt = memberAt<std::uint64_t>(one.dict, python::dictKeys);
        return StopReader::Piece{one.keysAt, one.keys};
    });
    readAll([this](std::size_t, Found &one) {
        return StopReader::Piece{firstEntry(one.keysAt, one.keys),
                                 std::as_writable_bytes(std::span(one.entry))};
    });
    const bool isNew = m_layout.version >= PythonVersion{3, 11};
    const auto hasHash = [isNew](const Found &one) {
        return !isNew || std::to_integer<unsigned>(one.keys[10]) != 1;
    };
    readAll([&](std::size_t, Found &one) {
        const auto size = m_layout.textOfAscii + std::string_view("__name__").size();
        return StopReader::Piece{one.entry[hasHash(one) ? 1 : 0], std::span(one.name).first(size)};
    });
    for (std::size_t row = 0; row < found.size(); ++row) {
        const auto &one = found[row];
        constexpr std::string_view wanted = "__name__";
        const bool isName = isRead[row]
            && memberAt<std::uint64_t>(one.name, python::textLength) == wanted.size()
            && std::memcmp(one.name.data() + m_layout.textOfAscii, wanted.data(), wanted.size())
                == 0;
        if (isName)
            m_modules[row].address = one.entry[hasHash(one) ? 2 : 1];
    }
}

// The address of the first entry behind the table of indices of a dictionary's keys.
std::uint64_t PythonTexts::firstEntry(std::uint64_t keys, std::span<const std::byte> head) const
{
    if (m_layout.version >= PythonVersion{3, 11}) {
        constexpr std::size_t sizePlace = 9; // log2 of the bytes of the indices
        const auto bits = std::to_integer<unsigned>(head[sizePlace]);
        return keys + 32 + (std::uint64_t(1) << std::min(bits, 40U));
    }
    const auto slots = memberAt<std::uint64_t>(head, 8);
    const std::uint64_t width = slots <= 0xff ? 1 : slots <= 0xffff ? 2 : 4;
    return keys + 40 + slots * width;
}

} // namespace ember::capture
