// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/html/htmlformat.h"
#include "model/profile/profilebuilder.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatExporter exporter(html::format);

QString pageOf(const ProfilePointer &profile)
{
    return QString::fromStdString(exported(exporter, profile).bytes);
}

// The data in the page, of its first profile.
QJsonObject dataOf(const QString &page)
{
    const auto begin = QStringLiteral("<script type=\"application/json\" id=\"data\">");
    const auto first = page.indexOf(begin) + begin.size();
    const auto json = page.mid(first, page.indexOf(QStringLiteral("</script>"), first) - first);
    return QJsonDocument::fromJson(json.toUtf8())
        .object()[QStringLiteral("profiles")]
        .toArray()
        .first()
        .toObject();
}

QString nameOf(const QJsonObject &data, int name)
{
    return name < 0 ? QStringLiteral("(%1 hidden)").arg(-1 - name)
                    : data[QStringLiteral("names")].toArray()[name].toArray().first().toString();
}

// "depth name total" of each node.
QStringList nodesOf(const QJsonObject &data, int measure, int graph)
{
    const auto nodes = data[QStringLiteral("measures")]
                           .toArray()[measure]
                           .toObject()[QStringLiteral("graphs")]
                           .toArray()[graph]
                           .toObject()[QStringLiteral("nodes")]
                           .toArray();
    QStringList texts;
    for (int at = 0; at + 2 < nodes.size(); at += 3)
        texts += QStringLiteral("%1 %2 %3")
                     .arg(nodes[at].toInt())
                     .arg(nameOf(data, nodes[at + 1].toInt()))
                     .arg(nodes[at + 2].toInteger());
    return texts;
}

// "name from+duration self" of each box.
QStringList boxesOf(const QJsonObject &data, int thread, int depth)
{
    const auto row = data[QStringLiteral("threads")]
                         .toArray()[thread]
                         .toObject()[QStringLiteral("rows")]
                         .toArray()[depth]
                         .toArray();
    QStringList texts;
    qint64 time = 0;
    for (int at = 0; at + 3 < row.size(); at += 4) {
        time += row[at].toInteger();
        texts += QStringLiteral("%1 %2+%3 %4")
                     .arg(nameOf(data, row[at + 2].toInt()))
                     .arg(time)
                     .arg(row[at + 1].toInteger())
                     .arg(row[at + 3].toInteger());
        time += row[at + 1].toInteger();
    }
    return texts;
}

ProfilePointer profileOfNames(const char *name)
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    Process process;
    process.name = builder.string(name);
    process.command = builder.string(name);
    Thread row;
    row.process = builder.addProcess(process);
    row.name = builder.string(name);
    row.id = builder.string(name);
    const auto thread = builder.addThread(row);
    Function function;
    function.name = builder.string(name);
    function.module = builder.string(name);
    function.file = builder.string(name);
    Frame frame;
    frame.function = builder.function(function);
    const auto stack = builder.stack(emptyStack, builder.frame(frame));
    builder.addSample(thread, {timestampFromNs(0), stack, {}});
    builder.addSample(thread, {timestampFromNs(10), emptyStack, {}});
    return builder.snapshot();
}

// A thread that calls a function for a second, then `count` others, each for a microsecond.
ProfilePointer profileOfShortCalls(int count)
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    const auto thread = builder.addThread({});
    const auto stackOf = [&](const std::string &name, StackIndex caller) {
        Function function;
        function.name = builder.string(name);
        Frame frame;
        frame.function = builder.function(function);
        return builder.stack(caller, builder.frame(frame));
    };
    const auto main = stackOf("main", emptyStack);
    builder.addSample(thread, {timestampFromNs(0), stackOf("long", main), {}});
    for (int call = 0; call < count; ++call)
        builder.addSample(thread,
                          {timestampFromNs(1'000'000'000 + call * 1'000LL),
                           stackOf("f" + std::to_string(call), main),
                           {}});
    builder.addSample(thread, {timestampFromNs(1'000'000'000 + count * 1'000LL), emptyStack, {}});
    return builder.snapshot();
}

} // namespace

class TstHtml : public QObject {
    Q_OBJECT

private slots:
    void callsAreSummedAndInOrderOfTime()
    {
        const auto data = dataOf(pageOf(textProfile("a a b a\nc d . .\n")));
        QCOMPARE(nodesOf(data, 0, 0),
                 QStringList({u"0 a 20000000"_qs, u"1 d 10000000"_qs, u"1 c 10000000"_qs,
                              u"0 b 10000000"_qs}));
        QCOMPARE(nodesOf(data, 0, 1), nodesOf(data, 0, 0)); // of the only thread
        QCOMPARE(boxesOf(data, 0, 0),
                 QStringList({u"a 0+20000000 0"_qs, u"b 20000000+10000000 10000000"_qs}));
        QCOMPARE(boxesOf(data, 0, 1),
                 QStringList({u"c 0+10000000 10000000"_qs, u"d 10000000+10000000 10000000"_qs}));
        QVERIFY(data[u"notes"_qs].toArray().isEmpty());
    }

    void longProfilesHaveACoarserUnit()
    {
        const auto data = dataOf(pageOf(textProfile("0 1000 2000\na b .\n. c .\n")));
        QCOMPARE(data[u"unit"_qs].toInt(), 100); // nanoseconds
        QCOMPARE(boxesOf(data, 0, 0),
                 QStringList({u"a 0+10000000 10000000"_qs, u"b 10000000+10000000 0"_qs}));
    }

    void samplesWithoutTimeAreCounted()
    {
        ProfileBuilder builder(TimeOrigin::None);
        addTextThread(builder, "a b\n", "", "");
        const auto data = dataOf(pageOf(builder.snapshot()));
        QVERIFY(!data[u"isTimed"_qs].toBool());
        QCOMPARE(data[u"measures"_qs].toArray().first().toObject()[u"name"_qs].toString(),
                 u"samples"_qs);
        QCOMPARE(nodesOf(data, 0, 0).size(), 2);
    }

    void waitingIsLeftOutWhereStatesAreKnown()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        const auto thread = builder.addThread({});
        const auto stackOf = [&](const char *name) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            return builder.stack(emptyStack, builder.frame(frame));
        };
        SampleDetail running;
        running.state = ThreadState::Running;
        SampleDetail blocked;
        blocked.state = ThreadState::Blocked;
        builder.addSample(thread, {timestampFromNs(0), stackOf("work"), running});
        builder.addSample(thread, {timestampFromNs(30), stackOf("poll"), blocked});
        builder.addSample(thread, {timestampFromNs(100), emptyStack, running});
        const auto data = dataOf(pageOf(builder.snapshot()));
        QCOMPARE(nodesOf(data, 0, 0), QStringList({u"0 work 30"_qs}));
        QCOMPARE(nodesOf(data, 1, 0), QStringList({u"0 poll 70"_qs, u"0 work 30"_qs}));
        const QJsonArray states{0, -1, 30, 1, 70, 3};
        QCOMPARE(data[u"threads"_qs].toArray().first().toObject()[u"states"_qs].toArray(), states);
    }

    void hostileNamesStayText_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char *name :
             {"</script><img src=x onerror=alert(1)>", "<!--<script>", "</SCRIPT >", "\"'`<b>&lt;",
              "\\u003c/script>", "]]><svg/onload=alert(1)>", "\xe2\x80\xa8\xe2\x80\xa9<"})
            QTest::newRow(name) << QByteArray(name);
    }

    void hostileNamesStayText()
    {
        QFETCH(QByteArray, name);
        const auto page = pageOf(profileOfNames(name.constData()));
        const auto plain = pageOf(profileOfNames("plain"));
        QCOMPARE(page.count(u'<'), plain.count(u'<'));
        const auto data = dataOf(page);
        QCOMPARE(nameOf(data, 0), QString::fromUtf8(name));
        QCOMPARE(data[u"title"_qs].toString(), QString::fromUtf8(name));
        QVERIFY(data[u"threads"_qs].toArray().first().toObject()[u"title"_qs].toString().contains(
            QString::fromUtf8(name)));
    }

    void endlessNamesAreCut()
    {
        const auto data =
            dataOf(pageOf(profileOfNames(std::string(999, 'x').append(5000, '\xc3').c_str())));
        QVERIFY(nameOf(data, 0).size() <= 1001);
        QVERIFY(nameOf(data, 0).endsWith(u'…'));
    }

    void nothingIsLoadedOrMadeOfText()
    {
        const auto page = pageOf(textProfile("a a b a\nc d . .\n"));
        QVERIFY(page.contains(u"Content-Security-Policy\" content=\"default-src 'none'; "_qs));
        for (const char *word :
             {"://", "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(",
              "Function(", "import(", "@import", "src=", "href", "fetch", "XMLHttp", "unsafe"})
            QVERIFY2(!page.contains(QLatin1String(word)), word);
        QVERIFY(page.size() < 100'000); // script and style; the limit is 2 MB
    }

    void manyCallsAreThinnedAndThePageSaysSo()
    {
        constexpr int calls = 300'000;
        const auto written = exported(exporter, profileOfShortCalls(calls));
        QVERIFY(written.bytes.size() < 12'000'000);
        const auto data = dataOf(QString::fromStdString(written.bytes));
        const auto hidden = QStringLiteral("(%1 hidden)").arg(calls);
        // Equally short calls are all hidden, in both.
        QCOMPARE(boxesOf(data, 0, 1).last(),
                 hidden + QStringLiteral(" %1+%2 %2").arg(1'000'000'000 / 100).arg(calls * 10));
        QCOMPARE(
            nodesOf(data, 0, 0),
            QStringList({u"0 main %1"_qs.arg(1'000'000'000LL + calls * 1'000LL),
                         u"1 long 1000000000"_qs, u"1 %1 %2"_qs.arg(hidden).arg(calls * 1'000LL)}));
        const auto notes = data[u"notes"_qs].toArray();
        QCOMPARE(notes.size(), 2);
        QVERIFY(notes.first().toString().contains(u"300000 short calls"_qs));
        QVERIFY(
            lossesOf(written).join(u'\n').contains(u"300000 short calls of the flame chart"_qs));
    }

    void manyThreadsAreLimited()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        for (int thread = 0; thread < 700; ++thread)
            addTextThread(builder, "a a b a\nc d . .\n", std::to_string(thread).c_str(), "t");
        const auto data = dataOf(pageOf(builder.snapshot()));
        QCOMPARE(data[u"threads"_qs].toArray().size(), 500);
        QVERIFY(data[u"notes"_qs].toArray().first().toString().contains(u"200 threads"_qs));
        QCOMPARE(nodesOf(data, 0, 0).first(), u"0 a %1"_qs.arg(700 * 20'000'000LL));
    }

    void aStoppedExportIsCancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        ExportOptions options;
        options.stop = stop.get_token();
        const auto profile = textProfile("a b\n");
        const auto written = exporter.write({&profile, 1}, options);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
    }

    void anEmptyProfileIsAPage()
    {
        const auto data = dataOf(pageOf(ProfileBuilder(TimeOrigin::ProfileStart).snapshot()));
        QVERIFY(data[u"threads"_qs].toArray().isEmpty());
    }
};

EMBER_TEST(TstHtml)
#include "tst_html.moc"
