// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/propertytree.h"

#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ProfileProperties)
};

// A group under construction; empty values are left out.
class Group {
public:
    Group(const Profile &profile, const QString &name, const QString &value = {})
        : m_profile(profile),
          m_node{name, value, {}}
    {
    }

    void add(const QString &name, const QString &value)
    {
        if (!value.isEmpty())
            m_node.children.push_back({name, value, {}});
    }

    void add(const QString &name, StringIndex value) { add(name, fromUtf8(m_profile.text(value))); }

    void add(PropertyNode node) { m_node.children.push_back(std::move(node)); }

    void addAttributes(const std::vector<Attribute> &attributes)
    {
        for (const Attribute &attribute : attributes)
            add(fromUtf8(m_profile.text(attribute.key)), attribute.json);
    }

    bool isEmpty() const { return m_node.children.empty(); }

    PropertyNode take() { return std::move(m_node); }

private:
    const Profile &m_profile;
    PropertyNode m_node;
};

QString symbolText(SymbolState state)
{
    switch (state) {
    case SymbolState::NotTried: return Text::tr("not looked for");
    case SymbolState::Missing: return Text::tr("no symbols found");
    case SymbolState::DynamicOnly: return Text::tr("exported names only");
    case SymbolState::Table: return Text::tr("names");
    case SymbolState::Debug: return Text::tr("names, lines, inlined functions");
    }
    return {};
}

QString hexText(std::uint64_t number)
{
    return QStringLiteral("0x") + QString::number(static_cast<qulonglong>(number), 16);
}

PropertyNode profileGroup(const Profile &profile)
{
    Group group(profile, Text::tr("Profile"));
    const auto range = profile.timeRange();
    const auto &start = profile.tables().start; // of profiles that count from it
    if (!range.isEmpty() && (profile.tables().origin == TimeOrigin::UnixEpoch || start))
        group.add(Text::tr("Start"),
                  clockText(range.start + start.value_or(Timestamp()).time_since_epoch()));
    group.add(Text::tr("Duration"), durationText(range.duration()));
    group.add(Text::tr("Threads"), countText(profile.threadCount()));
    group.add(Text::tr("Samples"), countText(profile.sampleCount()));
    group.add(Text::tr("Stacks"), countText(profile.tables().stacks.size()));
    group.add(Text::tr("Frames"), countText(profile.tables().frames.size()));
    const auto regularity = samplingRegularity(profile);
    if (regularity.median.count() > 0) {
        const double rate = 1e9 / static_cast<double>(regularity.median.count());
        group.add(Text::tr("Observed rate"),
                  Text::tr("%1 Hz").arg(QLocale().toString(rate, 'f', rate < 100 ? 1 : 0)));
        group.add(Text::tr("Time between samples"),
                  Text::tr("median %1, 99 % of them under %2")
                      .arg(durationText(regularity.median), durationText(regularity.p99)));
    }
    return group.take();
}

// What watching cost the threads: how much of their time, from first to last sample, they were
// held.
QString stopShareText(const Profile &profile)
{
    const Nanoseconds stopped = profile.tables().statistics.stopTotal;
    Nanoseconds whole{};
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        if (!times.isEmpty())
            whole += times.back() - times[SampleIndex(0)];
    }
    if (whole.count() <= 0)
        return durationText(stopped);
    return Text::tr("%1, %2 of the threads' time")
        .arg(
            durationText(stopped),
            percentText(static_cast<double>(stopped.count()) / static_cast<double>(whole.count())));
}

PropertyNode captureGroup(const Profile &profile)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    Group group(profile, Text::tr("Capture"));
    if (statistics.ticks == 0)
        return group.take();
    group.add(Text::tr("Rate asked for"),
              Text::tr("%1 Hz").arg(QLocale().toString(statistics.rateHz, 'g', 5)));
    group.add(Text::tr("Ticks"), countText(statistics.ticks));
    group.add(Text::tr("Missed ticks"), countText(statistics.missedTicks));
    group.add(Text::tr("Suspensions"), countText(statistics.suspensions));
    group.add(Text::tr("Samples credited without a stop"), countText(statistics.reused));
    group.add(Text::tr("Samples lost"), countText(statistics.dropped));
    group.add(Text::tr("Stop time"),
              Text::tr("median %1, 99 % of the stops under %2")
                  .arg(durationText(statistics.stopP50), durationText(statistics.stopP99)));
    group.add(Text::tr("Stopped in all"), stopShareText(profile));
    if (statistics.nativeStacks > 0)
        group.add(Text::tr("Stacks that reach their root"),
                  percentText(static_cast<double>(statistics.rootsReached)
                              / static_cast<double>(statistics.nativeStacks)));
    return group.take();
}

QString exitText(const ExitStatus &exit)
{
    if (!exit.bySignal)
        return Text::tr("exit code %1").arg(exit.code);
    return exit.coreDumped ? Text::tr("signal %1, core dumped").arg(exit.code)
                           : Text::tr("signal %1").arg(exit.code);
}

PropertyNode processNode(const Profile &profile, ProcessIndex index)
{
    const Process &process = profile.process(index);
    QString title = processTitle(profile, index);
    if (title.isEmpty())
        title = Text::tr("Process %1").arg(index.raw() + 1);
    Group group(profile, title, fromUtf8(profile.text(process.command)));
    group.add(Text::tr("Executable"), process.executable);
    group.add(Text::tr("Profiler id"), process.profilerId);
    group.add(Text::tr("Platform"), process.platform);
    group.add(Text::tr("Release"), process.release);
    group.add(Text::tr("Environment"), process.environment);
    group.add(Text::tr("Distribution"), process.dist);
    group.add(Text::tr("SDK"),
              QString(fromUtf8(profile.text(process.sdkName)) + QLatin1Char(' ')
                      + fromUtf8(profile.text(process.sdkVersion)))
                  .trimmed());
    if (process.exit)
        group.add(Text::tr("Ended with"), exitText(*process.exit));
    return group.take();
}

PropertyNode sourceNode(const Profile &profile, const Source &source)
{
    Group group(profile, fromUtf8(profile.text(source.type)), fromUtf8(profile.text(source.uri)));
    group.add(Text::tr("Chunk id"), source.chunkId);
    group.add(Text::tr("Samples"), countText(source.samples));
    if (source.bytes > 0)
        group.add(Text::tr("Size"), bytesText(source.bytes));
    group.addAttributes(source.attributes);
    return group.take();
}

PropertyNode imageNode(const Profile &profile, const Image &image)
{
    Group group(profile, fromUtf8(trimmedPackage(profile.text(image.codeFile))),
                symbolText(image.symbols));
    group.add(Text::tr("File"), image.codeFile);
    group.add(Text::tr("Debug file"), image.debugFile);
    group.add(Text::tr("Debug id"), image.debugId);
    group.add(Text::tr("Build id"), image.codeId);
    group.add(Text::tr("Type"), image.type);
    if (image.address != 0)
        group.add(Text::tr("Address"), hexText(image.address));
    if (image.size != 0)
        group.add(Text::tr("Size"), bytesText(image.size));
    group.addAttributes(image.attributes);
    return group.take();
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Note: return Text::tr("Note");
    case Severity::Warning: return Text::tr("Warning");
    case Severity::Error: return Text::tr("Error");
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

SamplingRegularity samplingRegularity(const Profile &profile)
{
    constexpr std::size_t perThread = 1000;
    std::vector<Nanoseconds> distances;
    for (std::size_t row = 0; row < std::min<std::size_t>(profile.threadCount(), 64); ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        const std::size_t step = std::max<std::size_t>(1, times.size() / perThread);
        for (std::size_t place = 1; place < times.size(); place += step)
            distances.push_back(times[SampleIndex(place)] - times[SampleIndex(place - 1)]);
    }
    if (distances.empty())
        return {};
    std::ranges::sort(distances);
    return {distances[distances.size() / 2], distances[(distances.size() - 1) * 99 / 100],
            distances.size()};
}

std::vector<PropertyNode> profileProperties(const Profile &profile,
                                            const std::vector<Finding> &findings)
{
    std::vector<PropertyNode> groups;
    const auto add = [&](PropertyNode group) {
        if (!group.children.empty())
            groups.push_back(std::move(group));
    };
    PropertyNode found{Text::tr("Findings"), countText(findings.size()), {}};
    for (const Finding &finding : findings)
        found.children.push_back(findingNode(finding));
    add(std::move(found));
    add(profileGroup(profile));
    add(captureGroup(profile));
    PropertyNode processes{Text::tr("Processes"), countText(profile.tables().processes.size()), {}};
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row)
        processes.children.push_back(processNode(profile, ProcessIndex(row)));
    add(std::move(processes));
    PropertyNode sources{Text::tr("Sources"), countText(profile.tables().sources.size()), {}};
    for (const Source &source : profile.tables().sources)
        sources.children.push_back(sourceNode(profile, source));
    add(std::move(sources));
    PropertyNode images{Text::tr("Images"), countText(profile.tables().images.size()), {}};
    for (const Image &image : profile.tables().images)
        images.children.push_back(imageNode(profile, image));
    add(std::move(images));
    return groups;
}

} // namespace ember::views
