// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"
#include "tests/cli/program.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

struct Run {
    int code;
    std::string out;
    std::string err;
};

// emberchart-cli validate.
class TstValidate : public QObject {
    Q_OBJECT

private slots:
    void anAcceptedFileIsOneLineAndExitsZero()
    {
        const auto path = write("good.json", baseChunk().dump());
        const auto result = run({path});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.starts_with(path + "\taccepted\n"), result.out.c_str());
        QCOMPARE(result.err, std::string());
    }

    void aRefusedFileNamesReasonAndPlace()
    {
        auto chunk = baseChunk();
        chunk["profile"]["samples"][3]["timestamp"] = "1";
        const auto path = write("bad.json", chunk.dump());
        const auto result = run({path});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.starts_with(path
                                        + "\trejected\tprofiling_invalid_json\t"
                                          "profile.samples[3].timestamp: expected a number"),
                 result.out.c_str());
    }

    void aFileInAnotherFormatIsNamed()
    {
        const auto log = write("a.ember", std::string("EMBERLOG") + std::string(100, '\0'));
        const auto result = run({log});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.find("a capture log") != std::string::npos, result.out.c_str());
    }

    void aFileThatCannotBeReadIsInTheArray()
    {
        const auto result = run({"--json", "/nowhere/x.json"});
        QCOMPARE(result.code, 1);
        const auto all = nlohmann::json::parse(result.out);
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all[0]["file"].get<std::string>(), std::string("/nowhere/x.json"));
        QCOMPARE(all[0]["reason"].get<std::string>(), std::string("FileNotFound"));
    }

    void strictAlsoRefusesABrokenMust()
    {
        auto chunk = baseChunk();
        chunk["release"] = nullptr;
        const auto path = write("loose.json", chunk.dump());
        QCOMPARE(run({path}).code, 0);
        const auto strict = run({"--strict", path});
        QCOMPARE(strict.code, 1);
        QVERIFY(strict.out.find("spec-missing-release [S7]") != std::string::npos);
        const auto fine = write("fine.json", baseChunk().dump());
        QCOMPARE(run({"--strict", fine}).code, 0);
    }

    void jsonHasAnEntryPerProfileOfAnEnvelope()
    {
        sentry::NewEnvelope envelope;
        envelope.items.push_back({.platform = "node", .payload = baseChunk().dump()});
        const auto path = write("one.envelope", sentry::writeEnvelope(envelope));
        const auto result = run({"--json", path});
        QCOMPARE(result.code, 0);
        const auto json = nlohmann::json::parse(result.out);
        QCOMPARE(json.size(), std::size_t(1));
        QCOMPARE(json[0]["file"].get<std::string>(), path + "#1");
        QCOMPARE(json[0]["verdict"].get<std::string>(), std::string("accepted"));
        QVERIFY(json[0]["findings"].is_array());
    }

    // It can be read, but is repaired by another command.
    void aV1ProfileIsLeftToConvert()
    {
        const auto path = write("v1.json", baseProfileV1().dump());
        const auto result = run({"--fix", folderPath("fixed.json"), path});
        QCOMPARE(result.code, 1);
        QVERIFY(result.err.find("emberchart-cli convert --to sentry-v1") != std::string::npos);
        QVERIFY(result.err.find("cannot be read") == std::string::npos);
    }

    void normalisedWritesWhatSentryKeeps()
    {
        auto chunk = baseChunk();
        chunk["profile"]["thread_metadata"]["9"] = {{"name", "gone"}};
        const auto path = write("in.json", chunk.dump());
        const auto kept = folderPath("kept.json");
        QCOMPARE(run({"--normalised", kept, path}).code, 0);
        const auto json = jsonFile(QString::fromStdString(kept));
        QCOMPARE(json["profile"]["thread_metadata"].size(), std::size_t(2));
    }

    void fixWritesACopyThatStrictAcceptsAndListsTheChanges()
    {
        auto chunk = baseChunk();
        chunk.erase("release");
        chunk.erase("client_sdk");
        chunk["chunk_id"] = "0432A0A4-C25F-4697-BF9F-0A2FCBE6A814";
        chunk["profile"].erase("thread_metadata");
        const auto path = write("broken.json", chunk.dump());
        const auto fixed = folderPath("fixed.json");
        const auto result = run({"--fix", fixed, path});
        QVERIFY2(result.code == 0, result.err.c_str());
        QVERIFY(result.err.find("changed: chunk_id: now 0432a0a4c25f4697bf9f0a2fcbe6a814")
                != std::string::npos);
        QVERIFY(result.err.find("changed: release: was missing") != std::string::npos);
        const auto strict = run({"--strict", fixed});
        QVERIFY2(strict.code == 0, strict.out.c_str());
    }

    // What is repaired is a copy, the original is the only one.
    void theOriginalIsKept()
    {
        auto chunk = baseChunk();
        chunk.erase("release");
        const auto path = write("only.json", chunk.dump());
        const auto link = folderPath("link.json");
        QVERIFY(QFile::link(QString::fromStdString(path), QString::fromStdString(link)));
        for (const char *option : {"--fix", "--normalised"}) {
            for (const auto &copy : {path, link}) {
                const auto result = run({option, copy, path});
                QCOMPARE(result.code, 2);
                QVERIFY2(result.err.find("--force") != std::string::npos, result.err.c_str());
                QVERIFY(!jsonFile(QString::fromStdString(path)).contains("release"));
            }
        }
        const auto forced = run({"--force", "--fix", path, path});
        QVERIFY2(forced.code == 0, forced.err.c_str());
        QVERIFY(jsonFile(QString::fromStdString(path)).contains("release"));
    }

    void wrongUsageExitsTwo()
    {
        QCOMPARE(run({}).code, 2);
        QCOMPARE(run({"--nonsense", "x"}).code, 2);
        QCOMPARE(run({"x", "--fix"}).code, 2);
    }

    void aMissingFileIsSaidOnStandardError()
    {
        const auto result = run({folderPath("nowhere.json")});
        QCOMPARE(result.code, 1);
        QCOMPARE(result.out, std::string());
        QVERIFY(result.err.find("nowhere.json") != std::string::npos);
    }

    void whatIsNoJsonIsRefusedWithLineAndColumn()
    {
        const auto path = write("typo.json", "{\n  \"version\": \"2\"\n  \"platform\": \"x\"\n}");
        const auto result = run({path});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.find("rejected\tprofiling_invalid_json\t3:3 (byte 21)")
                     != std::string::npos,
                 result.out.c_str());
    }

private:
    std::string folderPath(const std::string &name) const
    {
        return m_folder.path().toStdString() + '/' + name;
    }

    std::string write(const std::string &name, const std::string &content) const
    {
        const auto path = folderPath(name);
        QFile file(QString::fromStdString(path));
        if (file.open(QIODevice::WriteOnly))
            file.write(content.data(), static_cast<qint64>(content.size()));
        return path;
    }

    static Run run(const std::vector<std::string> &arguments)
    {
        QStringList words{QStringLiteral("validate")};
        for (const auto &argument : arguments)
            words << QString::fromStdString(argument);
        const auto ended = cli(words);
        return {ended.exitCode, ended.out.toStdString(), ended.err.toStdString()};
    }

    QTemporaryDir m_folder;
};

EMBER_TEST(TstValidate)
#include "tst_validate.moc"
