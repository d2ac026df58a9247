// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/calltreejson.h"

#include "model/formats/json/jsonwriter.h"
#include "model/formats/report/figures.h"
#include "model/profile/sampleplaces.h"

namespace ember::model::report {

namespace {

std::string_view fileOf(const Profile &profile, const Frame &frame)
{
    return frame.function.isValid() ? profile.text(profile.function(frame.function).file)
                                    : std::string_view();
}

void writeInApp(JsonWriter &json, InApp inApp)
{
    json.key("in_app");
    // The backend counts frames that do not say as the application's.
    json.boolean(inApp != InApp::No);
}

void beginNode(JsonWriter &json, const Profile &profile, const CallNode &node)
{
    const Frame &frame = profile.frame(node.frame);
    json.beginObject();
    json.key("name").value(nodeName(profile, node.frame));
    json.key("module").value(moduleName(profile, node.frame));
    json.key("file").value(fileOf(profile, frame));
    json.key("line").value(frame.line);
    writeInApp(json, frame.inApp);
    json.key("start_ns").value(toNs(node.start));
    json.key("duration_ns").value(node.duration.count());
    json.key("samples").value(node.samples);
    if (profile.tables().origin == TimeOrigin::None)
        json.key("value").value(node.value);
    json.key("children").beginArray();
}

void endNode(JsonWriter &json)
{
    json.end();
    json.end();
}

void writeNodes(JsonWriter &json, const Profile &profile, const CallTree &tree)
{
    std::size_t open = 0;
    for (const CallNode &node : tree.nodes) {
        for (; open > node.depth; --open)
            endNode(json);
        beginNode(json, profile, node);
        ++open;
    }
    for (; open > 0; --open)
        endNode(json);
}

} // namespace

std::string callTreeJson(const SpanTable &spans, std::span<const ThreadIndex> threads,
                         ValueTypeIndex weight)
{
    const Profile &profile = *spans.profile();
    JsonWriter json;
    json.beginObject();
    json.key("threads").beginArray();
    for (const auto index : threads) {
        const Thread &thread = profile.thread(index);
        json.beginObject();
        json.key("id").value(profile.text(thread.id));
        json.key("name").value(profile.text(thread.name));
        json.key("pid").value(thread.process.isValid() ? profile.process(thread.process).pid : 0);
        json.key("samples").value(countSamples(profile.samples(index)));
        json.key("roots").beginArray();
        writeNodes(json, profile, callTree(spans, index, weight));
        json.end();
        json.end();
    }
    json.end();
    json.end();
    return json.take() + '\n';
}

} // namespace ember::model::report
