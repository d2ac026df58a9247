// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/summary.h"

#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/missinglines.h"
#include "app/cli/openfiles.h"
#include "app/cli/sharedarguments.h"
#include "model/answers/profileanswer.h"
#include "model/formats/import/importer.h"
#include "model/formats/report/figures.h"
#include "model/formats/report/reportjson.h"
#include "model/profile/profile.h"
#include "model/query/rangestatistics.h"
#include "model/query/secondrecords.h"
#include "model/query/threadstatistics.h"
#include "model/query/weights.h"
#include "views/answer/answertext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::app {

namespace {

using namespace model;

constexpr qsizetype shownBinaries = 10;

// Paths of the binaries for which no symbols were found, each once.
QStringList namelessBinaries(const Profile &profile)
{
    QStringList paths;
    const auto &images = profile.tables().images;
    for (std::size_t row = 0; row < images.size(); ++row) {
        const Image &image = images[ImageIndex(row)];
        const auto path = profile.text(image.codeFile);
        if (image.symbols == SymbolState::Missing && path.starts_with('/'))
            paths.append(QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size())));
    }
    paths.removeDuplicates();
    return paths;
}

QString reasonOf(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return QCoreApplication::translate("cli", "no names for “%1”: it is not here any more");
    if (!file.isReadable())
        return QCoreApplication::translate("cli", "no names for “%1”: it cannot be read");
    return QCoreApplication::translate("cli",
                                       "no names for “%1”: what is there now is not what ran");
}

// A line with the reason for each of the first ten binaries without names, then one with what
// helps.
QString namelessLines(const Profile &profile)
{
    QString lines;
    const auto paths = namelessBinaries(profile);
    for (const QString &path : paths.mid(0, shownBinaries))
        lines +=
            QCoreApplication::translate("cli", "note: %1").arg(reasonOf(path).arg(path)) + u'\n';
    if (paths.size() > shownBinaries)
        lines += QCoreApplication::translate("cli", "  … and %n more", nullptr,
                                             static_cast<int>(paths.size() - shownBinaries))
            + u'\n';
    if (!paths.isEmpty())
        lines += QCoreApplication::translate(
                     "cli", "  (--symbol-path DIR finds a copy of it, or its debug file)")
            + u'\n';
    return lines;
}

using report::milliseconds;
using report::percent;
using report::plainNumber;

constexpr std::size_t shownFunctions = 20;
constexpr std::size_t shownThreads = 40;
constexpr std::size_t shownTransactions = 20;
constexpr int wideColumn = 16;

double share(Nanoseconds part, Nanoseconds whole)
{
    return whole.count() > 0
        ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
        : 0;
}

// The system call in which a thread mostly waits; "" if it was never seen waiting.
QString waitText(const ThreadSamples &samples)
{
    const auto states = threadStates(samples, SampleIndex(0), SampleIndex(samples.size()));
    const auto known = static_cast<double>(states.known());
    if (states.blockedIn.empty() || states.blockedIn.front().call == noSystemCall)
        return {};
    const auto &most = states.blockedIn.front();
    return QCoreApplication::translate("cli", ", %1 in %2")
        .arg(cellText(percent(static_cast<double>(most.samples) / known)),
             cellText(systemCallText(most.call)));
}

bool hasTimes(const Profile &profile)
{
    return profile.tables().origin != TimeOrigin::None;
}

// "name (id)"; files of other tools may lack either.
QString threadText(const Profile &profile, const Thread &thread)
{
    const auto name = profile.text(thread.name);
    const auto id = profile.text(thread.id);
    if (name.empty() && id.empty())
        return QCoreApplication::translate("cli", "(not named)");
    QString text = cellText(name);
    if (!id.empty())
        text += (name.empty() ? QStringLiteral("(") : QStringLiteral(" (")) + cellText(id) + u')';
    return text;
}

bool isRunningKnown(const Summary &summary)
{
    return std::ranges::any_of(summary.threads, &ThreadStatistics::isRunningKnown);
}

QString threadLines(const report::SummarisedProfile &item, const Summary &summary)
{
    const Profile &profile = *item.imported.profile;
    QString lines = right(QCoreApplication::translate("cli", "samples"));
    if (hasTimes(profile))
        lines += right(isRunningKnown(summary) ? QCoreApplication::translate("cli", "running ms")
                                               : QCoreApplication::translate("cli", "sampled ms"))
            + right(QCoreApplication::translate("cli", "lasts ms"));
    lines += QCoreApplication::translate("cli", "  thread") + u'\n';
    std::size_t left = shownThreads;
    const auto order = threadsByActivity(profile);
    const auto second =
        item.selection.threads.empty() ? secondRecords(profile) : std::vector<ThreadIndex>();
    for (const auto index : order) {
        const auto &row = summary.threads[index.row()];
        if (item.isPart() && row.samples == 0)
            break; // threads without samples are last
        const Thread &thread = profile.thread(index);
        if (left-- == 0) {
            const auto others = static_cast<int>(order.size() - shownThreads);
            lines += QCoreApplication::translate("cli", "  … and %n more", nullptr, others) + u'\n';
            break;
        }
        lines += right(QString::number(row.samples));
        if (hasTimes(profile))
            lines += right(milliseconds(row.running)) + right(milliseconds(row.duration));
        lines +=
            QStringLiteral("  ") + threadText(profile, thread) + waitText(profile.samples(index));
        if (std::ranges::binary_search(second, index))
            lines += QCoreApplication::translate("cli", ", recorded twice: not counted");
        lines += u'\n';
    }
    return lines;
}

// Returns how long the threads that count waited for a CPU, in the samples that `counted` includes.
Nanoseconds waitedForCpu(const report::SummarisedProfile &item, Counted counted)
{
    const Profile &profile = *item.imported.profile;
    Selection selection = item.selection;
    selection.counted = counted;
    if (selection.threads.empty())
        selection.threads = withoutSecondRecords(profile);
    return rangeStatistics(profile, selection).runnable.time;
}

// The lines that say how much idle waiting the times of functions leave out, or include, and how
// much of them was waiting for a CPU.
QString countedLines(const Summary &summary, Counted counted, double waitingForCpu)
{
    if (counted == Counted::Running)
        return (isRunningKnown(summary) || summary.idle.idle.count() > 0 // V8 says when it idles
                    ? QCoreApplication::translate("cli", "(only what ran)")
                    : QCoreApplication::translate("cli", "(what ran is not known: all counts)"))
            + u'\n';
    constexpr double worthSaying = 0.001; // less is 0.0 %
    const QString waiting = waitingForCpu < worthSaying
        ? QString()
        : QCoreApplication::translate(
              "cli", "(waiting for a CPU, %1 of these times, is counted: --running leaves it out)")
                .arg(cellText(percent(waitingForCpu)))
            + u'\n';
    if (summary.idle.idle.count() == 0)
        return waiting;
    const QString text = counted == Counted::Busy
        ? QCoreApplication::translate(
            "cli", "(idle waiting of threads, %1 of the time, is left out: --idle counts it)")
        : QCoreApplication::translate("cli", "(with the idle waiting of threads, %1 of the time)");
    return text.arg(cellText(percent(summary.idle.share()))) + u'\n' + waiting;
}

QString timeLines(const report::SummarisedProfile &item, Summary summary, Counted counted)
{
    auto &functions = summary.functions;
    if (counted == Counted::Busy) {
        for (auto &function : functions) {
            function.self = function.busySelf;
            function.total = function.busyTotal;
        }
        std::ranges::stable_sort(functions, std::ranges::greater(), [](const auto &function) {
            return std::tuple(function.self, function.total);
        });
    }
    Nanoseconds whole{};
    for (const auto &function : functions)
        whole += function.self;
    QString lines = right(QCoreApplication::translate("cli", "self"))
        + right(QCoreApplication::translate("cli", "self ms"))
        + right(QCoreApplication::translate("cli", "total ms"))
        + QCoreApplication::translate("cli", "  function") + u'\n';
    for (std::size_t i = 0; i < std::min(shownFunctions, summary.functions.size()); ++i) {
        const auto &function = summary.functions[i];
        lines += right(percent(share(function.self, whole))) + right(milliseconds(function.self))
            + right(milliseconds(function.total)) + functionText(function.name, function.module);
    }
    return lines + countedLines(summary, counted, share(waitedForCpu(item, counted), whole));
}

QString valueLines(const Profile &profile, const Summary &summary)
{
    double whole = 0;
    for (const auto &function : summary.functions)
        whole += function.selfValue;
    const auto &type = profile.tables().valueTypes[summary.weight];
    QString lines = right(QCoreApplication::translate("cli", "self"))
        + right(QCoreApplication::translate("cli", "self"), wideColumn)
        + right(QCoreApplication::translate("cli", "total"), wideColumn)
        + QCoreApplication::translate("cli", "  function, by %1 in %2")
              .arg(cellText(profile.text(type.type)), cellText(profile.text(type.unit)))
        + u'\n';
    for (std::size_t i = 0; i < std::min(shownFunctions, summary.functions.size()); ++i) {
        const auto &function = summary.functions[i];
        lines += right(percent(whole != 0 ? function.selfValue / whole : 0))
            + right(plainNumber(function.selfValue), wideColumn)
            + right(plainNumber(function.totalValue), wideColumn)
            + functionText(function.name, function.module);
    }
    const auto weightless = static_cast<int>(summary.weightless);
    if (weightless > 0)
        lines += QCoreApplication::translate("cli", "%n sample(s) have no such value", nullptr,
                                             weightless)
            + u'\n';
    return lines;
}

QString sumLines(const Profile &profile, const Summary &summary)
{
    QString lines;
    for (const auto &figures : summary.values) {
        const auto &type = profile.tables().valueTypes[figures.type];
        const auto name =
            QStringLiteral("  %1 (%2)")
                .arg(cellText(profile.text(type.type)), cellText(profile.text(type.unit)));
        if (figures.sum)
            lines += right(plainNumber(*figures.sum), wideColumn) + name + u'\n';
        else if (figures.level.time)
            lines += right(plainNumber(figures.level.peak), wideColumn)
                + QCoreApplication::translate("cli", "%1, at its peak; %2 at the end")
                      .arg(name, cellText(plainNumber(figures.level.last)))
                + u'\n';
    }
    return lines.isEmpty() ? lines : QString(lines + u'\n');
}

QString namelessLine(const Profile &profile, const NamelessTime &time)
{
    const QString text = namelessText(profile, time);
    return text.isEmpty() ? text : QString(u'\n' + text + u'\n');
}

// The transactions that last longest.
QString transactionLines(const Profile &profile)
{
    const auto &tables = profile.tables();
    if (tables.transactions.isEmpty())
        return {};
    std::vector<std::size_t> spans(tables.transactions.size());
    tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        if (span.transaction.isValid())
            ++spans[span.transaction.row()];
    });
    std::vector<const Transaction *> longest;
    tables.transactions.forEach(
        [&](std::size_t, const Transaction &transaction) { longest.push_back(&transaction); });
    std::vector<std::size_t> order(longest.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t row) {
        return longest[row]->end - longest[row]->start;
    });
    QString lines = u'\n' + right(QCoreApplication::translate("cli", "lasts ms"))
        + right(QCoreApplication::translate("cli", "spans"))
        + QCoreApplication::translate("cli", "  transaction") + u'\n';
    for (const auto row : std::span(order).first(std::min(order.size(), shownTransactions))) {
        const Transaction &transaction = *longest[row];
        lines += right(milliseconds(transaction.end - transaction.start))
            + right(QString::number(spans[row])) + QStringLiteral("  ")
            + cellText(profile.text(transaction.name));
        if (transaction.thread.isValid())
            lines += QCoreApplication::translate("cli", ", on %1")
                         .arg(threadText(profile, profile.thread(transaction.thread)));
        lines += u'\n';
    }
    if (order.size() > shownTransactions)
        lines += QCoreApplication::translate("cli", "  … and %n more", nullptr,
                                             int(order.size() - shownTransactions))
            + u'\n';
    return lines;
}

// The line about the exit status of the recorded command; "" if it ran on.
QString endLine(const Profile &profile)
{
    const auto exit = launchedExit(profile);
    if (!exit)
        return {};
    const QString text = exit->bySignal
        ? QCoreApplication::translate("cli", "ended by signal %1")
        : QCoreApplication::translate("cli", "ended with exit status %1");
    return text.arg(exit->code) + u'\n';
}

// The recorder's notes, untranslated like details of errors.
QString noteLines(const Profile &profile)
{
    QString lines;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Note && event.text.isValid())
            lines += QCoreApplication::translate("cli", "note: %1")
                         .arg(cellText(profile.text(event.text)))
                + u'\n';
    });
    return lines;
}

QString cutLine(const Summary &summary)
{
    constexpr std::size_t maxModules = 5;
    if (summary.cutStacks == 0)
        return {};
    QStringList modules;
    for (const CutModule &module :
         std::span(summary.cutModules).first(std::min(maxModules, summary.cutModules.size()))) {
        const auto name = module.module.empty() || module.module == madeCodePackage
            ? QCoreApplication::translate("cli", "code made at run time")
            : cellText(module.module);
        modules << QStringLiteral("%1 (%2)").arg(name).arg(module.samples);
    }
    if (summary.cutModules.size() > maxModules)
        modules << QStringLiteral("…");
    const int count = static_cast<int>(summary.cutStacks);
    return QCoreApplication::translate("cli",
                                       "%n of the stacks are cut, their callers unknown: "
                                       "the recorder found no way out of %1",
                                       nullptr, count)
               .arg(modules.join(QStringLiteral(", ")))
        + u'\n';
}

QString captureLines(const Profile &profile, const Summary &summary)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    QString lines = QCoreApplication::translate("cli",
                                                "ticks: %1, missed: %2; suspensions: %3, samples "
                                                "without one: %4; dropped: %5")
                        .arg(statistics.ticks)
                        .arg(statistics.missedTicks)
                        .arg(statistics.suspensions)
                        .arg(statistics.reused)
                        .arg(statistics.dropped)
        + u'\n'
        + QCoreApplication::translate("cli", "stop time p50 %1 ms, p99 %2 ms")
              .arg(cellText(milliseconds(statistics.stopP50)),
                   cellText(milliseconds(statistics.stopP99)));
    if (summary.rootReached)
        lines += QCoreApplication::translate("cli", "; %1 of the stacks reach their root")
                     .arg(cellText(percent(*summary.rootReached)));
    lines += u'\n';
    lines += cutLine(summary);
    if (const int count = static_cast<int>(summary.reportsLost); count > 0)
        lines += QCoreApplication::translate(
                     "cli", "of what the program reported, %n did not arrive", nullptr, count)
            + u'\n';
    return lines + noteLines(profile);
}

QString headline(const ImportedProfile &imported, const Summary &summary)
{
    const auto sampleCount = static_cast<int>(summary.samples);
    const auto threadCount = static_cast<int>(std::ranges::count_if(
        summary.threads, [](const auto &thread) { return thread.samples > 0; }));
    const QString samples =
        QCoreApplication::translate("cli", "%n sample(s)", nullptr, sampleCount);
    const QString threads =
        QCoreApplication::translate("cli", "%n thread(s)", nullptr, threadCount);
    const std::string file = imported.files.empty() ? std::string() : imported.files.front();
    const auto counted = countedSamples(*imported.profile).value_or(summary.samples);
    if (counted != summary.samples)
        return QCoreApplication::translate("cli",
                                           "%1 (%2): %3 samples in %4 records of %5, without times")
            .arg(cellText(file), cellText(imported.format), QString::number(counted),
                 QString::number(summary.samples), threads);
    if (!hasTimes(*imported.profile))
        return QCoreApplication::translate("cli", "%1 (%2): %3 of %4, without times")
            .arg(cellText(file), cellText(imported.format), samples, threads);
    return QCoreApplication::translate("cli", "%1 (%2): %3 of %4 in %5 ms")
        .arg(cellText(file), cellText(imported.format), samples, threads,
             cellText(milliseconds(summary.duration)));
}

// What the window says of a profile when it is opened, a sentence a line.
QString answerLines(const ImportedProfile &imported)
{
    const Profile &profile = *imported.profile;
    const auto answer = profileAnswer(imported.profile);
    auto sentences = views::sentencesOf(profile, answer);
    std::ranges::move(views::waitSentencesOf(profile, answer), std::back_inserter(sentences));
    QString lines;
    for (const auto &sentence : sentences)
        lines += cellText(views::textOf(sentence).toStdString()) + u'\n';
    return lines + u'\n';
}

// The content of `summary --json` as text: sentences; threads by activity, the 20 functions with
// most self time, properties of the capture. In the terminal's encoding.
std::string summaryText(std::span<const report::SummarisedProfile> profiles, Counted counted)
{
    QString lines;
    for (const auto &item : profiles) {
        const Profile &profile = *item.imported.profile;
        const Summary summary = summarise(profile, item.selection);
        lines += headline(item.imported, summary) + u'\n' + answerLines(item.imported)
            + threadLines(item, summary) + u'\n' + sumLines(profile, summary)
            + (summary.weight.isValid() ? valueLines(profile, summary)
                                        : timeLines(item, summary, counted))
            + namelessLine(profile, summary.nameless) + transactionLines(profile);
        if (report::isCapture(profile))
            lines +=
                u'\n' + captureLines(profile, summary) + namelessLines(profile) + endLine(profile);
        lines += u'\n';
    }
    return lines.toLocal8Bit().toStdString();
}

constexpr std::array summaryOptions{
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "An array for scripts.")},
    OptionSpec{
        .name = "idle",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "Counts the time in which threads only waited for something to do, too. In the JSON "
            "it always counts, and busy_self_ns and busy_total_ns are without.")},
};

// The profiles, or the parts of them that are asked for. Prints those that have no such part.
std::vector<report::SummarisedProfile> partsOf(const CommandParser &parser,
                                               const std::vector<ImportedProfile> &profiles)
{
    std::vector<report::SummarisedProfile> parts;
    for (const auto &imported : profiles) {
        auto selection = selectionOf(parser, *imported.profile,
                                     imported.files.empty() ? "" : imported.files.front());
        if (!selection)
            continue;
        parts.push_back({imported, std::move(*selection)});
        auto &part = parts.back();
        part.selection.weight = findValueType(*imported.profile, weightArgument(parser));
        if (!part.isPart())
            continue;
        // Idle waits are those found in the whole profile, not in the part.
        part.selection.idleWaits =
            std::make_shared<IdleWaitFinder>(IdleWaitFinder().find(*imported.profile));
        auto samples = part.selection;
        samples.counted = Counted::All;
        part.imported.profile = excerpt(imported.profile, samples).profile;
    }
    return parts;
}

int summary(const CommandParser &parser)
{
    if (parser.has("running") && parser.has("idle"))
        return parser.usageError(
            QCoreApplication::translate("cli", "--running leaves out what --idle asks for"));
    if (const auto fault = selectionFault(parser))
        return parser.usageError(*fault);
    auto opened = openEach(parser.positionalArguments(), symbolSettings(parser));
    if (!opened || opened->profiles.empty())
        return exitcode::bad;
    std::ranges::for_each(opened->profiles, showStacks, &model::ImportedProfile::profile);
    const auto type = weightArgument(parser);
    if (!haveWeight(opened->profiles, type))
        return exitcode::bad;
    const auto parts = partsOf(parser, opened->profiles);
    if (parts.empty())
        return exitcode::bad;
    auto counted = parser.has("idle") ? Counted::All : Counted::Busy;
    if (parser.has("running"))
        counted = Counted::Running;
    const bool isPrinted = parser.has("json") ? printJson(model::report::summaryJson(parts))
                                              : printResult(summaryText(parts, counted));
    const bool hasAllParts = parts.size() == opened->profiles.size();
    return isPrinted && hasAllParts && isAllRead(*opened) ? exitcode::done : exitcode::bad;
}

} // namespace

constinit const CommandSpec summaryCommand{
    .name = "summary",
    .summary = QT_TRANSLATE_NOOP("cli", "threads, functions and totals of profiles"),
    .description = QT_TRANSLATE_NOOP("cli", "Threads, functions and totals of profiles."),
    .operands = {{{"FILE", QT_TRANSLATE_NOOP("cli", "Profiles to read."), "FILE…"}}},
    .leastOperands = 1,
    .operandFault = QT_TRANSLATE_NOOP("cli", "summary needs files"),
    .options = {summaryOptions, weightOptionSpecs, selectionOptionSpecs, rangeEndOptionSpecs,
                symbolOptionSpecs},
    .run = summary,
};

} // namespace ember::app
