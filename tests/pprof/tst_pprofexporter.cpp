// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/formats/pprof/message.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/profile/profilebuilder.h"
#include "tests/pprof/messages.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

Export written(const ProfilePointer &profile, Samples samples = Samples::Summed)
{
    ExportOptions options;
    options.samples = samples;
    auto result = FormatExporter(pprof::format).write({&profile, 1}, options);
    return result ? std::move(result).value() : Export();
}

ProfilePointer opened(const Export &file)
{
    const auto bytes = decompress("test", file.bytes);
    if (!bytes)
        return nullptr;
    const auto import = imported(std::string(bytes->view()));
    return import ? import->profiles.front().profile : nullptr;
}

QStringList lossesOf(const Export &file)
{
    QStringList losses;
    for (const auto &loss : file.losses)
        losses += QStringLiteral("%1 %2").arg(loss.count).arg(QString::fromStdString(loss.what));
    return losses;
}

std::string metadataOf(const Profile &profile)
{
    std::string text;
    for (const auto &attribute : profile.tables().sources[SourceIndex(0)].attributes)
        text += std::string(profile.text(attribute.key)) + '='
            + std::string(profile.text(attribute.json)) + ' ';
    return text;
}

} // namespace

class TstPprofExporter : public QObject {
    Q_OBJECT

private slots:
    void ofPerfTheProgramComesFirstAndItsMainEventIsTheDefault()
    {
        const std::string text =
            "a program 7/7 0.9: 1 page-faults: \n\tff1 k ([kernel.kallsyms])\n\n"
            "a program 7/7 0.95: 5 cycles: \n\tff1 k ([kernel.kallsyms])\n\n"
            "a program 7/7 1.0: 5 cycles: \n\tff1 k ([kernel.kallsyms])\n"
            "\t10 f (/lib/libc.so.6)\n\t20 main (/bin/a program)\n\n";
        std::vector<ImportFile> files(1);
        files.front().name = "p.txt";
        files.front().bytes = Bytes(text);
        const auto perf = FormatImporter(perfscript::format).read(std::move(files), {});
        QVERIFY(perf.has_value());
        const auto file = written(perf->profiles.front().profile);
        const auto bytes = decompress("test", file.bytes);
        QVERIFY(bytes.has_value());
        const auto decoded = pprof::decode("test", bytes->view(), {});
        QVERIFY(decoded.has_value());
        const auto &message = *decoded;
        QCOMPARE(message.strings[message.mappings.front().file],
                 std::string_view("/bin/a program"));
        QCOMPARE(message.mappings.size(), std::size_t(3));
        QCOMPARE(message.strings[message.defaultSampleType], std::string_view("cycles"));
    }

    void severalProfilesLastFromTheFirstToTheLast()
    {
        const auto lasting = [](TimeOrigin origin, std::int64_t start, std::int64_t end) {
            ProfileBuilder builder(origin);
            const auto thread = builder.addThread({});
            for (const auto time : {start, end})
                builder.addSample(thread, {timestampFromNs(time), emptyStack, {}});
            return builder.snapshot();
        };
        const auto durationOf = [](const std::vector<ProfilePointer> &profiles) {
            const auto file = FormatExporter(pprof::format).write(profiles, {});
            const auto bytes = decompress("test", file->bytes);
            return pprof::decode("test", bytes->view(), {})->durationNanos;
        };
        const auto early = lasting(TimeOrigin::UnixEpoch, 1'000'000, 3'000'000);
        const auto late = lasting(TimeOrigin::UnixEpoch, 7'000'000, 8'000'000);
        const auto undated = lasting(TimeOrigin::ProfileStart, 0, 5'000'000);
        QCOMPARE(durationOf({early, late}), std::int64_t(7'000'000));
        QCOMPARE(durationOf({late, early}), std::int64_t(7'000'000));
        QCOMPARE(durationOf({early, undated}), std::int64_t(5'000'000));
        QCOMPARE(durationOf({early}), std::int64_t(2'000'000));
    }

    void whatWasPprofComesBackAsItWas()
    {
        const auto import = imported(pprof::encode(smallMessage()));
        const auto &profile = import->profiles.front().profile;
        const auto file = written(profile);
        const auto again = opened(file);
        QVERIFY(again);
        QCOMPARE(printedSamples(*again), printedSamples(*profile));
        QCOMPARE(metadataOf(*again), metadataOf(*profile));
        const auto &image = again->image(ImageIndex(0));
        QCOMPARE(again->text(image.codeId), std::string_view("abcdef"));
        QCOMPARE(image.attributes.size(), std::size_t(4)); // offset and three flags
        QCOMPARE(again->tables().frames.size(), profile->tables().frames.size());
        for (std::size_t row = 0; row < again->tables().frames.size(); ++row) {
            const auto &frame = again->frame(FrameIndex(row));
            QCOMPARE(frame.pc, profile->frame(FrameIndex(row)).pc);
            QVERIFY(frame.inlined == profile->frame(FrameIndex(row)).inlined);
        }
        QVERIFY(lossesOf(file).isEmpty());
    }

    void equalStacksAndLabelsAreSummed()
    {
        const auto profile = textProfile("a a b a\n"
                                         "c c . c\n");
        QCOMPARE(printedSamples(*opened(written(profile))),
                 QStringLiteral("b [1,10000000] 1\nc<a [3,20000000] 1"));
    }

    void whatHasAPlaceInSourceButNoNameKeepsIt()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        for (const std::uint32_t line : {3U, 5U}) {
            Function function;
            function.name = builder.string("");
            function.file = builder.string(line == 3 ? "a.js" : "b.js");
            Frame frame;
            frame.function = builder.function(function);
            frame.line = line;
            builder.addSample(thread, {{}, builder.stack(emptyStack, builder.frame(frame)), {}});
        }
        Frame address;
        address.pc = 0x10;
        builder.addSample(thread, {{}, builder.stack(emptyStack, builder.frame(address)), {}});
        const auto again = opened(written(builder.snapshot()));
        QCOMPARE(printedSamples(*again), QStringLiteral("0x10 [1]\n<?> [1]\n<?> [1]"));
        const Frame &first = again->frame(FrameIndex(0));
        QCOMPARE(first.line, 3U);
        QCOMPARE(again->text(again->function(first.function).name), std::string_view("<?>"));
        QCOMPARE(again->text(again->function(first.function).file), std::string_view("a.js"));
    }

    // Readers of boxes put one behind them; what is idle is a sample like others.
    void theEndOfAThreadIsNoSample()
    {
        const auto drawn = textProfile("a . a .\n");
        QCOMPARE(printedSamples(*opened(written(drawn))),
                 QStringLiteral(" [1,10000000] 1\na [2,20000000] 1"));
        QCOMPARE(opened(written(drawn, Samples::Each))->sampleCount(), std::size_t(4));
        ProfileBuilder builder;
        const auto measured = addTextThread(builder, "a .\n");
        const auto type = builder.addValueType({builder.string("n"), builder.string("count")});
        builder.addSampleValue(measured, type, 7);
        QCOMPARE(printedSamples(*opened(written(builder.snapshot()))),
                 QStringLiteral(" [1,7,0] 1\na [1,0,10000000] 1"));
        ProfileBuilder alone;
        addTextThread(alone, ".\n");
        QCOMPARE(printedSamples(*opened(written(alone.snapshot()))), QStringLiteral(" [1,0] 1"));
    }

    void eachSampleKeepsItsTimeWhereThatIsAsked()
    {
        const auto profile = textProfile("a a b a\n");
        const auto file = written(profile, Samples::Each);
        const auto again = opened(file);
        QVERIFY(again->tables().origin == TimeOrigin::UnixEpoch);
        QCOMPARE(again->sampleCount(), std::size_t(4));
        QCOMPARE(again->timeRange(), profile->timeRange());
        QCOMPARE(file.notes.size(), std::size_t(1));
        QVERIFY(lossesOf(written(profile)).contains(QStringLiteral("4 times of samples")));
        QVERIFY(!lossesOf(file).contains(QStringLiteral("4 times of samples")));
    }

    void threadsAreLabels()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder, "a a\n", "7", "worker");
        addTextThread(builder, "a a\n", "8", "");
        const auto again = opened(written(builder.snapshot()));
        QCOMPARE(again->threadCount(), std::size_t(2));
        QCOMPARE(again->text(again->thread(ThreadIndex(0)).name), std::string_view("worker"));
        QCOMPARE(again->text(again->thread(ThreadIndex(1)).id), std::string_view("8"));
    }

    void threadsThatLabelsCannotTellApartAreLosses()
    {
        ProfileBuilder builder;
        Process process;
        process.pid = 2661;
        const auto shell = builder.addProcess(process);
        const auto program = builder.addProcess(process); // the same pid, after exec
        const auto first = addTextThread(builder, "a a\n", "2661", "bash");
        const auto second = addTextThread(builder, "b b\n", "2661", "bash");
        builder.thread(first).process = shell;
        builder.thread(second).process = program;
        Thread idle;
        idle.process = shell;
        idle.id = builder.string("2662");
        builder.addThread(idle);
        const auto losses = lossesOf(written(builder.snapshot()));
        QVERIFY(losses.contains(
            QStringLiteral("1 distinctions between threads of the same pid, id and name")));
        QVERIFY(losses.contains(QStringLiteral("1 empty threads, without samples")));
        builder.thread(second).name = builder.string("other");
        const auto others = lossesOf(written(builder.snapshot()));
        QVERIFY(!others.join(u' ').contains(QStringLiteral("distinctions")));
    }

    void gaugesAreLabelsAndNeverSummed()
    {
        ProfileBuilder builder;
        const auto gauge = builder.addValueType(
            {builder.string("live"), builder.string("cells"), ValueKind::Gauge});
        builder.addProcess({});
        const auto thread = addTextThread(builder, "a a a\n");
        builder.addSampleValue(thread, gauge, 41.6);
        const auto file = written(builder.snapshot());
        QVERIFY(
            printedSamples(*opened(file)).contains(QStringLiteral("[[\"live\",42,\"cells\"]]")));
        QVERIFY(
            lossesOf(file).contains(QStringLiteral("1 fractions of values, which are rounded")));
    }

    void sumsAreRoundedOnce()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto type = builder.addValueType({builder.string("wait"), builder.string("weeks")});
        const auto stack = textStack(builder, "a");
        const auto add = [&](double value) {
            builder.addSample(thread, {{}, stack, {}});
            builder.addSampleValue(thread, type, value);
        };
        for (int sample = 0; sample < 1000; ++sample)
            add(0.375);
        add(4503599627370497.0);
        add(-0.25);
        const auto profile = builder.snapshot();
        const auto file = written(profile);
        QCOMPARE(printedSamples(*opened(file)), QStringLiteral("a [4503599627370872]"));
        QCOMPARE(lossesOf(file),
                 QStringList{QStringLiteral("1 fractions of values, which are rounded")});
        const auto each = written(profile, Samples::Each);
        QVERIFY(
            lossesOf(each).contains(QStringLiteral("1001 fractions of values, which are rounded")));
    }

    void secondsAreWrittenAsNanoseconds()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto type = builder.addValueType({builder.string("wait"), builder.string("seconds")});
        builder.addSample(thread, {{}, emptyStack, {}});
        builder.addSampleValue(thread, type, 0.25);
        QCOMPARE(printedSamples(*opened(written(builder.snapshot()))),
                 QStringLiteral(" [250000000]"));
    }

    // Rprof's files: as many intervals as samples.
    void theLastSampleLastsAnIntervalWhereItsSourceSaysSo()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        Source source;
        source.type = builder.string("rprof");
        source.attributes.push_back({builder.string("interval_us"), builder.string("20000")});
        const auto from = builder.addSource(std::move(source));
        const auto thread = builder.addThread({});
        for (const int time : {0, 20, 40})
            builder.addSample(
                thread, {timestampFromNs(time * std::int64_t(1'000'000)), emptyStack, {}, from});
        QCOMPARE(printedSamples(*opened(written(builder.snapshot()))),
                 QStringLiteral(" [3,60000000]"));
    }

    void severalProfilesShareTheirTypes()
    {
        const auto import = imported(pprof::encode(smallMessage()));
        const std::array profiles{import->profiles.front().profile, textProfile("a a\n")};
        const auto file = FormatExporter(pprof::format).write(profiles, {});
        const auto again = opened(*file);
        QCOMPARE(again->tables().valueTypes.size(), std::size_t(3)); // samples, cpu, wall
        QVERIFY(printedSamples(*again).contains(QStringLiteral("a [2,0,10000000] 1")));
        QVERIFY(printedSamples(*again).contains(QStringLiteral("[3,30,0] t1")));
    }
};

EMBER_TEST(TstPprofExporter)
#include "tst_pprofexporter.moc"
