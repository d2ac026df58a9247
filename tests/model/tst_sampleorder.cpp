// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/profile/samplerows.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

using namespace ember::model;

namespace {

// Time and thread of samples as a file has them.
using File = std::vector<std::pair<std::int64_t, std::uint32_t>>;

std::string notesOf(const File &file)
{
    SampleOrderNotes notes;
    for (const auto &[time, thread] : file)
        notes.add(timestampFromNs(time), ThreadIndex(std::size_t(thread)));
    return notes.take();
}

// By time and thread, as a profile has them.
File sorted(File file)
{
    std::ranges::stable_sort(file);
    return file;
}

// What comes back of samples that stand by time and thread.
File restored(const File &file, std::string_view order)
{
    std::vector<TimedThread> samples;
    for (const auto &[time, thread] : file)
        samples.push_back({timestampFromNs(time), ThreadIndex(std::size_t(thread))});
    File back;
    for (const auto place : inOrderOfSource(order, samples))
        back.push_back(file.at(place));
    return back;
}

} // namespace

class TstSampleOrder : public QObject {
    Q_OBJECT

private slots:
    void anOrderThatStaysIsSaidOnce()
    {
        File file;
        for (std::int64_t tick = 0; tick < 100; ++tick) {
            for (const std::uint32_t thread : {7U, 2U, 9U})
                file.emplace_back(tick, thread);
        }
        QCOMPARE(notesOf(file), std::string("[[0,1,0,2]]"));
        QVERIFY(restored(sorted(file), "[[0,1,0,2]]") == file);
    }

    void theOrderOfTheThreadsIsNotSaid()
    {
        const File file{{1, 0}, {1, 0}, {1, 3}, {2, 3}, {3, 0}};
        QCOMPARE(notesOf(file), std::string());
        QVERIFY(restored(file, {}) == file);
    }

    void aThreadThatComesTwiceStandsBetweenOthers()
    {
        const File file{{1, 0}, {1, 1}, {1, 0}, {2, 1}, {2, 0}, {3, 0}, {3, 1}};
        QVERIFY(restored(sorted(file), notesOf(file)) == file);
    }

    void anyOrderComesBack()
    {
        std::mt19937 random(20);
        for (int round = 0; round < 200; ++round) {
            File file;
            std::int64_t time = 0;
            for (int sample = 0; sample < 60; ++sample) {
                time += random() % 4 == 0 ? 1 : 0;
                file.emplace_back(time, std::uint32_t(random() % 5 * 2));
            }
            QVERIFY(restored(sorted(file), notesOf(file)) == file);
        }
    }

    void timesThatGoBackSayNothing()
    {
        QCOMPARE(notesOf({{5, 1}, {5, 0}, {4, 1}, {4, 0}}), std::string());
    }

    void whatMakesNoSenseIsPassedOver_data()
    {
        QTest::addColumn<QByteArray>("order");
        for (const char *order :
             {"", "x", "[", "[[", "[[0", "[[0,]]", "[[0,1]]", "[[0,4294967295,0]]", "[[0,-1,5]]",
              "[[0,1,1]]", "{}", "[[1,1,0]]", "[[99999999999999999999,1,0]]", "[[7,1,0]]"})
            QTest::newRow(order) << QByteArray(order);
    }

    void whatMakesNoSenseIsPassedOver()
    {
        QFETCH(QByteArray, order);
        const File file{{1, 0}, {1, 4}, {2, 0}, {2, 4}};
        QVERIFY(restored(file, order.toStdString()) == file);
    }
};

EMBER_TEST(TstSampleOrder)
#include "tst_sampleorder.moc"
