// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procreader.h"
#include "capture/runtimes/cpython/pythoncopier.h"
#include "capture/runtimes/cpython/pythonlines.h"
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/runtimecandidate.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

class PythonRuntime : public ScriptRuntime {
public:
    explicit PythonRuntime(PythonPlaces places) : m_places(std::move(places)) { }

    std::string_view platform() const override { return "python"; }

    std::string title() const override
    {
        const auto version = m_places.layout.version;
        return "Python " + std::to_string(version.major) + '.' + std::to_string(version.minor);
    }

    ScriptPlacing placing() const override { return ScriptPlacing::ByEntry; }

    bool isScriptCode(std::uint64_t pc) const override
    {
        return std::ranges::any_of(m_places.evaluation,
                                   [pc](const CodeRange &range) { return range.contains(pc); });
    }

    // Earlier versions do not keep the kernel's ids of threads, and a container has ids of its own.
    bool needsThreadPointer() const override
    {
        return m_places.layout.threadNativeId == 0 || m_places.isInContainer;
    }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<PythonCopier>(m_places);
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override
    {
        return std::make_unique<FrameDecoder>(pythonLines(m_places.layout.version));
    }

private:
    const PythonPlaces m_places;
};

// Returns the version. From 3.11 on it is exported; earlier ones are told apart by symbols that
// each of them added. File names cannot be relied on.
PythonVersion versionOf(const RuntimeCandidate &candidate)
{
    if (const auto symbol = candidate.symbol("Py_Version")) {
        const auto word = candidate.readValue<std::uint32_t>(symbol->address).value_or(0);
        return {word >> 24U, word >> 16U & 0xffU};
    }
    if (candidate.symbol("PyIter_Send"))
        return {3, 10};
    if (candidate.symbol("PyFrame_GetBack"))
        return {3, 9};
    if (candidate.symbol("PyCode_NewWithPosOnlyArgs"))
        return {3, 8};
    return {3, 7};
}

// Whether the process is in a PID namespace below this one: NSpid lists its id in each of them.
bool isInContainer(pid_t process)
{
    constexpr std::string_view key = "\nNSpid:\t";
    const auto status = readProcFile("/proc/" + std::to_string(process) + "/status");
    const auto start = status ? status->find(key) : std::string::npos;
    if (start == std::string::npos)
        return false;
    const auto ids = std::string_view(*status).substr(start + key.size());
    return ids.substr(0, ids.find('\n')).find('\t') != std::string_view::npos;
}

std::string refusalOf(PythonVersion version, std::string_view reason)
{
    return "Python " + std::to_string(version.major) + '.' + std::to_string(version.minor) + ' '
        + std::string(reason)
        + ": of its threads the interpreter's native functions are recorded, not those of scripts";
}

std::optional<UnfilledCFrame> unfilledPart(const RuntimeCandidate &candidate,
                                           const DynamicSymbol &evaluation,
                                           const PythonLayout &layout)
{
    std::array<std::byte, 0x110> code{};
    if (layout.frames != PythonFrames::CFrames || evaluation.size < code.size()
        || !candidate.read(evaluation.address, code))
        return std::nullopt;
    return unfilledCFrame(code, layout);
}

} // namespace

RuntimeSearch findCPython(const RuntimeCandidate &candidate)
{
    const auto runtime = candidate.symbol("_PyRuntime");
    const auto codeType = candidate.symbol("PyCode_Type");
    const auto evaluation = candidate.symbol("_PyEval_EvalFrameDefault");
    if (!runtime || !codeType || !evaluation)
        return {};
    const auto version = versionOf(candidate);
    if (version.major == 0) // the process's memory cannot be read
        return {nullptr, {}, false};
    auto layout = pythonLayout(version);
    if (!layout)
        return {nullptr, refusalOf(version, "is not known to this recorder"), true};
    if (version >= PythonVersion{3, 13}) {
        std::array<std::byte, debugOffsetBytes> offsets{};
        if (candidate.read(runtime->address, offsets)
            && takeDebugOffsets(offsets, *layout) == DebugOffsets::FreeThreaded)
            return {nullptr, refusalOf(version, "without a global lock is not known"), true};
    }
    const auto &image = candidate.image();
    PythonPlaces places;
    places.layout = *layout;
    places.runtime = runtime->address;
    places.codeType = codeType->address;
    places.image = {image.start, image.end};
    places.evaluation = {{evaluation->address, evaluation->address + evaluation->size}};
    places.unfilled = unfilledPart(candidate, *evaluation, *layout);
    places.isInContainer = isInContainer(candidate.process());
    return {std::make_shared<PythonRuntime>(std::move(places)), {}, true};
}

} // namespace ember::capture
