// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::capture::hotspot {

// The tables by which HotSpot describes itself (vmStructs.hpp): fields and sizes of its structures,
// and named constants. libjvm exports them for debuggers; each version fills in its own.
class VmTables {
public:
    // A field of a structure. For a static one `place` is its address, else its offset.
    struct Field {
        std::uint64_t place = 0;
        bool isStatic = false;
    };

    // Finds the address of an exported symbol in the process.
    using FindSymbol = std::function<std::optional<std::uint64_t>(std::string_view)>;

    // Reads the tables. Absent: a symbol is missing, memory cannot be read, or the loader has not
    // filled in the tables yet. Reads some hundred kilobytes, at most three million bytes.
    static std::optional<VmTables> read(const FindSymbol &symbol, StopReader &reader);

    std::optional<Field> field(std::string_view type, std::string_view name) const;
    std::optional<std::uint64_t> sizeOf(std::string_view type) const;
    std::optional<std::int64_t> constant(std::string_view name) const;

    void addField(std::string type, std::string name, Field field);
    void addSize(std::string type, std::uint64_t size);
    void addConstant(std::string name, std::int64_t value);

private:
    std::map<std::pair<std::string, std::string>, Field, std::less<>> m_fields;
    std::map<std::string, std::uint64_t, std::less<>> m_sizes;
    std::map<std::string, std::int64_t, std::less<>> m_constants;
};

} // namespace ember::capture::hotspot
