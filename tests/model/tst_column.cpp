// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/column.h"
#include "model/core/rowset.h"
#include "model/core/sharedtable.h"
#include "model/core/stringtable.h"
#include "model/core/time.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>
#include <set>
#include <string>
#include <thread>

using namespace ember::model;

class TstColumn : public QObject {
    Q_OBJECT

private slots:
    void rowsKeepTheirPlaceAcrossBlocks()
    {
        Column<FrameIndex, int> column;
        for (int i = 0; i < 100000; ++i)
            QCOMPARE(column.append(i * 3).row(), std::size_t(i));
        const int *const early = &column[FrameIndex(70)];
        column.append(1);
        QCOMPARE(early, &column[FrameIndex(70)]);
        for (std::size_t i = 0; i < 100000; ++i)
            QCOMPARE(column[FrameIndex(i)], int(i) * 3);
    }

    void runsCoverEveryRowOnce()
    {
        Column<FrameIndex, std::size_t> column;
        for (std::size_t i = 0; i < 1000; ++i)
            column.append(i);
        std::size_t next = 0;
        column.forEach([&](std::size_t row, std::size_t value) {
            QCOMPARE(row, next);
            QCOMPARE(value, next++);
        });
        QCOMPARE(next, std::size_t(1000));
    }

    void aSnapshotDoesNotSeeLaterRows()
    {
        Column<FrameIndex, int> column;
        column.append(1);
        const auto snapshot = column;
        column.append(2);
        QCOMPARE(snapshot.size(), std::size_t(1));
        QCOMPARE(column.size(), std::size_t(2));
        QCOMPARE(&snapshot[FrameIndex(0)], &std::as_const(column)[FrameIndex(0)]);
    }

    void readersAndTheWriterShareABlock()
    {
        Column<FrameIndex, std::size_t> column;
        for (std::size_t i = 0; i < 10; ++i)
            column.append(i);
        const auto snapshot = column;
        std::thread reader([&snapshot] {
            for (int round = 0; round < 1000; ++round)
                snapshot.forEach(
                    [](std::size_t row, std::size_t value) { Q_ASSERT(row == value); });
        });
        for (std::size_t i = 10; i < 5000; ++i)
            column.append(i);
        reader.join();
        QCOMPARE(snapshot.size(), std::size_t(10));
    }

    void changingASharedTableLeavesTheCopyAlone()
    {
        SharedTable<ThreadIndex, std::string> table;
        const auto index = table.append("main");
        const auto snapshot = table;
        table.edit(index) = "renamed";
        QCOMPARE(snapshot[index], std::string("main"));
        QCOMPARE(table[index], std::string("renamed"));
    }

    void equalStringsHaveOneIndex()
    {
        StringTable table;
        StringInterner interner(table);
        const auto empty = interner.intern("");
        const auto first = interner.intern("flame");
        QCOMPARE(interner.intern(std::string("fla") + "me"), first);
        QVERIFY(first != empty);
        QCOMPARE(table[first], std::string_view("flame"));
        QCOMPARE(table[StringIndex()], std::string_view());
        const std::string huge(200000, 'x');
        QCOMPARE(table[interner.intern(huge)], std::string_view(huge));
        QCOMPARE(interner.intern("flame"), first);
    }

    void aRowSetFindsEveryRowAfterGrowing()
    {
        RowSet set;
        std::vector<std::size_t> keys;
        const auto enter = [&](std::size_t key) {
            return set.findOrAppend(
                mixHash(0, key), [&](std::uint32_t row) { return keys[row] == key; },
                [&] {
                    keys.push_back(key);
                    return std::uint32_t(keys.size() - 1);
                });
        };
        for (std::size_t key = 0; key < 20000; ++key)
            QCOMPARE(enter(key * 64), std::uint32_t(key));
        for (std::size_t key = 0; key < 20000; ++key)
            QCOMPARE(enter(key * 64), std::uint32_t(key));
        QCOMPARE(keys.size(), std::size_t(20000));
    }

    // Large ones grow by less than twice, to numbers of cells that are no power of two.
    void aLargeRowSetFindsEveryRow()
    {
        constexpr std::uint32_t count = 700'000;
        RowSet set;
        const auto enter = [&](std::uint32_t key) {
            return set.findOrAppend(
                mixHash(7, key), [&](std::uint32_t row) { return row == key; },
                [&] { return key; });
        };
        for (std::uint32_t key = 0; key < count; ++key)
            enter(key);
        std::uint32_t wrong = 0;
        for (std::uint32_t key = 0; key < count; ++key) {
            const auto isIt = [&](std::uint32_t row) { return row == key; };
            wrong += set.find(mixHash(7, key), isIt) == key ? 0U : 1U;
        }
        QCOMPARE(wrong, std::uint32_t(0));
        QVERIFY(!set.find(mixHash(7, count), [](std::uint32_t row) { return row == count; }));
    }

    // What finds no room up to the last cell is in the first ones.
    void aRowSetHoldsRowsOfOneHash()
    {
        constexpr std::size_t lastPlace = 0xe217c1e66c88cc3U; // of all hashes
        RowSet set;
        const auto enter = [&](std::uint32_t key) {
            return set.findOrAppend(
                lastPlace, [&](std::uint32_t row) { return row == key; }, [&] { return key; });
        };
        for (std::uint32_t key = 0; key < 300; ++key)
            QCOMPARE(enter(key), key);
        for (std::uint32_t key = 0; key < 300; ++key)
            QVERIFY(set.find(lastPlace, [&](std::uint32_t row) { return row == key; }) == key);
    }

    void aRangeOfAllTimesHasThemAll()
    {
        const auto all = TimeRange::everything();
        constexpr auto latest = std::numeric_limits<std::int64_t>::max() / 2; // of readers
        QVERIFY(all.contains(timestampFromNs(latest)));
        QVERIFY(all.contains(timestampFromNs(-latest)));
        QCOMPARE(all.duration().count(), std::numeric_limits<std::int64_t>::max());
    }
};

EMBER_TEST(TstColumn)
#include "tst_column.moc"
