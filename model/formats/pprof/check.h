// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/message.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace ember::model::pprof {

// The rows that ids stand for.
class IdRows {
public:
    // False if the id was there.
    bool add(Id id, std::size_t row) { return m_rows.emplace(id, row).second; }

    std::optional<std::size_t> find(Id id) const
    {
        const auto found = m_rows.find(id);
        return found != m_rows.end() ? std::optional(found->second) : std::nullopt;
    }

private:
    std::unordered_map<Id, std::size_t> m_rows;
};

struct MessageRows {
    IdRows mappings;
    IdRows locations;
    IdRows functions;
};

// Holds the message against the rules of the reference reader (RPROFILE.md §7): ids are unique,
// what samples and lines refer to is there, each sample has a value per type. Unknown mappings are
// none. `file` is the error's subject, a SyntaxError.
Result<MessageRows> check(const std::string &file, const Message &message);

} // namespace ember::model::pprof
