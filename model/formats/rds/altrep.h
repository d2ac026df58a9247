// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"

#include <cstdint>
#include <string>

namespace ember::model::rds {

// How much more than the bytes of a file its compact forms may stand for: 100 bytes can say "a
// thousand million numbers". Tables that are compact in one column are not in another, so an
// honest file has room for what it stands for.
class ExpansionBudget {
public:
    explicit ExpansionBudget(std::size_t fileSize) : m_left(fileSize + always) { }

    // False: there is no room for them.
    bool take(std::uint64_t elements)
    {
        m_isExceeded = m_isExceeded || elements > m_left;
        if (m_isExceeded)
            return false;
        m_left -= elements;
        return true;
    }

    bool isExceeded() const { return m_isExceeded; }

private:
    static constexpr std::uint64_t always = std::uint64_t(1) << 20U;
    std::uint64_t m_left;
    bool m_isExceeded = false;
};

// The vector that R's compact form of class `name` stands for: compact_intseq, compact_realseq,
// deferred_string, wrap_*. A wrapped vector is itself. An invalid index, with `reason`, if it
// cannot be made.
ObjectIndex expanded(Objects &objects, std::string_view name, ObjectIndex state,
                     ExpansionBudget &budget, std::string &reason);

} // namespace ember::model::rds
