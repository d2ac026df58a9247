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
        QTest::addColumn<QString>("subject"); // the file, or its item
        const auto row = [](const char *name, const QByteArray &content, const char *code,
                            const char *subject = "file0") {
            QTest::newRow(name) << content << QString::fromLatin1(code)
                                << QString::fromLatin1(subject);
        };
        row("empty", {}, "FileEmpty");
        row("cut", "{\"version\":\"2\",\"prof", "Truncated");
        row("no JSON",
            "\x7f"
            "ELF\x02\x01",
            "WrongType");
        row("V1 without samples", "{\"version\":\"1\",\"platform\":\"python\"}", "NothingToShow");
        row("no samples", "{\"version\":\"2\",\"chunk_id\":\"1\",\"platform\":\"node\"}",
            "NothingToShow");
        row("envelope without chunks", "{}\n{\"type\":\"event\",\"length\":2}\n{}",
            "NothingToShow");
        row("envelope cut in its transaction",
            "{}\n{\"type\":\"transaction\"}\n{\"spans\":[{\"op\":\"}", "Truncated");
        row("envelope cut before its transaction", "{}\n{\"type\":\"transaction\"}\n", "Truncated");
        row("envelope of a transaction without times",
            "{}\n{\"type\":\"transaction\"}\n{\"spans\":[]}", "NothingToShow", "file0#1");
    }

    void whatCannotBeReadIsAnErrorWithItsFile()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, code);
        QFETCH(QString, subject);
        const auto import = opened({content.toStdString()});
        QVERIFY(import);
        QVERIFY(import->profiles.empty());
        QCOMPARE(import->refused.size(), std::size_t(1));
        QCOMPARE(QString::fromLatin1(codeName(import->refused.front().code)), code);
        QCOMPARE(QString::fromStdString(import->refused.front().subject), subject);
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
