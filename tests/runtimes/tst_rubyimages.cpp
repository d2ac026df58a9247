// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/copybytes.h"
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/ruby/rubycopier.h"
#include "capture/runtimes/threadvariable.h"
#include "tests/fuzz/memoryimage.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cstring>
#include <span>
#include <string_view>

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
    void codeTellsWhereAVariableOfThreadsLies();
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
        if (!copier.confirm(image)) { // the method was taken to be as it was before
            copier.discardLast();
            copy.clear();
            copier.copy(thread, image, copy);
        }
        const auto head = memberAt<FrameCopyHead>(copy, 0);
        QCOMPARE(head.frames, 4U);
        definitions.push_back(head.definitions);
    }
    QVERIFY(definitions[0] > 1); // Ruby's functions, and the one of C
    QCOMPARE(definitions[1], 1U);
    QCOMPARE(definitions[2] + definitions[3], 0U);
}

// Code that compilers made of `return context->error`, for a library, for a program that the loader
// gives the place, and for one that is at its linked addresses.
void TstRubyImages::codeTellsWhereAVariableOfThreadsLies()
{
    using Place = ThreadLocalSymbol::Place;
    const auto found = [](std::string_view code) {
        return threadLocalInCode(std::as_bytes(std::span(code)), 0x1000);
    };
    using namespace std::string_view_literals;
    const auto library = found("\xf3\x0f\x1e\xfa\x48\x83\xec\x08" // endbr64; sub $8,%rsp
                               "\x66\x48\x8d\x3d\xb0\x3b\x37\x00" // data16 lea 0x373bb0(%rip),%rdi
                               "\x66\x66\x48\xe8"sv);
    QVERIFY(library && library->place == Place::ModuleInSlot);
    QCOMPARE(library->slot, 0x1010U + 0x373bb0U);
    const auto placed = found("\x48\x8b\x05\xf9\x2f\x00\x00\x64\x48\x8b\x00"sv); // mov 0x2ff9(%rip)
    QVERIFY(placed && placed->place == Place::OffsetInSlot);
    QCOMPARE(placed->slot, 0x1007U + 0x2ff9U);
    const auto linked = found("\x64\x48\x8b\x04\x25\x28\x00\x00\x00" // of the stack's guard
                              "\x64\x48\x8b\x04\x25\xf0\xff\xff\xff"sv); // mov %fs:-16,%rax
    QVERIFY(linked && linked->place == Place::FromThreadPointer);
    QCOMPARE(linked->offset, -16);
    QVERIFY(!found("\x48\x8b\x05\xf9\x2f\x00\x00\x48\x8b\x00\xc3"sv)); // of no thread
    QVERIFY(!found("\x66\x48\x8d"sv) && !found(""sv));
}

EMBER_TEST(TstRubyImages)
#include "tst_rubyimages.moc"
