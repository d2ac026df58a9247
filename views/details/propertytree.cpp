// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/propertytree.h"

#include "views/details/captureproperties.h"
#include "views/details/propertygroup.h"
#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct ProfilePropertiesText {
    Q_DECLARE_TR_FUNCTIONS(ProfileProperties)
};

QString symbolText(SymbolState state)
{
    switch (state) {
    case SymbolState::NotTried: return ProfilePropertiesText::tr("not looked for");
    case SymbolState::Missing: return ProfilePropertiesText::tr("no symbols found");
    case SymbolState::DynamicOnly: return ProfilePropertiesText::tr("exported names only");
    case SymbolState::Table: return ProfilePropertiesText::tr("names");
    case SymbolState::Debug: return ProfilePropertiesText::tr("names, lines, inlined functions");
    }
    return {};
}

QString addressText(std::uint64_t number)
{
    return QStringLiteral("0x") + QString::number(static_cast<qulonglong>(number), 16);
}

QString exitText(const ExitStatus &exit)
{
    if (!exit.bySignal)
        return ProfilePropertiesText::tr("exit code %1").arg(exit.code);
    return exit.coreDumped ? ProfilePropertiesText::tr("signal %1, core dumped").arg(exit.code)
                           : ProfilePropertiesText::tr("signal %1").arg(exit.code);
}

// As Sentry would show it.
QString environmentText(const Profile &profile, ProcessIndex index)
{
    const auto given = fromUtf8(profile.text(profile.process(index).environment));
    const auto isSentrys = [&](const Source &source) {
        return source.process == index && profile.text(source.type).starts_with("sentry-");
    };
    if (!given.isEmpty() || std::ranges::none_of(profile.tables().sources, isSentrys))
        return given;
    return ProfilePropertiesText::tr("production (the file names none)");
}

PropertyNode processNode(const Profile &profile, ProcessIndex index)
{
    const Process &process = profile.process(index);
    QString title = processTitle(profile, index);
    if (title.isEmpty())
        title = ProfilePropertiesText::tr("Process %1").arg(index.raw() + 1);
    PropertyGroup group(profile, title, fromUtf8(profile.text(process.command)));
    group.add(ProfilePropertiesText::tr("Executable"), process.executable);
    group.add(ProfilePropertiesText::tr("Profiler id"), process.profilerId);
    group.add(ProfilePropertiesText::tr("Platform"), process.platform);
    group.add(ProfilePropertiesText::tr("Release"), process.release);
    group.add(ProfilePropertiesText::tr("Environment"), environmentText(profile, index));
    group.add(ProfilePropertiesText::tr("Distribution"), process.dist);
    group.add(ProfilePropertiesText::tr("SDK"),
              QString(fromUtf8(profile.text(process.sdkName)) + QLatin1Char(' ')
                      + fromUtf8(profile.text(process.sdkVersion)))
                  .trimmed());
    if (process.exit)
        group.add(ProfilePropertiesText::tr("Ended with"), exitText(*process.exit));
    return group.take();
}

PropertyNode sourceNode(const Profile &profile, const Source &source)
{
    PropertyGroup group(profile, fromUtf8(profile.text(source.type)),
                        fromUtf8(profile.text(source.uri)));
    group.add(ProfilePropertiesText::tr("Chunk id"), source.chunkId);
    group.add(ProfilePropertiesText::tr("Samples"), countText(source.samples));
    if (source.bytes > 0)
        group.add(ProfilePropertiesText::tr("Size"), bytesText(source.bytes));
    group.addAttributes(source.attributes);
    return group.take();
}

PropertyNode imageNode(const Profile &profile, const Image &image)
{
    PropertyGroup group(profile, fromUtf8(trimmedPackage(profile.text(image.codeFile))),
                        symbolText(image.symbols));
    group.add(ProfilePropertiesText::tr("File"), image.codeFile);
    group.add(ProfilePropertiesText::tr("Debug file"), image.debugFile);
    group.add(ProfilePropertiesText::tr("Debug id"), image.debugId);
    group.add(ProfilePropertiesText::tr("Build id"), image.codeId);
    group.add(ProfilePropertiesText::tr("Type"), image.type);
    if (image.address != 0)
        group.add(ProfilePropertiesText::tr("Address"), addressText(image.address));
    if (image.size != 0)
        group.add(ProfilePropertiesText::tr("Size"), bytesText(image.size));
    group.addAttributes(image.attributes);
    return group.take();
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Note: return ProfilePropertiesText::tr("Note");
    case Severity::Warning: return ProfilePropertiesText::tr("Warning");
    case Severity::Error: return ProfilePropertiesText::tr("Error");
    }
    return {};
}

PropertyNode findingNode(const Finding &finding)
{
    QString name = severityText(finding.severity);
    if (finding.count > 1)
        name = QStringLiteral("%1 ×%2").arg(name, countText(finding.count));
    QStringList value;
    for (const std::string &part : {finding.detail, finding.subject, finding.code}) {
        if (!part.empty())
            value << fromUtf8(part);
    }
    if (!finding.origin.empty())
        value << QStringLiteral("[%1]").arg(fromUtf8(finding.origin));
    return {name, value.join(QStringLiteral("  ·  ")), {}};
}

} // namespace

std::vector<PropertyNode> profileProperties(const Profile &profile,
                                            const std::vector<Finding> &findings)
{
    std::vector<PropertyNode> groups;
    const auto add = [&](PropertyNode group) {
        if (!group.children.empty())
            groups.push_back(std::move(group));
    };
    PropertyNode found{ProfilePropertiesText::tr("Findings"), countText(findings.size()), {}};
    for (const Finding &finding : findings)
        found.children.push_back(findingNode(finding));
    add(std::move(found));
    add(profileGroup(profile));
    add(captureGroup(profile));
    PropertyNode processes{
        ProfilePropertiesText::tr("Processes"), countText(profile.tables().processes.size()), {}};
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row)
        processes.children.push_back(processNode(profile, ProcessIndex(row)));
    add(std::move(processes));
    PropertyNode sources{
        ProfilePropertiesText::tr("Sources"), countText(profile.tables().sources.size()), {}};
    for (const Source &source : profile.tables().sources)
        sources.children.push_back(sourceNode(profile, source));
    add(std::move(sources));
    PropertyNode images{
        ProfilePropertiesText::tr("Images"), countText(profile.tables().images.size()), {}};
    for (const Image &image : profile.tables().images)
        images.children.push_back(imageNode(profile, image));
    add(std::move(images));
    return groups;
}

} // namespace ember::views
