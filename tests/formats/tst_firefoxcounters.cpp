// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoxformat.h"
#include "model/profile/profilebuilder.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(firefox::format);
const FormatExporter exporter(firefox::format);

QString reading(const std::string &counters, const std::string &meta = {})
{
    const auto import = readBytes(
        importer,
        json(
            "{'meta':{'preprocessedProfileVersion':48,'startTime':0" + meta
            + "},'threads':[{'name':'main','pid':'7','tid':7,'samples':{'stack':[null],'time':[2]}}"
              "],'counters':["
            + counters + "]}"));
    return import ? series(*import->profiles.front().profile) : printed(import);
}

} // namespace

// What was counted beside samples, as the profile's measurements.
class TstFirefoxCounters : public QObject {
    Q_OBJECT

private slots:
    void memoryIsALevel()
    {
        QCOMPARE(reading("{'name':'malloc','category':'Memory','description':'d','pid':'7',"
                         "'mainThreadIndex':0,'samples':{'time':[1,2.5,4],'count':[4096,-96,null],"
                         "'number':[3,0,1],'length':3}}"),
                 QStringLiteral("7 malloc [byte]: 1ms 4096, 2.5ms 4000\n"
                                "7 malloc operations [count]: 1ms 3, 2.5ms 0, 4ms 1"));
    }

    void whatIsCountedAnewEachTimeStandsAsItIs()
    {
        const std::string samples = ",'pid':7,'samples':{'timeDeltas':[1,1],'count':[5,6.5]}}";
        QCOMPARE(reading("{'name':'bandwidth','category':'Bandwidth'" + samples),
                 QStringLiteral("7 bandwidth [byte]: 1ms 5, 2ms 6.5"));
        QCOMPARE(reading("{'name':'Power: CPU','category':'power'" + samples),
                 QStringLiteral("7 Power: CPU [pWh]: 1ms 5, 2ms 6.5"));
        QCOMPARE(reading("{'name':'x','category':'Other'" + samples),
                 QStringLiteral("7 x []: 1ms 5, 2ms 6.5"));
    }

    void timesOfProcessorsAreInTheUnitOfTheFile_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("unit");
        QTest::newRow("nanoseconds") << QByteArray("ns") << QStringLiteral("nanosecond");
        QTest::newRow("microseconds") << QByteArray("\xc2\xb5s") << QStringLiteral("microsecond");
        QTest::newRow("cycles") << QByteArray("variable CPU cycles") << QStringLiteral("cycles");
        QTest::newRow("other") << QByteArray("ticks") << QStringLiteral("ticks");
    }

    void timesOfProcessorsAreInTheUnitOfTheFile()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, unit);
        // Newer viewers draw a percentage; what is in the file is time.
        QCOMPARE(
            reading("{'name':'processCPU','category':'CPU','pid':'7','display':{'graphType':"
                    "'line-rate','unit':'percent'},'samples':{'time':[1],'count':[5]}}",
                    ",'sampleUnits':{'time':'ms','threadCPUDelta':'" + file.toStdString() + "'}"),
            QStringLiteral("7 processCPU [%1]: 1ms 5").arg(unit));
    }

    void newerFilesSayHowACounterIsDrawn()
    {
        QCOMPARE(
            reading("{'name':'queue','category':'Other','pid':'7','display':{'graphType':"
                    "'line-accumulated','unit':'jobs'},'samples':{'time':[1,2],'count':[2,1]}},"
                    "{'name':'net','category':'Memory','pid':'7','display':{'graphType':"
                    "'line-rate','unit':'bytes'},'samples':{'time':[1,2],'count':[2,1]}}"),
            QStringLiteral("7 queue [jobs]: 1ms 2, 2ms 3\n7 net [byte]: 1ms 2, 2ms 1"));
    }

    void olderFilesHaveGroupsOfSamples()
    {
        QCOMPARE(reading("{'name':'malloc','category':'Memory','pid':7,'sampleGroups':[{'id':0,"
                         "'samples':{'time':[1],'count':[8],'number':[0],'length':1}}]}"),
                 QStringLiteral("7 malloc [byte]: 1ms 8"));
    }

    void whatIsNotReadOfCountersAsItStandsIsSaid()
    {
        const auto group = [](const std::string &times, const std::string &counts) {
            return "{'samples':{'time':[" + times + "],'count':[" + counts + "]}}";
        };
        const auto import = readBytes(
            importer,
            json("{'meta':{'preprocessedProfileVersion':48},'threads':[{'pid':'7','samples':{"
                 "'stack':[null],'time':[0]}}],'counters':[{'name':'a','pid':'7','sampleGroups':["
                 + group("", "") + "," + group("3,1,2", "1,2,3") + "," + group("4", "4") + ","
                 + group("", "")
                 + "]},{'name':'b','pid':'7','samples':{'time':[1,1],'count':[5,6]"
                   "}}]}"));
        QCOMPARE(series(*import->profiles.front().profile),
                 QStringLiteral("7 a []: 1ms 2, 2ms 3, 3ms 1\n7 b []: 1ms 5, 1ms 6"));
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].code, std::string("firefox-counter-times-go-back"));
        QCOMPARE(findings[0].count, std::uint64_t(2));
        QCOMPARE(findings[1].code, std::string("firefox-counter-groups"));
        QCOMPARE(findings[1].count, std::uint64_t(1));
    }

    void rawCountersAreOfTheProcessTheyStandIn()
    {
        const auto process = [](int pid, int start, const std::string &rest) {
            return "{'meta':{'version':24,'startTime':" + std::to_string(start)
                + "},'counters':[{'name':'malloc','category':'Memory','samples':{'schema':{'time':"
                  "0,"
                  "'count':1,'number':2},'data':[[3,64,1],[2,32]]}}],'threads':[{'name':'GeckoMain'"
                  ","
                  "'pid':"
                + std::to_string(pid)
                + ",'tid':1,'samples':{'schema':{'stack':0,'time':1},'data':[[null,5]]}}]" + rest
                + "}";
        };
        const auto import = readBytes(
            importer, json(process(7, 1000, ",'processes':[" + process(8, 1500, "") + "]")));
        QVERIFY(import.has_value());
        // Levels go by the order of the file, values by time.
        QCOMPARE(series(*import->profiles.front().profile),
                 QStringLiteral("7 malloc [byte]: 1002ms 96, 1003ms 64\n"
                                "7 malloc operations [count]: 1003ms 1\n"
                                "8 malloc [byte]: 1502ms 96, 1503ms 64\n"
                                "8 malloc operations [count]: 1503ms 1"));
    }

    void countersOfOneNameStayApart()
    {
        const std::string counter = "{'name':'x','pid':'7','samples':{'time':[1],'count':[1]}}";
        const std::string second = "{'name':'x 2','pid':'7','samples':{'time':[1],'count':[2]}}";
        QCOMPARE(
            reading(counter + "," + second + "," + counter + "," + counter),
            QStringLiteral("7 x []: 1ms 1\n7 x 2 []: 1ms 2\n7 x 3 []: 1ms 1\n7 x 4 []: 1ms 1"));
    }

    void absurdTimesMoveNothing()
    {
        const auto import = readBytes(
            importer,
            json("{'meta':{'preprocessedProfileVersion':48,'startTime':0},"
                 "'threads':[{'name':'main','pid':'7','tid':7,"
                 "'samples':{'stack':[null,null],'time':[2,3]}}],'counters':[{'name':'x','pid':"
                 "'7','samples':{'time':[-1e18,1,5e11],'count':[1,2,3]}}]}"));
        QCOMPARE(codesIn(import), QStringLiteral("firefox-absurd-counters 2"));
        QCOMPARE(printed(import), QStringLiteral("thread 7 main\n2ms \n3ms "));
        QCOMPARE(series(*import->profiles.front().profile), QStringLiteral("7 x []: 1ms 2"));
    }

    void countersWithoutSamplesAreNone()
    {
        QCOMPARE(reading("{},5,null,{'name':'x'},{'samples':{'time':[],'count':[]}}"), QString());
    }

    void whatIsMeasuredIsWrittenAndReadAgain()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        Process process;
        process.pid = 7;
        const auto index = builder.addProcess(process);
        Thread thread;
        thread.process = index;
        builder.addSample(builder.addThread(thread), {timestampFromNs(2'000'000), emptyStack, {}});
        const auto add = [&](const char *name, const char *unit, std::vector<double> values) {
            const auto row =
                builder.addMeasurement({index, builder.string(name), builder.string(unit), {}});
            std::int64_t time = 0;
            for (const auto value : values)
                builder.addMeasurementValue(row, {timestampFromNs(time += 1'500'001), value});
        };
        add("memory_footprint", "byte", {4096, 9e15, 0, 4095});
        add("odd_memory", "byte", {0.1, 0.3});
        add("bandwidth", "byte", {10, 5});
        add("cpu_usage", "percent", {12.5, 0.1});
        add("Power: CPU", "pWh", {1, 2});
        add("processCPU", "nanosecond", {100, 50});
        const auto profile = builder.snapshot();
        const auto first = exported(exporter, profile);
        QCOMPARE(lossesOf(first), QStringList());
        const auto import = readBytes(importer, first.bytes);
        QVERIFY(import->log.findings().empty());
        const auto again = import->profiles.front().profile;
        QCOMPARE(series(*again), series(*profile));
        QCOMPARE(exported(exporter, again).bytes, first.bytes);
        const auto text = QString::fromStdString(first.bytes);
        QCOMPARE(text.count(QStringLiteral("\"category\":\"Memory\"")), 0); // 9e15 is beyond 2^52
        for (const char *category : {"Bandwidth", "power", "CPU"})
            QCOMPARE(text.count(QStringLiteral("\"category\":\"%1\"").arg(QLatin1String(category))),
                     1);
    }

    void bytesAreWrittenAsDifferences()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        const auto row = builder.addMeasurement(
            {builder.addProcess({}), builder.string("m"), builder.string("byte"), {}});
        builder.addMeasurementValue(row, {timestampFromNs(1'000'000), 100});
        builder.addMeasurementValue(row, {timestampFromNs(2'000'000), 70});
        const auto text = QString::fromStdString(exported(exporter, builder.snapshot()).bytes);
        QVERIFY2(text.contains(QStringLiteral("\"category\":\"Memory\"")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("\"count\":[100.0,-30.0]")), qPrintable(text));
    }

    // Where the format's own viewer looks for them.
    void countersStandBeneathAThreadOfTheirProcess()
    {
        const auto build = [](std::uint32_t firstPid) {
            ProfileBuilder builder(TimeOrigin::ProfileStart);
            const auto add = [&](std::uint32_t pid, const char *name) {
                Process process;
                process.pid = pid;
                process.name = builder.string(name);
                const auto index = builder.addProcess(process);
                for (const char *series : {"m", "n"}) {
                    const auto row =
                        builder.addMeasurement({index, builder.string(series), {}, {}});
                    builder.addMeasurementValue(row, {timestampFromNs(1'000'000), 100});
                }
                return index;
            };
            add(firstPid, "measured only");
            Thread thread;
            thread.process = add(firstPid + 1, "sampled");
            thread.id = builder.string("5");
            builder.addSample(builder.addThread(thread), {timestampFromNs(0), emptyStack, {}});
            return builder.snapshot();
        };
        const std::vector<ProfilePointer> profiles{build(7), build(20)};
        const auto written = exporter.write(profiles, {});
        QVERIFY(written.has_value());
        QCOMPARE(lossesOf(*written), QStringList());
        const auto file = QJsonDocument::fromJson(QByteArray::fromStdString(written->bytes));
        const auto threads = file[QStringLiteral("threads")].toArray();
        QCOMPARE(threads.size(), 4);
        const auto counters = file[QStringLiteral("counters")].toArray();
        QCOMPARE(counters.size(), 8);
        for (const auto &counter : counters) {
            const auto thread = counter[QStringLiteral("mainThreadIndex")].toInt();
            QCOMPARE(threads[thread][QStringLiteral("pid")].toString(),
                     counter[QStringLiteral("pid")].toString());
        }
        const auto again = readBytes(importer, written->bytes)->profiles.front().profile;
        QCOMPARE(again->threadCount(), std::size_t(2));
        QCOMPARE(again->tables().processes.size(), std::size_t(4));
        for (const auto &process : again->tables().processes)
            QCOMPARE(again->text(process.name),
                     process.pid == 7 || process.pid == 20 ? std::string_view("measured only")
                                                           : std::string_view("sampled"));
    }

    void processesOfOneOrNoIdStayApart()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        for (const std::uint32_t pid : {0U, 1U, 0U, 7U}) {
            Process process;
            process.pid = pid;
            Thread thread;
            thread.process = builder.addProcess(process);
            builder.addSample(builder.addThread(thread), {timestampFromNs(0), emptyStack, {}});
        }
        const std::vector<ProfilePointer> profiles{builder.snapshot(), builder.snapshot()};
        const auto written = exporter.write(profiles, {});
        QVERIFY(written.has_value());
        QCOMPARE(lossesOf(*written), QStringList{QStringLiteral("2 ids of processes")});
        const auto again = readBytes(importer, written->bytes)->profiles.front().profile;
        QCOMPARE(again->tables().processes.size(), std::size_t(8));
        QCOMPARE(again->process(ProcessIndex(1)).pid, 1U);
        QCOMPARE(again->process(ProcessIndex(3)).pid, 7U);
    }
};

EMBER_TEST(TstFirefoxCounters)
#include "tst_firefoxcounters.moc"
