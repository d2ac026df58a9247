// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/tracecounters.h"

#include "model/formats/import/jsonreading.h"

#include <cmath>
#include <optional>
#include <utility>

namespace ember::model::chrometrace {

namespace {

// In quotes, too, as times may be. Nothing for what is no finite number.
std::optional<double> takeNumber(JsonCursor &json)
{
    std::optional<double> value;
    if (json.type() == JsonType::Number)
        value = toDouble(json.number());
    else if (json.type() == JsonType::String)
        value = parseFloat(json.string());
    else
        json.skip();
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace

bool TraceCounters::add(std::uint32_t pid, std::uint32_t name, Nanoseconds time,
                        std::string_view arguments, const std::stop_token &stop)
{
    if (arguments.empty())
        return false;
    bool hasNumber = false;
    JsonCursor json(arguments, stop);
    json.object([&](std::string_view key) {
        const std::string unit(key);
        const auto value = takeNumber(json);
        hasNumber = hasNumber || value;
        if (value)
            addValue(pid, name, unit, {time, *value});
    });
    return hasNumber;
}

void TraceCounters::addValue(std::uint32_t pid, std::uint32_t name, const std::string &key,
                             CounterValue value)
{
    const auto known = m_rows.find({pid, name, key});
    if (known == m_rows.end() && m_counters.size() == m_most) {
        ++m_leftOut;
        return;
    }
    const auto row = known != m_rows.end()
        ? known->second
        : m_rows.emplace(std::tuple(pid, name, key), m_counters.size()).first->second;
    if (row == m_counters.size())
        m_counters.push_back({pid, name, key == "value" ? std::string() : key, {}});
    m_counters[row].values.push_back(value);
}

} // namespace ember::model::chrometrace
