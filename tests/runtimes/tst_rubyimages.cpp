// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/copybytes.h"
#include "capture/runtimes/framecopies.h"
#include "capture/runtimes/ruby/rubycopier.h"
#include "tests/fuzz/memoryimage.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cstring>

using namespace ember::capture;
using namespace ember::tests;

namespace {

// Addresses in the image: its thread runs Integer#times, which is a function of C.
constexpr std::uint64_t object = 0x100a8; // the class
constexpr std::uint64_t classOfTimes = 0x11220; // a member of its method entry

RubyPlaces placesInImage(std::size_t size)
{
    RubyPlaces places;
    places.layout = *rubyLayout({3, 1});
    places.objectClass = MemoryImage::start + 8;
    places.stringClass = MemoryImage::start + 16;
    places.symbolsCode = MemoryImage::start + 24;
    places.imageStart = MemoryImage::start;
    places.imageEnd = MemoryImage::start + size;
    return places;
}

} // namespace

// The Ruby copier on memory that no process has.
class TstRubyImages : public QObject {
    Q_OBJECT

private slots:
    void methodsThatClassesShareAreDescribedOnceForEach();
};

void TstRubyImages::methodsThatClassesShareAreDescribedOnceForEach()
{
    auto bytes =
        contentOf(QStringLiteral(EMBER_SOURCE_DIR "/tests/fuzz/corpus/ruby/ruby31methods"));
    QVERIFY(!bytes.isEmpty());
    const std::span memory(bytes.data(), std::size_t(bytes.size()));
    MemoryImage image(std::as_bytes(memory));
    RubyCopier copier(placesInImage(memory.size()));
    char *const member = memory.data() + (classOfTimes - MemoryImage::start);
    std::uint64_t integer = 0;
    std::memcpy(&integer, member, sizeof(integer));
    std::vector<std::uint32_t> definitions; // by stop
    for (const auto owner : {integer, object, integer, object}) {
        std::memcpy(member, &owner, sizeof(owner));
        StoppedThread thread;
        thread.thread = 1;
        thread.threadPointer = MemoryImage::start;
        std::vector<std::byte> copy;
        copier.copy(thread, image, copy);
        const auto head = memberAt<FrameCopyHead>(copy, 0);
        QCOMPARE(head.frames, 4U);
        definitions.push_back(head.definitions);
    }
    QVERIFY(definitions[0] > 1); // Ruby's functions, and the one of C
    QCOMPARE(definitions[1], 1U);
    QCOMPARE(definitions[2] + definitions[3], 0U);
}

EMBER_TEST(TstRubyImages)
#include "tst_rubyimages.moc"
