// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythoncopy.h"
#include "capture/runtimes/cpython/pythonlayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Makes frames of the copies of a PythonCopier.
class PythonDecoder : public ScriptDecoder {
public:
    explicit PythonDecoder(PythonVersion version) : m_version(version) { }

    void decode(const ScriptSample &sample, ScriptFunctions &functions,
                ScriptStack &stack) override;

private:
    struct KnownCode {
        ScriptFunctionSerial function;
        std::uint32_t firstLine = 0;
        std::vector<std::byte> lines;
    };

    bool takeAll(CopyReader &from, const python::CopyHead &head, ScriptFunctions &functions,
                 ScriptStack &stack);
    bool takeCode(CopyReader &from, ScriptFunctions &functions);

    const PythonVersion m_version;
    std::unordered_map<std::uint64_t, KnownCode> m_codes; // by address
};

} // namespace ember::capture
