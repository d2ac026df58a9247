// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/javacopier.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ember::capture::hotspot {

// Makes frames of what a JavaCopier has copied.
class JavaDecoder final : public ScriptDecoder {
public:
    explicit JavaDecoder(std::shared_ptr<const CodeBounds> bounds) : m_bounds(std::move(bounds)) { }

    void decode(const ScriptSample &sample, ScriptFunctions &functions,
                ScriptStack &stack) override;

private:
    bool isOfThread(const JavaCopyItem &start, const UnwoundStack &native) const;

    std::shared_ptr<const CodeBounds> m_bounds;
    std::unordered_map<std::uint32_t, ScriptFunctionSerial> m_functions; // by the copier's numbers
};

} // namespace ember::capture::hotspot
