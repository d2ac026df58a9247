// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/framecontext.h"

#include "model/query/lineweights.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ember::views {

using namespace model;

namespace {

void addLines(std::map<std::uint32_t, QString> &lines, std::uint32_t line,
              std::string_view attributes)
{
    const QByteArray json(attributes.data(), static_cast<qsizetype>(attributes.size()));
    const QJsonObject frame = QJsonDocument::fromJson(json).object();
    const QJsonArray before = frame[QLatin1String("pre_context")].toArray();
    auto number = static_cast<std::int64_t>(line) - before.size();
    const auto add = [&](const QJsonValue &text) {
        if (number > 0 && text.isString())
            lines.try_emplace(static_cast<std::uint32_t>(number), text.toString());
        ++number;
    };
    for (const auto &text : before)
        add(text);
    add(frame[QLatin1String("context_line")]);
    for (const auto &text : frame[QLatin1String("post_context")].toArray())
        add(text);
}

} // namespace

std::map<std::uint32_t, QString> contextLines(const Profile &profile, FrameIndex frame)
{
    const StringIndex path = sourcePath(profile, frame);
    std::map<std::uint32_t, QString> lines;
    profile.tables().frames.forEach([&](std::size_t row, const Frame &other) {
        const auto attributes = profile.text(other.attributes);
        if (other.line != 0 && attributes.find("context_line") != std::string_view::npos
            && sourcePath(profile, FrameIndex(row)) == path)
            addLines(lines, other.line, attributes);
    });
    return lines;
}

} // namespace ember::views
