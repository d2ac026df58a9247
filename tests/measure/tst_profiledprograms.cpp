// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/pauses.h"
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ember::tests;
using namespace ember::model;

namespace {

RecorderRun profiled(const char *options, const char *what)
{
    return record(words(options), QStringList(QStringLiteral("profiled")) + words(what));
}

std::vector<Timestamp> sampleTimes(const Profile &profile)
{
    std::vector<Timestamp> times;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        for (std::size_t sample = 0; sample < samples.size(); ++sample)
            times.push_back(samples.times[SampleIndex(sample)]);
    }
    std::ranges::sort(times);
    return times;
}

// When the recorder took samples, by its own events; times without a sample are left out.
std::vector<TimeRange> sampledTimes(const Profile &profile)
{
    const auto times = sampleTimes(profile);
    std::vector<TimeRange> ranges;
    std::optional<Timestamp> since;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        using enum CaptureEventKind;
        if (event.kind == Started || event.kind == Resumed)
            since = event.time;
        if ((event.kind == Paused || event.kind == Stopped) && since) {
            ranges.push_back({*since, event.time});
            since.reset();
        }
    });
    std::erase_if(ranges, [&](const TimeRange &range) {
        return std::ranges::none_of(
            times, [&](Timestamp time) { return range.start <= time && time <= range.end; });
    });
    return ranges;
}

// Whether there are samples, all of them in one of the times.
bool areSampledWithin(const Profile &profile, const std::vector<TimeRange> &ranges)
{
    const auto times = sampleTimes(profile);
    return !times.empty() && std::ranges::all_of(times, [&](Timestamp time) {
        return std::ranges::any_of(ranges, [&](const TimeRange &range) {
            return range.start <= time && time <= range.end;
        });
    });
}

bool hasNoSamples(const RecorderRun &run)
{
    return !run.profile || sampleTimes(*run.profile).empty();
}

// The time at which the program said this.
Timestamp saidAt(const Profile &profile, std::string_view name)
{
    for (const Measurement &series : profile.tables().measurements) {
        if (profile.text(series.name) == name)
            return series.values.back().time;
    }
    return {};
}

} // namespace

// What programs that use the profiler of capture/api/emberchart.h get recorded.
class TstProfiledPrograms : public QObject {
    Q_OBJECT

private slots:
    void init();
    void manualSamplesFromStartToStop();
    void withoutALifecycleAllIsSampled();
    void aSessionThatIsNotSampledIsEmpty();
    void traceSamplesFromTheFirstTransactionOn();
    void theSamplerDecidesAboutEachTransaction();
    void theCommandLineGoesBeforeTheProgram();
    void traceWithoutTracingIsWarnedOfOnce();
    void profilesOfTransactionsEndWithThem();
    void appStartTakesTheDrawOfTheLaunchBefore();
    void theDrawsAreForTheirUserOnly();
    void aDrawIsThatOfTheScript();
    void aDrawIsThatOfTheCodeOnTheCommandLine();
    void theLastWordsOfAProgramCount();
    void transactionsAndSpansAreInTheCapture();
    void aTransactionIsOfTheThreadWhereItBegan();
    void callsThatDoNothingSaySoOnce_data();
    void callsThatDoNothingSaySoOnce();
    void endlessTransactionsHarmNobody();
    void signalHandlersMayReport();
    void wrongRatesAreRefused_data();
    void wrongRatesAreRefused();

private:
    QTemporaryDir m_state;
};

void TstProfiledPrograms::init()
{
    QDir(m_state.path()).removeRecursively();
    qputenv("XDG_STATE_HOME", m_state.path().toUtf8());
}

void TstProfiledPrograms::manualSamplesFromStartToStop()
{
    const auto run = profiled("--lifecycle manual", "manual");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    QVERIFY(!isOfTransactions(*run.profile));
    const auto ranges = sampledTimes(*run.profile);
    QCOMPARE(ranges.size(), std::size_t(1));
    QVERIFY(areSampledWithin(*run.profile, ranges));
    QVERIFY(ranges[0].start >= saidAt(*run.profile, "before start"));
    QVERIFY(ranges[0].end >= saidAt(*run.profile, "before stop"));
    QVERIFY(ranges[0].end < run.profile->process(ProcessIndex(0)).end);
}

void TstProfiledPrograms::withoutALifecycleAllIsSampled()
{
    const auto run = profiled("--measurements", "manual");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    const auto times = sampleTimes(*run.profile);
    QVERIFY(!times.empty());
    QVERIFY(times.front() < saidAt(*run.profile, "before start"));
    QCOMPARE(run.errors.count("recorded without --lifecycle"), qsizetype(1));
}

void TstProfiledPrograms::aSessionThatIsNotSampledIsEmpty()
{
    const auto run = profiled("--lifecycle manual --session-sample-rate 0", "manual");
    QCOMPARE(run.status, 0);
    QVERIFY(hasNoSamples(run));
    QVERIFY2(run.errors.contains("this session was not sampled"), run.errors.constData());
}

void TstProfiledPrograms::traceSamplesFromTheFirstTransactionOn()
{
    const auto run = profiled("--lifecycle trace", "trace");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    const auto ranges = sampledTimes(*run.profile);
    QCOMPARE(ranges.size(), std::size_t(1));
    QVERIFY(areSampledWithin(*run.profile, ranges));
    const auto &transaction = run.profile->tables().transactions[TransactionIndex(0)];
    QVERIFY(ranges[0].start >= transaction.start);
    QVERIFY(ranges[0].start < transaction.end);
    QVERIFY(sampleTimes(*run.profile).back() > transaction.end); // the chunk is finished
}

void TstProfiledPrograms::theSamplerDecidesAboutEachTransaction()
{
    QVERIFY(hasNoSamples(profiled("--lifecycle trace --traces-sample-rate 1", "sampler other")));
    const auto run =
        record(words("--lifecycle trace --traces-sample-rate 0"),
               {QStringLiteral("profiled"), QStringLiteral("sampler"), QStringLiteral("GET /")});
    QVERIFY(run.profile && !sampleTimes(*run.profile).empty());
}

void TstProfiledPrograms::theCommandLineGoesBeforeTheProgram()
{
    QVERIFY(hasNoSamples(profiled("--traces-sample-rate 0", "trace")));
    const auto run = profiled("--session-sample-rate 1", "unsampled");
    QVERIFY2(!run.errors.contains("not sampled"), run.errors.constData());
}

void TstProfiledPrograms::traceWithoutTracingIsWarnedOfOnce()
{
    const auto run = profiled("--lifecycle trace", "untraced");
    QVERIFY(hasNoSamples(run));
    QCOMPARE(run.errors.count("tracing is off"), qsizetype(1));
    const auto unconnected = profiled("--lifecycle trace --traces-sample-rate 1", "quiet");
    QVERIFY(hasNoSamples(unconnected));
    QCOMPARE(unconnected.errors.count("tracing is off"), qsizetype(1));
}

void TstProfiledPrograms::profilesOfTransactionsEndWithThem()
{
    const auto run = profiled("--session-sample-rate 0", "transactions");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    const auto ranges = sampledTimes(*run.profile);
    QCOMPARE(ranges.size(), std::size_t(1));
    QVERIFY(areSampledWithin(*run.profile, ranges));
    QVERIFY(ranges[0].end < run.profile->process(ProcessIndex(0)).end);
    QCOMPARE(run.errors.count("has no effect where profiles_sample_rate"), qsizetype(1));
    QVERIFY(isOfTransactions(*run.profile)); // is sent as V1
}

void TstProfiledPrograms::appStartTakesTheDrawOfTheLaunchBefore()
{
    const auto first = profiled("--session-sample-rate 1", "appstart");
    QVERIFY(hasNoSamples(first));
    const auto second = profiled("--session-sample-rate 1", "appstart");
    QVERIFY2(second.profile, qPrintable(describe(second)));
    const auto ranges = sampledTimes(*second.profile);
    QCOMPARE(ranges.size(), std::size_t(1));
    QVERIFY(areSampledWithin(*second.profile, ranges));
    QVERIFY(sampleTimes(*second.profile).front() < saidAt(*second.profile, "before stop"));
    QVERIFY(ranges[0].end < second.profile->process(ProcessIndex(0)).end);
    profiled("--session-sample-rate 0", "appstart"); // leaves a draw that is not sampled
    QVERIFY(hasNoSamples(profiled("--session-sample-rate 1", "appstart")));
}

void TstProfiledPrograms::theDrawsAreForTheirUserOnly()
{
    profiled("--profile-app-start", "quiet");
    const QDir folder(m_state.filePath(QStringLiteral("emberchart/appstart")));
    const auto files = folder.entryInfoList(QDir::Files);
    QCOMPARE(files.size(), qsizetype(1));
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther
        | QFileDevice::WriteOther;
    QVERIFY((files.front().permissions() & others) == 0);
    QVERIFY((QFileInfo(folder.path()).permissions() & others) == 0);
}

void TstProfiledPrograms::aDrawIsThatOfTheScript()
{
    const QTemporaryDir scripts;
    for (const char *name : {"a.sh", "b.sh", "a.sh"}) {
        QFile script(scripts.filePath(QLatin1String(name)));
        QVERIFY(script.open(QFile::WriteOnly));
        script.write("exit 0\n");
        script.close();
        const auto run =
            record(words("--profile-app-start"), {QStringLiteral("/bin/sh"), script.fileName()});
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
    }
    const QDir folder(m_state.filePath(QStringLiteral("emberchart/appstart")));
    QCOMPARE(folder.entryInfoList(QDir::Files).size(), qsizetype(2));
}

// Two commands of one interpreter, in two folders.
void TstProfiledPrograms::aDrawIsThatOfTheCodeOnTheCommandLine()
{
    const QTemporaryDir other;
    const auto launch = [](const QStringList &options, const QString &code) {
        const auto run = record(words("--profile-app-start") + options,
                                {QStringLiteral("/bin/sh"), QStringLiteral("-c"), code});
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
    };
    const QDir folder(m_state.filePath(QStringLiteral("emberchart/appstart")));
    launch({}, QStringLiteral("exit 0"));
    launch({}, QStringLiteral("true"));
    launch({}, QStringLiteral("exit 0"));
    QCOMPARE(folder.entryInfoList(QDir::Files).size(), qsizetype(2));
    launch({QStringLiteral("--cwd"), other.path()}, QStringLiteral("exit 0"));
    QCOMPARE(folder.entryInfoList(QDir::Files).size(), qsizetype(3));
}

void TstProfiledPrograms::theLastWordsOfAProgramCount()
{
    const QDir folder(m_state.filePath(QStringLiteral("emberchart/appstart")));
    for (int times = 0; times < 10; ++times) {
        QDir(folder.path()).removeRecursively();
        const auto run = profiled("--session-sample-rate 1", "brief");
        QCOMPARE(run.status, 0);
        QCOMPARE(folder.entryInfoList(QDir::Files).size(), qsizetype(1));
        QVERIFY2(!run.errors.contains("does not use emberchart.h"), run.errors.constData());
    }
}

void TstProfiledPrograms::transactionsAndSpansAreInTheCapture()
{
    const auto run = profiled("--measurements", "trace");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    const auto &profile = *run.profile;
    const auto text = [&](StringIndex index) {
        return index.isValid() ? std::string(profile.text(index)) : std::string();
    };
    const auto &tables = profile.tables();
    QCOMPARE(tables.transactions.size(), std::size_t(1));
    const auto &root = tables.transactions[TransactionIndex(0)];
    QCOMPARE(text(root.name), std::string("GET /"));
    QCOMPARE(text(root.op), std::string("http.server"));
    QCOMPARE(text(root.status), std::string("ok"));
    QVERIFY(profile.thread(root.thread).isMain);
    const QRegularExpression traceId(QStringLiteral("^[0-9a-f]{32}$"));
    QVERIFY(traceId.match(QString::fromStdString(text(root.traceId))).hasMatch());
    QCOMPARE(text(root.spanId).size(), std::size_t(16));
    std::map<std::string, TracingSpan> spans;
    tables.tracingSpans.forEach(
        [&](std::size_t, const TracingSpan &span) { spans[text(span.op)] = span; });
    QCOMPARE(spans.size(), std::size_t(4));
    const auto &query = spans["db.query"];
    QCOMPARE(text(query.name), std::string("SELECT 1"));
    QCOMPARE(text(query.status), std::string("not_found"));
    QCOMPARE(text(query.parent), text(root.spanId));
    QCOMPARE(text(spans["db.fetch"].parent), text(query.id));
    QCOMPARE(text(spans["worker"].parent), text(root.spanId));
    QVERIFY(spans["worker"].thread.isValid() && spans["worker"].thread != root.thread);
    for (const char *op : {"db.query", "db.fetch", "worker"})
        QVERIFY(spans[op].transaction == TransactionIndex(0));
    QVERIFY(!spans["idle"].transaction.isValid() && !spans["idle"].parent.isValid());
    QVERIFY(root.start <= query.start && query.end <= root.end);
}

// SPEC T6: also where that is not the main one.
void TstProfiledPrograms::aTransactionIsOfTheThreadWhereItBegan()
{
    const auto run = profiled("--measurements", "elsewhere");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    const auto &profile = *run.profile;
    const auto &transactions = profile.tables().transactions;
    QCOMPARE(transactions.size(), std::size_t(1));
    const auto thread = transactions[TransactionIndex(0)].thread;
    QVERIFY(thread.isValid());
    QVERIFY(!profile.thread(thread).isMain);
}

void TstProfiledPrograms::callsThatDoNothingSaySoOnce_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("started") << QByteArray("started") << QByteArrayList{"already running"};
    QTest::newRow("unsampled") << QByteArray("unsampled")
                               << QByteArrayList{"this session is not sampled"};
    QTest::newRow("trace") << QByteArray("bound")
                           << QByteArrayList{"transactions start it", "transactions stop it"};
}

void TstProfiledPrograms::callsThatDoNothingSaySoOnce()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArrayList, expected);
    // Some option has to put the lifecycle in force; this one changes nothing here.
    const auto run = profiled("--traces-sample-rate 1", what.constData());
    QCOMPARE(run.status, 0);
    QCOMPARE(run.errors.count("emberchart: st"), expected.size());
    for (const QByteArray &text : expected)
        QCOMPARE(run.errors.count(text), qsizetype(1));
}

void TstProfiledPrograms::endlessTransactionsHarmNobody()
{
    const auto run = profiled("--lifecycle trace --traces-sample-rate 1", "hostile");
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    QVERIFY(!run.profile->tables().transactions.isEmpty());
}

// While threads of the program do so, too.
void TstProfiledPrograms::signalHandlersMayReport()
{
    const auto run =
        record(words("--lifecycle trace --session-sample-rate 1 --traces-sample-rate 1"),
               {QStringLiteral("interrupted")});
    QVERIFY2(run.status == 0 && run.profile, qPrintable(describe(run)));
    // It reports faster than that can be taken, but nothing wrong.
    QVERIFY2(!run.errors.contains("refused") || run.errors.contains("; 0 were refused"),
             run.errors.constData());
    QVERIFY(!run.profile->tables().transactions.isEmpty());
}

void TstProfiledPrograms::wrongRatesAreRefused_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray rate("a number from 0.0 to 1.0");
    QTest::newRow("above") << QByteArray("--session-sample-rate 1.01") << rate;
    QTest::newRow("below") << QByteArray("--session-sample-rate -0.1") << rate;
    QTest::newRow("no number") << QByteArray("--traces-sample-rate nan") << rate;
    QTest::newRow("half a number") << QByteArray("--traces-sample-rate 0.5x") << rate;
    QTest::newRow("word") << QByteArray("--lifecycle auto") << QByteArray("manual or trace");
}

void TstProfiledPrograms::wrongRatesAreRefused()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, expected);
    const auto run = profiled(options.constData(), "quiet");
    QCOMPARE(run.status, 2);
    QVERIFY2(run.errors.contains(expected), run.errors.constData());
}

EMBER_TEST(TstProfiledPrograms)
#include "tst_profiledprograms.moc"
