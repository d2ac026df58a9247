// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/documentparser.h"
#include "model/json/jsoncursor.h"
#include "tests/support/chunkgenerator.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;

namespace {

// Of two readings, all that a reader of elements can put there.
void compare(const ChunkReading &one, const ChunkReading &other)
{
    const Chunk &a = one.chunk;
    const Chunk &b = other.chunk;
    QCOMPARE(a.strings.size(), b.strings.size());
    for (std::size_t row = 0; row < a.strings.size(); ++row)
        QCOMPARE(a.text(StringIndex(row)), b.text(StringIndex(row)));
    QCOMPARE(a.samples.size(), b.samples.size());
    for (std::size_t row = 0; row < a.samples.size(); ++row) {
        QCOMPARE(a.samples[row].time, b.samples[row].time);
        QCOMPARE(a.samples[row].stack, b.samples[row].stack);
        QCOMPARE(a.samples[row].thread, b.samples[row].thread);
    }
    QCOMPARE(a.stacks.size(), b.stacks.size());
    for (std::size_t row = 0; row < a.stacks.size(); ++row)
        QVERIFY(std::ranges::equal(a.stacks[ChunkStackIndex(row)], b.stacks[ChunkStackIndex(row)]));
    QCOMPARE(a.frames.size(), b.frames.size());
    for (std::size_t row = 0; row < a.frames.size(); ++row) {
        QCOMPARE(a.frames[row].function, b.frames[row].function);
        QCOMPARE(a.frames[row].absPath, b.frames[row].absPath);
        QCOMPARE(a.frames[row].module, b.frames[row].module);
        QCOMPARE(a.frames[row].rest, b.frames[row].rest);
        QVERIFY(a.frames[row].line == b.frames[row].line);
    }
    QCOMPARE(a.sampleRests.size(), b.sampleRests.size());
    QCOMPARE(a.growth, b.growth);
    QCOMPARE(one.fields.size(), other.fields.size());
    for (std::size_t row = 0; row < one.fields.size(); ++row) {
        QCOMPARE(one.fields[row].first.path, other.fields[row].first.path);
        QCOMPARE(one.fields[row].count, other.fields[row].count);
    }
    QCOMPARE(one.log.findings().size(), other.log.findings().size());
}

// Alone and with help from the first byte on.
void compareReadings(const std::string &text)
{
    const Bytes bytes{std::string_view(text)};
    const auto alone = readChunk(bytes.view());
    const auto helped = readChunk(bytes.view(), {}, 0);
    QCOMPARE(helped.has_value(), alone.has_value());
    if (!alone) {
        QVERIFY(helped.error().code == alone.error().code);
        QCOMPARE(helped.error().detail, alone.error().detail);
        return;
    }
    compare(*helped, *alone);
}

std::string withReplaced(std::string text, std::string_view what, std::string_view by)
{
    const auto at = text.rfind(what);
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

std::size_t rowsReadLater(std::string_view text, std::string_view between)
{
    const auto take = [](ChunkReading &reading, JsonCursor &json) {
        json.arrayRest([&] {
            json.skip();
            reading.chunk.samples.emplace_back();
        });
    };
    ParallelArrayReader later(text, 0, between, take);
    const auto *part = later.wait();
    return part == nullptr ? 0 : part->chunk.samples.size();
}

} // namespace

// Long arrays that two threads read.
class TstParallelArrayReader : public QObject {
    Q_OBJECT

private slots:
    void theReadingIsTheSame_data()
    {
        QTest::addColumn<int>("content");
        QTest::newRow("samples") << int(ChunkContent::Samples);
        QTest::newRow("stacks") << int(ChunkContent::Stacks);
        QTest::newRow("frames") << int(ChunkContent::Frames);
    }

    void theReadingIsTheSame()
    {
        QFETCH(const int, content);
        compareReadings(generateChunk(ChunkContent(content), 200'000));
    }

    void anOddElementIsNotedByWhoReadsAll()
    {
        const auto text = generateChunk(ChunkContent::Samples, 60'000);
        const std::string_view sample = ",\"stack_id\":";
        for (const std::string_view odd :
             {",\"stack_id\":-", ",\"x\":1,\"stack_id\":", ",\"stack_id\":1,\"stack_id\":",
              ",\"stack_id\":\"x},{y\",\"x\":", "},{\"stack_id\":",
              "}],\"samples\":[{\"stack_id\":", ",\"stack_id\"", "},[],{\"stack_id\":"})
            compareReadings(withReplaced(text, sample, odd));
    }

    void whatLooksLikeAnElementMayBeText()
    {
        std::string text = "{\"profile\":{\"frames\":[{\"function\":\"a\"},{\"function\":\"";
        for (int i = 0; i < 2000; ++i)
            text += "},{\\\"function\\\":\\\"b\\\"";
        compareReadings(text + "\"}],\"samples\":[],\"stacks\":[[0],[1],[[0],[1]]]}}");
    }

    // Each with a few bytes cut out, put in twice or replaced.
    void brokenTextsAreRefusedAlike()
    {
        std::mt19937 random(3);
        for (const auto content :
             {ChunkContent::Samples, ChunkContent::Stacks, ChunkContent::Frames}) {
            const auto whole = generateChunk(content, 8'000);
            for (int round = 0; round < 150; ++round) {
                auto text = whole;
                const auto at = random() % text.size();
                const auto count = 1 + random() % 40;
                switch (random() % 3) {
                case 0: text.erase(at, count); break;
                case 1: text.insert(at, text.substr(random() % text.size(), count)); break;
                default: text.resize(at); break;
                }
                compareReadings(text);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    void halfOfAnArrayIsRead()
    {
        std::string array = "[{}";
        for (int row = 1; row < 1000; ++row)
            array += ",{}";
        QCOMPARE_GT(rowsReadLater(array + ']', "},{"), std::size_t(450));
        QCOMPARE_LT(rowsReadLater(array + ']', "},{"), std::size_t(550));
        QCOMPARE(rowsReadLater(array, "},{"), std::size_t(0)); // it does not end
        QCOMPARE(rowsReadLater(array + ']', "],["), std::size_t(0)); // no place to begin at
    }
};

EMBER_TEST(TstParallelArrayReader)
#include "tst_parallelarrayreader.moc"
