// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/steadymemory.h"
#include "capture/runtimes/stopmemory.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <cstring>
#include <map>
#include <span>
#include <vector>

using namespace ember::capture;

namespace {

// Pages of memory that are there or gone.
class MemoryOfPages : public StopReader {
public:
    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        ++calls;
        pieceCount += pieces.size();
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            for (std::size_t at = 0; at < pieces[i].into.size(); ++at) {
                const auto address = pieces[i].address + at;
                const auto page = m_pages.find(address / pageSize);
                if (page == m_pages.end())
                    return i;
                pieces[i].into[at] = page->second[static_cast<std::size_t>(address % pageSize)];
            }
        }
        return pieces.size();
    }

    void set(std::uint64_t address, std::uint64_t word)
    {
        auto &page = m_pages[address / pageSize];
        page.resize(pageSize);
        std::memcpy(page.data() + address % pageSize, &word, sizeof(word));
    }

    void remove(std::uint64_t address) { m_pages.erase(address / pageSize); }

    std::size_t calls = 0;
    std::size_t pieceCount = 0;

private:
    std::map<std::uint64_t, std::vector<std::byte>> m_pages;
};

constexpr std::uint64_t steadyObject = 0x10'0000;
constexpr std::uint64_t firstPage = 0x20'0000;

std::uint64_t firstWordOf(std::span<const std::byte> bytes)
{
    std::uint64_t word = 0;
    if (bytes.size() >= sizeof(word))
        std::memcpy(&word, bytes.data(), sizeof(word));
    return word;
}

// What a stop finds of the object, of which the first word is steady.
std::uint64_t atStop(SteadyMemory &steady, MemoryOfPages &memory)
{
    constexpr auto words = SteadyWords().add(0);
    steady.begin();
    return firstWordOf(steady.find(steadyObject, 16, words, memory));
}

} // namespace

class TstSteadyMemory : public QObject {
    Q_OBJECT

private slots:
    void knownObjectIsNotReadWhileStopped();
    void changedObjectIsNotConfirmed();
    void objectIsTakenAgainUntilItChanges();
    void onlySteadyWordsCount();
    void goneObjectIsNotConfirmed();
    void objectOfAnotherKindIsReadAnew();
    void sizesOfOneAddressShareAnObject();
    void objectThatKeepsChangingIsReadAnew();
    void objectUnusedForLongIsReadAnew();
    void manyObjectsAreConfirmed();
    void goneProcessIsNotReadObjectByObject();
    void neighbouringPagesAreOnePiece();
    void pagesBehindAGoneOneAreRead();
    void objectsOfAPageAreOneRead();
};

void TstSteadyMemory::knownObjectIsNotReadWhileStopped()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    QCOMPARE(atStop(steady, memory), 7U);
    QCOMPARE(memory.calls, std::size_t(1));
    QVERIFY(steady.confirm(memory)); // it was read at this very stop
    QCOMPARE(memory.calls, std::size_t(1));
    QCOMPARE(atStop(steady, memory), 7U);
    QCOMPARE(memory.calls, std::size_t(1));
    QVERIFY(steady.confirm(memory));
    QCOMPARE(memory.calls, std::size_t(2));
}

// The memory of a function that was freed has been used again between two stops.
void TstSteadyMemory::changedObjectIsNotConfirmed()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    atStop(steady, memory);
    memory.set(steadyObject, 8);
    QCOMPARE(atStop(steady, memory), 7U);
    QVERIFY(!steady.confirm(memory));
    QCOMPARE(atStop(steady, memory), 8U);
    QVERIFY(steady.confirm(memory));
}

void TstSteadyMemory::objectIsTakenAgainUntilItChanges()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    atStop(steady, memory);
    const auto place = steady.lastFound();
    steady.begin();
    QVERIFY(steady.takeAgain(place));
    QVERIFY(steady.takeAgain(SteadyPlace()));
    memory.set(steadyObject, 8);
    QVERIFY(!steady.confirm(memory)); // taken again, it counts as taken
    steady.begin();
    QVERIFY(!steady.takeAgain(place));
    QCOMPARE(atStop(steady, memory), 8U);
    QVERIFY(!steady.takeAgain(place)); // what was made of it was made of the other
    QVERIFY(steady.takeAgain(steady.lastFound()));
    SteadyMemory other;
    other.begin();
    QVERIFY(!other.takeAgain(place));
}

void TstSteadyMemory::onlySteadyWordsCount()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    atStop(steady, memory);
    memory.set(steadyObject + 8, 9);
    atStop(steady, memory);
    QVERIFY(steady.confirm(memory));
    const auto behind = SteadyWords().add(SteadyWords::most * SteadyWords::wordSize);
    QVERIFY(behind.contains(SteadyWords::most));
    QVERIFY(!SteadyWords().add(8).contains(SteadyWords::most));
    const auto half = SteadyWords().add(4, 4);
    QVERIFY(!half.contains(0) && half.contains(1) && !half.contains(2));
}

void TstSteadyMemory::goneObjectIsNotConfirmed()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    atStop(steady, memory);
    memory.remove(steadyObject);
    atStop(steady, memory);
    QVERIFY(!steady.confirm(memory));
    steady.begin();
    QVERIFY(steady.find(steadyObject, 16, SteadyWords().add(0), memory).empty());
    QVERIFY(steady.confirm(memory));
    memory.set(steadyObject, 8);
    QCOMPARE(atStop(steady, memory), 8U);
}

void TstSteadyMemory::objectOfAnotherKindIsReadAnew()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    atStop(steady, memory);
    memory.set(steadyObject, 8);
    steady.begin();
    const auto bytes = steady.find(steadyObject, 32, SteadyWords().add(0), memory);
    QCOMPARE(bytes.size(), std::size_t(32));
    QCOMPARE(firstWordOf(bytes), 8U);
    QVERIFY(steady.confirm(memory));
}

// Node 18 has the head of code and the code itself at one address.
void TstSteadyMemory::sizesOfOneAddressShareAnObject()
{
    constexpr auto head = SteadyWords().add(0);
    constexpr auto code = SteadyWords().add(48);
    for (const auto changed : {0U, 48U}) { // the words of both are steady
        MemoryOfPages memory;
        memory.set(steadyObject, 7);
        SteadyMemory steady;
        std::size_t reads = 0;
        const auto stop = [&] {
            steady.begin();
            const auto shortSize = steady.find(steadyObject, 16, head, memory).size();
            const auto longSize = steady.find(steadyObject, 64, code, memory).size();
            reads += steady.reads();
            return shortSize == 16 && longSize == 64;
        };
        for (int i = 0; i < 10; ++i) {
            QVERIFY(stop());
            QVERIFY(steady.confirm(memory));
        }
        QCOMPARE(reads, std::size_t(2));
        memory.set(steadyObject + changed, 8);
        QVERIFY(stop());
        QVERIFY(!steady.confirm(memory));
    }
}

void TstSteadyMemory::objectThatKeepsChangingIsReadAnew()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 0);
    SteadyMemory steady;
    atStop(steady, memory);
    memory.set(steadyObject, 1);
    QCOMPARE(atStop(steady, memory), 0U);
    QVERIFY(!steady.confirm(memory));
    for (std::uint64_t change = 2; change < 50; ++change) {
        memory.set(steadyObject, change);
        QCOMPARE(atStop(steady, memory), change);
        QVERIFY(steady.confirm(memory));
    }
    // What stays as it is costs no read again.
    for (std::uint64_t i = 0; i < SteadyMemory::stopsOfMistrust; ++i)
        atStop(steady, memory);
    QCOMPARE(steady.reads(), std::size_t(0));
    QVERIFY(steady.confirm(memory));
}

void TstSteadyMemory::objectUnusedForLongIsReadAnew()
{
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    atStop(steady, memory);
    memory.set(steadyObject, 8);
    for (int i = 0; i < 300; ++i)
        steady.begin();
    QCOMPARE(atStop(steady, memory), 8U);
    QVERIFY(steady.confirm(memory));
}

// More than one system call reads; one of them all is another.
void TstSteadyMemory::manyObjectsAreConfirmed()
{
    constexpr std::size_t count = 3 * StopReader::mostPieces;
    constexpr auto words = SteadyWords().add(0);
    MemoryOfPages memory;
    SteadyMemory steady;
    const auto stop = [&] {
        steady.begin();
        for (std::size_t i = 0; i < count; ++i)
            steady.find(steadyObject + 16 * i, 16, words, memory);
    };
    for (std::size_t i = 0; i < count; ++i)
        memory.set(steadyObject + 16 * i, i);
    stop();
    stop();
    QVERIFY(steady.confirm(memory));
    for (const auto changed : {std::size_t(0), StopReader::mostPieces, count - 1}) {
        memory.set(steadyObject + 16 * changed, ~std::uint64_t(0));
        stop();
        QVERIFY(!steady.confirm(memory));
        stop();
        QVERIFY(steady.confirm(memory));
    }
}

void TstSteadyMemory::goneProcessIsNotReadObjectByObject()
{
    constexpr std::size_t count = 200;
    constexpr auto words = SteadyWords().add(0);
    MemoryOfPages memory;
    memory.set(steadyObject, 7);
    SteadyMemory steady;
    const auto stop = [&] {
        steady.begin();
        for (std::size_t i = 0; i < count; ++i)
            steady.find(steadyObject + 16 * i, 16, words, memory);
    };
    stop();
    stop();
    memory.remove(steadyObject);
    memory.calls = 0;
    QVERIFY(!steady.confirm(memory));
    QCOMPARE(memory.calls, SteadyMemory::mostFailures);
    memory.set(steadyObject, 8);
    stop();
    QCOMPARE(steady.reads(), count);
    QVERIFY(steady.confirm(memory));
}

void TstSteadyMemory::neighbouringPagesAreOnePiece()
{
    constexpr std::uint64_t size = pageSize;
    MemoryOfPages memory;
    for (std::uint64_t page = 0; page < 4; ++page)
        memory.set(firstPage + page * size + 64, page);
    memory.set(steadyObject, 7);
    StopMemory known;
    const auto stop = [&] {
        known.begin(memory, {});
        std::vector<std::uint64_t> words;
        for (const std::uint64_t page : {2U, 1U, 0U}) // as a stack is walked
            words.push_back(firstWordOf(known.findPage(firstPage + page * size + 64, 8)));
        words.push_back(firstWordOf(known.find(steadyObject, 8)));
        // Across the end of a page.
        words.push_back(firstWordOf(known.findPage(firstPage + 3 * size - 4, 8)));
        return words;
    };
    const auto first = stop();
    QCOMPARE(first, (std::vector<std::uint64_t>{2, 1, 0, 7, 0}));
    memory.calls = 0;
    memory.pieceCount = 0;
    QCOMPARE(stop(), first);
    QCOMPARE(memory.calls, std::size_t(1));
    QCOMPARE(memory.pieceCount, std::size_t(2));
    QCOMPARE(stop(), first);
}

void TstSteadyMemory::pagesBehindAGoneOneAreRead()
{
    constexpr std::uint64_t size = pageSize;
    MemoryOfPages memory;
    for (const std::uint64_t page : {0U, 1U, 5U, 9U})
        memory.set(firstPage + page * size, page + 1);
    StopMemory known;
    const auto stop = [&] {
        known.begin(memory, {});
        std::vector<std::uint64_t> words;
        for (const std::uint64_t page : {0U, 1U, 5U, 9U})
            words.push_back(firstWordOf(known.findPage(firstPage + page * size, 8)));
        return words;
    };
    stop();
    memory.remove(firstPage + size);
    memory.remove(firstPage + 5 * size);
    memory.set(firstPage, 11);
    memory.set(firstPage + 9 * size, 12);
    const std::vector<std::uint64_t> now{11, 0, 0, 12};
    QCOMPARE(stop(), now);
    QCOMPARE(stop(), now);
}

void TstSteadyMemory::objectsOfAPageAreOneRead()
{
    MemoryOfPages memory;
    memory.set(firstPage, 1);
    memory.set(firstPage + 800, 2);
    const auto lastWord = firstPage + pageSize - 8;
    memory.set(lastWord, 3);
    PageReader pages;
    pages.begin(memory);
    std::array<std::uint64_t, 2> words{};
    QVERIFY(pages.readValue(firstPage, words[0]) && pages.readValue(firstPage + 800, words[1]));
    QCOMPARE(words[0], 1U);
    QCOMPARE(words[1], 2U);
    QCOMPARE(memory.calls, std::size_t(1));
    QVERIFY(pages.readValue(lastWord, words[0]));
    QCOMPARE(words[0], 3U);
    QVERIFY(!pages.readValue(lastWord, words)); // the page behind is gone
    memory.set(firstPage + pageSize, 4);
    QVERIFY(pages.readValue(lastWord, words));
    QCOMPARE(words[0], 3U);
    QCOMPARE(words[1], 4U);
    memory.set(firstPage, 5);
    pages.begin(memory);
    QVERIFY(pages.readValue(firstPage, words[0]));
    QCOMPARE(words[0], 5U);
}

EMBER_TEST(TstSteadyMemory)
#include "tst_steadymemory.moc"
