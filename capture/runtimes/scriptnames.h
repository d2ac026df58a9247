// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::capture {

// A function of a script, when a stack has it for the first time.
struct ScriptFunctionFound {
    ScriptFunctionSerial serial; // from 0 in ascending order
    std::string platform; // see ScriptRuntime::platform()
    ScriptFunction function;
};

// Gives numbers to the functions of all scripts of a capture. Functions beyond a limit share one
// number. Used by the unwinding thread.
class ScriptNames {
public:
    ScriptFunctionSerial serial(std::string_view platform, const ScriptFunction &function);
    // The functions that are new since the last call.
    std::vector<ScriptFunctionFound> takeNew() { return std::exchange(m_new, {}); }

    static constexpr std::size_t mostFunctions = std::size_t(1) << 20U;
    static constexpr std::size_t mostBytes = std::size_t(64) << 20U;

private:
    struct Key {
        std::string platform;
        ScriptFunction function;

        friend bool operator==(const Key &, const Key &) = default;
    };

    struct KeyHash {
        std::size_t operator()(const Key &key) const;
    };

    ScriptFunctionSerial add(Key key);

    std::unordered_map<Key, ScriptFunctionSerial, KeyHash> m_serials;
    std::vector<ScriptFunctionFound> m_new;
    ScriptFunctionSerial m_others;
    std::size_t m_bytes = 0;
};

} // namespace ember::capture
