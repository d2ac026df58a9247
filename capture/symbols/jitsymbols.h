// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/jitcode.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Symbolizes JIT-compiled code from the perf maps and jitdumps that compilers write.
class JitSymbols {
public:
    // The function of a process at an address; empty if unknown (so far).
    std::vector<model::ResolvedFrame> resolve(const model::ImageKey &process,
                                              std::uint64_t address);

private:
    struct Process {
        std::optional<PerfMap> map;
        std::optional<JitDump> dump; // more precise: if there is one, `map` is ignored
        JitCode code;

        void read(const model::CodeMaker &maker);
    };

    std::map<std::string, Process, std::less<>> m_processes; // by the process's profiler id
};

// Splits the names that node, V8 and CPython write into their parts:
//     JS:*fibonacci /home/me/app.js:3:12     LazyCompile:~run node:internal/main:1:1
//     py::fibonacci:/home/me/app.py
model::ResolvedFrame describeJitFunction(std::string_view name);

} // namespace ember::capture
