// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkattributes.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace ember::model::sentry {

std::optional<Timestamp> keptMixedClock(const Profile &profile, const Source *source)
{
    const auto json =
        source == nullptr ? std::nullopt : findAttribute(profile, *source, attribute::clock);
    if (!json || json->size() < 2)
        return std::nullopt;
    const auto digits = json->substr(1, json->size() - 2);
    std::int64_t start = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), start);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        return std::nullopt;
    return timestampFromNs(start);
}

std::vector<std::pair<std::string, std::string>> keptEmptySeries(const Profile &profile,
                                                                 const Source *source)
{
    std::vector<std::pair<std::string, std::string>> kept;
    const auto json =
        source == nullptr ? std::nullopt : findAttribute(profile, *source, attribute::emptySeries);
    const auto series = nlohmann::json::parse(json.value_or(""), nullptr, false);
    if (!series.is_object())
        return kept;
    for (const auto &[name, unit] : series.items()) {
        if (unit.is_string())
            kept.emplace_back(name, unit.get<std::string>());
    }
    return kept;
}

} // namespace ember::model::sentry
