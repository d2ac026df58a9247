// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindformat.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(callgrind::format);

QStringList cutCodes(const Import &import)
{
    QStringList found;
    for (const auto &finding : import.log.findings())
        found += QString::fromStdString(finding.code);
    return found;
}

} // namespace

// Files of callgrind that lost their end: their costs are too small, which must be said.
class TstCutCallgrind : public QObject {
    Q_OBJECT

private slots:
    void aFileThatEndsWithinACallIsSaidToBeCut()
    {
        const std::string start = "events: Ir\nfn=main\n1 10\ncfn=f\ncalls=1 1\n";
        const QString finding = QStringLiteral("callgrind-cut-call");
        QVERIFY(cutCodes(*readBytes(importer, start)).contains(finding));
        QVERIFY(!cutCodes(*readBytes(importer, start + "1 5\n")).contains(finding));
    }

    void aRecordingThatLostItsEndSaysSo()
    {
        QFile file(QFINDTESTDATA(QStringLiteral("callgrind/calls.out")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll().toStdString();
        for (auto size = bytes.find("\nfn=") + 1; size < bytes.rfind("totals:"); size += 3) {
            const auto import = readBytes(importer, bytes.substr(0, size));
            QVERIFY2(import, qPrintable(printed(import)));
            const auto found = cutCodes(*import);
            const bool isSaid = found.contains(QStringLiteral("callgrind-totals"))
                || found.join(u' ').contains(QStringLiteral("callgrind-cut"));
            const bool isWhole = bytes.find_first_not_of('\n', size) == bytes.rfind("totals:");
            QVERIFY2(isSaid || isWhole, qPrintable(QString::number(size)));
        }
    }

    void aLastLineThatIsNoneIsLeftOutOnlyWithoutItsEnd()
    {
        const std::string start = "events: Ir\nfn=main\n1 10\n";
        for (const char *line : {"ca", "fn", "calls", "+", "cf"}) {
            const auto import = readBytes(importer, start + line);
            QVERIFY2(import, line);
            QCOMPARE(cutCodes(*import), QStringList{QStringLiteral("callgrind-cut-line")});
            QVERIFY(!readBytes(importer, start + line + "\n"));
            QVERIFY(!readBytes(importer, start + line + "\n2 1"));
        }
        QVERIFY(printed(readBytes(importer, "version: 1\ncreator: x\neve"))
                    .startsWith(QStringLiteral("Truncated")));
    }

    void aFileWithoutSumsThatEndsBehindANameIsSaidToBeCut()
    {
        const std::string start = "events: Ir\nfn=main\n1 10\n";
        QVERIFY(cutCodes(*readBytes(importer, start)).isEmpty());
        QCOMPARE(cutCodes(*readBytes(importer, start + "cfn=f\n")),
                 QStringList{QStringLiteral("callgrind-cut-place")});
        QCOMPARE(cutCodes(*readBytes(importer, start + "2 1")),
                 QStringList{QStringLiteral("callgrind-cut-line")});
        QVERIFY(cutCodes(*readBytes(importer, start + "\nsummary: 31\n")).isEmpty());
    }
};

EMBER_TEST(TstCutCallgrind)
#include "tst_cutcallgrind.moc"
