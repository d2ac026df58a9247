// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonentry.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

using namespace ember::capture;
using namespace std::string_view_literals;

namespace {

std::optional<UnfilledCFrame> foundIn(const std::string &code, PythonVersion version = {3, 11})
{
    const auto padded = code + std::string(16, '\x90'); // nop
    return unfilledCFrame(std::as_bytes(std::span(padded)), *pythonLayout(version));
}

// The begin of Debian's 3.11: the link is at 0x4f, the last store at 0x65.
const std::string
    debians("\x41\x57\x41\x56\x41\x55\x41\x54\x55\x53\x48\x81\xec\x28\x01\x00\x00\x48\x85\xff"
            "\x0f\x84\x90\x82\xf0\xff\x48\x8b\x47\x10\x66\x48\x0f\x6e\xc6\x85\xd2\x49\x89\xfc"
            "\x48\x89\xf3\x48\x89\x44\x24\x08\x48\x8b\x47\x38\x0f\xb6\x08\x66\x48\x0f\x6e\xd8"
            "\x66\x0f\x6c\xc3\x88\x8c\x24\xb0\x00\x00\x00\x48\x8d\x8c\x24\xb0\x00\x00\x00\x48"
            "\x89\x4f\x38\x48\x8b\x48\x08\x8b\x47\x20\xc6\x46\x44\x01\x48\x89\x4e\x30\x8d\x50"
            "\xff\x0f\x11\x84\x24\xb8\x00\x00\x00"sv);

// The begin of 3.12.1, built by GCC 12: the link is at 0x30, the last store at 0xa6.
const std::string
    built312("\x41\x57\x41\x56\x41\x55\x41\x54\x55\x53\x48\x81\xec\x48\x01\x00\x00\x48\x89\x7c"
             "\x24\x08\x48\x85\xff\x0f\x84\x29\xae\x00\x00\x48\x8d\x84\x24\x80\x00\x00\x00\x89"
             "\xd5\x48\x89\xf3\x48\x8b\x57\x38\x48\x89\x47\x38\x48\x8b\x47\x10\xc6\x84\x24\x36"
             "\x01\x00\x00\x03\x66\x48\x0f\x6e\xd2\x48\x8b\x80\x28\xd3\x05\x00\xc7\x84\x24\x30"
             "\x01\x00\x00\x00\x00\x00\x00\x48\x8d\x88\xc0\x00\x00\x00\x66\x48\x0f\x6e\xc0\x48"
             "\x8d\x84\x24\xf0\x00\x00\x00\x0f\x16\x02\x48\x89\x44\x24\x40\x48\x89\x46\x08\x8b"
             "\x47\x24\x0f\x29\x84\x24\xf0\x00\x00\x00\x66\x48\x0f\x6e\xc6\x8d\x50\xfe\x48\x89"
             "\x8c\x24\x28\x01\x00\x00\x66\x0f\x6c\xc2\x31\xc9\x83\xe8\x01\x66\x89\x8c\x24\x34"
             "\x01\x00\x00\x89\x57\x24\x0f\x29\x84\x24\x80\x00\x00\x00"sv);

} // namespace

// Where the interpreter's function fills in what it has linked.
class TstPythonEntry : public QObject {
    Q_OBJECT

private slots:
    void theFunctionsCodeTells();
    void theCallerIsFoundMeanwhile();
};

void TstPythonEntry::theFunctionsCodeTells()
{
#if !defined __x86_64__
    QSKIP("the code is followed on x86-64 only");
#endif
    QCOMPARE(foundIn(debians).value().code, (CodeOffsets{0x53, 0x6d}));
    const auto with = [](std::size_t offset, std::string_view code) {
        auto changed = debians;
        return changed.replace(offset, code.size(), code);
    };
    // The word of the structure, its caller, and the mark of an entry are each not stored.
    QVERIFY(!foundIn(with(0x65, "\x0f\x11\x84\x24\xd8"sv)));
    QVERIFY(!foundIn(with(0x5e, "\x48\x89\x4e\x31"sv)));
    QVERIFY(!foundIn(with(0x5a, "\x90\x90\x90\x90"sv)));
    // A call between; the new frame's register holds something else; a jump; no code.
    QVERIFY(!foundIn(with(0x53, "\xe8\x00\x00\x00\x00"sv)));
    QVERIFY(!foundIn(with(0x57, "\x31\xf6\x90"sv)));
    QVERIFY(!foundIn(with(0x53, "\xeb\x00\x90\x90"sv)));
    // Constants are compared with al; the opcode ends in the number of the stack pointer.
    QVERIFY(foundIn(with(0x57, "\x3c\x01\x90"sv)));
    QVERIFY(foundIn(with(0x57, "\xa8\x01\x90"sv)));
    // What is pushed is no register; the last store is of one element.
    QVERIFY(!foundIn(with(0x57, "\x6a\x00\x90"sv)));
    QVERIFY(!foundIn(debians.substr(0, 0x65) + '\xf3' + debians.substr(0x65)));
    QVERIFY(!foundIn(debians.substr(0, 0x60)));
    QVERIFY(!foundIn(std::string(400, '\x90')));
}

void TstPythonEntry::theCallerIsFoundMeanwhile()
{
#if !defined __x86_64__
    QSKIP("the code is followed on x86-64 only");
#endif
    Registers registers;
    registers.sp = 0x1000;
    registers.rax = 0x2000;
    registers.rcx = 0x3000;
    registers.rdx = 0x4000;
    const auto none = std::pair(~std::uint64_t(0), false); // not known
    const auto caller = [&registers, &none](const UnfilledCFrame &part, std::size_t offset,
                                            PythonVersion version) {
        const auto found = callerOfNewFrame(part, offset, registers, *pythonLayout(version));
        return found ? std::pair(found->value, found->isInMemory) : none;
    };
    // The caller's structure is in rax, then its frame in rcx.
    const auto old = foundIn(debians).value();
    QCOMPARE(caller(old, 0x53, {3, 11}), std::pair(std::uint64_t(0x2008), true));
    QCOMPARE(caller(old, 0x57, {3, 11}), std::pair(std::uint64_t(0x2008), true));
    QCOMPARE(caller(old, 0x5a, {3, 11}), std::pair(std::uint64_t(0x3000), false));
    QCOMPARE(caller(old, 0x65, {3, 11}), std::pair(std::uint64_t(0x3000), false));
    // The caller's structure is in rdx, then its frame in that of the native stack.
    const auto part = foundIn(built312, {3, 12}).value();
    QCOMPARE(part.code, (CodeOffsets{0x34, 0xae}));
    QCOMPARE(caller(part, 0x34, {3, 12}), std::pair(std::uint64_t(0x4000), true));
    QCOMPARE(caller(part, 0x87, {3, 12}), std::pair(std::uint64_t(0x4000), true));
    QCOMPARE(caller(part, 0x8a, {3, 12}), std::pair(std::uint64_t(0x10f8), true));
    QCOMPARE(caller(part, 0xa6, {3, 12}), std::pair(std::uint64_t(0x10f8), true));
    // rdx is overwritten before the caller's frame is stored.
    auto lost = built312;
    lost.replace(0x34, 4, "\x31\xd2\x90\x90"sv);
    const auto without = foundIn(lost, {3, 12}).value();
    QCOMPARE(caller(without, 0x40, {3, 12}), none);
    QCOMPARE(caller(without, 0x82, {3, 12}), std::pair(std::uint64_t(0x10f8), true));
    // Not all registers of a thread that sleeps are known.
    registers.told = AvailableRegisters::OfBlockedCall;
    QCOMPARE(caller(part, 0x34, {3, 12}), none);
}

EMBER_TEST(TstPythonEntry)
#include "tst_pythonentry.moc"
