// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/labels.h"

#include "model/core/text.h"
#include "model/json/jsoncursor.h"
#include "model/json/jsontext.h"

#include <algorithm>

namespace ember::model {

namespace {

// Reads a label. Throws BadJson if there is none.
SampleLabel readLabel(JsonCursor &json)
{
    SampleLabel label;
    std::size_t members = 0;
    json.array([&] {
        ++members;
        if (members == 1) {
            label.key = json.string();
        } else if (members == 3) {
            label.unit = json.string();
        } else if (members == 2 && json.type() == JsonType::String) {
            label.text = json.string();
        } else {
            label.number = toNumber<std::int64_t>(json.number().text);
            if (members != 2 || !label.number)
                throw BadJson{json.place(), "no label"};
        }
    });
    if (members < 2)
        throw BadJson{json.place(), "no label"};
    return label;
}

} // namespace

std::vector<SampleLabel> labelsOf(std::string_view json)
{
    std::vector<SampleLabel> labels;
    const std::string text = validUtf8(json);
    const std::stop_token never;
    JsonCursor cursor(text, never);
    try {
        cursor.array([&] { labels.push_back(readLabel(cursor)); });
    } catch (const BadJson &) { // the labels before it stay
    }
    return labels;
}

std::string labelText(const SampleLabel &label)
{
    return label.key + '='
        + (label.number ? std::to_string(*label.number) : label.text.value_or(""));
}

bool hasLabel(std::string_view json, std::string_view text)
{
    return std::ranges::any_of(
        labelsOf(json), [text](const SampleLabel &label) { return labelText(label) == text; });
}

std::string jsonOf(std::span<const SampleLabel> labels)
{
    JsonWriter json;
    json.beginArray();
    for (const SampleLabel &label : labels) {
        json.beginArray();
        json.value(label.key);
        if (label.number) {
            json.value(*label.number);
            json.value(label.unit);
        } else {
            json.value(label.text.value_or(""));
        }
        json.end();
    }
    json.end();
    return json.take();
}

} // namespace ember::model
