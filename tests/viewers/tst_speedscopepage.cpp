// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "model/query/functionstatistics.h"
#include "model/query/weights.h"
#include "tests/support/testmain.h"
#include "tests/viewers/tool.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <map>

using namespace ember::model;
using namespace ember::tests;

namespace {

// Adds the totals of functions, in time or else in `weight`.
void addTotals(std::map<std::string, double> &totals, const Profile &profile,
               ValueTypeIndex weight = {})
{
    Selection all;
    all.weight = weight;
    for (const auto &function : functionStatistics(profile, all)) {
        const double total =
            weight.isValid() ? function.totalValue : double(function.total.count());
        if (total > 0)
            totals[function.name] += total;
    }
}

// The totals of functions, or an empty map where the file does not open. Without times of all types
// of values together: we say that they are of the same samples, speedscope's export does not.
std::map<std::string, double> pageTotalsOf(const QString &path)
{
    std::map<std::string, double> totals;
    const auto import = builtinFormats().open({path.toStdString()}, {});
    if (!import)
        return totals;
    for (const auto &imported : import->profiles) {
        const Profile &profile = *imported.profile;
        if (profile.tables().origin != TimeOrigin::None) {
            addTotals(totals, profile);
            continue;
        }
        for (std::size_t type = 0; type < profile.tables().valueTypes.size(); ++type)
            addTotals(totals, profile, ValueTypeIndex(type));
    }
    return totals;
}

struct Shown {
    double value = 0;
    double rounding = 0; // of the digits shown
};

// "1.98s", "356.44ms", "209,673", "118.89 MB": nanoseconds, counts, bytes.
Shown shownTotal(QString text)
{
    text.remove(u',');
    qsizetype end = 0;
    while (end < text.size() && (text[end].isDigit() || text[end] == u'.'))
        ++end;
    const QString number = text.left(end);
    const QString unit = text.mid(end).trimmed();
    const std::map<QString, double> units{
        {QString(), 1},
        {QStringLiteral("ns"), 1},
        {QString::fromUtf8("\u00b5s"), 1e3},
        {QStringLiteral("ms"), 1e6},
        {QStringLiteral("s"), 1e9},
        {QStringLiteral("B"), 1},
        {QStringLiteral("KB"), 1024},
        {QStringLiteral("MB"), 1024 * 1024},
        {QStringLiteral("GB"), 1024 * 1024 * 1024},
    };
    const auto factor = units.at(unit);
    const auto point = number.indexOf(u'.');
    const auto decimals = point < 0 ? 0 : number.size() - point - 1;
    return {number.toDouble() * factor, factor * std::pow(0.1, double(decimals))};
}

nlohmann::json jsonAt(const QString &path)
{
    std::ifstream file(path.toStdString());
    return nlohmann::json::parse(file, nullptr, false);
}

struct Total {
    std::string name;
    double value = 0;
};

// What the page has to show of a file: the weights of each profile, or of a trace, what lies
// between the first and the last event of each thread.
std::vector<Total> shownOf(const nlohmann::json &file)
{
    std::vector<Total> totals;
    if (file.contains("profiles")) {
        for (const auto &profile : file.at("profiles")) {
            totals.push_back({profile.at("name").get<std::string>(), 0});
            for (const auto &weight : profile.at("weights"))
                totals.back().value += weight.get<double>();
        }
        return totals;
    }
    std::vector<double> starts;
    std::map<std::int64_t, std::size_t> threads;
    for (const auto &event : file.at("traceEvents")) {
        if (event.at("ph") == "M" || event.at("ph") == "C") // a name, a counter of a process
            continue;
        const auto [thread, isNew] =
            threads.try_emplace(event.at("tid").get<std::int64_t>(), totals.size());
        const double time = event.at("ts").get<double>() * 1e3;
        if (isNew) {
            totals.push_back({"tid " + std::to_string(thread->first), 0});
            starts.push_back(time);
        }
        totals[thread->second].value = time - starts[thread->second];
    }
    return totals;
}

} // namespace

// speedscope's own page in a browser. EMBER_VIEWERS is a folder in which npm has installed
// speedscope and puppeteer-core.
class TstSpeedscopePage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_modules = qEnvironmentVariable("EMBER_VIEWERS") + QStringLiteral("/node_modules");
        m_node = QStandardPaths::findExecutable(QStringLiteral("node"));
        m_browser = QStandardPaths::findExecutable(QStringLiteral("chromium"));
        if (m_node.isEmpty() || m_browser.isEmpty()
            || !QDir(m_modules + QStringLiteral("/speedscope")).exists()
            || !QDir(m_modules + QStringLiteral("/puppeteer-core")).exists())
            QSKIP("no node, chromium, speedscope, puppeteer-core");
    }

    void itShowsOurTotalsAndWeItsExport_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("ending");
        const auto own = QStringLiteral("speedscope.json");
        QTest::newRow("a capture") << QString() << own;
        QTest::newRow("a capture as a Chrome trace") << QString() << QStringLiteral("trace.json");
        const auto heap = referenceData(QStringLiteral("rprofile/pprof/go_heap.pb.gz"));
        if (!heap.isEmpty())
            QTest::newRow("a heap profile") << heap << own;
    }

    void itShowsOurTotalsAndWeItsExport()
    {
        QFETCH(QString, input);
        QFETCH(QString, ending);
        const QTemporaryDir folder;
        if (input.isEmpty()) {
            input = folder.filePath(QStringLiteral("c.ember"));
            QVERIFY(recordedDemo(input));
        }
        const auto ours = folder.filePath(QStringLiteral("ours.speedscope.json"));
        const auto written = folder.filePath(QStringLiteral("written.") + ending);
        for (const auto &output : {ours, written})
            QVERIFY(converted(input, output));
        const QDir exports(folder.filePath(QStringLiteral("exports")));
        QVERIFY(exports.mkpath(QStringLiteral(".")));
        const auto shown = pageOf(written, exports.path());
        checkShown(shown, shownOf(jsonAt(written)));
        if (QTest::currentTestFailed())
            return;
        // Of a trace it confuses recursive calls that end and begin at the same time.
        if (ending != QLatin1String("speedscope.json"))
            return;
        const auto exported = exports.entryList(QDir::Files);
        QCOMPARE(exported.size(), 1);
        const auto expected = pageTotalsOf(ours);
        QVERIFY(!expected.empty());
        QCOMPARE(pageTotalsOf(exports.filePath(exported.front())), expected);
    }

private:
    // The list of profiles that the page shows: names and totals.
    QList<QStringList> pageOf(const QString &file, const QString &exports) const
    {
        QProcess page;
        page.start(m_node,
                   {QStringLiteral(EMBER_SOURCE_DIR "/tests/viewers/speedscope.mjs"), m_modules,
                    m_browser, file, exports});
        constexpr int longestMs = 100'000;
        QList<QStringList> rows;
        if (!page.waitForFinished(longestMs) || page.exitCode() != 0) {
            qWarning("%s", page.readAllStandardError().constData());
            return rows;
        }
        for (const auto &line : QString::fromUtf8(page.readAllStandardOutput()).split(u'\n')) {
            if (!line.isEmpty())
                rows.append(line.split(u'\t'));
        }
        return rows;
    }

    static void checkShown(const QList<QStringList> &shown, const std::vector<Total> &expected)
    {
        QCOMPARE(std::size_t(shown.size()), expected.size());
        for (std::size_t row = 0; row < expected.size(); ++row) {
            const auto &cells = shown[qsizetype(row)];
            QVERIFY2(cells.front().contains(QString::fromStdString(expected[row].name)),
                     qPrintable(cells.front()));
            const auto page = shownTotal(cells.back());
            QVERIFY2(std::abs(page.value - expected[row].value) <= page.rounding,
                     qPrintable(cells.back()));
        }
    }

    QString m_modules;
    QString m_node;
    QString m_browser;
};

EMBER_TEST(TstSpeedscopePage)
#include "tst_speedscopepage.moc"
