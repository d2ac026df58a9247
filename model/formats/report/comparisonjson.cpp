// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/comparisonjson.h"

#include "model/formats/json/jsonwriter.h"

namespace ember::model::report {

namespace {

std::string_view noiseName(Noise noise)
{
    switch (noise) {
    case Noise::Within: return "within";
    case Noise::Beyond: return "beyond";
    case Noise::Unknown: break;
    }
    return "unknown";
}

void writeSide(JsonWriter &json, std::string_view key, const ImportedProfile &imported,
               const ComparedSide &side)
{
    const Profile &profile = *imported.profile;
    json.key(key).beginObject();
    json.key("file").value(imported.files.empty() ? std::string_view() : imported.files.front());
    json.key("format").value(imported.format);
    json.key("samples").value(side.calls->total.front().samples);
    json.key("duration_ns").value(profile.timeRange().duration().count());
    json.key("whole").value(side.calls->whole() * side.scale);
    json.end();
}

void writeAmount(JsonWriter &json, std::string_view key, const ComparedAmount &amount)
{
    json.key(key).beginObject();
    json.key("before").value(amount.before);
    json.key("after").value(amount.after);
    json.key("difference").value(amount.difference());
    json.key("ratio");
    if (const auto ratio = amount.ratio())
        json.value(*ratio);
    else
        json.null();
    json.key("noise").value(noiseName(amount.noise));
    json.end();
}

} // namespace

std::string comparedUnit(const Comparison &comparison)
{
    if (comparison.by == Normalisation::Share)
        return "share";
    const CallWeights &calls = *comparison.after.calls;
    std::string unit;
    switch (calls.measure) {
    case Measure::Time: unit = "ns"; break;
    case Measure::Samples: unit = "samples"; break;
    case Measure::Value:
        unit = calls.profile->text(calls.profile->tables().valueTypes[calls.type].unit);
        break;
    }
    return comparison.by == Normalisation::PerSecond ? unit + "/s" : unit;
}

std::string_view normalisationName(Normalisation by)
{
    switch (by) {
    case Normalisation::PerSecond: return "second";
    case Normalisation::Share: return "share";
    case Normalisation::Amount: break;
    }
    return "amount";
}

std::string comparisonJson(const ImportedProfile &before, const ImportedProfile &after,
                           const Comparison &comparison)
{
    JsonWriter json;
    json.beginObject();
    writeSide(json, "before", before, comparison.before);
    writeSide(json, "after", after, comparison.after);
    json.key("by").value(normalisationName(comparison.by));
    json.key("unit").value(comparedUnit(comparison));
    json.key("functions").beginArray();
    for (const ComparedFunction &function : comparison.functions) {
        json.beginObject();
        json.key("name").value(function.name);
        json.key("module").value(function.module);
        json.key("file").value(function.file);
        writeAmount(json, "self", function.self);
        writeAmount(json, "total", function.total);
        json.end();
    }
    json.end();
    json.end();
    return json.take() + '\n';
}

} // namespace ember::model::report
