// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/perfmap.h"

#include "capture/symbols/jitcodefiles.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace ember::capture {

namespace {

std::optional<std::uint64_t> takeHex(std::string_view &text)
{
    if (text.starts_with("0x"))
        text.remove_prefix(2);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (error != std::errc() || end == text.data() + text.size() || *end != ' ')
        return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    return number;
}

void takeLine(std::string_view line, JitCode &code)
{
    const auto start = takeHex(line);
    const auto size = start ? takeHex(line) : std::nullopt;
    if (!size || line.empty() || *size > ~*start)
        return;
    code.add({*start, *start + *size, {}, std::string(line.substr(0, maxJitName))});
}

} // namespace

void PerfMap::read(JitCode &code)
{
    static constexpr std::size_t blockSize = std::size_t(1) << 16U;
    for (;;) {
        const auto block = readAt(m_file, m_offset, blockSize);
        const auto end = block.rfind('\n');
        if (end == block.npos) {
            if (block.size() < blockSize)
                return;
            m_offset += blockSize; // too long for a line of a perf map
            continue;
        }
        m_offset += end + 1;
        for (std::string_view rest(block.data(), end + 1); !rest.empty();) {
            const auto length = rest.find('\n');
            takeLine(rest.substr(0, length), code);
            rest.remove_prefix(length + 1);
        }
    }
}

} // namespace ember::capture
