// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/pprofattributes.h"

#include "model/core/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ember::model::pprof {

namespace {

using Json = nlohmann::json;

class AttributeList {
public:
    explicit AttributeList(ProfileBuilder &builder) : m_builder(builder) { }

    void add(const char *key, const Json &value)
    {
        m_list.push_back({m_builder.string(key), m_builder.string(value.dump())});
    }

    void addIfNot0(const char *key, std::int64_t value)
    {
        if (value != 0)
            add(key, value);
    }

    void addIfThere(const char *key, std::string_view text)
    {
        if (!text.empty())
            add(key, validUtf8(text));
    }

    std::vector<Attribute> take() { return std::move(m_list); }

private:
    ProfileBuilder &m_builder;
    std::vector<Attribute> m_list;
};

// Returns the value, or 0 if it is no integer: other tools may write any type.
std::int64_t integer(const Json &value)
{
    return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

std::string textOf(const Json &value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

template<typename Use>
void forEach(const Profile &profile, const std::vector<Attribute> &attributes, Use use)
{
    for (const auto &attribute : attributes) {
        const auto value = Json::parse(profile.text(attribute.json), nullptr, false);
        if (!value.is_discarded())
            use(profile.text(attribute.key), value);
    }
}

} // namespace

std::vector<Attribute> metadataOf(const Message &message, ProfileBuilder &builder)
{
    const auto text = [&](Text row) { return message.strings[row]; };
    AttributeList list(builder);
    if (message.periodType.type != 0 || message.periodType.unit != 0)
        list.add("period_type",
                 Json::array({validUtf8(text(message.periodType.type)),
                              validUtf8(text(message.periodType.unit))}));
    list.addIfNot0("period", message.period);
    list.addIfNot0("time_nanos", message.timeNanos);
    list.addIfNot0("duration_nanos", message.durationNanos);
    list.addIfThere("drop_frames", text(message.dropFrames));
    list.addIfThere("keep_frames", text(message.keepFrames));
    list.addIfThere("default_sample_type", text(message.defaultSampleType));
    list.addIfThere("doc_url", text(message.docUrl));
    if (!message.comments.empty()) {
        auto comments = Json::array();
        for (const auto comment : message.comments)
            comments.push_back(validUtf8(text(comment)));
        list.add("comments", comments);
    }
    return list.take();
}

std::vector<Attribute> attributesOf(const Mapping &mapping, ProfileBuilder &builder)
{
    AttributeList list(builder);
    list.addIfNot0("file_offset", static_cast<std::int64_t>(mapping.offset));
    list.addIfNot0("has_functions", mapping.hasFunctions ? 1 : 0);
    list.addIfNot0("has_filenames", mapping.hasFilenames ? 1 : 0);
    list.addIfNot0("has_line_numbers", mapping.hasLineNumbers ? 1 : 0);
    list.addIfNot0("has_inline_frames", mapping.hasInlineFrames ? 1 : 0);
    return list.take();
}

void takeMetadata(const Profile &profile, const Source &source, Message &message)
{
    forEach(profile, source.attributes, [&](std::string_view key, const Json &value) {
        if (key == "period_type" && value.is_array() && value.size() == 2)
            message.periodType = {message.add(textOf(value[0])), message.add(textOf(value[1]))};
        else if (key == "period")
            message.period = integer(value);
        else if (key == "time_nanos")
            message.timeNanos = integer(value);
        else if (key == "duration_nanos")
            message.durationNanos = integer(value);
        else if (key == "drop_frames")
            message.dropFrames = message.add(textOf(value));
        else if (key == "keep_frames")
            message.keepFrames = message.add(textOf(value));
        else if (key == "doc_url")
            message.docUrl = message.add(textOf(value));
        else if (key == "comments" && value.is_array())
            for (const auto &comment : value)
                message.comments.push_back(message.add(textOf(comment)));
    });
}

void takeAttributes(const Profile &profile, const Image &image, Mapping &mapping)
{
    forEach(profile, image.attributes, [&](std::string_view key, const Json &value) {
        if (key == "file_offset")
            mapping.offset = static_cast<std::uint64_t>(integer(value));
        else if (key == "has_functions")
            mapping.hasFunctions = integer(value) != 0;
        else if (key == "has_filenames")
            mapping.hasFilenames = integer(value) != 0;
        else if (key == "has_line_numbers")
            mapping.hasLineNumbers = integer(value) != 0;
        else if (key == "has_inline_frames")
            mapping.hasInlineFrames = integer(value) != 0;
    });
}

std::size_t mainType(const Message &message)
{
    const auto wanted = message.strings[message.defaultSampleType];
    const auto found = std::ranges::find_if(message.sampleTypes, [&](const auto &type) {
        return message.strings[type.type] == wanted;
    });
    if (wanted.empty() || found == message.sampleTypes.end())
        return message.sampleTypes.size() - 1;
    return static_cast<std::size_t>(found - message.sampleTypes.begin());
}

} // namespace ember::model::pprof
