// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/typenames.h"

#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace ember::model::pprof {

std::vector<std::string> distinctTypeNames(const Message &message)
{
    std::vector<std::string> names;
    std::set<std::pair<std::string, std::string_view>> taken;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> seen;
    for (const auto &type : message.sampleTypes) {
        const std::string_view own = message.strings[type.type];
        const std::string_view unit = message.strings[type.unit];
        auto &count = seen[{own, unit}];
        std::string name;
        do {
            name = own;
            if (++count > 1)
                name += '#' + std::to_string(count);
        } while (!taken.emplace(name, unit).second);
        names.push_back(std::move(name));
    }
    return names;
}

} // namespace ember::model::pprof
