// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/rds/rdswriter.h"
#include "model/tables/fromprofile.h"
#include "model/tables/tablevalues.h"
#include "model/tables/toprofile.h"
#include "model/tables/validate.h"
#include "tests/rds/rdsfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/tables/describedprofile.h"
#include "tests/tables/everyfact.h"
#include "tests/tables/functiontotals.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <array>

using namespace ember::model;
using namespace ember::model::tables;
using namespace ember::tests;

namespace {

// Sources 1 and 2; samples 1, 2 and 3 with the counts 2, 2.6 and none, of which 1 and 3 have the
// stack g < f, whose rows stand inner call last; a value NA, texts absent, empty and not ASCII.
Tables smallTables()
{
    Tables made;
    StringInterner strings(made.strings);
    const auto text = [&](std::string_view content) { return strings.intern(content); };
    appendRow(made.meta, text(versionKey), text(version));
    appendRow(made.meta, text("note"), text("\xc3\xa4"));
    appendRow(made.sources, 1, text("rprof"), text("a.out"), 1.5);
    appendRow(made.sources, 2, text("pprof"), naText, naReal);
    appendRow(made.samples, 1, 1);
    appendRow(made.samples, 2, 1);
    appendRow(made.samples, 3, 2);
    appendRow(made.sampleValues, 1, text(sampleType), text(sampleUnit), 2.0);
    appendRow(made.sampleValues, 2, text(sampleType), text(sampleUnit), 2.6);
    appendRow(made.sampleValues, 2, text("bytes"), text(""), naReal);
    appendRow(made.sampleValues, 3, text("bytes"), text(""), -0.1);
    appendRow(made.sampleLocations, 1, 2, 20);
    appendRow(made.sampleLocations, 1, 1, 10);
    appendRow(made.sampleLocations, 3, 1, 10);
    appendRow(made.sampleLocations, 3, 2, 20);
    appendRow(made.locations, 10, 7, 3);
    appendRow(made.locations, 20, naInteger, naInteger);
    appendRow(made.functions, 7, text("f"), text("f.x"), naText, 0);
    return made;
}

QStringList errorsIn(const Reading &reading)
{
    QStringList errors;
    for (const auto &finding : reading.findings) {
        if (finding.grade == Grade::Error)
            errors += QString::fromStdString(toText(finding));
    }
    return errors;
}

QStringList lossesOf(const Export &written)
{
    QStringList losses;
    for (const Loss &loss : written.losses)
        losses.append(QString::number(loss.count) + u' ' + QString::fromStdString(loss.what));
    return losses;
}

} // namespace

class TstRdsWriter : public QObject {
    Q_OBJECT

private slots:
    void sevenTablesComeBackAsTheyWere()
    {
        const auto tables = smallTables();
        QCOMPARE(errorSummary(validate(tables)), std::string());
        const auto written = rds::writtenTables(tables, rds::Schema::V2);
        QVERIFY(written);
        QVERIFY(written->losses.empty());
        const auto reading = readRdsBytes(written->bytes);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(errorSummary(reading->findings), std::string());
        QCOMPARE(cellsOf(reading->tables), cellsOf(tables));
    }

    void versionOneSumsUpEqualStacks()
    {
        const auto written = rds::writtenTables(smallTables(), rds::Schema::V1);
        QVERIFY(written);
        QCOMPARE(lossesOf(*written),
                 (QStringList{QStringLiteral("2 sources of samples"),
                              QStringLiteral("2 values of samples beside their count"),
                              QStringLiteral("1 counts of samples that are no whole numbers, "
                                             "which are rounded"),
                              QStringLiteral("1 rows of meta")}));
        const auto reading = readRdsBytes(written->bytes);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(errorSummary(reading->findings), std::string());
        const auto &tables = reading->tables;
        QCOMPARE(tables.text(tables.sources.type.front()), std::string_view("manual"));
        QCOMPARE(rowCount(tables.samples), std::size_t(6)); // 2 + 1 of the stack, 3 of none
        QCOMPARE(tables.sampleLocations.sample, (Integers{1, 1, 2, 2, 3, 3}));
        QCOMPARE(tables.sampleLocations.location, (Integers{10, 20, 10, 20, 10, 20}));
        QCOMPARE(tables.locations.id, (Integers{10, 20}));
        QVERIFY(isNa(tables.functions.filename.front()));
    }

    void whatVersionOneHeldComesBack_data()
    {
        addReferenceFiles({QStringLiteral("rprofile/v1")}, {QStringLiteral("*.rds")});
    }

    void whatVersionOneHeldComesBack()
    {
        QFETCH(QString, path);
        const auto tables = readRds(path).value().tables;
        const auto same = rds::writtenTables(tables, rds::Schema::V2);
        QVERIFY(same);
        QCOMPARE(cellsOf(readRdsBytes(same->bytes).value().tables), cellsOf(tables));
        const auto old = rds::writtenTables(tables, rds::Schema::V1);
        QVERIFY(old && old->losses.empty());
        const auto again = readRdsBytes(old->bytes);
        QVERIFY(again);
        QCOMPARE(errorSummary(again->findings), std::string());
        QCOMPARE(rowCount(again->tables.samples), rowCount(tables.samples));
        const auto expected = totalsOf(tables);
        const auto actual = totalsOf(again->tables);
        QCOMPARE(actual.self, expected.self);
        QCOMPARE(actual.total, expected.total);
        QCOMPARE(actual.stacked, expected.stacked);
        QCOMPARE(again->tables.locations.line, tables.locations.line);
    }

    void samplesThatCountNothingAreLost()
    {
        auto tables = smallTables();
        tables.sampleValues.value[1] = 0;
        const auto written = rds::writtenTables(tables, rds::Schema::V1);
        QVERIFY(written);
        QVERIFY(lossesOf(*written).contains(QStringLiteral("1 samples that count nothing")));
    }

    void samplesOfANegativeNumberAreLostForThemselves()
    {
        auto tables = smallTables();
        tables.sampleValues.value[1] = -5;
        const auto losses = lossesOf(*rds::writtenTables(tables, rds::Schema::V1));
        QVERIFY(losses.contains(QStringLiteral("1 samples of a negative number")));
        QVERIFY(losses.filter(QStringLiteral("count nothing")).isEmpty());
    }

    void aPartThatIsMissingIsOneFault_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("fault");
        QTest::newRow("depths") << QByteArray("depth")
                                << u"error T1 sample_locations: there is no column depth"_qs;
        QTest::newRow("names") << QByteArray("system_name")
                               << u"error T1 functions: there is no column system_name"_qs;
        QTest::newRow("table") << QByteArray("sample_values")
                               << u"error T1 sample_values: the table is missing"_qs;
    }

    void aPartThatIsMissingIsOneFault()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, fault);
        const auto written = rds::writtenTables(smallTables(), rds::Schema::V2);
        auto bytes =
            QByteArray::fromStdString(std::string(decompress("x", written->bytes).value().view()));
        QCOMPARE(bytes.count(name), 1);
        bytes.replace(name, QByteArray(name).replace('e', 'x'));
        const auto reading = readRdsBytes(bytes.toStdString());
        QVERIFY(reading.has_value());
        const auto errors = errorsIn(*reading);
        QCOMPARE(errors, QStringList{fault});
    }

    void idsThatAreDoublesAreOneFault()
    {
        const auto written = rds::writtenTables(smallTables(), rds::Schema::V2);
        auto bytes =
            QByteArray::fromStdString(std::string(decompress("x", written->bytes).value().view()));
        const auto ids = QByteArray::fromHex("0000000d00000002"
                                             "0000000a"
                                             "00000014");
        QCOMPARE(bytes.count(ids), 1); // of locations
        bytes.replace(ids,
                      QByteArray::fromHex("0000000e00000002"
                                          "4024000000000000"
                                          "4034000000000000"));
        const auto reading = readRdsBytes(bytes.toStdString());
        QVERIFY(reading.has_value());
        const auto errors = errorsIn(*reading);
        QCOMPARE(errors.size(), 1);
        QVERIFY2(errors.front().startsWith(QStringLiteral("error T1 locations")),
                 qPrintable(errors.front()));
    }

    void sumsOfMoreThan32BitsAreRefused()
    {
        auto tables = smallTables();
        tables.sampleValues.value[1] = 3e9;
        const auto written = rds::writtenTables(tables, rds::Schema::V1);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::FormatCannotHold);
    }

    void whatTheFileDoesNotHoldIsSaid()
    {
        auto tables = smallTables();
        StringInterner strings(tables.strings);
        appendRow(tables.sourceAttrs, 1, strings.intern("key"), strings.intern("1"));
        tables.functions.filename.front() = strings.intern(std::string_view("a\0b", 3));
        const QString zero = QStringLiteral("1 zero bytes in texts");
        const auto written = rds::writtenTables(tables, rds::Schema::V2);
        QVERIFY(written);
        QCOMPARE(lossesOf(*written), QStringList{zero});
        const auto old = rds::writtenTables(tables, rds::Schema::V1);
        QVERIFY(old && lossesOf(*old).contains(QStringLiteral("1 rows of x_source_attrs")));
        QVERIFY(lossesOf(*old).contains(zero));
    }

    // Of x_processes only the first of its 20 columns: 4 bytes in the file are 110 in memory.
    void tablesOfHardlyAnyColumnsAreBounded()
    {
        constexpr std::int32_t rows = 1'000'000;
        constexpr std::array<std::string_view, 1> classes{"data.frame"};
        constexpr std::array<std::string_view, 1> columns{"process_key"};
        constexpr std::array<std::string_view, 2> names{"sources", "x_processes"};
        rds::Serializer out;
        out.beginNamedList(names.size());
        out.beginList(0);
        out.endTable({}, classes, 0);
        out.beginList(columns.size());
        out.integers(Integers(rows, 1));
        out.endTable(columns, classes, rows);
        out.endNamedList(names);
        const auto reading = readRdsBytes(out.take());
        QVERIFY(reading);
        QCOMPARE(rowCount(reading->tables.processes), std::size_t(0));
        QVERIFY(std::ranges::any_of(reading->findings, [](const TableFinding &finding) {
            return finding.table == "x_processes"
                && finding.detail.starts_with("more rows than a file of this size");
        }));
    }

    void whatExtendsTheSevenTablesComesBack_data()
    {
        QTest::addColumn<ProfilePointer>("profile");
        QTest::newRow("every fact") << profileWithEveryFact();
        QTest::newRow("values") << profileOfValues();
    }

    void whatExtendsTheSevenTablesComesBack()
    {
        QFETCH(ProfilePointer, profile);
        const auto tables = tablesOf(*profile).value();
        const auto wanted = profilesOf(tables).front();
        const auto written = rds::writtenTables(tables, rds::Schema::V2);
        QVERIFY(written);
        QVERIFY(written->losses.empty());
        const auto reading = readRdsBytes(written->bytes);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(errorSummary(reading->findings), std::string());
        QVERIFY(reading->leftOut.empty());
        const auto again = profilesOf(reading->tables);
        QCOMPARE(again.size(), std::size_t(1));
        const auto difference = firstDifference(*wanted, *again.front());
        QVERIFY2(difference.empty(), difference.c_str());
    }
};

EMBER_TEST(TstRdsWriter)
#include "tst_rdswriter.moc"
