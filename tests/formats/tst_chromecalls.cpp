// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceformat.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(chrometrace::format);

QString reading(const std::string &events)
{
    return printed(readBytes(importer, json(events)));
}

} // namespace

// How the calls of Chrome's traces lie in each other.
class TstChromeCalls : public QObject {
    Q_OBJECT

private slots:
    void aCallThatCrossesIsCutAndSaid()
    {
        const auto import =
            readBytes(importer,
                      json("[" + traced("'ph':'X','ts':0,'dur':2000,'name':'a'") + ","
                           + traced("'ph':'X','ts':1000,'dur':9000,'name':'b'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms a;b\n2ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-crossing-calls 1"));
    }

    void anEndCutsCompleteCallsThatBeganInItsCall()
    {
        const auto import = readBytes(importer,
                                      json("[" + traced("'ph':'B','ts':0,'name':'a'") + ","
                                           + traced("'ph':'X','ts':1000,'dur':9000,'name':'b'")
                                           + "," + traced("'ph':'E','ts':2000,'name':'a'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms a;b\n2ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-crossing-calls 1"));
    }

    void crossingKindsOfCalls_data()
    {
        QTest::addColumn<QByteArray>("events");
        QTest::addColumn<QString>("calls");
        QTest::addColumn<QString>("codes");
        const auto row = [](const char *name, const std::string &events, const char *calls,
                            const char *codes) {
            QTest::newRow(name) << QByteArray::fromStdString(events)
                                << QStringLiteral("thread 2\n") + QString::fromLatin1(calls)
                                << QString::fromLatin1(codes);
        };
        const auto x = [](const char *name, int time, int duration) {
            return traced(std::string("'ph':'X','name':'") + name
                          + "','ts':" + std::to_string(time * 1000)
                          + ",'dur':" + std::to_string(duration * 1000));
        };
        const auto b = [](const char *name, int time) {
            return traced(std::string("'ph':'B','name':'") + name
                          + "','ts':" + std::to_string(time * 1000));
        };
        const auto e = [](const char *name, int time) {
            return traced(std::string("'ph':'E','name':'") + name
                          + "','ts':" + std::to_string(time * 1000));
        };
        row("a begun call outlasts a complete one",
            x("outer", 0, 10) + ',' + b("inner", 2) + ',' + x("later", 50, 5) + ','
                + e("inner", 60),
            "0ms outer\n2ms outer;inner\n10ms \n50ms later\n55ms ", "chrometrace-crossing-calls 1");
        row("its end is not that of the call around",
            b("main", 0) + ',' + x("outer", 1, 10) + ',' + b("inner", 2) + ',' + e("inner", 15)
                + ',' + e("main", 20),
            "0ms main\n1ms main;outer\n2ms main;outer;inner\n11ms main\n20ms ",
            "chrometrace-crossing-calls 1");
        row("complete in begun in complete",
            x("outer", 0, 10) + ',' + b("mid", 2) + ',' + x("in", 3, 20) + ',' + e("mid", 30),
            "0ms outer\n2ms outer;mid\n3ms outer;mid;in\n10ms ", "chrometrace-crossing-calls 2");
        row("both end at once",
            x("outer", 0, 10) + ',' + b("inner", 2) + ',' + e("inner", 10) + ',' + b("next", 10)
                + ',' + e("next", 11),
            "0ms outer\n2ms outer;inner\n10ms next\n11ms ", "");
        row("both begin at once", x("outer", 5, 10) + ',' + b("inner", 5) + ',' + e("inner", 8),
            "0ms outer;inner\n3ms outer\n10ms ", "");
        row("both begin at once, the shorter one first",
            b("inner", 5) + ',' + e("inner", 8) + ',' + x("outer", 5, 10),
            "0ms outer;inner\n3ms outer\n10ms ", "");
        row("both begin at once, and the complete one is shorter",
            x("inner", 5, 1) + ',' + b("outer", 5) + ',' + e("outer", 8),
            "0ms outer;inner\n1ms outer\n3ms ", "");
        row("one ends where a complete one begins",
            b("a", 0) + ',' + x("b", 5, 1) + ',' + e("a", 5), "0ms a\n5ms b\n6ms ", "");
        row("one without an end in a complete one", x("outer", 0, 10) + ',' + b("open", 2),
            "0ms outer\n2ms outer;open\n10ms ", "chrometrace-unmatched-calls 1");
    }

    void crossingKindsOfCalls()
    {
        QFETCH(QByteArray, events);
        QFETCH(QString, calls);
        QFETCH(QString, codes);
        const auto import = readBytes(importer, json("[" + events.toStdString() + "]"));
        QCOMPARE(printed(import), calls);
        QCOMPARE(codesIn(import), codes);
    }

    void callsThatEndWhenTheyBeginAreCounted()
    {
        const auto import =
            readBytes(importer,
                      json("[" + traced("'ph':'X','ts':0,'dur':5000,'name':'a'") + ","
                           + traced("'ph':'X','ts':1000,'dur':0,'name':'within'") + ","
                           + traced("'ph':'B','ts':2000,'name':'begun'") + ","
                           + traced("'ph':'E','ts':2000,'name':'begun'") + ","
                           + traced("'ph':'X','ts':5000,'dur':0.0001,'name':'last'") + ","
                           + traced("'ph':'X','ts':7000,'dur':0,'name':'alone'") + ","
                           + traced("'ph':'b','ts':1000,'id':1,'name':'asynchronous'") + ","
                           + traced("'ph':'e','ts':1000,'id':1,'name':'asynchronous'") + "]"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 2\n0ms a\n1ms a\n2ms a\n5ms \n7ms \n"
                                "thread asynchronous 1\n1ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-momentary-calls 5"));
    }

    void anEndOfAnotherNameIsSaid()
    {
        const auto import = readBytes(importer,
                                      json("[" + traced("'ph':'B','ts':0,'name':'a'") + ","
                                           + traced("'ph':'B','ts':1000,'name':'b'") + ","
                                           + traced("'ph':'E','ts':2000,'name':'a'") + ","
                                           + traced("'ph':'E','ts':3000") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms a;b\n2ms a\n3ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-other-ends 1"));
    }

    // Of a file of speedscope's: the end of a call that is not open lets the others go on.
    void anEndOfACallThatIsNotOpenEndsNothing()
    {
        const auto import = readBytes(importer,
                                      json("[" + traced("'ph':'B','ts':0,'name':'a'") + ","
                                           + traced("'ph':'E','ts':2000,'name':'c'") + ","
                                           + traced("'ph':'B','ts':3000,'name':'c'") + ","
                                           + traced("'ph':'E','ts':4000,'name':'c'") + ","
                                           + traced("'ph':'E','ts':5000,'name':'c'") + ","
                                           + traced("'ph':'E','ts':9000,'name':'a'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n3ms a;c\n4ms a\n9ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-unmatched-calls 2"));
    }

    void endsOfOneTimeMayComeInAnyOrder()
    {
        const auto import = readBytes(importer,
                                      json("[" + traced("'ph':'X','ts':0,'dur':9000,'name':'a'")
                                           + "," + traced("'ph':'B','ts':1000,'name':'b'") + ","
                                           + traced("'ph':'B','ts':1000,'name':'c'") + ","
                                           + traced("'ph':'E','ts':2000,'name':'b'") + ","
                                           + traced("'ph':'E','ts':2000,'name':'c'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms a;b;c\n2ms a\n9ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-other-ends 2"));
    }

    void idsOfAsynchronousCalls_data()
    {
        QTest::addColumn<QByteArray>("ids");
        QTest::addColumn<QString>("threads");
        const auto row = [](const char *name, const char *first, const char *second,
                            const char *threads) {
            QTest::newRow(name) << QByteArray(first) + '|' + second << QString::fromLatin1(threads);
        };
        const char *const one = "thread asynchronous 1\n0ms a\n1ms a;b\n2ms a\n3ms ";
        const char *const two = "thread asynchronous 1\n0ms a\n2ms \n"
                                "thread asynchronous 2\n1ms b\n3ms ";
        row("the same", "'pid':1,'id':'0x1'", "'pid':1,'id':'0x1'", one);
        row("of processes", "'pid':1,'id':'0x1'", "'pid':2,'id':'0x1'",
            "thread asynchronous 1\n0ms a\n2ms \nthread asynchronous 1\n1ms b\n3ms ");
        row("local in processes", "'pid':1,'id2':{'local':1}", "'pid':2,'id2':{'local':1}",
            "thread asynchronous 1\n0ms a\n2ms \nthread asynchronous 1\n1ms b\n3ms ");
        row("global in processes", "'pid':1,'id2':{'global':1}", "'pid':2,'id2':{'global':1}", one);
        row("local and global", "'pid':1,'id2':{'local':1}", "'pid':1,'id2':{'global':1}", two);
        row("plain and local", "'pid':1,'id':1", "'pid':1,'id2':{'local':1}", two);
        row("scopes", "'pid':1,'id':1,'scope':'s'", "'pid':1,'id':1,'scope':'t'", two);
        row("categories", "'pid':1,'id':1,'cat':'s'", "'pid':1,'id':1,'cat':'t'", two);
    }

    void idsOfAsynchronousCalls()
    {
        QFETCH(QByteArray, ids);
        QFETCH(QString, threads);
        const auto first = ids.split('|').first().toStdString();
        const auto second = ids.split('|').last().toStdString();
        const auto event = [](const std::string &id, const char *phase, int time,
                              const char *name) {
            return "{" + id + ",'tid':1,'ph':'" + phase + "','ts':" + std::to_string(time)
                + ",'name':'" + name + "'}";
        };
        // Which of them an end without a name is of, its id says.
        const auto import = readBytes(
            importer,
            json("[" + event(first, "b", 0, "a") + "," + event(second, "b", 1000, "b") + ","
                 + event(first, "e", 2000, "") + "," + event(second, "e", 3000, "") + "]"));
        QCOMPARE(printed(import), threads);
        QCOMPARE(codesIn(import),
                 QLatin1String(ids.contains("'cat'") ? "chrometrace-categories 4" : ""));
    }

    void aCallWhoseIdIsGlobalMayEndInAnotherProcess()
    {
        const auto import = readBytes(
            importer,
            json("[{'ph':'b','id2':{'global':'0x1'},'name':'req','ts':0,'pid':1,'tid':1},"
                 "{'ph':'e','id2':{'global':'0x1'},'name':'req','ts':50000,'pid':2,'tid':1}]"));
        QCOMPARE(printed(import), QStringLiteral("thread asynchronous 1\n0ms req\n50ms "));
        QCOMPARE(codesIn(import), QString());
        QCOMPARE(import->profiles.front().profile->process(ProcessIndex(0)).pid, 1U);
    }

    void asynchronousEndsWithoutBeginningAreSaid()
    {
        const auto end = [](int id) {
            return traced("'ph':'e','name':'r','ts':5,'id':" + std::to_string(id));
        };
        const auto import =
            readBytes(importer,
                      json("[" + end(1) + "," + end(2) + "," + traced("'ph':'F','ts':6,'id':3")
                           + "," + traced("'ph':'X','ts':5,'dur':3000,'name':'x'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms x\n3ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-unmatched-calls 3"));
        QCOMPARE(reading("[" + end(1) + "," + end(2) + "]"),
                 QStringLiteral("NothingToShow: Chrome trace: none of its 2 events is a call or a "
                                "sampled stack of a thread"));
    }

    void asynchronousCallsLieInTheFirstThreadThatIsFree()
    {
        const auto call = [](const char *phase, const char *id, int time, const char *name) {
            return traced(std::string("'cat':'c','ph':'") + phase + "','id':" + id
                          + ",'ts':" + std::to_string(time) + ",'name':'" + name + "'");
        };
        const auto import = readBytes(
            importer,
            json("[" + call("b", "1", 0, "one") + "," + call("b", "1", 1000, "within") + ","
                 + call("b", "'0x2'", 2000, "two") + "," + call("e", "1", 3000, "within") + ","
                 + call("n", "1", 3000, "step") + "," + call("e", "1", 4000, "one") + ","
                 + call("S", "3", 4000, "three") + "," + call("F", "3", 5000, "three") + ","
                 + call("e", "'0x2'", 6000, "two") + ","
                 + traced("'ph':'X','ts':0,'dur':1000,'name':'a'") + "]"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 2\n0ms a\n1ms \n"
                                "thread asynchronous 1\n0ms one\n1ms one;within\n3ms one\n4ms \n"
                                "4ms three\n5ms \nthread asynchronous 2\n2ms two\n6ms "));
        QCOMPARE(codesIn(import),
                 QStringLiteral("chrometrace-asynchronous-steps 1, chrometrace-categories 8"));
    }

    void namesOfWhichThereAreAFewHaveThreadsOfTheirOwn()
    {
        std::string text = "[";
        const auto add = [&](int id, const std::string &name, int start, int end) {
            const auto event = [&](const char *phase, int time) {
                return traced(std::string("'ph':'") + phase + "','name':'" + name + "','ts':"
                              + std::to_string(1000 * time) + ",'id':" + std::to_string(id));
            };
            text += event("b", start) + "," + event("e", end) + ",";
        };
        for (int number = 0; number < 4; ++number) {
            add(10 + number, "timer", 2 * number, 2 * number + 3);
            add(20 + number, "other" + std::to_string(number), number, number + 1);
        }
        text.back() = ']';
        QCOMPARE(reading(text),
                 QStringLiteral("thread asynchronous 1 timer\n0ms timer\n3ms \n4ms timer\n7ms \n"
                                "thread asynchronous 2\n0ms other0\n1ms \n1ms other1\n2ms \n"
                                "2ms other2\n3ms \n3ms other3\n4ms \n"
                                "thread asynchronous 3 timer\n2ms timer\n5ms \n6ms timer\n9ms "));
    }

    // Each is with those of its name, whatever its id was before.
    void anIdThatIsUsedAgainIsOfAnotherCall()
    {
        std::string text = "[";
        const auto event = [&](const char *phase, int id, const char *name, int time) {
            text += traced(std::string("'ph':'") + phase + "','name':'" + name + "','ts':"
                           + std::to_string(1000 * time) + ",'id':" + std::to_string(id))
                + ",";
        };
        for (int number = 0; number < 4; ++number) {
            const int start = 10 * number;
            const bool isOdd = number % 2 == 1;
            event("b", 1, isOdd ? "read" : "write", start);
            event("b", 2, isOdd ? "write" : "read", start + 1);
            event("e", 1, isOdd ? "read" : "write", start + 2);
            event("e", 2, isOdd ? "write" : "read", start + 3);
        }
        event("e", 1, "read", 50);
        text.back() = ']';
        const auto import = readBytes(importer, json(text));
        QCOMPARE(printed(import),
                 QStringLiteral("thread asynchronous 1 write\n0ms write\n2ms \n11ms write\n"
                                "13ms \n20ms write\n22ms \n31ms write\n33ms \n"
                                "thread asynchronous 2 read\n1ms read\n3ms \n10ms read\n12ms \n"
                                "21ms read\n23ms \n30ms read\n32ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-unmatched-calls 1"));
    }

    void asynchronousCallsWithoutAnEndGoOnToThatOfTheTrace()
    {
        const auto import =
            readBytes(importer,
                      json("[" + traced("'ph':'b','name':'open','ts':1000,'id':1") + ","
                           + traced("'ph':'b','name':'outer','ts':1000,'id':2") + ","
                           + traced("'ph':'b','name':'inner','ts':2000,'id':2") + ","
                           + traced("'ph':'e','name':'inner','ts':3000,'id':2") + ","
                           + traced("'ph':'X','ts':0,'dur':9000,'name':'x'") + "]"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 2\n0ms x\n9ms \nthread asynchronous 1\n1ms open\n9ms \n"
                                "thread asynchronous 2\n1ms outer\n2ms outer;inner\n3ms outer\n"
                                "9ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-unmatched-calls 2"));
    }

    // As many side by side as a file of this size may have threads; what is beyond is said.
    void thousandsOfAsynchronousCallsAtATimeAreShown_data()
    {
        QTest::addColumn<int>("calls");
        QTest::addColumn<bool>("fit");
        QTest::newRow("thousands") << 12'000 << true;
        QTest::newRow("too many") << 20'000 << false;
    }

    void thousandsOfAsynchronousCallsAtATimeAreShown()
    {
        QFETCH(int, calls);
        QFETCH(bool, fit);
        std::string text = "[" + traced("'ph':'X','ts':0,'dur':90000,'name':'x'");
        for (int id = 0; id < calls; ++id)
            text += ",{'ph':'b','name':'n','ts':" + std::to_string(id)
                + ",'id2':{'local':" + std::to_string(id) + "}}";
        const auto import = readBytes(importer, json(text + "]"));
        const auto lanes = import->profiles.front().profile->threadCount() - 1;
        const auto left = std::size_t(calls) - lanes;
        QCOMPARE(left == 0, fit);
        QVERIFY(lanes > 10'000);
        QCOMPARE(codesIn(import).section(QStringLiteral(", "), 1),
                 fit ? QString() : QStringLiteral("chrometrace-asynchronous-events %1").arg(left));
    }

    // What it calls asynchronous overlaps by hundreds.
    void aTraceOfNodeIsReadWhole()
    {
        const auto node = QStandardPaths::findExecutable(QStringLiteral("node"));
        if (node.isEmpty())
            QSKIP("there is no node");
        const QTemporaryDir folder;
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(
            node,
            {QStringLiteral("--trace-events-enabled"), QStringLiteral("--trace-event-categories"),
             QStringLiteral("node.async_hooks"), QStringLiteral("-e"),
             QStringLiteral("for (let i = 0; i < 500; ++i)"
                            " setTimeout(() => process.nextTick(() => {}), 1 + i % 7);")});
        QVERIFY(program.waitForFinished(120'000));
        QFile file(folder.filePath(QStringLiteral("node_trace.1.log")));
        if (program.exitCode() != 0 || !file.open(QIODevice::ReadOnly))
            QSKIP("this node writes no trace");
        const auto content = file.readAll();
        const auto begun = content.count("\"ph\":\"b\"");
        const auto import = readBytes(importer, content.toStdString());
        QVERIFY(import.has_value());
        QVERIFY(!codesIn(import).contains(QStringLiteral("chrometrace-asynchronous-events")));
        const auto &profile = *import->profiles.front().profile;
        std::size_t timers = 0;
        std::size_t calls = 0;
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const ThreadIndex thread(row);
            timers += profile.text(profile.thread(thread).name) == "Timeout" ? 1U : 0U;
            std::uint32_t depth = 0;
            profile.samples(thread).stacks.forEach([&](std::size_t, StackIndex stack) {
                const auto now = stack == emptyStack ? 0U : profile.stack(stack).depth;
                calls += now > depth ? now - depth : 0U;
                depth = now;
            });
        }
        QVERIFY2(timers >= 256, qPrintable(QString::number(timers)));
        QVERIFY(begun > 1'000);
        // Some begin and end within a microsecond.
        QVERIFY2(calls > std::size_t(begun) * 9 / 10,
                 qPrintable(QStringLiteral("%1 of %2").arg(calls).arg(begun)));
    }
};

EMBER_TEST(TstChromeCalls)
#include "tst_chromecalls.moc"
