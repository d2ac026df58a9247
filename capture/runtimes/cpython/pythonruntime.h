// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonlayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::capture {

struct CodeRange {
    std::uint64_t start = 0;
    std::uint64_t end = 0;

    bool contains(std::uint64_t address) const { return address >= start && address < end; }
};

// Where a CPython lies in a process.
struct PythonPlaces {
    PythonLayout layout;
    std::uint64_t runtime = 0; // _PyRuntime
    std::uint64_t codeType = 0; // PyCode_Type
    CodeRange image;
    std::vector<CodeRange> evaluation; // _PyEval_EvalFrameDefault, and parts of it that lie apart
    bool isInContainer = false; // its threads have other ids for it than for this process
};

class PythonRuntime : public ScriptRuntime {
public:
    explicit PythonRuntime(PythonPlaces places) : m_places(std::move(places)) { }

    const PythonPlaces &places() const { return m_places; }

    std::string_view platform() const override { return "python"; }

    std::string title() const override;

    ScriptPlacing placing() const override { return ScriptPlacing::ByEntry; }

    bool isScriptCode(std::uint64_t pc) const override;
    std::unique_ptr<ScriptCopier> makeCopier() const override;
    std::unique_ptr<ScriptDecoder> makeDecoder() const override;

private:
    PythonPlaces m_places;
};

} // namespace ember::capture
