// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

using namespace ember::tests;

namespace {

QJsonObject functionCalled(const QJsonDocument &comparison, const QString &name)
{
    for (const auto entry : comparison.object().value(u"functions").toArray()) {
        if (entry.toObject().value(u"name").toString() == name)
            return entry.toObject();
    }
    return {};
}

} // namespace

class TstCompare : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        write("before.folded", "main;parse 400\nmain;draw 400\nmain;old 200\n");
        write("after.folded", "main;parse 410\nmain;draw 990\nmain;fresh 600\n");
    }

    void sharesOfFunctionsAreHeldAgainstEachOther()
    {
        const auto run =
            cli({u"compare"_qs, u"--json"_qs, path("before.folded"), path("after.folded")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto all = run.json().object();
        // These samples have no time: nothing is per second.
        QCOMPARE(all.value(u"by").toString(), QStringLiteral("share"));
        QCOMPARE(all.value(u"before").toObject().value(u"file").toString(), path("before.folded"));
        const auto draw = functionCalled(run.json(), QStringLiteral("draw"));
        const auto self = draw.value(u"self").toObject();
        QCOMPARE(self.value(u"before").toDouble(), 0.4);
        QCOMPARE(self.value(u"after").toDouble(), 0.495);
        QCOMPARE(self.value(u"noise").toString(), QStringLiteral("beyond"));
        const auto main = functionCalled(run.json(), QStringLiteral("main"));
        QCOMPARE(main.value(u"total").toObject().value(u"noise").toString(),
                 QStringLiteral("within"));
        const auto fresh = functionCalled(run.json(), QStringLiteral("fresh"));
        QVERIFY(fresh.value(u"self").toObject().value(u"ratio").isNull());
    }

    void amountsAreNotNormalisedWhereTheyAreAskedFor()
    {
        const auto run = cli({u"compare"_qs, u"--json"_qs, u"--by"_qs, u"amount"_qs,
                              path("before.folded"), path("after.folded")});
        const auto parse = functionCalled(run.json(), QStringLiteral("parse"));
        QCOMPARE(parse.value(u"self").toObject().value(u"difference").toDouble(), 10.0);
        QCOMPARE(parse.value(u"self").toObject().value(u"noise").toString(),
                 QStringLiteral("within"));
        QCOMPARE(run.json().object().value(u"unit").toString(), QStringLiteral("count"));
    }

    void peopleSeeTheLargestDifferenceFirst()
    {
        const auto run = cli({u"compare"_qs, path("before.folded"), path("after.folded")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto lines = QString::fromLocal8Bit(run.out).split(u'\n');
        QVERIFY2(lines.at(5).endsWith(QStringLiteral("fresh")), run.out.constData());
        QVERIFY(lines.at(5).contains(QStringLiteral("+30.0 %")));
        QVERIFY(lines.at(5).contains(QStringLiteral("new")));
        const auto totals =
            cli({u"compare"_qs, u"--total"_qs, path("before.folded"), path("after.folded")});
        QVERIFY(totals.out.contains("100.0 %"));
        QCOMPARE(totals.out.count('~'), 2); // what it means, and main
    }

    // Two runs of a command: a longer one is seen, waiting for something to do is not compared.
    void runsAreComparedAsTheWindowDoes()
    {
        for (const auto &[name, seconds] :
             {std::pair("old.ember", u"1"_qs), std::pair("new.ember", u"4"_qs)}) {
            const auto recorded =
                recordWithSamples({u"record"_qs, u"-o"_qs, path(name), u"--"_qs, u"sh"_qs, u"-c"_qs,
                                   u"sleep "_qs + seconds + u"; exit 0"_qs});
            QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
        }
        const auto run = cli({u"compare"_qs, path("old.ember"), path("new.ember")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.out.contains(" longer: new.ember "), run.out.constData());
        QVERIFY2(run.out.contains("(idle waiting of threads is left out, "), run.out.constData());
        QVERIFY2(run.out.contains("self, as the leaf; ms; "), run.out.constData());
        const auto json = cli({u"compare"_qs, u"--json"_qs, path("old.ember"), path("new.ember")});
        QCOMPARE(json.json().object().value(u"by").toString(), QStringLiteral("amount"));
        QCOMPARE(json.json().object().value(u"counted").toString(), QStringLiteral("busy"));
        const auto idle = cli({u"compare"_qs, u"--idle"_qs, u"--by"_qs, u"second"_qs,
                               path("old.ember"), path("new.ember")});
        QVERIFY2(idle.out.contains("; ms/s; "), idle.out.constData());
        QVERIFY(!idle.out.contains("left out"));
        const auto whole = [](const ProgramRun &of) {
            return of.json().object().value(u"after").toObject().value(u"whole").toDouble();
        };
        const auto all =
            cli({u"compare"_qs, u"--json"_qs, u"--idle"_qs, path("old.ember"), path("new.ember")});
        QVERIFY(whole(all) > whole(json) + 0.5e9);
    }

    void whatCannotBeComparedIsSaidWithItsReason_data()
    {
        QTest::addColumn<QString>("after");
        QTest::addColumn<QByteArray>("reason");
        write("heap", "heap profile: 1: 90 [1: 90] @ heapprofile\n1: 90 [1: 90] @ 0x11\n");
        write("broken.folded", "");
        QTest::newRow("no such file") << path("nowhere") << QByteArray("nowhere");
        QTest::newRow("empty") << path("broken.folded") << QByteArray("broken.folded");
        QTest::newRow("other values") << path("heap") << QByteArray("no values of this type");
    }

    void whatCannotBeComparedIsSaidWithItsReason()
    {
        QFETCH(const QString, after);
        QFETCH(const QByteArray, reason);
        const auto run = cli({u"compare"_qs, path("before.folded"), after});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.contains(reason), run.err.constData());
    }

private:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    void write(const char *name, const QByteArray &content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(content);
    }

    QTemporaryDir m_folder;
};

EMBER_TEST(TstCompare)
#include "tst_compare.moc"
