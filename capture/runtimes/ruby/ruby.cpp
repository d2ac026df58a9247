// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/ruby/rubycopier.h"
#include "capture/runtimes/ruby/rubylayout.h"
#include "capture/runtimes/runtimecandidate.h"

#include <algorithm>
#include <array>

namespace ember::capture {

namespace {

constexpr std::array rubyLayouts{RubyLayout{{3, 1}, 64, 120, true, false, 1U << 12U},
                                 RubyLayout{{3, 2}, 64, 112, false, true, 1U << 12U},
                                 RubyLayout{{3, 3}, 56, 112, false, true, 1U << 12U},
                                 RubyLayout{{3, 4}, 56, 112, false, true, 1U << 13U},
                                 RubyLayout{{4, 0}, 56, 112, false, true, 1U << 13U}};

// An exported function of all versions that reads the context: GET_EC()->errinfo.
constexpr std::string_view readsContext = "rb_errinfo";

class RubyRuntime : public ScriptRuntime {
public:
    explicit RubyRuntime(const RubyPlaces &places) : m_places(places) { }

    std::string_view platform() const override { return "ruby"; }

    std::string title() const override { return "Ruby " + m_places.layout.version.text(); }

    ScriptPlacing placing() const override
    {
        return m_places.execution != 0 ? ScriptPlacing::ByEntry : ScriptPlacing::FromScriptCode;
    }

    bool isScriptCode(std::uint64_t pc) const override
    {
        return m_places.execution != 0 ? pc >= m_places.execution && pc < m_places.executionEnd
                                       : pc >= m_places.imageStart && pc < m_places.imageEnd;
    }

    bool hasCompiler() const override { return true; }

    bool isPassage(std::uint64_t pc) const override
    {
        return pc >= m_places.imageStart && pc < m_places.imageEnd;
    }

    bool needsThreadPointer() const override { return true; }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<RubyCopier>(m_places);
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override
    {
        return std::make_unique<FrameDecoder>(rubyLine);
    }

private:
    const RubyPlaces m_places;
};

} // namespace

std::optional<RubyLayout> rubyLayout(RubyVersion version)
{
    const auto *const found = std::ranges::find(rubyLayouts, version, &RubyLayout::version);
    return found == rubyLayouts.end() ? std::nullopt : std::optional(*found);
}

RuntimeSearch findRuby(const RuntimeCandidate &candidate)
{
    const auto versionSymbol = candidate.symbol("ruby_api_version");
    if (!versionSymbol || !candidate.symbol(readsContext))
        return {};
    const auto version = candidate.readValue<RubyVersion>(versionSymbol->address);
    if (!version || version->major == 0)
        return {nullptr, {}, false};
    const auto refusal = "Ruby " + version->text()
        + " is not known to this recorder: of its threads the interpreter's native functions are"
          " recorded, not those of scripts";
    const auto layout = rubyLayout(*version);
    auto context = findThreadVariable(candidate, "ruby_current_ec");
    if (!context.variable && context.isSure) // 3.3 and later do not export it
        context = findThreadVariableInCode(candidate, readsContext);
    if (!layout || (!context.variable && context.isSure))
        return {nullptr, refusal, true};
    if (!context.variable)
        return {nullptr, refusal, false};
    RubyPlaces places;
    places.layout = *layout;
    places.context = *context.variable;
    places.imageStart = candidate.image().start;
    places.imageEnd = candidate.image().end;
    if (const auto execution = candidate.symbol("rb_vm_exec")) {
        places.execution = execution->address;
        places.executionEnd = execution->address + execution->size;
    }
    const auto address = [&](std::string_view name) {
        const auto symbol = candidate.symbol(name);
        return symbol ? symbol->address : 0;
    };
    places.symbolsCode = address("rb_sym_all_symbols");
    places.objectClass = address("rb_cObject");
    places.stringClass = address("rb_cString");
    return {std::make_shared<RubyRuntime>(places), {}, true};
}

} // namespace ember::capture
