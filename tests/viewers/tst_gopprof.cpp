// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "tests/support/testmain.h"
#include "tests/viewers/tool.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace ember::model;
using namespace ember::tests;

namespace {

QString pprof(const QStringList &arguments)
{
    return outputOf(QStringLiteral("go"),
                    QStringList{QStringLiteral("tool"), QStringLiteral("pprof"),
                                QStringLiteral("-symbolize=none")}
                        + arguments);
}

// The default type is marked.
QString withoutMark(QString type)
{
    return type.remove(QStringLiteral("[dflt]"));
}

// By "type/unit": the sums of the records.
std::map<QString, qint64> totalsOf(const QString &file)
{
    const auto lines = pprof({QStringLiteral("-raw"), file})
                           .section(QStringLiteral("Samples:\n"), 1)
                           .section(QStringLiteral("\nLocations"), 0, 0)
                           .split(u'\n');
    const auto types = lines.front().split(u' ', Qt::SkipEmptyParts);
    std::map<QString, qint64> totals;
    for (const auto &type : types)
        totals.emplace(withoutMark(type), 0);
    static const QRegularExpression record(QStringLiteral("^ *((?:-?\\d+ +)*-?\\d+):"));
    for (const auto &line : lines) {
        const auto values = record.match(line).captured(1).split(u' ', Qt::SkipEmptyParts);
        for (qsizetype type = 0; type < std::min(types.size(), values.size()); ++type)
            totals[withoutMark(types[type])] += values[type].toLongLong();
    }
    return totals;
}

// "name flat cumulated" of each function, sorted, in the type's own unit; what was inlined under
// its bare name.
QStringList functionsOf(const QString &file, const QString &type)
{
    static const std::map<QString, QString> units{
        {QStringLiteral("nanoseconds"), QStringLiteral("ns")},
        {QStringLiteral("bytes"), QStringLiteral("B")}};
    const auto unit = type.section(u'/', 1);
    const auto known = units.find(unit);
    const auto text =
        pprof({QStringLiteral("-top"), QStringLiteral("-trim=false"),
               QStringLiteral("-sample_index=") + type.section(u'/', 0, 0),
               QStringLiteral("-unit=") + (known != units.end() ? known->second : unit), file});
    static const QRegularExpression row(
        QStringLiteral("^ *(-?[\\d.]+)\\S* +\\S+ +\\S+ +(-?[\\d.]+)\\S* +\\S+ +(.+)$"),
        QRegularExpression::MultilineOption);
    static const QRegularExpression inlined(QStringLiteral(" \\((partial-)?inline\\)$"));
    QStringList lines;
    for (auto match = row.globalMatch(text.section(QStringLiteral("cum%\n"), 1));
         match.hasNext();) {
        const auto cells = match.next();
        lines += QStringLiteral("%1 %2 %3")
                     .arg(cells.captured(3).remove(inlined), cells.captured(1), cells.captured(2));
    }
    lines.sort();
    return lines;
}

// The same of a profile's named functions, as long as samples last. A function of nothing but its
// thread's last sample lasted no time: Go leaves out what is zero.
QStringList wallTimesOf(const Profile &profile)
{
    std::map<QString, std::pair<qint64, qint64>> times;
    for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
        const auto &samples = profile.samples(ThreadIndex(thread));
        for (std::size_t row = 0; row < samples.size(); ++row) {
            const SampleIndex sample(row);
            const auto next = row + 1 < samples.size() ? SampleIndex(row + 1) : sample;
            const auto lasts = (samples.times[next] - samples.times[sample]).count();
            std::set<QString> seen;
            const auto leaf = samples.stacks[sample];
            for (auto stack = leaf; stack != emptyStack; stack = profile.stack(stack).parent) {
                const auto frame = profile.stack(stack).frame;
                const auto function = profile.frame(frame).function;
                if (!function.isValid() || profile.text(profile.function(function).name).empty())
                    continue;
                const auto name = QString::fromStdString(frameName(profile, frame));
                times[name].first += stack == leaf ? lasts : 0;
                times[name].second += seen.insert(name).second ? lasts : 0;
            }
        }
    }
    QStringList lines;
    for (const auto &[name, time] : times) {
        if (time.second == 0)
            continue;
        lines += QStringLiteral("%1 %2 %3").arg(name).arg(time.first).arg(time.second);
    }
    lines.sort();
    return lines;
}

} // namespace

// `go tool pprof`, of Debian's golang-go.
class TstGoPprof : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("go")).isEmpty())
            QSKIP("no go");
    }

    void ourFileOfACaptureHasItsFunctions()
    {
        const QTemporaryDir folder;
        const auto log = folder.filePath(QStringLiteral("c.ember"));
        const auto file = folder.filePath(QStringLiteral("c.pb.gz"));
        QVERIFY(recordedDemo(log) && converted(log, file));
        const auto import = builtinFormats().open({log.toStdString()}, {});
        const auto &profile = *import->profiles.front().profile;
        const auto totals = totalsOf(file);
        QCOMPARE(totals.at(QStringLiteral("samples/count")), qint64(profile.sampleCount()));
        auto shown = functionsOf(file, QStringLiteral("wall/nanoseconds"));
        shown.removeIf([](const QString &line) { return line.startsWith(u'['); }); // no name
        QCOMPARE(shown, wallTimesOf(profile));
    }

    void whatComesBackOutOfADatabaseIsTheSame_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("hasNames");
        for (const char *name :
             {"pprof", "pprof_edge", "gperftools", "google_pprof_testdata", "pkg_fixtures"}) {
            const auto path = referenceData(QStringLiteral("rprofile/") + QLatin1String(name));
            if (path.isEmpty()) {
                QTest::newRow(name) << path << false;
                continue;
            }
            const QDir folder(path);
            for (const auto &file : folder.entryList(QDir::Files)) {
                // What Go does not read, and Java's heap, which we do not.
                static const QStringList others{
                    QStringLiteral("LICENSE"), QStringLiteral("java.heap"), QStringLiteral("w.elf"),
                    QStringLiteral("cpu_legacy_symbolized_raw.bin")};
                if (others.contains(file) || file.endsWith(QStringLiteral(".string"))
                    || file.endsWith(QStringLiteral(".out")))
                    continue;
                // Names that stand in comments, or behind a thread's addresses, Go passes over.
                const bool hasOthers = file.endsWith(QStringLiteral("legacy_debug1.txt"))
                    || file.startsWith(QStringLiteral("cppbench.thread"));
                QTest::newRow(file.toUtf8().constData()) << folder.filePath(file) << !hasOthers;
            }
        }
    }

    void whatComesBackOutOfADatabaseIsTheSame()
    {
        QFETCH(QString, file);
        QFETCH(bool, hasNames);
        if (file.isEmpty())
            QSKIP("no reference data");
        const QTemporaryDir folder;
        const auto database = folder.filePath(QStringLiteral("p.sqlite"));
        const auto again = folder.filePath(QStringLiteral("p.pb.gz"));
        QVERIFY(converted(file, database) && converted(database, again));
        const auto totals = totalsOf(file);
        QVERIFY(!totals.empty());
        QCOMPARE(totalsOf(again), totals);
        if (!hasNames)
            return;
        for (const auto &[type, total] : totals)
            QCOMPARE(functionsOf(again, type), functionsOf(file, type));
    }
};

EMBER_TEST(TstGoPprof)
#include "tst_gopprof.moc"
