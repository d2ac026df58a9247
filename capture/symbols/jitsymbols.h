// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/jitcode.h"
#include "capture/symbols/jitdump.h"
#include "capture/symbols/perfmap.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Names of code that processes made themselves, from the files their compilers write for tracers.
class JitSymbols {
public:
    // What a process made at an address; empty: nothing is known (yet).
    std::vector<model::ResolvedFrame> resolve(const model::ImageKey &process,
                                              std::uint64_t address);

private:
    struct Process {
        std::optional<PerfMap> map;
        std::optional<JitDump> dump; // says more: where there is one, the map does not count
        JitCode code;

        void read(const model::CodeMaker &maker);
    };

    std::map<std::string, Process, std::less<>> m_processes; // by profiler id
};

// The compilers' own spellings taken apart, for node, V8 and CPython:
//     JS:*fibonacci /home/me/app.js:3:12     LazyCompile:~run node:internal/main:1:1
//     py::fibonacci:/home/me/app.py
model::ResolvedFrame describeJitFunction(std::string_view name);

} // namespace ember::capture
