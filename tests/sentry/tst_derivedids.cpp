// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/uuid.h"
#include "tests/sentry/openedchunks.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <set>

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
