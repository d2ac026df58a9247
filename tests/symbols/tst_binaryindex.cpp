// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugfinder.h"
#include "model/profile/debugid.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

class TstBinaryIndex : public QObject {
    Q_OBJECT

private slots:
    void binariesAreFoundAtAnyDepthAndInAnySpelling()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("a/b")));
        const auto path = folder.filePath(QStringLiteral("a/b/thing.so"));
        QVERIFY(QFile::copy(QString::fromStdString(symbolTarget("full")), path));
        BinaryIndex index({folder.path().toStdString()});
        const auto id = debugIdFromBuildId(buildIdOf(symbolTarget("full")));
        QCOMPARE(index.find(id).size(), std::size_t(1));
        QCOMPARE(index.find(id).front(), path.toStdString());
        QCOMPARE(index.find(normalisedDebugId(id)).size(), std::size_t(1));
        QCOMPARE(index.find(id + "-0").size(), std::size_t(1));
        QVERIFY(index.find("00000000-0000-0000-0000-000000000000").empty());
        QVERIFY(index.find("").empty());
    }

    void whatIsNoBinaryIsPassedOver()
    {
        const QTemporaryDir folder;
        // A pipe nobody writes to would hold whoever opens it to read.
        QCOMPARE(mkfifo(qPrintable(folder.filePath(QStringLiteral("pipe"))), 0600), 0);
        QVERIFY(QFile::link(folder.path(), folder.filePath(QStringLiteral("loop"))));
        QVERIFY(
            QFile::link(QStringLiteral("/nowhere"), folder.filePath(QStringLiteral("dangling"))));
        QFile text(folder.filePath(QStringLiteral("short")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("\177EL");
        text.close();
        QVERIFY(QFile::copy(QString::fromStdString(symbolTarget("full")),
                            folder.filePath(QStringLiteral("real"))));
        BinaryIndex index({"/nowhere", folder.path().toStdString()});
        QCOMPARE(index.find(debugIdFromBuildId(buildIdOf(symbolTarget("full")))).size(),
                 std::size_t(1));
    }
};

EMBER_TEST(TstBinaryIndex)
#include "tst_binaryindex.moc"
