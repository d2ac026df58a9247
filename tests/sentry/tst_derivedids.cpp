// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/uuid.h"
#include "model/formats/sentry/sessionparts.h"
#include "tests/sentry/openedchunks.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;

namespace {

std::vector<std::string> idsOf(const std::vector<WrittenChunk> &chunks)
{
    std::vector<std::string> ids;
    for (const auto &chunk : chunks)
        ids.push_back(chunk.profilerId + ' ' + chunk.chunkId);
    return ids;
}

// Of another tool: no session, no chunks. The one thread has samples each 10 ms.
ProfilePointer foreign(std::string_view function, std::int64_t start = 1000000000)
{
    ProfileBuilder builder;
    const auto process = builder.addProcess({});
    Thread thread;
    thread.process = process;
    thread.id = builder.string("1");
    const auto index = builder.addThread(thread);
    Function named;
    named.name = builder.string(function);
    Frame frame;
    frame.function = builder.function(named);
    const std::vector<FrameIndex> frames{builder.frame(frame)};
    const auto stack = builder.stackFromLeafFirst(frames);
    for (std::int64_t tick = 0; tick < 300; ++tick)
        builder.addSample(index, {timestampFromNs(start + tick * 10000000), stack, {}});
    return builder.snapshot();
}

// A chunk of the session whose thread "1" has this name, "" for none.
ProfilePointer partNamed(int number, const char *name)
{
    const std::string id = "0000000000004000800000000000001" + std::to_string(number);
    auto chunk = chunkAt(1710805788.5 + number, 3, id.c_str(), name);
    if (std::string_view(name).empty())
        chunk["profile"]["thread_metadata"] = nlohmann::json::object();
    const auto import = opened({chunk.dump()});
    return import ? import->profiles.front().profile : nullptr;
}

} // namespace

// The same samples have the same ids however often they are written.
class TstDerivedIds : public QObject {
    Q_OBJECT
private slots:
    void aCaptureWrittenAgainHasTheSameIds()
    {
        const auto profile = NativeCapture().typical();
        const auto first = written(*profile);
        QVERIFY(!first.empty());
        QCOMPARE(idsOf(written(*profile)), idsOf(first));
        for (const auto &chunk : first)
            QVERIFY(isStrictId(chunk.chunkId));
        ChunkOptions fresh;
        fresh.ids = Ids::Fresh;
        QVERIFY(idsOf(written(*profile, fresh)) != idsOf(first));
    }

    void anotherRangeHasOtherIds()
    {
        const auto profile = NativeCapture().typical();
        const auto whole = written(*profile);
        Selection selection;
        selection.range = TimeRange{whole.front().piece.first,
                                    whole.front().piece.first + std::chrono::milliseconds(500)};
        std::vector<WrittenChunk> part;
        const auto report = writeChunks(*profile, selection, {}, [&](WrittenChunk &&chunk) {
            part.push_back(std::move(chunk));
            return Result<void>();
        });
        QVERIFY(report.has_value());
        QCOMPARE(part.front().profilerId, whole.front().profilerId);
        QVERIFY(part.front().chunkId != whole.front().chunkId);
    }

    // Of chunks that had none; the second is written as a chunk of its own, whenever it begins.
    void aGapBehindSamplesDoesNotChangeTheirId()
    {
        auto first = chunkAt(1000, 10, firstId);
        auto second = chunkAt(1020, 10, secondId);
        first.erase("chunk_id");
        second.erase("chunk_id");
        const auto alone = opened({first.dump()});
        const auto both = opened({first.dump(), second.dump()});
        QVERIFY(alone && both);
        const auto expected = idsOf(written(*alone->profiles.at(0).profile));
        const auto ids = idsOf(written(*both->profiles.at(0).profile));
        QCOMPARE(expected.size(), std::size_t(1));
        QCOMPARE(ids.size(), std::size_t(2));
        QCOMPARE(ids.at(0), expected.at(0));
    }

    void threadsOfPartsHaveTheIdsOfTheWhole_data()
    {
        using Texts = std::vector<std::string>;
        QTest::addColumn<Texts>("names");
        QTest::addColumn<Texts>("ids");
        const auto first = std::to_string(firstNewThreadId);
        const auto second = std::to_string(firstNewThreadId + 1);
        QTest::newRow("one") << Texts{"a", "", "a"} << Texts{"1", "1", "1"};
        QTest::newRow("a name comes back") << Texts{"a", "b", "a"} << Texts{"1", first, second};
        QTest::newRow("nameless at first") << Texts{"", "b", "c"} << Texts{"1", "1", first};
    }

    // As a chunk is read behind the others, its thread is the newest of the id.
    void threadsOfPartsHaveTheIdsOfTheWhole()
    {
        QFETCH(const std::vector<std::string>, names);
        QFETCH(const std::vector<std::string>, ids);
        SessionThreadIds known;
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t part = 0; part < names.size(); ++part) {
                const auto profile = partNamed(static_cast<int>(part), names[part].c_str());
                QVERIFY(profile);
                QCOMPARE(known.of(*profile).ids, std::vector<std::string>{ids[part]});
            }
            known.rewind();
        }
    }

    // A thread that is nameless in one part is one with that of the others.
    void theLeadingThreadIsThatOfAllParts()
    {
        SessionFacts facts;
        const auto learn = [&](int number, const char *name, const char *id) {
            const auto profile = partNamed(number, name);
            facts.learn(*profile, cutIntoPieces(*profile, {}).pieces, {{id}, 0});
        };
        learn(0, "other", "2");
        learn(1, "other", "2");
        learn(2, "", "1");
        learn(3, "often", "1");
        learn(4, "often", "1");
        QCOMPARE(facts.leadingThread().id, std::string("1"));
        QCOMPARE(facts.leadingThread().name, std::string("often"));
        // Found to be left out when it had been seen without its name.
        for (int number = 5; number < 9; ++number)
            learn(number, "", "3");
        QCOMPARE(facts.leadingThread().id, std::string("3"));
        facts.redacted.threads.insert("1"); // as it is read
        QCOMPARE(facts.leadingThread().id, std::string("1"));
    }

    void aFileWithoutASessionHasIdsOfWhatIsInIt()
    {
        const auto ids = idsOf(written(*foreign("a")));
        QCOMPARE(ids.size(), std::size_t(1));
        QCOMPARE(idsOf(written(*foreign("a"))), ids);
        QVERIFY(idsOf(written(*foreign("b"))) != ids);
        QVERIFY(idsOf(written(*foreign("a", 2000000000))) != ids);
    }
};

EMBER_TEST(TstDerivedIds)
#include "tst_derivedids.moc"
