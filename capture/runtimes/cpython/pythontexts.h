// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonlayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ember::capture {

// Reads the names and line tables of many code objects in a few system calls: first all heads,
// which say how long each is, then all contents.
class PythonTexts {
public:
    // Addresses; 0: none.
    struct Code {
        std::uint64_t name = 0; // str
        std::uint64_t globals = 0; // dict of the module
        std::uint64_t file = 0; // str
        std::uint64_t lines = 0; // bytes
    };

    PythonTexts(const PythonLayout &layout, StopReader &reader) : m_layout(layout), m_reader(reader)
    {
    }

    void want(const Code &code) { m_codes.push_back(code); }

    void read();

    // Texts in UTF-8 of the code object that was given to want() as number `row`, from 0. Empty:
    // cannot be read, or too long.
    std::string name(std::size_t row) const { return m_texts[row * textsPerCode].utf8(); }

    std::string file(std::size_t row) const { return m_texts[row * textsPerCode + 1].utf8(); }

    std::string module(std::size_t row) const { return m_modules[row].utf8(); }

    std::span<const std::byte> lines(std::size_t row) const
    {
        return m_texts[row * textsPerCode + 2].content;
    }

    static constexpr std::size_t longestText = 4096; // characters
    static constexpr std::size_t longestLines = std::size_t(64) << 10U;

private:
    static constexpr std::size_t textsPerCode = 3;

    struct Wanted {
        std::uint64_t address = 0;
        bool isText = true; // false: bytes
        std::uint64_t data = 0; // where its content is
        std::vector<std::byte> content = {};
        std::uint32_t characterSize = 1; // 1 (Latin-1), 2 or 4

        std::string utf8() const;
    };

    void readContents(std::vector<Wanted> &wanted);
    void placeContent(Wanted &wanted, std::span<const std::byte> head) const;
    void findModules();
    void readEach(std::span<const StopReader::Piece> pieces, std::vector<bool> &isRead);
    std::uint64_t firstEntry(std::uint64_t keys, std::span<const std::byte> head) const;

    const PythonLayout &m_layout;
    StopReader &m_reader;
    std::vector<Code> m_codes;
    std::vector<Wanted> m_texts;
    std::vector<Wanted> m_modules;
};

} // namespace ember::capture
