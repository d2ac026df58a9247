// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <set>

using namespace ember::tests;
using namespace ember::model;

// The recorder on programs that start others.
class TstFollowedProcesses : public QObject {
    Q_OBJECT

private slots:
    void forkedChildrenAreFollowed_data();
    void forkedChildrenAreFollowed();
    void childrenAreLeftAloneWithNoFollow();
    void execIsANewProcessImage_data();
    void execIsANewProcessImage();
};

void TstFollowedProcesses::forkedChildrenAreFollowed_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("processes");
    QTest::addColumn<int>("status");
    QTest::newRow("fork") << "fork" << 2 << 3;
    QTest::newRow("fork of a fork") << "chain" << 3 << 3;
}

void TstFollowedProcesses::forkedChildrenAreFollowed()
{
    QFETCH(const QString, mode);
    QFETCH(const int, processes);
    QFETCH(const int, status);
    const auto run = record({}, {QStringLiteral("processtree"), mode, QStringLiteral("800")});
    QCOMPARE(run.status, status);
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    QCOMPARE(profile.tables().processes.size(), std::size_t(processes));
    std::set<std::string> ids;
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row) {
        const auto &process = profile.process(ProcessIndex(row));
        QVERIFY(samplesOf(profile, ProcessIndex(row)) >= 8);
        QCOMPARE(process.launched, row == 0);
        QCOMPARE(process.parent.isValid(), row > 0);
        QVERIFY(process.exit.has_value());
        ids.emplace(profile.text(process.profilerId));
    }
    QCOMPARE(ids.size(), std::size_t(processes));
    QVERIFY(double(profile.tables().statistics.rootsReached)
            >= 0.97 * double(profile.tables().statistics.nativeStacks));
}

void TstFollowedProcesses::childrenAreLeftAloneWithNoFollow()
{
    const auto run = record({QStringLiteral("--no-follow")}, words("processtree vfork 200"));
    QCOMPARE(run.status, 4);
    QVERIFY(run.profile);
    QCOMPARE(run.profile->tables().processes.size(), std::size_t(1));
}

void TstFollowedProcesses::execIsANewProcessImage_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("by the first thread") << "exec";
    QTest::newRow("by another thread") << "execthread";
}

void TstFollowedProcesses::execIsANewProcessImage()
{
    QFETCH(const QString, mode);
    const auto run = record({}, {QStringLiteral("processtree"), mode, QStringLiteral("800")});
    QCOMPARE(run.status, 4);
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    const auto images = launchedProcesses(profile);
    QCOMPARE(images.size(), std::size_t(2));
    QCOMPARE(profile.process(images[0]).pid, profile.process(images[1]).pid);
    QVERIFY(profile.process(images[0]).profilerId != profile.process(images[1]).profilerId);
    QVERIFY(!profile.process(images[0]).exit);
    QVERIFY(profile.process(images[1]).exit);
    for (const auto image : images)
        QVERIFY(samplesOf(profile, image) >= 8);
}

EMBER_TEST(TstFollowedProcesses)
#include "tst_followedprocesses.moc"
