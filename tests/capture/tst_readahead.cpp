// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/readahead.h"
#include "tests/capture/scriptedbackend.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <cstring>
#include <set>
#include <vector>

using namespace ember::capture;

namespace {

constexpr Tid aheadThread{7};

// Each word of memory is its own address, plus what has changed; some addresses are gone.
class WordBackend : public ember::tests::ScriptedBackend {
public:
    std::size_t readStack(Tid, std::uint64_t address, std::span<std::byte> bytes) override
    {
        ++stackReads;
        return take(address, bytes) ? bytes.size() : 0;
    }

    std::size_t readPieces(Tid, std::span<const StopReader::Piece> pieces) override
    {
        ++pieceReads;
        std::size_t count = 0;
        while (count < pieces.size() && take(pieces[count].address, pieces[count].into))
            ++count;
        return count;
    }

    int stackReads = 0;
    int pieceReads = 0;
    std::uint64_t change = 0;
    std::set<std::uint64_t> gone;

private:
    bool take(std::uint64_t address, std::span<std::byte> bytes) const
    {
        const auto word = address + change;
        std::memcpy(bytes.data(), &word, std::min(bytes.size(), sizeof(word)));
        return !gone.contains(address);
    }
};

// A stop that reads words at these addresses at once; 0 where they were not read ahead.
std::vector<std::uint64_t> wordsAtStop(ReadAhead &ahead, WordBackend &backend,
                                       const std::vector<std::uint64_t> &addresses)
{
    std::array<std::byte, 8> stack{};
    ahead.begin(backend, aheadThread, {0x1000, stack});
    std::vector<std::uint64_t> words(addresses.size());
    std::vector<StopReader::Piece> pieces;
    for (std::size_t i = 0; i < addresses.size(); ++i)
        pieces.push_back({addresses[i], std::as_writable_bytes(std::span(&words[i], 1))});
    ahead.take(pieces);
    std::uint64_t first = 0;
    std::memcpy(&first, stack.data(), sizeof(first));
    words.push_back(first);
    return words;
}

// Two stops that ask for the same, which makes the next one read it ahead.
void settle(ReadAhead &ahead, WordBackend &backend, const std::vector<std::uint64_t> &addresses)
{
    wordsAtStop(ahead, backend, addresses);
    wordsAtStop(ahead, backend, addresses);
}

using AheadWords = std::vector<std::uint64_t>;

} // namespace

class TstReadAhead : public QObject {
    Q_OBJECT

private slots:
    void lastFirstReadComesWithTheStack();
    void otherReadIsNotServed();
    void goneMemoryIsNotServed();
    void goneStackIsReadAlone();
    void whatIsReadBesideComesWithTheStack();
    void threadWithoutReadsCostsNothing();
    void changingReadsCostNothing();
};

void TstReadAhead::lastFirstReadComesWithTheStack()
{
    WordBackend backend;
    ReadAhead ahead;
    QCOMPARE(wordsAtStop(ahead, backend, {64, 128}), (AheadWords{0, 0, 0x1000}));
    QCOMPARE(wordsAtStop(ahead, backend, {64, 128}), (AheadWords{0, 0, 0x1000}));
    backend.change = 1; // what is read ahead is of this stop
    QCOMPARE(wordsAtStop(ahead, backend, {64, 128}), (AheadWords{65, 129, 0x1001}));
    QCOMPARE(backend.stackReads, 2);
    QCOMPARE(backend.pieceReads, 1);
    std::array<std::byte, 8> word{};
    const StopReader::Piece again{64, word};
    QVERIFY(!ahead.take(std::span(&again, 1))); // only the first read of a stop
}

void TstReadAhead::otherReadIsNotServed()
{
    WordBackend backend;
    ReadAhead ahead;
    settle(ahead, backend, {64, 128});
    QCOMPARE(wordsAtStop(ahead, backend, {64, 136}), (AheadWords{0, 0, 0x1000}));
    QCOMPARE(wordsAtStop(ahead, backend, {64}), (AheadWords{0, 0x1000}));
    QCOMPARE(wordsAtStop(ahead, backend, {64}), (AheadWords{0, 0x1000}));
    QCOMPARE(wordsAtStop(ahead, backend, {64}), (AheadWords{64, 0x1000}));
}

void TstReadAhead::goneMemoryIsNotServed()
{
    WordBackend backend;
    ReadAhead ahead;
    settle(ahead, backend, {64, 128});
    backend.gone = {128};
    QCOMPARE(wordsAtStop(ahead, backend, {64, 128}), (AheadWords{0, 0, 0x1000}));
    backend.gone = {};
    QCOMPARE(wordsAtStop(ahead, backend, {64, 128}), (AheadWords{64, 128, 0x1000}));
}

void TstReadAhead::goneStackIsReadAlone()
{
    WordBackend backend;
    ReadAhead ahead;
    settle(ahead, backend, {64});
    backend.gone = {0x1000};
    QCOMPARE(wordsAtStop(ahead, backend, {64}).front(), 0U);
    QCOMPARE(backend.pieceReads, 1);
    QCOMPARE(backend.stackReads, 3);
}

void TstReadAhead::whatIsReadBesideComesWithTheStack()
{
    WordBackend backend;
    ReadAhead ahead;
    settle(ahead, backend, {64});
    std::array<std::uint64_t, 2> words{};
    const auto all = std::as_writable_bytes(std::span(words));
    const std::array beside{StopReader::Piece{256, all.first(8)},
                            StopReader::Piece{320, all.last(8)}};
    std::array<std::byte, 8> stack{};
    ahead.begin(backend, aheadThread, {0x1000, stack}, beside);
    QCOMPARE(ahead.readBeside(), std::size_t(2));
    QCOMPARE(words, (std::array<std::uint64_t, 2>{256, 320}));
    std::uint64_t word = 0;
    const StopReader::Piece before{64, std::as_writable_bytes(std::span(&word, 1))};
    QVERIFY(ahead.take(std::span(&before, 1)).has_value());
    QCOMPARE(word, std::uint64_t(64));
    backend.gone = {320};
    ahead.begin(backend, aheadThread, {0x1000, stack}, beside);
    QCOMPARE(ahead.readBeside(), std::size_t(1));
    backend.gone = {0x1000};
    ahead.begin(backend, aheadThread, {0x1000, stack}, beside);
    QCOMPARE(ahead.readBeside(), std::size_t(0));
}

void TstReadAhead::threadWithoutReadsCostsNothing()
{
    WordBackend backend;
    ReadAhead ahead;
    settle(ahead, backend, {64});
    std::array<std::byte, 8> stack{};
    ahead.begin(backend, aheadThread, {0x1000, stack}); // reads ahead for the last time
    ahead.begin(backend, aheadThread, {0x1000, stack});
    ahead.begin(backend, aheadThread, {0x1000, stack});
    QCOMPARE(backend.pieceReads, 1);
    QCOMPARE(backend.stackReads, 4);
}

void TstReadAhead::changingReadsCostNothing()
{
    WordBackend backend;
    ReadAhead ahead;
    for (std::uint64_t address = 64; address < 640; address += 64)
        wordsAtStop(ahead, backend, {address});
    QCOMPARE(backend.pieceReads, 0);
    QCOMPARE(backend.stackReads, 9);
}

EMBER_TEST(TstReadAhead)
#include "tst_readahead.moc"
