// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/labels.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "tests/endtoend/recording.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTest>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

using Names = std::vector<std::string>; // of functions, leaf first

Names namesOf(const Profile &profile, StackIndex stack)
{
    Names names;
    for (; stack.isValid() && stack != emptyStack; stack = profile.stack(stack).parent) {
        const auto function = profile.frame(profile.stack(stack).frame).function;
        names.emplace_back(function.isValid() ? profile.text(profile.function(function).name)
                                              : std::string_view("?"));
    }
    return names;
}

std::string textOf(const Names &names)
{
    std::string text;
    for (const auto &name : names)
        text += " < " + name;
    return text;
}

bool has(const Names &names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

// Go's own goroutines, the scheduler, which has left the one that was running, and handlers.
bool isOfGoItself(const Names &names)
{
    const auto isOwn = [](std::string_view name) {
        return name.starts_with("runtime.gcBgMarkWorker") || name == "runtime.bgscavenge"
            || name == "runtime.bgsweep" || name == "runtime.forcegchelper"
            || name == "runtime.schedule" || name == "runtime.goschedImpl"
            || name == "runtime.mstart1" || name == "runtime.mcall" || name == "runtime.rt0_go"
            || name == "runtime.gcStart" || name == "runtime.(*pageAlloc).scavenge.func1"
            || name == "runtime.sigtramp";
    };
    return std::ranges::any_of(names, isOwn);
}

} // namespace

class TstGoroutines : public QObject {
    Q_OBJECT

private slots:
    void whatTheirThreadDoesForThemHasTheirFunctions_data()
    {
        addRuntimePrograms(QStringLiteral("go"));
    }

    // By CPU time of the samples on a thread's own stack.
    void whatTheirThreadDoesForThemHasTheirFunctions()
    {
#if !defined __x86_64__
        QSKIP("Go's table is read for stacks of x86-64 only");
#endif
        QFETCH(QString, program);
        if (program.isEmpty())
            QSKIP("it is not here");
        Recording recording;
        record(program, QStringLiteral("goroutines"), 3, recording);
        const auto profile = recording.read().profile;
        checkWay(*profile, "time.now", 97);
        checkWay(*profile, "runtime.systemstack", 95);
        checkWay(*profile, "runtime.morestack", 90);
    }

    void samplesSayWhichGoroutineTheyAreOf_data()
    {
        addRuntimePrograms(QStringLiteral("go"));
    }

    // The program's goroutines print their ids; each has a function of its own at its root.
    void samplesSayWhichGoroutineTheyAreOf()
    {
#if !defined __x86_64__
        QSKIP("goroutines are told on x86-64 only");
#endif
        QFETCH(QString, program);
        if (program.isEmpty())
            QSKIP("it is not here");
        Recording recording;
        const auto output = record(program, QStringLiteral("goroutineids"), 8, recording);
        std::map<std::string, std::string, std::less<>> labels; // by function
        for (const auto &line : output.split('\n')) {
            if (const auto words = line.split(' ');
                words.size() == 2 && words[0].startsWith("main."))
                labels[words[0].toStdString()] = "goroutine=" + words[1].toStdString();
        }
        QCOMPARE(labels.size(), std::size_t(4));
        const auto profile = recording.read().profile;
        checkLabels(*profile, labels);
        checkCallers(*profile);
    }

private:
    // Builds the program of this name with the `go` command, records it for so many seconds and
    // returns what it printed. Fails the program if it cannot be built.
    static QByteArray record(const QString &go, const QString &name, int seconds,
                             Recording &recording)
    {
        qputenv("GOCACHE", QFile::encodeName(recording.file(QStringLiteral("cache"))));
        const auto built = recording.file(name); // names are read from it later
        const auto status =
            QProcess::execute(go,
                              {QStringLiteral("build"), QStringLiteral("-o"), built,
                               QStringLiteral(EMBER_SOURCE_DIR "/tests/endtoend/%1.go").arg(name)});
        if (status != 0)
            qFatal("%s cannot be built: %d", qPrintable(name), status);
        recording.start({QStringLiteral("-F"), QStringLiteral("997")},
                        {built, QString::number(seconds)});
        return recording.finish();
    }

    static void checkLabels(const Profile &profile,
                            const std::map<std::string, std::string, std::less<>> &wanted)
    {
        std::map<std::string, std::pair<int, int>, std::less<>> counts; // labelled, all
        QStringList wrong;
        for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
            const auto &samples = profile.samples(ThreadIndex(thread));
            samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
                const auto names = namesOf(profile, stack);
                const auto root = std::ranges::find_if(
                    names, [&](const std::string &name) { return wanted.contains(name); });
                if (root == names.end())
                    return;
                // A row for ticks in which the thread had no CPU was not stopped for.
                const SampleIndex sample(row);
                if (samples.details[sample].stopNs == 0)
                    return;
                auto &[labelled, all] = counts[*root];
                ++all;
                const auto json =
                    samples.labels.contains(sample) ? samples.labels[sample] : StringIndex();
                if (!json.isValid())
                    return;
                const auto label = labelText(labelsOf(profile.text(json)).at(0));
                if (label == wanted.at(*root))
                    ++labelled;
                else
                    wrong << QString::fromStdString(label + " of" + textOf(names));
            });
        }
        int labelledStops = 0;
        int stops = 0;
        for (const auto &[name, label] : wanted) {
            const auto [labelled, all] = counts[name];
            qInfo("%s, %s: %d of %d", name.c_str(), label.c_str(), labelled, all);
            QVERIFY2(all > 20, name.c_str());
            labelledStops += labelled;
            stops += all;
        }
        QCOMPARE_GE(labelledStops * 100, stops * 99);
        QVERIFY2(isRare(wrong, stops), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    // Other threads run while a stopped one is read.
    static bool isRare(const QStringList &wrong, int stops)
    {
        return wrong.size() * 1000 <= stops;
    }

    // Checks who called the closures that threads run on their own stacks for a goroutine: the name
    // of a closure begins with that of its function, which must be among its callers. Stacks with a
    // signal handler are left out, as what it interrupted may be read too late.
    static void checkCallers(const Profile &profile)
    {
        int calls = 0;
        QStringList wrong;
        for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
            profile.samples(ThreadIndex(thread))
                .stacks.forEach([&](std::size_t /*row*/, StackIndex stack) {
                    const auto names = namesOf(profile, stack);
                    const auto change = std::ranges::find(names, "runtime.systemstack");
                    if (change == names.begin() || change == names.end()
                        || change + 1 == names.end()
                        || (change - 1)->find(".func") == std::string::npos
                        || has(names, "runtime.sigtramp"))
                        return;
                    ++calls;
                    const auto hasClosure = [&](const std::string &name) {
                        return (change - 1)->starts_with(name + '.');
                    };
                    if (std::none_of(change + 1, names.end(), hasClosure))
                        wrong << QString::fromStdString(textOf(names));
                });
        }
        qInfo("%d closures on threads' own stacks", calls);
        QVERIFY(calls > 0);
        QVERIFY2(isRare(wrong, calls), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    static void checkWay(const Profile &profile, std::string_view way, int percent)
    {
        std::int64_t seen = 0; // ns, as all
        std::int64_t named = 0;
        QString without;
        for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
            const auto &samples = profile.samples(ThreadIndex(thread));
            samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
                // The CPU time of a gap was used in stacks that nobody has seen.
                if (row > 0 && isGapMark(samples, SampleIndex(row - 1)))
                    return;
                const auto used = samples.details[SampleIndex(row)].cpuNs;
                const auto names = namesOf(profile, stack);
                if (used <= 0 || !has(names, way) || isOfGoItself(names))
                    return;
                const bool isNamed = std::ranges::any_of(
                    names, [](const std::string &name) { return name.starts_with("main."); });
                seen += used;
                named += isNamed ? used : 0;
                if (!isNamed)
                    without += QString::fromStdString(textOf(names) + '\n');
            });
        }
        qInfo("%s: %.1f of %.1f ms named", way.data(), double(named) / 1e6, double(seen) / 1e6);
        QVERIFY2(seen > 0, way.data());
        QVERIFY2(named * 100 >= seen * percent, qPrintable(without));
    }
};

EMBER_TEST(TstGoroutines)
#include "tst_goroutines.moc"
