// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/ehframe.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// A frame description entry (FDE): the instructions of one function.
struct FunctionEntry {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t common = 0; // which of the common entries
    std::span<const std::byte> instructions;
};

// The entries of a section, functions sorted by address. Cheap: instructions are not run yet, but
// for those of the common entries.
class FrameEntries {
public:
    // `content`'s bytes and the builder outlive this.
    FrameEntries(const FrameSectionContent &content, UnwindTableBuilder &builder);

    const std::vector<FunctionEntry> &functions() const { return m_functions; }

    const CommonEntry &commonOf(const FunctionEntry &function) const
    {
        return m_commons[function.common];
    }

    DwarfCursor instructionsOf(const FunctionEntry &function) const
    {
        const auto offset = function.instructions.data() - m_content.bytes.data();
        return {function.instructions, m_content.address + static_cast<std::uint64_t>(offset)};
    }

    std::uint64_t dataBase() const { return m_content.dataBase; }

private:
    // An entry's content behind its length and owner.
    struct Entry {
        std::uint64_t offset = 0; // in the section
        DwarfCursor content;
        std::uint64_t owner = 0; // offset of its common entry in the section
        bool isCommon = false;
    };

    std::optional<Entry> takeEntry(DwarfCursor &section) const;
    template<typename Use>
    void forEachEntry(Use use);
    bool readFunction(const Entry &entry);
    std::optional<std::size_t> commonAt(std::uint64_t offset);
    std::optional<CommonEntry> readCommon(const Entry &entry) const;
    bool readAugmentation(std::span<const std::byte> letters, DwarfCursor &cursor,
                          CommonEntry &common) const;
    std::uint64_t offsetOf(const DwarfCursor &cursor) const;

    const FrameSectionContent m_content;
    UnwindTableBuilder &m_builder;
    std::vector<CommonEntry> m_commons;
    std::unordered_map<std::uint64_t, std::size_t> m_commonByOffset;
    std::uint64_t m_lastOffset = ~std::uint64_t(0); // of the common entry asked for last
    std::optional<std::size_t> m_lastCommon;
    std::vector<FunctionEntry> m_functions;
};

} // namespace ember::capture
