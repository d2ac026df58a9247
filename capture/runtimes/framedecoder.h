// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/framecopy.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// The line of a place in a function, by its line table, which is not trusted; `firstLine` where the
// table has none.
using LineOfPlace = std::uint32_t (*)(std::span<const std::byte> lines, std::uint32_t firstLine,
                                      std::uint32_t place);

// Makes frames of the copies of FrameCopies.
class FrameDecoder : public ScriptDecoder {
public:
    explicit FrameDecoder(LineOfPlace line) : m_line(line) { }

    void decode(const ScriptSample &sample, ScriptFunctions &functions,
                ScriptStack &stack) override;

private:
    struct KnownFunction {
        ScriptFunctionSerial function;
        std::uint32_t firstLine = 0;
        std::vector<std::byte> lines;
    };

    bool takeAll(CopyReader &from, const FrameCopyHead &head, ScriptFunctions &functions,
                 ScriptStack &stack);
    bool takeFunction(CopyReader &from, ScriptFunctions &functions);

    const LineOfPlace m_line;
    std::unordered_map<std::uint64_t, KnownFunction> m_functions; // by key
};

} // namespace ember::capture
