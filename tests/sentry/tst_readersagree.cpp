// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/relay.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <random>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

namespace {

enum class Judgement { Json, NoJson, Unknown };

// The reference parser refuses numbers beyond a double, which are JSON all the same.
Judgement referenceJudgement(const std::string &text, json &document)
{
    try {
        document = json::parse(text);
        return Judgement::Json;
    } catch (const json::out_of_range &) {
        return Judgement::Unknown;
    } catch (const json::exception &) {
        return Judgement::NoJson;
    }
}

std::string textOf(const json &object, const char *member)
{
    const auto found = object.find(member);
    return found == object.end() || found->is_null() ? std::string() : found->get<std::string>();
}

bool areSamplesEqual(const Chunk &chunk, const json &samples)
{
    constexpr std::uint64_t nowhere = 0xffff'ffffU;
    bool areEqual = chunk.samples.size() == samples.size();
    for (std::size_t row = 0; areEqual && row < samples.size(); ++row) {
        const auto &ours = chunk.samples[row];
        const auto &theirs = samples[row];
        const auto stack = std::min(nowhere, theirs["stack_id"].get<std::uint64_t>());
        areEqual = ours.timestamp == theirs["timestamp"].get<double>() && ours.stack.raw() == stack
            && chunk.text(ours.thread) == theirs["thread_id"].get<std::string>();
    }
    return areEqual;
}

bool areStacksEqual(const Chunk &chunk, const json &stacks)
{
    constexpr std::uint64_t nowhere = 0xffff'ffffU;
    bool areEqual = chunk.stacks.size() == stacks.size();
    for (std::size_t row = 0; areEqual && row < stacks.size(); ++row) {
        const auto ours = chunk.stacks[ChunkStackIndex(row)];
        areEqual = ours.size() == stacks[row].size();
        for (std::size_t i = 0; areEqual && i < ours.size(); ++i)
            areEqual = ours[i].raw() == std::min(nowhere, stacks[row][i].get<std::uint64_t>());
    }
    return areEqual;
}

bool areFramesEqual(const Chunk &chunk, const json &frames)
{
    const auto either = [](const json &frame, const char *name, const char *alias) {
        return frame.contains(name) ? textOf(frame, name) : textOf(frame, alias);
    };
    bool areEqual = chunk.frames.size() == frames.size();
    for (std::size_t row = 0; areEqual && row < frames.size(); ++row) {
        const auto &ours = chunk.frames[row];
        const auto &theirs = frames[row];
        areEqual = chunk.text(ours.function) == either(theirs, "function", "name")
            && chunk.text(ours.filename) == either(theirs, "filename", "file")
            && chunk.text(ours.absPath) == textOf(theirs, "abs_path")
            && chunk.text(ours.module) == textOf(theirs, "module")
            && chunk.text(ours.package) == textOf(theirs, "package")
            && (ours.inApp == InApp::Yes)
                == (theirs.contains("in_app") && theirs["in_app"] == true);
    }
    return areEqual;
}

// Why the two readers differ about a text; "" if they agree.
const char *difference(const std::string &text)
{
    json document;
    const auto judgement = referenceJudgement(text, document);
    const Bytes bytes{std::string_view(text)};
    auto reading = readChunk(bytes.view());
    if (judgement == Judgement::Unknown)
        return "";
    const bool isRead = reading || reading.error().code == ErrorCode::WrongType;
    if (isRead != (judgement == Judgement::Json))
        return isRead ? "only the reader takes it" : "only the reference takes it";
    if (!reading || !reading->fields.empty() || reading->dispatch
        || reading->kind != PayloadKind::Chunk)
        return ""; // what is of the wrong type is read by rules of its own
    const auto &profile = document["profile"];
    if (!areSamplesEqual(reading->chunk, profile["samples"]))
        return "samples";
    if (!areStacksEqual(reading->chunk, profile["stacks"]))
        return "stacks";
    if (!areFramesEqual(reading->chunk, profile["frames"]))
        return "frames";
    // The limit of what Relay forwards is judged by this.
    const auto &chunk = reading->chunk;
    return writeNormalised(chunk).size() > chunk.bytes + chunk.growth ? "growth" : "";
}

// Puts something wrong, or right, into a text.
std::string mutilated(std::string text, std::mt19937 &random)
{
    static constexpr std::array<const char *, 24> pieces{
        "null", "1e999",   "-0",  "0.0", "\"x\"", "[]",   "{}",  R"("\ud800")",
        "1e2",  R"("\b")", "1.5", "7",   "true",  ",",    ":",   "\xff",
        "\"",   "\\",      "}",   "]",   "01",    "1e-7", "tru", R"("\u00e4\/")"};
    const auto place = random() % (text.size() + 1);
    const std::string piece = pieces[random() % pieces.size()];
    switch (random() % 4) {
    case 0: return text.substr(0, place);
    case 1: return text.insert(place, piece);
    case 2: return text.replace(place, 1 + random() % 6, piece);
    default: break;
    }
    const auto colon = text.find(':', place);
    if (colon == std::string::npos)
        return text;
    const auto end = text.find_first_of(",}]\n", colon);
    return text.replace(colon + 1, end - colon - 1, piece);
}

} // namespace

// The reader that is made for chunks against one that is made for any JSON.
class TstReadersAgree : public QObject {
    Q_OBJECT

private slots:
    void aDocumentIsTheSameToBoth_data() { documents(); }

    void aDocumentIsTheSameToBoth()
    {
        QFETCH(QString, path);
        QCOMPARE(QString::fromLatin1(difference(textOfFile(path))), QString());
    }

    void aMutilatedDocumentIsTheSameToBoth_data() { documents(); }

    void aMutilatedDocumentIsTheSameToBoth()
    {
        QFETCH(QString, path);
        const auto text = textOfFile(path);
        constexpr std::size_t quickEnough = 200'000;
        if (text.empty() || text.size() > quickEnough)
            return;
        std::mt19937 random(20261121);
        for (int round = 0; round < 60; ++round) {
            auto changed = mutilated(text, random);
            for (auto more = random() % 3; more > 0 && !changed.empty(); --more)
                changed = mutilated(std::move(changed), random);
            const auto *const found = difference(changed);
            QVERIFY2(*found == '\0', (std::string(found) + ": " + changed.substr(0, 4000)).c_str());
        }
    }

private:
    static void documents()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("the small chunk") << QString();
        for (const char *folder : {"cases", "spec_examples", "real/node_manual_short",
                                   "real/node_manual_long", "real/py_manual", "real/py_trace"}) {
            const auto path = referenceData(QLatin1String("sentry/") + QLatin1String(folder));
            if (path.isEmpty())
                continue;
            for (const auto &file : filesIn(path, QStringLiteral("*.json")))
                QTest::newRow(qPrintable(file.section(u'/', -2))) << file;
        }
    }

    static std::string textOfFile(const QString &path)
    {
        if (path.isEmpty())
            return baseChunk().dump();
        return std::string(fileBytes(path).view());
    }
};

EMBER_TEST(TstReadersAgree)
#include "tst_readersagree.moc"
