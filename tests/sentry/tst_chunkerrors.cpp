// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/openedchunks.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using nlohmann::json;

// Chunks that are refused, broken or cut.
class TstChunkErrors : public QObject {
    Q_OBJECT

private slots:
    void whatRelayRefusesIsShownWithItsReason()
    {
        const auto import = opened({chunkAt(1000, 1, firstId).dump()});
        QVERIFY(import);
        QCOMPARE(import->profiles.at(0).profile->sampleCount(), std::size_t(1));
        QVERIFY(findingOf(*import, "profiling_not_enough_samples"));
        QCOMPARE(attributeOf(*import->profiles.at(0).profile, "verdict"),
                 std::string("\"profiling_not_enough_samples\""));
    }

    void brokenReferencesAreIdleOrLeftOut()
    {
        auto chunk = chunkAt(1000, 3, firstId);
        chunk["profile"]["samples"][1]["stack_id"] = 99;
        chunk["profile"]["stacks"][0] = {1, 77, 0};
        const auto import = opened({chunk.dump()});
        QVERIFY(import);
        QCOMPARE(QString::fromStdString(tests::printedCalls(import->profiles.at(0).profile)),
                 QStringLiteral("main:1 1000000+10 (1)\n  f:10 1000000+10 (1)\n"));
    }

    void whatCannotBeReadIsAnErrorWithItsFile_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("code");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("FileEmpty");
        QTest::newRow("cut") << QByteArray("{\"version\":\"2\",\"prof")
                             << QStringLiteral("Truncated");
        QTest::newRow("no JSON") << QByteArray("\x7f"
                                               "ELF\x02\x01")
                                 << QStringLiteral("WrongType");
        QTest::newRow("V1 without samples")
            << QByteArray("{\"version\":\"1\",\"platform\":\"python\"}")
            << QStringLiteral("NothingToShow");
        QTest::newRow("no samples")
            << QByteArray("{\"version\":\"2\",\"chunk_id\":\"1\",\"platform\":\"node\"}")
            << QStringLiteral("NothingToShow");
        QTest::newRow("envelope without chunks")
            << QByteArray("{}\n{\"type\":\"event\",\"length\":2}\n{}")
            << QStringLiteral("NothingToShow");
        QTest::newRow("envelope cut in its transaction")
            << QByteArray("{}\n{\"type\":\"transaction\"}\n{\"spans\":[{\"op\":\"}")
            << QStringLiteral("Truncated");
        QTest::newRow("envelope cut before its transaction")
            << QByteArray("{}\n{\"type\":\"transaction\"}\n") << QStringLiteral("Truncated");
        QTest::newRow("envelope of a transaction")
            << QByteArray("{}\n{\"type\":\"transaction\"}\n{\"spans\":[]}")
            << QStringLiteral("NothingToShow");
    }

    void whatCannotBeReadIsAnErrorWithItsFile()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, code);
        const auto import = opened({content.toStdString()});
        QVERIFY(import);
        QVERIFY(import->profiles.empty());
        QCOMPARE(import->refused.size(), std::size_t(1));
        QCOMPARE(QString::fromLatin1(codeName(import->refused.front().code)), code);
        QCOMPARE(import->refused.front().subject, std::string("file0"));
    }

    void whatCannotBeReadIsNamedBesideWhatCan()
    {
        const auto import =
            opened({"{", chunkAt(1000.0, 10, firstId).dump(), "[]", R"({"version":"1"})"});
        QVERIFY(import);
        QCOMPARE(import->profiles.size(), std::size_t(1));
        std::vector<std::string> refused;
        for (const Error &error : import->refused)
            refused.push_back(error.subject);
        QCOMPARE(refused, (std::vector<std::string>{"file0", "file2", "file3"}));
    }

    void everySpecExampleOpensOrSaysWhereItIsBroken_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = tests::referenceData(QStringLiteral("sentry/spec_examples"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        for (const auto &path : tests::filesIn(folder, QStringLiteral("*.json")))
            QTest::newRow(qPrintable(path.section(u'/', -1))) << path;
    }

    void everySpecExampleOpensOrSaysWhereItIsBroken()
    {
        QFETCH(QString, path);
        const auto bytes = tests::fileBytes(path);
        const auto import = opened({std::string(bytes.view())});
        if (json::accept(bytes.view())) {
            QVERIFY(import);
            QVERIFY(import->profiles.at(0).profile->sampleCount() > 0);
        } else {
            QVERIFY(import);
            QCOMPARE(import->refused.size(), std::size_t(1));
            QVERIFY(import->refused[0].detail.find(':') != std::string::npos); // line:column
        }
    }
};

EMBER_TEST(TstChunkErrors)
#include "tst_chunkerrors.moc"
