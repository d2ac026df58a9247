// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model {

// Collects names of a JSON document's members, by which its format is recognised: those at the top
// ("profile"), those one level below ("profile.samples"), in arrays those of the first object
// ("traceEvents[].ph"); "[].ph" if the document itself is an array. Names deeper down and string
// values are not used: any format may have them. The order of members does not matter.
class JsonOutline {
public:
    enum class End : std::uint8_t {
        None, // no object or array of JSON at all
        Whole, // what follows the document (a further line of JSON) is not looked at
        Cut, // the text ends within the document
        Damaged, // no JSON from fault() on
    };

    // Reads the text once; stores names only, up to a limit.
    JsonOutline(std::string_view text, const std::stop_token &stop);

    bool has(std::string_view path) const { return m_names.contains(path); }

    // Whether the text looks like JSON; not if it only begins with a bracket, as a frame
    // "[unknown]" does.
    bool isJson() const { return m_end == End::Whole || m_end == End::Cut || !m_names.empty(); }

    // Value of the member "$schema" at the top; "" if there is none.
    const std::string &schema() const { return m_schema; }

    End end() const { return m_end; }

    // Whether more text could add names.
    bool mayGoOn() const { return m_end == End::Cut && !(m_isArray && !m_names.empty()); }

    struct Fault {
        std::size_t offset = 0;
        const char *reason = "";
    };

    const Fault &fault() const { return m_fault; } // of a damaged or cut document

private:
    class Walk;

    std::set<std::string, std::less<>> m_names;
    std::string m_schema;
    End m_end = End::None;
    bool m_isArray = false;
    Fault m_fault;
};

} // namespace ember::model
