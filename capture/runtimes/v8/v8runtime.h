// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/v8/v8layout.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ember::capture {

// Where a V8 lies in a process.
struct V8Places {
    V8Layout layout;
    // The image it is in. What it compiles lies outside of all images.
    std::uint64_t imageStart = 0;
    std::uint64_t imageEnd = 0;

    bool isInImage(std::uint64_t pc) const { return pc >= imageStart && pc < imageEnd; }
};

class V8Runtime : public ScriptRuntime {
public:
    explicit V8Runtime(const V8Places &places) : m_places(places) { }

    std::string_view platform() const override { return "node"; }

    std::string title() const override { return std::string(m_places.layout.title()); }

    ScriptPlacing placing() const override { return ScriptPlacing::ByNativeFrame; }

    bool isScriptCode(std::uint64_t pc) const override;
    std::unique_ptr<ScriptCopier> makeCopier() const override;
    std::unique_ptr<ScriptDecoder> makeDecoder() const override;

private:
    V8Places m_places;
};

} // namespace ember::capture
