// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonentry.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <optional>
#include <span>
#include <string>
#include <string_view>

using namespace ember::capture;

namespace {

std::optional<CodeOffsets> foundIn(const std::string &code)
{
    const auto padded = code + std::string(16, '\x90'); // nop
    return unfilledCFrame(std::as_bytes(std::span(padded)), *pythonLayout({3, 11}));
}

} // namespace

// Where the interpreter's function fills in what it has linked.
class TstPythonEntry : public QObject {
    Q_OBJECT

private slots:
    void theFunctionsCodeTells();
};

void TstPythonEntry::theFunctionsCodeTells()
{
#if !defined __x86_64__
    QSKIP("the code is followed on x86-64 only");
#endif
    using namespace std::string_view_literals;
    // The begin of Debian's 3.11: the link is at 0x4f, the last store at 0x65.
    const std::string debians(
        "\x41\x57\x41\x56\x41\x55\x41\x54\x55\x53\x48\x81\xec\x28\x01\x00\x00\x48\x85\xff"
        "\x0f\x84\x90\x82\xf0\xff\x48\x8b\x47\x10\x66\x48\x0f\x6e\xc6\x85\xd2\x49\x89\xfc"
        "\x48\x89\xf3\x48\x89\x44\x24\x08\x48\x8b\x47\x38\x0f\xb6\x08\x66\x48\x0f\x6e\xd8"
        "\x66\x0f\x6c\xc3\x88\x8c\x24\xb0\x00\x00\x00\x48\x8d\x8c\x24\xb0\x00\x00\x00\x48"
        "\x89\x4f\x38\x48\x8b\x48\x08\x8b\x47\x20\xc6\x46\x44\x01\x48\x89\x4e\x30\x8d\x50"
        "\xff\x0f\x11\x84\x24\xb8\x00\x00\x00"sv);
    QCOMPARE(foundIn(debians), (CodeOffsets{0x53, 0x6d}));
    const auto with = [&debians](std::size_t offset, std::string_view code) {
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
    // What is pushed is no register; the last store is of one element.
    QVERIFY(!foundIn(with(0x57, "\x6a\x00\x90"sv)));
    QVERIFY(!foundIn(debians.substr(0, 0x65) + '\xf3' + debians.substr(0x65)));
    QVERIFY(!foundIn(debians.substr(0, 0x60)));
    QVERIFY(!foundIn(std::string(400, '\x90')));
}

EMBER_TEST(TstPythonEntry)
#include "tst_pythonentry.moc"
