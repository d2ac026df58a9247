// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceformat.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(chrometrace::cpuProfileFormat);

QString reading(const std::string &nodes, const std::string &samples)
{
    return printed(readBytes(importer, json("{'nodes':[" + nodes + "]," + samples + "}")));
}

const std::string someNodes = "{'id':1,'callFrame':{'functionName':'(root)'},'children':[2,4]},"
                              "{'id':2,'callFrame':{'functionName':'f','lineNumber':4},"
                              "'children':[3]},"
                              "{'id':3,'callFrame':{'functionName':''}},"
                              "{'id':4,'callFrame':{'functionName':'(idle)'}}";

} // namespace

class TstCpuProfile : public QObject {
    Q_OBJECT

private slots:
    void samplesFollowTheirDeltas()
    {
        QCOMPARE(reading(someNodes,
                         "'startTime':5000,'endTime':9000,'samples':[2,3,4],"
                         "'timeDeltas':[1000,1000,500]"),
                 QStringLiteral("thread\n1ms f\n2ms f;(anonymous)\n2.5ms \n4ms "));
    }

    void callersMayBeNamedInTheNodes()
    {
        QCOMPARE(reading("{'id':7,'callFrame':{'functionName':'a'}},"
                         "{'id':8,'parent':7,'callFrame':{'functionName':'b'}}",
                         "'samples':[8],'timeDeltas':[0]"),
                 QStringLiteral("thread\n0ms a;b"));
    }

    void bothEndsMayNameACaller()
    {
        QCOMPARE(reading("{'id':7,'callFrame':{'functionName':'a'},'children':[8,8]},"
                         "{'id':8,'parent':7,'callFrame':{'functionName':'b'}}",
                         "'samples':[8],'timeDeltas':[0]"),
                 QStringLiteral("thread\n0ms a;b"));
    }

    void timesThatGoBackAreSaid()
    {
        const auto import = readBytes(
            importer,
            json("{'nodes':[" + someNodes
                 + "],'startTime':1000,'endTime':2500,'samples':[2,3,2],'timeDeltas':[1000,"
                   "-500,2000]}"));
        QCOMPARE(printed(import), QStringLiteral("thread\n0.5ms f;(anonymous)\n1ms f\n2.5ms f"));
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].code, std::string("cpuprofile-times-go-back"));
        QCOMPARE(findings[0].count, std::uint64_t(1));
        QCOMPARE(findings[1].code, std::string("cpuprofile-early-end"));
        const auto good = readBytes(
            importer, json("{'nodes':[" + someNodes + "],'samples':[2,3],'timeDeltas':[10,0]}"));
        QVERIFY(good->log.findings().empty());
    }

    void absurdTimesAreSaid_data()
    {
        QTest::addColumn<QByteArray>("times");
        QTest::addColumn<QString>("codes");
        const auto row = [](const char *times, const char *codes) {
            QTest::newRow(times) << QByteArray(times) << QString::fromLatin1(codes);
        };
        row("'endTime':300,'timeDeltas':[100,9e13]", "cpuprofile-early-end 1");
        row("'endTime':1e14,'timeDeltas':[100,100]", "");
        row("'endTime':1e19,'timeDeltas':[100,100]", "cpuprofile-absurd-times 1");
        row("'endTime':300,'timeDeltas':[1e17,100]", "cpuprofile-absurd-times 2");
        row("'endTime':300,'timeDeltas':[100,1e300]", "cpuprofile-absurd-times 1");
        row("'timeDeltas':[100,-1e300]", "cpuprofile-absurd-times 1, cpuprofile-times-go-back 1");
    }

    void absurdTimesAreSaid()
    {
        QFETCH(QByteArray, times);
        QFETCH(QString, codes);
        const auto import = readBytes(
            importer,
            json("{'nodes':[" + someNodes + "],'samples':[2,3]," + times.toStdString() + "}"));
        QVERIFY(import.has_value());
        QCOMPARE(codesIn(import), codes);
    }

    void aClockMayStartAnywhere_data()
    {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QString>("codes");
        QTest::newRow("nanoseconds since 1970")
            << QByteArray("1700000000000000000") << QStringLiteral("cpuprofile-absurd-start 1");
        QTest::newRow("1e300") << QByteArray("1e300")
                               << QStringLiteral("cpuprofile-absurd-start 1");
        QTest::newRow("-1e18") << QByteArray("-1e18")
                               << QStringLiteral("cpuprofile-absurd-start 1");
        QTest::newRow("kept") << QByteArray("8999999999999999") << QString();
    }

    void aClockMayStartAnywhere()
    {
        QFETCH(QByteArray, start);
        QFETCH(QString, codes);
        const auto import =
            readBytes(importer,
                      json("{'nodes':[" + someNodes + "],'startTime':" + start.toStdString()
                           + ",'samples':[2,3,4],'timeDeltas':[1,0.5,1]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread\n0.001ms f\n0.0015ms f;(anonymous)\n0.0025ms "));
        QCOMPARE(codesIn(import), codes);
        const auto &source = import->profiles.front().profile->tables().sources[SourceIndex(0)];
        QCOMPARE(source.attributes.size(), codes.isEmpty() ? std::size_t(1) : std::size_t(0));
    }

    void aNodeHasOneCaller()
    {
        const std::string nodes = "{'id':1,'callFrame':{},'children':[3]},"
                                  "{'id':2,'callFrame':{},'children':[3]},{'id':3,'callFrame':{}}";
        const auto text = json("{'nodes':[" + nodes + "],'samples':[],'timeDeltas':[]}");
        QCOMPARE(readBytes(importer, text).error().detail,
                 "cpuprofile, byte " + std::to_string(text.find("{\"id\":2"))
                     + ": a node has two callers");
        QVERIFY(reading("{'id':1,'callFrame':{},'children':[1]}", "'samples':[],'timeDeltas':[]")
                    .contains(QStringLiteral("a node is among its own callers")));
    }

    void brokenReferencesAreRefused()
    {
        QVERIFY(reading("{'id':1,'callFrame':{},'parent':2},{'id':2,'callFrame':{},'parent':1}",
                        "'samples':[],'timeDeltas':[]")
                    .contains(QStringLiteral("a node is among its own callers")));
        QVERIFY(reading(someNodes, "'samples':[2],'timeDeltas':[]")
                    .contains(QStringLiteral("not as many times")));
        QVERIFY(reading("{'id':1,'callFrame':{}},{'id':1,'callFrame':{}}", "'samples':[]")
                    .contains(QStringLiteral("two nodes have the same id")));
        QVERIFY(reading("{'id':1,'callFrame':{},'children':[", "")
                    .startsWith(QStringLiteral("SyntaxError")));
    }

    void whatIsNotThereCostsNoMoreThanItself()
    {
        const auto import =
            readBytes(importer,
                      json("{'nodes':[{'id':1,'callFrame':{'functionName':'a'},'children':[2,8]},"
                           "{'id':2,'callFrame':{'functionName':'b'}},"
                           "{'id':3,'callFrame':{'functionName':'c'},'parent':7}],"
                           "'samples':[2,9,3],'timeDeltas':[0,1000,1000]}"));
        QCOMPARE(printed(import), QStringLiteral("thread\n0ms a;b\n1ms \n2ms c"));
        QCOMPARE(codesIn(import),
                 QStringLiteral("cpuprofile-lost-nodes 2, cpuprofile-lost-stacks 1"));
    }

    void garbageIsCollectedOnTheStackBeforeIt()
    {
        const std::string nodes =
            someNodes + ",{'id':5,'parent':1,'callFrame':{'functionName':'(garbage collector)'}}";
        QCOMPARE(
            reading(nodes, "'samples':[5,3,5,5,4,5],'timeDeltas':[0,1000,1000,1000,1000,1000]"),
            QStringLiteral("thread\n0ms (garbage collector)\n1ms f;(anonymous)\n"
                           "2ms f;(anonymous);(garbage collector)\n"
                           "3ms f;(anonymous);(garbage collector)\n4ms \n"
                           "5ms (garbage collector)"));
    }

    void olderFilesHaveNodesWithinNodes()
    {
        const auto import = readBytes(
            importer,
            json("{'typeId':'CPU','head':{'functionName':'(root)','url':'','lineNumber':0,"
                 "'children':[{'functionName':'f','url':'a.js','lineNumber':7,'children':["
                 "{'functionName':'g','url':'a.js','lineNumber':9,'children':[],'id':3}],'id':2},"
                 "{'functionName':'h','url':'','lineNumber':0,'children':[],'id':4}],'id':1},"
                 "'startTime':100.5,'endTime':100.505,'samples':[2,3,4],"
                 "'timestamps':[100501000,100502000,100504000]}"));
        QCOMPARE(printed(import), QStringLiteral("thread\n1ms f\n2ms f;g\n4ms h\n5ms "));
        QCOMPARE(codesIn(import), QString());
        const auto &profile = *import->profiles.front().profile;
        const auto &samples = profile.samples(ThreadIndex(0));
        const auto &frame = profile.frame(profile.stack(samples.stacks[SampleIndex(0)]).frame);
        QCOMPARE(frame.line, 7U);
        // Node says when the last sample ended, and of the profile whole seconds only.
        QCOMPARE(printed(readBytes(
                     importer,
                     json("{'head':{'functionName':'f','children':[],'id':1},'startTime':100,"
                          "'endTime':100,'samples':[1,1],'timestamps':[100001000,100002000,"
                          "100005000]}"))),
                 QStringLiteral("thread\n1ms f\n2ms f\n5ms "));
        QVERIFY(importer.sniff(json("{'head':{'functionName':'(root)','children':[]}}"))
                == Confidence::Likely);
    }

    void theOldestFilesHaveNoTimesOfSamples()
    {
        const std::string head =
            "{'head':{'functionName':'(root)','url':'','lineNumber':0,'hitCount':0,'children':["
            "{'functionName':'f','url':'a.js','lineNumber':7,'hitCount':3,'children':[],'id':2},"
            "{'functionName':'g','url':'a.js','lineNumber':9,'hitCount':1,'children':[],'id':3}],"
            "'id':1}";
        const auto import = readBytes(
            importer, json(head + ",'startTime':100.5,'endTime':100.508,'samples':[2,2,3,2]}"));
        QCOMPARE(printed(import), QStringLiteral("thread\n0ms f\n2ms f\n4ms g\n6ms f\n8ms "));
        QCOMPARE(codesIn(import), QStringLiteral("cpuprofile-even-times 1"));
        // Without a start and an end, or without samples, the nodes' numbers are all there is.
        for (const char *rest : {",'samples':[2,2,3,2]}", ",'startTime':1,'endTime':2}",
                                 ",'startTime':2,'endTime':2,'samples':[2,2,3,2]}"}) {
            const auto counted = readBytes(importer, json(head + rest));
            QCOMPARE(printed(counted), QStringLiteral("thread\nf [3]\ng [1]"));
            QCOMPARE(codesIn(counted), QStringLiteral("cpuprofile-hits-only 1"));
        }
        // Of newer files deltas are missing.
        QVERIFY(reading("{'id':1,'callFrame':{}}", "'startTime':1,'endTime':2,'samples':[1]")
                    .contains(QStringLiteral("not as many times")));
    }

    void nodesAreNestedAThousandDeepAtMost()
    {
        const auto nested = [](int depth) {
            std::string text;
            for (int node = 1; node <= depth; ++node)
                text += "{'functionName':'f','id':" + std::to_string(node) + ",'children':[";
            for (int node = 1; node <= depth; ++node)
                text += "]}";
            return printed(readBytes(
                importer,
                json("{'head':" + text + ",'samples':[1],'timestamps':[0],'startTime':0}")));
        };
        QCOMPARE(nested(1000), QStringLiteral("thread\n0ms f"));
        QVERIFY(nested(1001).contains(QStringLiteral("nested more than 1000 deep")));
        QVERIFY(nested(200'000).contains(QStringLiteral("nested more than 1000 deep")));
    }

    void hitsWithoutSamplesAreAProfileWithoutTime()
    {
        const std::string nodes =
            "{'id':1,'callFrame':{'functionName':'(root)'},'hitCount':0,'children':[2]},"
            "{'id':2,'callFrame':{'functionName':'f'},'hitCount':5,'children':[3]},"
            "{'id':3,'callFrame':{'functionName':'g'},'hitCount':7}";
        const auto import =
            readBytes(importer, json("{'nodes':[" + nodes + "],'startTime':0,'endTime':10}"));
        QCOMPARE(printed(import), QStringLiteral("thread\nf [5]\nf;g [7]"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.tables().origin, TimeOrigin::None);
        QVERIFY(profile.tables().mainValue.isValid());
        QCOMPARE(import->log.findings().front().code, std::string("cpuprofile-hits-only"));
        const auto none = readBytes(importer, json("{'nodes':[{'id':1,'callFrame':{}}]}"));
        QVERIFY(none);
        QCOMPARE(none->log.findings().front().code, std::string("cpuprofile-no-samples"));
    }

    void samplesCountForMoreThanHits()
    {
        const auto import =
            readBytes(importer,
                      json("{'nodes':[{'id':1,'callFrame':{'functionName':'f'},'hitCount':9}],"
                           "'startTime':0,'samples':[1,1],'timeDeltas':[0,1000]}"));
        QCOMPARE(printed(import), QStringLiteral("thread\n0ms f\n1ms f"));
        QVERIFY(import->log.findings().empty());
    }

    void whatNodeWritesIsRead()
    {
        const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
        if (node.isEmpty())
            QSKIP("no node");
        const QTemporaryDir folder;
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(node,
                      {QStringLiteral("--cpu-prof"),
                       QStringLiteral("--cpu-prof-name=own.cpuprofile"), QStringLiteral("-e"),
                       QStringLiteral("function burn(n) { let s = 0; for (let i = 0; i < n; ++i) "
                                      "s += Math.sqrt(i); return s; } burn(2e7)")});
        QVERIFY(program.waitForFinished(-1));
        QFile file(folder.filePath(QStringLiteral("own.cpuprofile")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        const std::string_view bytes(text.data(), std::size_t(text.size()));
        QVERIFY(importer.sniff(bytes.substr(0, 65'536)) == Confidence::Likely);
        const auto import = readBytes(importer, bytes);
        QVERIFY(import.has_value());
        QVERIFY(printed(import).contains(QStringLiteral(";burn")));
    }
};

EMBER_TEST(TstCpuProfile)
#include "tst_cpuprofile.moc"
