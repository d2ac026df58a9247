// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/runtimecandidate.h"
#include "capture/runtimes/v8/v8copier.h"
#include "capture/runtimes/v8/v8decoder.h"

#include <memory>
#include <string>
#include <string_view>

namespace ember::capture {

namespace {

class V8Runtime : public ScriptRuntime {
public:
    explicit V8Runtime(const V8Places &places) : m_places(places) { }

    std::string_view platform() const override { return "node"; }

    std::string title() const override { return std::string(m_places.layout.title()); }

    ScriptPlacing placing() const override { return ScriptPlacing::ByNativeFrame; }

    // V8's own code lies in its image (builtins) or where it has mapped memory for it, anywhere.
    // The decoder gives only frames that the unwinder has found, too, in code without call frame
    // information: so none lies in a frame of C++.
    bool isScriptCode(std::uint64_t pc) const override { return pc != 0; }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<V8Copier>(m_places);
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override
    {
        return std::make_unique<V8Decoder>();
    }

private:
    const V8Places m_places;
};

} // namespace

RuntimeSearch findV8(const RuntimeCandidate &candidate)
{
    RuntimeSearch search;
    const V8Numbers numbers = [&](std::string_view name) -> std::optional<std::int32_t> {
        const auto symbol = candidate.symbol("v8dbg_" + std::string(name));
        if (!symbol)
            return std::nullopt;
        const auto number = candidate.readValue<std::int32_t>(symbol->address);
        search.isSure = search.isSure && number;
        return number;
    };
    if (!numbers("off_fp_function"))
        return search;
    const auto layout = v8Layout(numbers);
    if (!search.isSure)
        return search;
    if (layout) {
        search.runtime = std::make_shared<V8Runtime>(
            V8Places{*layout, candidate.image().start, candidate.image().end});
    } else {
        search.refusal = "This version of V8 is not known: its functions have no names.";
    }
    return search;
}

} // namespace ember::capture
