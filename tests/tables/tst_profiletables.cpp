// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "model/tables/tablevalues.h"
#include "model/tables/toprofile.h"
#include "model/tables/validate.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/tables/describedprofile.h"
#include "tests/tables/everyfact.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;
using tables::Tables;

namespace {

Tables checkedTablesOf(const Profile &profile)
{
    return tables::tablesOf(profile).value();
}

// As a profile again; null if that is not one.
ProfilePointer throughTables(const Profile &profile)
{
    const auto profiles = tables::profilesOf(checkedTablesOf(profile));
    return profiles.size() == 1 ? profiles.front() : nullptr;
}

QString profileErrorsOf(const Tables &tables)
{
    return QString::fromStdString(tables::errorSummary(tables::validate(tables)));
}

} // namespace

class TstProfileTables : public QObject {
    Q_OBJECT

private slots:
    void whatAProfileCountsTimesFromComesBack()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        builder.setStart(timestampFromNs(1'700'000'000'123'456'789));
        builder.addSource({});
        builder.addSample(builder.addThread({}), {timestampFromNs(5), emptyStack, {}});
        const auto profile = builder.snapshot();
        const auto made = tables::tablesOf(*profile).value();
        QCOMPARE(tables::profilesOf(made).front()->tables().start, profile->tables().start);
        builder.setStart(timestampFromNs(0));
        const auto both =
            tables::combine(std::vector{made, tables::tablesOf(*builder.snapshot()).value()});
        QVERIFY(!tables::profilesOf(*both).front()->tables().start); // they have none in common
    }

    void everyFactOfAProfileComesBack()
    {
        const auto profile = profileWithEveryFact();
        const auto again = throughTables(*profile);
        QVERIFY(again);
        QCOMPARE(QString::fromStdString(firstDifference(*profile, *again)), QString());
        QCOMPARE(profileErrorsOf(checkedTablesOf(*profile)), QString());
    }

    void valuesWithoutTimeComeBack()
    {
        const auto profile = profileOfValues();
        const auto tables = checkedTablesOf(*profile);
        QCOMPARE(profileErrorsOf(tables), QString());
        QCOMPARE(tables.sampleValues.type.size(), std::size_t(3 + 3 + 1));
        const auto again = tables::profilesOf(tables);
        QCOMPARE(again.size(), std::size_t(1));
        auto difference = firstDifference(*profile, *again.front());
        // The profile knows of no source, tables must have one.
        QCOMPARE(difference.substr(0, difference.find(" | ")), std::string("value type"));
    }

    void manyProfilesComeBack_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 8; ++seed)
            QTest::addRow("%u", seed) << seed;
    }

    void manyProfilesComeBack()
    {
        QFETCH(unsigned, seed);
        const auto made = syntheticProfile({.threads = 1 + seed % 4,
                                            .samplesPerThread = 100 + 40 * seed,
                                            .depth = 8 + 3 * seed,
                                            .functions = 100 + seed,
                                            .seed = seed,
                                            .measurements = seed % 2 == 0,
                                            .events = seed % 3 == 0});
        const auto tables = checkedTablesOf(*made);
        QCOMPARE(profileErrorsOf(tables), QString());
        QCOMPARE(rowCount(tables.samples), made->sampleCount());
        const auto profile = tables::profilesOf(tables).front(); // has a source
        const auto again = throughTables(*profile);
        QVERIFY(again);
        QCOMPARE(QString::fromStdString(firstDifference(*profile, *again)), QString());
    }

    void depthOneIsTheInnermostCall()
    {
        const auto tables = checkedTablesOf(*textProfile("a a\n"
                                                         "b .\n"
                                                         "c .\n"));
        const auto nameAt = [&](std::size_t row) {
            const auto location = tables.sampleLocations.location[row];
            const auto function =
                tables.locations.function[*tables::RowsById(tables.locations.id).find(location)];
            return tables.text(
                tables.functions
                    .functionName[*tables::RowsById(tables.functions.id).find(function)]);
        };
        QCOMPARE(rowCount(tables.sampleLocations), std::size_t(4));
        QCOMPARE(tables.sampleLocations.depth, (tables::Integers{1, 2, 3, 1}));
        QCOMPARE(nameAt(0), std::string_view("c"));
        QCOMPARE(nameAt(2), std::string_view("a"));
        QCOMPARE(nameAt(3), std::string_view("a"));
    }

    void aSourceBeginsWithItsFirstSample()
    {
        const auto tables = checkedTablesOf(*profileWithEveryFact());
        QCOMPARE(tables.sources.timestamp[0], tables::secondsOf(1'700'000'000'123'456'789));
        QCOMPARE(tables.sources.timestamp[1], tables::secondsOf(1'700'000'000'123'456'799));
    }

    void theSevenTablesAloneMakeAProfile()
    {
        auto tables = checkedTablesOf(*profileWithEveryFact());
        Tables core;
        core.strings = tables.strings;
        tables::forEachCoreMember([&](auto member) { core.*member = tables.*member; });
        const auto profiles = tables::profilesOf(core);
        QCOMPARE(profiles.size(), std::size_t(1));
        const Profile &profile = *profiles.front();
        QCOMPARE(profile.tables().origin, TimeOrigin::UnixEpoch);
        QCOMPARE(profile.sampleCount(), std::size_t(5));
        QCOMPARE(profile.threadCount(), std::size_t(2)); // one per source
        QCOMPARE(profile.tables().valueTypes.size(), std::size_t(2));
    }

    void sourcesOfAnotherClockAreAnotherProfile()
    {
        auto tables = checkedTablesOf(*profileWithEveryFact());
        tables.sourceDetails.timeOrigin[1] = StringInterner(tables.strings).intern("none");
        const auto profiles = tables::profilesOf(tables);
        QCOMPARE(profiles.size(), std::size_t(2));
        QCOMPARE(profiles[0]->sampleCount(), std::size_t(3));
        QCOMPARE(profiles[1]->tables().origin, TimeOrigin::None);
        QCOMPARE(profiles[1]->sampleCount(), std::size_t(2));
    }

    void extensionsThatMakeNoSenseAreLeftOut()
    {
        auto tables = checkedTablesOf(*profileWithEveryFact());
        tables::forEachExtensionMember([&](auto member) {
            forEachColumn(tables.*member, [](const tables::Field &field, auto &column) {
                for (std::size_t row = 0; row < column.size(); ++row) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(column[row])>, StringIndex>)
                        column[row] = row % 2 == 0 ? StringIndex() : StringIndex(1);
                    else if (field.role != tables::Role::Primary)
                        column[row] = static_cast<std::decay_t<decltype(column[row])>>(
                            row % 2 == 0 ? 999'999 : -7);
                }
            });
        });
        std::size_t samples = 0;
        for (const auto &profile : tables::profilesOf(tables))
            samples += profile->sampleCount();
        QCOMPARE(samples, std::size_t(5));
    }
};

EMBER_TEST(TstProfileTables)
#include "tst_profiletables.moc"
