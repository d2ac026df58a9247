// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/remotereport.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::app;
using ember::model::ErrorCode;

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
                              << code(ErrorCode::NetworkError);
        QTest::newRow("lost before its names")
            << QByteArrayList{"started 4", "ended 0"} << 255 << code(ErrorCode::NetworkError);
        QTest::newRow("ssh killed")
            << QByteArrayList{"started 4"} << 137 << code(ErrorCode::NetworkError);
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
        const auto failure = reportOf(lines).failure(status);
        QCOMPARE(failure ? static_cast<int>(failure->code) : -1, code);
    }

    void theRecordersOwnWordsComeFirst()
    {
        const auto failure =
            reportOf({"emberchart-record: error: bad rate", "usage: …"}).failure(2);
        QVERIFY(failure);
        QCOMPARE(failure->detail, std::string("bad rate"));
        QCOMPARE(failure->subject, std::string("there"));
    }
};

EMBER_TEST(TstRemoteReport)
#include "tst_remotereport.moc"
