// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/remotemachine.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::app;
using ember::model::ErrorCode;
using ember::model::ExitStatus;

namespace {

RemoteReport reportOf(const QByteArrayList &lines)
{
    RemoteReport report({QStringLiteral("there"), {}});
    for (const QByteArray &line : lines)
        report.take(line);
    return report;
}

} // namespace

class TstRemoteReport : public QObject {
    Q_OBJECT

private slots:
    void whatWentWrongIsTold_data()
    {
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code"); // -1: nothing to tell
        const auto code = [](ErrorCode error) { return static_cast<int>(error); };
        QTest::newRow("ended") << QByteArrayList{"started 4", "ended 3"} << 3 << -1;
        QTest::newRow("ended with ssh's status")
            << QByteArrayList{"started 4", "ended 255"} << 255 << -1;
        QTest::newRow("stopped") << QByteArrayList{"started 4", "stopped"} << 0 << -1;
        QTest::newRow("said why") << QByteArrayList{"error CommandNotFound\tx\ty"} << 127 << -1;
        QTest::newRow("lost") << QByteArrayList{"started 4"} << 255
                              << code(ErrorCode::CaptureFailed);
        QTest::newRow("lost before its names")
            << QByteArrayList{"started 4", "ended 0"} << 255 << code(ErrorCode::CaptureFailed);
        QTest::newRow("recorder killed")
            << QByteArrayList{"started 4"} << 137 << code(ErrorCode::CaptureFailed);
        QTest::newRow("no recorder at all")
            << QByteArrayList{} << 0 << code(ErrorCode::CaptureFailed);
        QTest::newRow("refused") << QByteArrayList{"ssh: connect to host there: refused"} << 255
                                 << code(ErrorCode::NetworkError);
        QTest::newRow("no recorder") << QByteArrayList{"sh: emberchart-record: not found"} << 127
                                     << code(ErrorCode::CommandNotFound);
        QTest::newRow("an older recorder")
            << QByteArrayList{"emberchart-record: error: InvalidArgument --symbols: no option",
                              "usage: …"}
            << 2 << code(ErrorCode::CaptureFailed);
    }

    void whatWentWrongIsTold()
    {
        QFETCH(QByteArrayList, lines);
        QFETCH(int, status);
        QFETCH(int, code);
        const auto failure = reportOf(lines).failure(ExitStatus{.code = status});
        QCOMPARE(failure ? static_cast<int>(failure->code) : -1, code);
    }

    void theRecordersOwnWordsComeFirst()
    {
        const auto failure = reportOf({"emberchart-record: error: bad rate", "usage: …"})
                                 .failure(ExitStatus{.code = 2});
        QVERIFY(failure);
        QCOMPARE(failure->detail, std::string("bad rate"));
        QCOMPARE(failure->subject, std::string("there"));
    }

    void everyEndHasItsOwnReason_data()
    {
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<int>("status"); // below 0: a signal's number
        QTest::addColumn<QByteArray>("reason");
        const QByteArray kept("; what had arrived is kept, and the program runs on there");
        const QByteArrayList begun{"started 4"};
        QTest::newRow("ssh killed")
            << begun << -9 << "ssh was ended by signal 9, and the connection was lost" + kept;
        QTest::newRow("ssh says why")
            << begun + QByteArrayList{"Connection to there closed by remote host."} << 255
            << "the connection was lost: Connection to there closed by remote host." + kept;
        QTest::newRow("ssh says nothing")
            << begun << 255 << "the recorder there was killed, or the connection was lost" + kept;
        QTest::newRow("recorder killed")
            << begun << 137 << "the recorder there was ended by signal 9" + kept;
        QTest::newRow("ssh killed at once")
            << QByteArrayList{} << -15
            << QByteArray("ssh was ended by signal 15 before a recorder ran");
        QTest::newRow("not a recorder")
            << QByteArrayList{} << 0
            << QByteArray("“emberchart-record” there is no emberchart-record: it ended with status "
                          "0 without a word that a recorder says");
        QTest::newRow("no connection, no words")
            << QByteArrayList{} << 255 << QByteArray("ssh gave up");
    }

    void everyEndHasItsOwnReason()
    {
        QFETCH(QByteArrayList, lines);
        QFETCH(int, status);
        QFETCH(QByteArray, reason);
        const ExitStatus exit =
            status < 0 ? ExitStatus{.code = -status, .bySignal = true} : ExitStatus{.code = status};
        const auto failure = reportOf(lines).failure(exit);
        QVERIFY(failure);
        QCOMPARE(QByteArray::fromStdString(failure->detail), reason);
    }
};

EMBER_TEST(TstRemoteReport)
#include "tst_remotereport.moc"
