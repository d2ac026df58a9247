// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/propertiespanel.h"

#include "model/query/threadstatistics.h"
#include "views/state/gaps.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"
#include "views/widgets/propertyview.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

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

// Returns the environment as Sentry would show it.
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

namespace {

struct CapturePropertiesText {
    Q_DECLARE_TR_FUNCTIONS(ProfileProperties)
};

// Observed distances between samples of all threads, from at most a few thousand of them.
struct SamplingRegularity {
    Nanoseconds median{};
    Nanoseconds p99{};
};

SamplingRegularity samplingRegularity(const Profile &profile)
{
    constexpr std::size_t most = 4000;
    const auto threads = std::min<std::size_t>(profile.threadCount(), 64);
    const std::size_t perThread = most / std::max<std::size_t>(threads, 1);
    std::vector<Nanoseconds> distances;
    for (std::size_t row = 0; row < threads; ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        const std::size_t step = std::max<std::size_t>(1, times.size() / perThread);
        for (std::size_t place = 1; place < times.size(); place += step)
            distances.push_back(times[SampleIndex(place)] - times[SampleIndex(place - 1)]);
    }
    if (distances.empty())
        return {};
    std::ranges::sort(distances);
    return {distances[distances.size() / 2], distances[(distances.size() - 1) * 99 / 100]};
}

// Returns how long the threads were stopped for sampling, as a share of their time from first to
// last sample.
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
    return CapturePropertiesText::tr("%1, %2 of the threads' time")
        .arg(
            durationText(stopped),
            percentText(static_cast<double>(stopped.count()) / static_cast<double>(whole.count())));
}

// Returns the numbers of threads with samples, which all views count, and of the others.
QString threadCountText(const Profile &profile)
{
    const std::size_t sampled = sampledThreadCount(profile);
    const std::size_t others = profile.threadCount() - sampled;
    return others == 0 ? countText(sampled)
                       : CapturePropertiesText::tr("%1, and %2 without samples", "of threads")
                             .arg(countText(sampled), countText(others));
}

} // namespace

PropertyNode profileGroup(const Profile &profile)
{
    PropertyGroup group(profile, CapturePropertiesText::tr("Profile"));
    const auto range = profile.timeRange();
    const auto &start = profile.tables().start; // for profiles whose times count from the start
    if (!range.isEmpty() && (profile.tables().origin == TimeOrigin::UnixEpoch || start))
        group.add(CapturePropertiesText::tr("Start"),
                  clockText(range.start + start.value_or(Timestamp()).time_since_epoch()));
    if (isTimed(profile))
        group.add(CapturePropertiesText::tr("Duration"), durationText(range.duration()));
    group.add(CapturePropertiesText::tr("Threads"), threadCountText(profile));
    group.add(CapturePropertiesText::tr("Samples"), countText(profile.sampleCount()));
    group.add(CapturePropertiesText::tr("Stacks"), countText(profile.tables().stacks.size()));
    group.add(CapturePropertiesText::tr("Frames"), countText(profile.tables().frames.size()));
    const auto regularity = samplingRegularity(profile);
    if (regularity.median.count() > 0) {
        const double rate = 1e9 / static_cast<double>(regularity.median.count());
        group.add(CapturePropertiesText::tr("Observed rate"),
                  CapturePropertiesText::tr("%1 Hz").arg(
                      QLocale().toString(rate, 'f', rate < 100 ? 1 : 0)));
        group.add(CapturePropertiesText::tr("Time between samples"),
                  CapturePropertiesText::tr("median %1, 99 % of them under %2")
                      .arg(durationText(regularity.median), durationText(regularity.p99)));
    }
    return group.take();
}

PropertyNode captureGroup(const Profile &profile)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    PropertyGroup group(profile, CapturePropertiesText::tr("Capture"));
    if (statistics.ticks == 0)
        return group.take();
    group.add(
        CapturePropertiesText::tr("Rate asked for"),
        CapturePropertiesText::tr("%1 Hz").arg(QLocale().toString(statistics.rateHz, 'g', 5)));
    group.add(CapturePropertiesText::tr("Ticks"), countText(statistics.ticks));
    group.add(CapturePropertiesText::tr("Missed ticks"), countText(statistics.missedTicks));
    group.add(CapturePropertiesText::tr("Stops of threads"), countText(statistics.suspensions));
    group.add(CapturePropertiesText::tr("Samples credited without a stop"),
              countText(statistics.reused));
    group.add(CapturePropertiesText::tr("Samples lost"), countText(statistics.dropped));
    group.add(CapturePropertiesText::tr("Stop time"),
              CapturePropertiesText::tr("median %1, 99 % of the stops under %2")
                  .arg(durationText(statistics.stopP50), durationText(statistics.stopP99)));
    group.add(CapturePropertiesText::tr("Stopped in all"), stopShareText(profile));
    if (statistics.nativeStacks > 0)
        group.add(CapturePropertiesText::tr("Stacks that reach their root"),
                  percentText(static_cast<double>(statistics.rootsReached)
                              / static_cast<double>(statistics.nativeStacks)));
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Note)
            group.add(CapturePropertiesText::tr("Note"), event.text);
    });
    return group.take();
}

PropertiesPanel::PropertiesPanel(const OpenProfile &profile, QWidget *parent)
    : QWidget(parent),
      m_profile(profile),
      m_tree(new PropertyView(this)),
      m_delay(new QTimer(this))
{
    m_tree->setAccessibleName(tr("Properties of the profile"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree);
    m_delay->setSingleShot(true);
    connect(m_delay, &QTimer::timeout, this, &PropertiesPanel::rebuild);
    connect(&profile, &OpenProfile::changed, this, &PropertiesPanel::schedule);
    schedule();
}

void PropertiesPanel::setFindings(std::vector<model::Finding> findings)
{
    m_findings = std::move(findings);
    schedule();
}

void PropertiesPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    schedule();
}

void PropertiesPanel::schedule()
{
    if (isVisible() && !m_delay->isActive())
        m_delay->start(m_tree->topLevelItemCount() > 0 ? 500ms : 0ms);
}

void PropertiesPanel::rebuild()
{
    m_tree->setGroups(m_profile.spans()
                          ? profileProperties(*m_profile.spans()->profile(), m_findings)
                          : std::vector<PropertyNode>());
}

} // namespace ember::views
