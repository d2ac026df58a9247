// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;

class TstChunkReader : public QObject {
    Q_OBJECT

private slots:
    void realChunksReadAsTheReferenceParserReadsThem_data() { realChunks(); }

    void realChunksReadAsTheReferenceParserReadsThem()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        const auto reading = readChunk(bytes.view());
        QVERIFY(reading.has_value());
        const auto &chunk = reading->chunk;
        const auto json = jsonFile(path);
        const auto &profile = json["profile"];
        compareSamples(chunk, profile["samples"]);
        QCOMPARE(chunk.stacks.size(), profile["stacks"].size());
        for (std::size_t row = 0; row < chunk.stacks.size(); ++row) {
            std::vector<std::uint32_t> frames;
            for (const auto frame : chunk.stacks[ChunkStackIndex(row)])
                frames.push_back(frame.raw());
            QCOMPARE(frames, profile["stacks"][row].get<std::vector<std::uint32_t>>());
        }
        compareFrames(chunk, profile["frames"]);
        QCOMPARE(chunk.threads.size(), profile["thread_metadata"].size());
    }

    void nodesMixedClockIsRepaired()
    {
        const auto path =
            referenceData(QStringLiteral("sentry/real/node_manual_short/001.profile_chunk.json"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        const auto reading = readChunk(bytes.view());
        QVERIFY(reading.has_value());
        const auto &chunk = reading->chunk;
        QVERIFY(chunk.repairedClocks > 0);
        const auto [first, last] = std::ranges::minmax(chunk.samples, {}, &ChunkSample::time);
        for (const auto &series : chunk.measurements) {
            for (const auto &value : series.values) {
                QVERIFY(value.time >= first.time - std::chrono::seconds(1));
                QVERIFY(value.time <= last.time + std::chrono::seconds(1));
            }
        }
        QVERIFY(
            std::ranges::find(reading->log.findings(), "backend-measurement-clock", &Finding::code)
            != reading->log.findings().end());
    }

    void theTextsExamplesCanBeLookedAt_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = referenceData(QStringLiteral("sentry/spec_examples"));
        if (folder.isEmpty()) {
            QTest::newRow("no reference data") << QString();
            return;
        }
        for (const auto &path : filesIn(folder, QStringLiteral("*.json")))
            QTest::newRow(qPrintable(path.section(u'/', -1))) << path;
    }

    void theTextsExamplesCanBeLookedAt()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        const auto reading = readChunk(bytes.view());
        if (path.contains(QLatin1String("as-printed"))) {
            QVERIFY(!reading.has_value());
            QCOMPARE(reading.error().code, ErrorCode::SyntaxError);
            const auto place = path.contains(QLatin1String("first-draft")) ? "11:5 (" : "19:21 (";
            QVERIFY2(reading.error().detail.starts_with(place), reading.error().detail.c_str());
            return;
        }
        QVERIFY(reading.has_value());
        QCOMPARE(reading->chunk.samples.size(), std::size_t(1));
        if (path.contains(QLatin1String("with-measurements"))) {
            QCOMPARE(reading->chunk.measurements[0].values[0].value, 12.64);
            QVERIFY(
                std::ranges::find(reading->log.findings(), "backend-values-list", &Finding::code)
                != reading->log.findings().end());
        }
        QCOMPARE(reading->kind == PayloadKind::ProfileV1, path.contains(QLatin1String(".v1.")));
    }

    void whatIsWrongIsStillRead()
    {
        auto json = baseChunk();
        json["profile"]["samples"][0]["thread_id"] = 7;
        json["profile"]["samples"][1]["timestamp"] = "1710805788.25";
        const auto reading = read(json.dump());
        QVERIFY(reading.has_value());
        const auto &samples = reading->chunk.samples;
        QCOMPARE(reading->chunk.text(samples[0].thread), std::string_view("7"));
        QCOMPARE(toNs(samples[1].time), std::int64_t(1'710'805'788'250'000'000));
        QCOMPARE(reading->fields.size(), std::size_t(2));
    }

    void timesThatFitNoNanosecondsAreCounted()
    {
        auto json = baseChunk();
        json["profile"]["samples"][0]["timestamp"] = 1710805788100.0; // in milliseconds
        json["profile"]["samples"][1]["timestamp"] = -1e300;
        json["profile"]["samples"][2]["timestamp"] = 4611686018.0; // fits
        json["measurements"]["x"] = {{"unit", "byte"},
                                     {"values", {{{"timestamp", 4611686019.0}, {"value", 1}}}}};
        const auto reading = read(json.dump());
        QVERIFY(reading.has_value());
        const auto &findings = reading->log.findings();
        const auto found = std::ranges::find(findings, "absurd-times", &Finding::code);
        QVERIFY(found != findings.end());
        QCOMPARE(found->count, std::uint64_t(3));
    }

    void membersNobodyKnowsAreKeptAsTheyStand()
    {
        auto json = baseChunk();
        json["dist"] = "7";
        json["profile"]["frames"][0]["data"] = {{"symbolicator_status", "symbolicated"}};
        json["profile"]["samples"][2]["queue_address"] = "0x1";
        const auto reading = read(json.dump());
        QVERIFY(reading.has_value());
        const auto &chunk = reading->chunk;
        QCOMPARE(chunk.text(chunk.metadata.rest), std::string_view(R"({"dist":"7"})"));
        QCOMPARE(chunk.text(chunk.frames[0].rest),
                 std::string_view(R"({"data":{"symbolicator_status":"symbolicated"}})"));
        QCOMPARE(chunk.sampleRests.size(), std::size_t(1));
        QCOMPARE(chunk.sampleRests[0].sample, 2U);
    }

    void errorsTellTruncatedFromWrongFromBinary()
    {
        const auto text = baseChunk().dump();
        for (std::size_t size = 1; size < text.size(); size += 7) {
            const auto reading = read(text.substr(0, size));
            QVERIFY(!reading.has_value());
            QCOMPARE(reading.error().code, ErrorCode::Truncated);
        }
        QCOMPARE(read("").error().code, ErrorCode::FileEmpty);
        const auto control = read("{\"version\":\"a\1b\"}");
        QVERIFY(!control && control.error().code == ErrorCode::SyntaxError);
        QVERIFY(control.error().detail.find("a control character in a string")
                != std::string::npos);
        QCOMPARE(read("[1]").error().code, ErrorCode::WrongType);
        QCOMPARE(read(std::string("\x7f"
                                  "ELF\x02\x01\0\0",
                                  8))
                     .error()
                     .code,
                 ErrorCode::WrongType);
        QCOMPARE(read("hello").error().code, ErrorCode::SyntaxError);
    }

    void aReadingThatIsAskedToStopDoes()
    {
        const Bytes bytes{std::string_view(baseChunk().dump())};
        std::stop_source source;
        QVERIFY(readChunk(bytes.view(), source.get_token()).has_value());
        source.request_stop();
        const auto reading = readChunk(bytes.view(), source.get_token());
        QVERIFY(!reading);
        QCOMPARE(reading.error().code, ErrorCode::Cancelled);
    }

    void aSpecRuleIsNamedByItsId_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("origin");
        const auto row = [](const char *pointer, const char *value, const char *code,
                            const char *origin) {
            QTest::newRow(code) << QString::fromLatin1(pointer) << QString::fromLatin1(value)
                                << QString::fromLatin1(code) << QString::fromLatin1(origin);
        };
        row("/release", "null", "spec-missing-release", "S7");
        row("/environment", "null", "spec-missing-environment", "S9");
        row("/chunk_id", R"("00000000000000000000000000000001")", "spec-id-form", "S4");
        QTest::newRow("profiler_id") << QStringLiteral("/profiler_id")
                                     << QStringLiteral(R"("0432A0A4-C25F-4697-BF9F-0A2FCBE6A814")")
                                     << QStringLiteral("spec-id-form") << QStringLiteral("S3");
        row("/debug_meta", R"({"images":[{"type":"symbolic"}]})", "spec-image-fields", "S11");
        row("/profile/thread_metadata", "{}", "spec-missing-thread-metadata", "S13");
        row("/profile/frames/0", "{}", "spec-empty-frame", "S19");
        row("/profile/frames/0/platform", R"("native")", "spec-native-address", "S20");
        row("/platform", R"("cocoa")", "spec-native-debug-meta", "S10");
        row("/profile/frames", "[]", "spec-chunk-data-missing", "S32");
        row("/measurements", R"({"x":{"unit":"nj","values":[]}})", "spec-unit", "S30");
        row("/measurements", R"({"x":{"unit":"ns","values":{"timestamp":1,"value":1}}})",
            "backend-values-list", "backend");
        row("/debug_meta", R"({"images":[{"type":"elf"}]})", "backend-image-type", "backend");
        row("/client_sdk", "{}", "spec-client-sdk", "S8");
        row("/profile/stacks/3", "[0]", "spec-should-dedup-stacks", "S18");
        row("/profile/thread_metadata/9", "{}", "spec-should-drop-threads", "S36");
        row("/profile/samples/4/thread_id", R"("3")", "backend-thread-removed", "backend");
        row("/profile/samples/4/timestamp", "1710805788.1", "backend-unsorted", "backend");
        row("/profile/samples/4/timestamp", "1710805888.1", "backend-duration", "backend");
        row("/profile/samples/4/timestamp", "1710805888100", "absurd-times", "S16");
    }

    void aSpecRuleIsNamedByItsId()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, code);
        QFETCH(QString, origin);
        const auto finding = [&code](const nlohmann::json &json) {
            const Bytes bytes{std::string_view(json.dump())};
            const auto verdicts = validate(bytes.view(), "x");
            for (const auto &found : verdicts[0].findings) {
                if (found.code == code.toStdString())
                    return QString::fromStdString(found.origin);
            }
            return QString();
        };
        auto json = baseChunk();
        QCOMPARE(finding(json), QString());
        json[nlohmann::json::json_pointer(pointer.toStdString())] =
            nlohmann::json::parse(value.toStdString());
        QCOMPARE(finding(json), origin);
    }

    void aFindingSaysWithWhichVersionOfTheTextItsRuleCame()
    {
        auto chunk = baseChunk();
        chunk["profile"]["frames"][0] = nlohmann::json::object();
        chunk["client_sdk"] = nlohmann::json::object();
        chunk["release"] = nullptr;
        chunk["profile"]["thread_metadata"]["9"] = nlohmann::json::object();
        auto v1 = baseProfileV1();
        v1["profile"]["thread_metadata"]["9"] = nlohmann::json::object();
        auto &samples = v1["profile"]["samples"];
        samples.erase(samples.begin() + 1, samples.end());
        QCOMPARE(versionIn(chunk, "spec-empty-frame"), QStringLiteral("1.1.0"));
        QCOMPARE(versionIn(chunk, "spec-client-sdk"), QStringLiteral("2.2.0"));
        QCOMPARE(versionIn(v1, "spec-should-v2"), QStringLiteral("2.5.0"));
        QCOMPARE(versionIn(v1, "spec-v1-samples"), QStringLiteral("1.1.0"));
        // As old as V2, but not as V1.
        QCOMPARE(versionIn(chunk, "spec-should-drop-threads"), QStringLiteral("none"));
        QCOMPARE(versionIn(v1, "spec-should-drop-threads"), QStringLiteral("1.1.0"));
        QCOMPARE(versionIn(chunk, "spec-missing-release"), QStringLiteral("none"));
    }

    void theRateOfTheTextIs101Hz()
    {
        const auto isNoted = [](double period) {
            auto json = baseChunk();
            auto &samples = json["profile"]["samples"];
            samples = nlohmann::json::array();
            for (int row = 0; row < 30; ++row)
                samples.push_back({{"stack_id", 0},
                                   {"thread_id", "1"},
                                   {"timestamp", 1710805788.0 + row * period}});
            return hasFinding(json.dump(), "spec-should-rate", "S25");
        };
        QVERIFY(!isNoted(1.0 / 101));
        QVERIFY(isNoted(1.0 / 50));
    }

    void moreThan50MegabytesBreakTheText()
    {
        auto text = baseChunk().dump();
        text.resize(50'000'000, ' ');
        QVERIFY(!hasFinding(text, "spec-size", "S34"));
        text += ' ';
        QVERIFY(hasFinding(text, "spec-size", "S34"));
    }

    void whatCanBeRepairedIs()
    {
        auto json = baseChunk();
        json["chunk_id"] = "not an id";
        json["debug_meta"] = nlohmann::json::parse(R"({"images":[
            {"type":"elf","build_id":"f1c3bcc0279865fe3058404b2831d9e64135386c",
             "image_addr":"0x1000","image_size":4096,"code_file":"/bin/x"}]})");
        json["measurements"] = nlohmann::json::parse(
            R"({"a":{"unit":"millisecond","values":{"timestamp":1710805788.5,"value":"2"}}})");
        json["profile"]["samples"].push_back(
            {{"stack_id", 99}, {"thread_id", "1"}, {"timestamp", 1710805788.54}});
        json["profile"]["samples"].push_back(
            {{"stack_id", 0}, {"thread_id", "1"}, {"timestamp", 1710805700.0 + 88.4}});
        json["profile"]["stacks"].push_back({77, 0});
        const Bytes bytes{std::string_view(json.dump())};
        const auto repair = repairChunk(bytes.view());
        QVERIFY(repair.has_value());
        QVERIFY2(!repair->rejection, repair->rejection ? repair->rejection->detail.c_str() : "");
        QCOMPARE(repair->left.size(), std::size_t(0));
        QCOMPARE(repair->chunks.size(), std::size_t(1));
        const auto fixed = nlohmann::json::parse(repair->chunks[0]);
        QCOMPARE(fixed["debug_meta"]["images"][0]["debug_id"].get<std::string>(),
                 std::string("c0bcc3f1-9827-fe65-3058-404b2831d9e6"));
        QCOMPARE(fixed["measurements"]["a"]["values"][0]["value"].get<double>(), 2e6);
        QCOMPARE(fixed["profile"]["samples"].size(), std::size_t(8));
        QVERIFY(repair->changes.size() >= 6);
    }

    void aRepairListsEachFieldThatItRewrites()
    {
        auto json = baseChunk();
        json["version"] = 2;
        json["debug_meta"] = nullptr;
        for (auto &sample : json["profile"]["samples"])
            sample["timestamp"] = sample["timestamp"].dump();
        json["profile"]["frames"][1]["lineno"] = -3;
        json["profile"]["frames"][2]["lineno"] = -4;
        const auto samples = json["profile"]["samples"].size();
        const Bytes bytes{std::string_view(json.dump())};
        const auto repair = repairChunk(bytes.view());
        QVERIFY(repair.has_value());
        QVERIFY(!repair->rejection);
        const auto countOf = [&repair](std::string_view subject) {
            const auto change = std::ranges::find(repair->changes, subject, &RepairChange::subject);
            return change == repair->changes.end() ? std::uint64_t(0) : change->count;
        };
        QCOMPARE(countOf("version"), std::uint64_t(1));
        QCOMPARE(countOf("debug_meta"), std::uint64_t(1));
        QCOMPARE(countOf("profile.samples[0].timestamp"), std::uint64_t(samples));
        QCOMPARE(countOf("profile.frames[1].lineno"), std::uint64_t(2));
    }

    void aLongChunkIsCutIntoPiecesThatRelayTakes()
    {
        auto json = baseChunk();
        json["profile"]["samples"] = nlohmann::json::array();
        for (int i = 0; i < 1500; ++i)
            json["profile"]["samples"].push_back(
                {{"stack_id", i % 3}, {"thread_id", "1"}, {"timestamp", 1710805788.0 + i * 0.1}});
        const Bytes bytes{std::string_view(json.dump())};
        const auto repair = repairChunk(bytes.view());
        QVERIFY(repair.has_value());
        QVERIFY(!repair->rejection);
        QCOMPARE(repair->left.size(), std::size_t(0));
        QCOMPARE(repair->chunks.size(), std::size_t(3));
        std::size_t samples = 0;
        for (const auto &piece : repair->chunks)
            samples += nlohmann::json::parse(piece)["profile"]["samples"].size();
        QCOMPARE(samples, std::size_t(1500));
    }

private:
    // Whether validate names the rule.
    static bool hasFinding(const std::string &text, std::string_view code, std::string_view rule)
    {
        const Bytes bytes{std::string_view(text)};
        const auto verdicts = validate(bytes.view(), "x");
        return std::ranges::any_of(verdicts.at(0).findings, [&](const Finding &finding) {
            return finding.code == code && finding.origin == rule;
        });
    }

    // The version of the text that a finding names; "none" if it names none.
    static QString versionIn(const nlohmann::json &document, std::string_view code)
    {
        const Bytes bytes{std::string_view(document.dump())};
        const auto verdicts = validate(bytes.view(), "x");
        const auto &findings = verdicts.at(0).findings;
        const auto found = std::ranges::find(findings, code, &Finding::code);
        if (found == findings.end())
            return QStringLiteral("no finding");
        const QString detail = QString::fromStdString(found->detail);
        const qsizetype place = detail.indexOf(QLatin1String("(since "));
        return place < 0 ? QStringLiteral("none") : detail.mid(place + 7).chopped(1);
    }

    static Result<ChunkReading> read(const std::string &text)
    {
        const Bytes bytes{std::string_view(text)};
        return readChunk(bytes.view());
    }

    static void realChunks()
    {
        QTest::addColumn<QString>("path");
        const auto real = referenceData(QStringLiteral("sentry/real"));
        if (real.isEmpty())
            QTest::newRow("no reference data") << QString();
        for (const char *name :
             {"node_manual_long", "node_manual_short", "py_manual", "py_trace"}) {
            const QString folder = real + u'/' + QString::fromLatin1(name);
            for (const auto &path : filesIn(folder, QStringLiteral("*.profile_chunk.json")))
                QTest::newRow(qPrintable(path.section(u'/', -2))) << path;
        }
    }

    static void compareSamples(const Chunk &chunk, const nlohmann::json &samples)
    {
        QCOMPARE(chunk.samples.size(), samples.size());
        for (std::size_t row = 0; row < samples.size(); ++row) {
            const auto &ours = chunk.samples[row];
            const auto &theirs = samples[row];
            QCOMPARE(ours.timestamp, theirs["timestamp"].get<double>());
            QVERIFY(std::abs(double(toNs(ours.time)) - ours.timestamp * 1e9) < 512);
            QCOMPARE(ours.stack.raw(), theirs["stack_id"].get<std::uint32_t>());
            QCOMPARE(chunk.text(ours.thread), theirs["thread_id"].get_ref<const std::string &>());
        }
    }

    static void compareFrames(const Chunk &chunk, const nlohmann::json &frames)
    {
        QCOMPARE(chunk.frames.size(), frames.size());
        for (std::size_t row = 0; row < frames.size(); ++row) {
            const auto &ours = chunk.frames[row];
            const auto &theirs = frames[row];
            QCOMPARE(chunk.text(ours.function), theirs.value("function", std::string()));
            QCOMPARE(chunk.text(ours.filename), theirs.value("filename", std::string()));
            QCOMPARE(chunk.text(ours.absPath), theirs.value("abs_path", std::string()));
            QCOMPARE(chunk.text(ours.module), theirs.value("module", std::string()));
            QCOMPARE(ours.line.value_or(0), theirs.value("lineno", 0U));
        }
    }
};

EMBER_TEST(TstChunkReader)
#include "tst_chunkreader.moc"
