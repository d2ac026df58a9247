// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javacopier.h"
#include "capture/runtimes/hotspot/vmlayout.h"
#include "capture/runtimes/runtimecandidate.h"

#include <utility>

namespace ember::capture {

namespace {

// Reads a running process.
class CandidateReader final : public StopReader {
public:
    explicit CandidateReader(const RuntimeCandidate &candidate) : m_candidate(candidate) { }

    std::size_t read(std::span<const Piece> pieces) override { return m_candidate.read(pieces); }

private:
    const RuntimeCandidate &m_candidate;
};

class HotSpot final : public ScriptRuntime {
public:
    explicit HotSpot(const hotspot::VmLayout &layout) : m_layout(layout) { }

    std::string_view platform() const override { return "java"; }

    std::string title() const override { return "Java " + std::to_string(m_layout.version); }

    ScriptPlacing placing() const override { return ScriptPlacing::FromScriptCode; }

    bool isScriptCode(std::uint64_t pc) const override { return m_bounds->contains(pc); }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<hotspot::JavaCopier>(m_layout, m_bounds);
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override
    {
        return std::make_unique<hotspot::JavaDecoder>(m_bounds);
    }

private:
    const hotspot::VmLayout m_layout;
    const std::shared_ptr<hotspot::CodeBounds> m_bounds = std::make_shared<hotspot::CodeBounds>();
};

} // namespace

RuntimeSearch findHotSpot(const RuntimeCandidate &candidate)
{
    RuntimeSearch search;
    if (!candidate.symbol("gHotSpotVMStructs"))
        return search;
#if defined(__x86_64__)
    CandidateReader reader(candidate);
    const auto tables = hotspot::VmTables::read(
        [&](std::string_view name) -> std::optional<std::uint64_t> {
            const auto symbol = candidate.symbol(name);
            return symbol ? std::optional(symbol->address) : std::nullopt;
        },
        reader);
    const auto version =
        tables ? tables->field("Abstract_VM_Version", "_vm_major_version") : std::nullopt;
    const auto number = version ? candidate.readValue<std::int32_t>(version->place) : std::nullopt;
    // The loader fills in the tables, and the start of the machine the version.
    if (!number || *number == 0) {
        search.isSure = false;
        search.refusal = "Java: its description of itself cannot be read";
        return search;
    }
    auto [layout, refusal] = hotspot::layoutOf(*tables, *number);
    if (refusal.empty())
        search.runtime = std::make_shared<HotSpot>(layout);
    else
        search.refusal = "Java " + std::to_string(*number) + ": " + refusal;
#else
    search.refusal = "Java: its stacks are known on x86-64 only";
#endif
    return search;
}

} // namespace ember::capture
