// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/v8/v8copy.h"
#include "capture/runtimes/v8/v8positions.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Makes frames of copied JavaScript stacks. Uses only copied frames that the unwinder has found,
// too; calls inlined into them become frames of their own.
class V8Decoder : public ScriptDecoder {
public:
    void decode(const ScriptSample &sample, ScriptFunctions &functions,
                ScriptStack &stack) override;

private:
    struct Script {
        std::string path;
        std::string module;
        std::int32_t firstLine = 0;
        std::vector<std::uint32_t> lineStarts; // empty: not known
    };

    struct Function {
        ScriptFunction function;
        std::uint32_t script = 0; // 0: none
        std::optional<ScriptFunctionSerial> serial; // absent until it is needed
    };

    struct Code {
        std::uint64_t start = 0;
        std::uint32_t function = 0;
        std::vector<v8::CopiedCall> calls;
        std::vector<std::byte> positions;
    };

    bool read(CopyReader reader);
    bool define(const v8::DefinitionHead &head, std::span<const std::byte> content);
    bool defineScript(std::uint32_t number, CopyReader content);
    bool defineFunction(std::uint32_t number, CopyReader content);
    bool defineCode(std::uint32_t number, CopyReader content);
    v8::LineAndColumn placeOf(std::uint32_t script, std::int32_t character) const;

    // The add functions return whether they added frames.
    bool addFrame(const v8::CopiedFrame &frame, bool isInterpreted, std::size_t nativeFrame,
                  ScriptFunctions &functions, ScriptStack &stack);
    bool addCode(const Code &code, std::uint64_t pc, std::size_t nativeFrame,
                 ScriptFunctions &functions, ScriptStack &stack);
    bool addFunction(std::uint32_t function, std::int32_t character, std::size_t nativeFrame,
                     ScriptFunctions &functions, ScriptStack &stack);

    std::unordered_map<std::uint32_t, Script> m_scripts;
    std::unordered_map<std::uint32_t, Function> m_functions;
    std::unordered_map<std::uint32_t, std::vector<std::byte>> m_tables;
    std::unordered_map<std::uint32_t, Code> m_codes;
    // Buffers of the present copy, kept to reuse their memory.
    std::vector<v8::CopiedFrame> m_frames;
    std::unordered_map<std::uint64_t, std::uint32_t> m_pcs;
};

} // namespace ember::capture
