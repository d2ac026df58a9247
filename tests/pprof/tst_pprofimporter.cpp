// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/message.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/query/weights.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"
#include "tests/pprof/messages.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>

using namespace ember::model;
using namespace ember::tests;

namespace {

ProfilePointer opened(const pprof::Message &message)
{
    const auto import = imported(pprof::encode(message));
    return import ? import->profiles.front().profile : nullptr;
}

QByteArray refusal(const pprof::Message &message)
{
    const auto import = imported(pprof::encode(message));
    return import ? QByteArray("accepted") : QByteArray::fromStdString(import.error().detail);
}

} // namespace

class TstPprofImporter : public QObject {
    Q_OBJECT

private slots:
    void recordsAreSamplesWithAllTheirValues()
    {
        const auto profile = opened(smallMessage());
        QVERIFY(profile);
        QCOMPARE(printedSamples(*profile),
                 QStringLiteral("leaf()<main<spin [3,30] t1 [[\"bytes\",64,\"kilobytes\"]]\n"
                                "program+0x30<spin [1,10] [[\"route\",\"/a\"]]\n"
                                "program+0x30<spin [2,20]"));
    }

    void theNamedTypeIsTheOneTheProfileIsAbout()
    {
        auto message = smallMessage();
        QCOMPARE(opened(message)->tables().mainValue, ValueTypeIndex(0));
        message.defaultSampleType = 0;
        QCOMPARE(opened(message)->tables().mainValue, ValueTypeIndex(1));
        message.defaultSampleType = message.add("unheard of");
        QCOMPARE(opened(message)->tables().mainValue, ValueTypeIndex(1));
    }

    // In the tables (SPEC.md R4), whose samples have no times of their own.
    void whenItWasMadeIsTheTimestampOfItsSource()
    {
        auto message = smallMessage();
        message.timeNanos = 1'700'000'000'250'000'000;
        const auto tables = tables::tablesOf(*opened(message)).value();
        QCOMPARE(tables.sources.timestamp.size(), std::size_t(1));
        QCOMPARE(tables.sources.timestamp.front(), 1'700'000'000.25);
        message.timeNanos = 0;
        QVERIFY(tables::isNa(tables::tablesOf(*opened(message)).value().sources.timestamp.front()));
    }

    void inlinedLinesAreFramesOfTheirOwn()
    {
        const auto profile = opened(smallMessage());
        const auto &samples = profile->samples(ThreadIndex(0));
        const auto &leaf = profile->frame(profile->stack(samples.stacks[SampleIndex(0)]).frame);
        QVERIFY(leaf.inlined == Inlined::Yes);
        QCOMPARE(leaf.line, 4U);
        QCOMPARE(leaf.column, 2U);
        QCOMPARE(leaf.pc, std::uint64_t(0x1010));
        QVERIFY(!leaf.address.has_value());
        QCOMPARE(profile->text(profile->function(leaf.function).rawName),
                 std::string_view("_Z4leafv"));
    }

    void threadsMayBeNumbers()
    {
        auto message = smallMessage();
        message.sampleLabels.clear();
        const auto key = message.add("thread");
        const auto text = message.add("named");
        const auto unit = message.add("kilobytes");
        message.sampleLabels = {
            {key, 0, 0, 7}, {key, 0, 0, -2}, {key, 0, unit, 9}, {key, 0, 0, 8}, {key, text, 0, 0}};
        for (std::size_t i = 0; i < 3; ++i)
            message.samples[i].labels = std::uint32_t(i + 1);
        message.samples[2].labels = 5;
        const auto profile = opened(message);
        QStringList ids;
        for (const Thread &thread : profile->tables().threads)
            ids += QString::fromStdString(std::string(profile->text(thread.id)));
        QCOMPARE(ids,
                 QStringList({QStringLiteral("7"), QStringLiteral("-2"), QStringLiteral("named")}));
        // Nothing is lost of what is no id.
        QVERIFY(printedSamples(*profile).contains(
            QStringLiteral("[[\"thread\",9,\"kilobytes\"],[\"thread\",8,\"\"]]")));
    }

    void timestampsOfAllSamplesMakeATimeline()
    {
        auto message = smallMessage();
        message.sampleLabels.clear();
        const auto key = message.add("timestamp");
        const auto unit = message.add("nanoseconds");
        for (std::size_t i = 0; i < 3; ++i) {
            message.sampleLabels.push_back({key, 0, unit, 1000 - std::int64_t(i)});
            message.samples[i].labels = std::uint32_t(i + 1);
        }
        const auto import = imported(pprof::encode(message));
        const auto &profile = import->profiles.front().profile;
        QVERIFY(profile->tables().origin == TimeOrigin::UnixEpoch);
        QCOMPARE(profile->timeRange().start, timestampFromNs(998));
        QVERIFY(import->log.findings().empty());
        message.sampleLabels[0].number = std::numeric_limits<std::int64_t>::max();
        message.sampleLabels[2].number = -5;
        const auto absurd = imported(pprof::encode(message));
        QCOMPARE(absurd->profiles.front().profile->timeRange().start, timestampFromNs(0));
        QCOMPARE(absurd->log.findings().size(), std::size_t(1));
        QCOMPARE(absurd->log.findings().front().code, std::string("pprof-absurd-times"));
        QCOMPARE(absurd->log.findings().front().count, std::uint64_t(2));
        message.sampleLabels[1].key = unit;
        QVERIFY(opened(message)->tables().origin == TimeOrigin::None);
    }

    void theRulesOfTheReferenceReaderHold()
    {
        auto message = smallMessage();
        message.sampleValues.push_back(1);
        ++message.samples[2].values;
        QVERIFY(refusal(message).contains("sample 3 has 3 values for 2 sample types"));

        message = smallMessage();
        message.sampleLocations[0] = 999;
        QVERIFY(refusal(message).contains("sample 1 is at location 999"));

        message = smallMessage();
        message.locations[1].id = 100;
        QVERIFY(refusal(message).contains("two of the locations have the id 100"));

        message = smallMessage();
        message.lines[0].function = 11;
        QVERIFY(refusal(message).contains("has a line of function 11"));

        message = smallMessage();
        message.functions[0].name = 4000;
        QVERIFY(refusal(message).contains("string 4000 is not in the table"));

        message = smallMessage();
        message.locations[0].mapping = 99; // unknown mappings are none
        QCOMPARE(refusal(message), QByteArray("accepted"));
    }

    void oddNumbersAreNotedNotRefused()
    {
        auto message = smallMessage();
        message.lines[0].line = -5;
        message.sampleValues[0] = std::int64_t(1) << 60;
        const auto import = imported(pprof::encode(message));
        QVERIFY(import.has_value());
        QCOMPARE(import->log.warnings(), std::uint64_t(2));
    }

    void textThatIsNoUtf8IsRepaired()
    {
        auto message = smallMessage();
        message.functions[1].name = message.add("ma\xffin");
        QVERIFY(printedSamples(*opened(message)).contains(QStringLiteral("ma\uFFFDin")));
    }

    void everyCutIsRefused()
    {
        const auto whole = pprof::encode(smallMessage());
        std::size_t truncated = 0;
        for (std::size_t size = 1; size < whole.size(); ++size) {
            const auto import = imported(whole.substr(0, size));
            // Cut between two fields it may be a profile, of less.
            if (!import && import.error().code == ErrorCode::Truncated)
                ++truncated;
        }
        QVERIFY(truncated > whole.size() / 2);
    }

    void typesOfOneNameAreNumbered()
    {
        auto message = smallMessage();
        message.sampleTypes[1] = message.sampleTypes[0];
        const auto import = imported(pprof::encode(message));
        const auto &profile = *import->profiles.front().profile;
        const auto &types = profile.tables().valueTypes;
        const std::string first(profile.text(types[ValueTypeIndex(0)].type));
        QCOMPARE(std::string(profile.text(types[ValueTypeIndex(1)].type)), first + "#2");
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings.front().code, std::string("pprof-repeated-type"));
        QVERIFY(findings.front().subject.ends_with("sample type 2"));
        QCOMPARE(tables::errorSummary(tables::validate(tables::tablesOf(profile).value())),
                 std::string());
    }

    void otherFilesAreNotTakenForIt()
    {
        const FormatImporter importer(pprof::format);
        for (const char *text :
             {"", "{\"version\":\"2\"}", "main;foo;bar 3\nmain;foo 1\n", "heap of sand",
              "# comment\n", "perf 123 456.789: 1 cycles:\n", "\n\n\n",
              "version: 1\ncreator: callgrind\n", "<?xml version='1.0'?>", "SQLite format 3"})
            QVERIFY2(importer.sniff(text) == Confidence::No, text);
        QVERIFY(importer.sniff(pprof::encode(smallMessage())) == Confidence::Likely);
    }
};

EMBER_TEST(TstPprofImporter)
#include "tst_pprofimporter.moc"
