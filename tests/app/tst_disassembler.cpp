// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/disassembly/disassembler.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <elf.h>
#include <initializer_list>

using namespace ember::app;

namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values)
{
    std::vector<std::byte> all;
    for (const int value : values)
        all.push_back(std::byte(value));
    return all;
}

// "1000 5 call 0x1010 -> 1010", one a line.
QString lines(const std::vector<std::byte> &code, std::uint16_t machine)
{
    QString text;
    const auto decoded = disassembled(code, 0x1000, machine);
    if (!decoded)
        return QStringLiteral("nothing");
    for (const DecodedInstruction &one : *decoded) {
        text += QStringLiteral("%1 %2 %3")
                    .arg(one.address, 0, 16)
                    .arg(one.length)
                    .arg(QString::fromStdString(one.text).simplified());
        if (one.target)
            text += QStringLiteral(" -> %1").arg(*one.target, 0, 16);
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace

class TstDisassembler : public QObject {
    Q_OBJECT

private slots:
    void instructionsOfX86HaveTheirTargets()
    {
        QCOMPARE(lines(bytes({0x55, //
                              0xe8, 0x0a, 0, 0, 0, //
                              0x74, 0xf8, //
                              0xff, 0xd0, //
                              0xb8, 5, 0, 0, 0, //
                              0xc3}),
                       EM_X86_64),
                 QStringLiteral("1000 1 push rbp\n"
                                "1001 5 call 0x1010 -> 1010\n"
                                "1006 2 je 0x1000 -> 1000\n"
                                "1008 2 call rax\n"
                                "100a 5 mov eax, 5\n"
                                "100f 1 ret\n"));
    }

    void instructionsOfAArch64HaveTheirTargets()
    {
        QCOMPARE(lines(bytes({0x04, 0x00, 0x00, 0x94, //
                              0x40, 0x00, 0x00, 0xb4, //
                              0x41, 0x00, 0x18, 0x36, //
                              0xa1, 0xff, 0xff, 0x54, //
                              0x20, 0x00, 0x80, 0xd2, //
                              0xc0, 0x03, 0x5f, 0xd6}),
                       EM_AARCH64),
                 QStringLiteral("1000 4 bl #0x1010 -> 1010\n"
                                "1004 4 cbz x0, #0x100c -> 100c\n"
                                "1008 4 tbz w1, #3, #0x1010 -> 1010\n"
                                "100c 4 b.ne #0x1000 -> 1000\n"
                                "1010 4 movz x0, #0x1\n"
                                "1014 4 ret\n"));
    }

    // Whether the library knows the instruction or not, the one behind it is read from its first
    // byte.
    void vectorInstructionsAreOneEach_data()
    {
        QTest::addColumn<QList<int>>("vector");
        QTest::newRow("kmovd eax, k1") << QList{0xc5, 0xfb, 0x93, 0xc1};
        QTest::newRow("vmovdqu8 ymm16, [rsi]") << QList{0x62, 0xe1, 0x7f, 0x28, 0x6f, 0x06};
        QTest::newRow("vmovdqu8 ymm16, [rsi+rdx*1-0x20]")
            << QList{0x62, 0xe1, 0x7f, 0x28, 0x6f, 0x44, 0x16, 0xff};
        QTest::newRow("vmovdqu64 zmm16, [rip+0x1000]")
            << QList{0x62, 0xe1, 0xfe, 0x48, 0x6f, 0x05, 0x00, 0x10, 0x00, 0x00};
        QTest::newRow("vpcmpneqb k1, ymm16, [rdi]")
            << QList{0x62, 0xf3, 0x7d, 0x20, 0x3f, 0x0f, 0x04};
        QTest::newRow("kortestd k0, k1") << QList{0xc4, 0xe1, 0xf9, 0x98, 0xc1};
    }

    void vectorInstructionsAreOneEach()
    {
        QFETCH(const QList<int>, vector);
        std::vector<std::byte> code;
        for (const int value : vector)
            code.push_back(std::byte(value));
        code.push_back(std::byte(0x85)); // test eax, eax
        code.push_back(std::byte(0xc0));
        const auto read = disassembled(code, 0x1000, EM_X86_64);
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t(2));
        QCOMPARE(qsizetype(read->front().length), vector.size());
        QCOMPARE(QString::fromStdString(read->back().text).simplified(),
                 QStringLiteral("test eax, eax"));
    }

    // Jump tables lie between instructions; a part of a file may end within one.
    void bytesThatAreNoInstructionsAreShownAsTheyAre()
    {
        QCOMPARE(lines(bytes({0x06, 0xc3, 0xe8, 0x01}), EM_X86_64),
                 QStringLiteral("1000 1 .byte 0x06\n"
                                "1001 1 ret\n"
                                "1002 1 .byte 0xe8\n"
                                "1003 1 .byte 0x01\n"));
        QVERIFY(lines(bytes({0xc0, 0x03, 0x5f, 0xd6, 0xc0}), EM_AARCH64)
                    .startsWith(QStringLiteral("1000 4 ret\n1004 1 .byte")));
        QCOMPARE(lines({}, EM_X86_64), QString());
    }

    void otherMachinesAreNotGuessedAt()
    {
        QCOMPARE(lines(bytes({0xc3}), EM_RISCV), QStringLiteral("nothing"));
        QCOMPARE(lines(bytes({0xc3}), EM_386), QStringLiteral("nothing"));
    }
};

EMBER_TEST(TstDisassembler)
#include "tst_disassembler.moc"
