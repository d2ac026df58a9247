// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/dwarfunits.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

// Damage of any kind costs names, never the program. What comes out is not looked at: that it comes
// is the test, under the sanitizers above all.
class TstCorruptBinaries : public QObject {
    Q_OBJECT

private slots:
    void aBinaryCutAnywhereIsSurvived()
    {
        const auto whole = content("full");
        for (qsizetype length = 0; length < whole.size(); length += 509)
            lookInto(whole.left(length));
    }

    void flippedBytesAreSurvived_data()
    {
        QTest::addColumn<QString>("binary");
        QTest::addColumn<unsigned>("flips");
        for (const char *binary : {"full", "dwarf4", "compressed"}) {
            for (const unsigned flips : {1U, 8U, 64U})
                QTest::addRow("%s %u", binary, flips) << QString::fromLatin1(binary) << flips;
        }
    }

    void flippedBytesAreSurvived()
    {
        QFETCH(QString, binary);
        QFETCH(unsigned, flips);
        const auto whole = content(binary.toLatin1().constData());
        std::mt19937 random(flips);
        for (int round = 0; round < 60; ++round) {
            auto damaged = whole;
            for (unsigned i = 0; i < flips; ++i)
                damaged[qsizetype(random() % unsigned(whole.size()))] = char(random());
            lookInto(damaged);
        }
    }

    void damagedDebugInfoIsSurvived()
    {
        const auto whole = content("full");
        const auto file = ElfFile::open(symbolTarget("full"));
        QVERIFY(file.has_value());
        std::mt19937 random(1);
        for (const ElfSection &section : file->sections()) {
            if (!section.name.starts_with(".debug") && section.name != ".symtab")
                continue;
            const auto start = whole.indexOf(
                QByteArray(reinterpret_cast<const char *>(file->bytes(section).data()),
                           qsizetype(section.size)));
            QVERIFY(start >= 0);
            for (int round = 0; round < 40; ++round) {
                auto damaged = whole;
                for (int i = 0; i < 4; ++i)
                    damaged[start + qsizetype(random() % unsigned(section.size))] = char(random());
                lookInto(damaged);
            }
        }
    }

    // What says that it unpacks to gigabytes is not unpacked: its functions have the names of the
    // symbol table. The size stands behind the kind of compression and four bytes.
    void debugInfoThatUnpacksToGigabytesIsLeftPacked()
    {
        auto whole = content("compressed");
        const auto file = ElfFile::open(symbolTarget("compressed"));
        QVERIFY(file.has_value());
        const ElfSection *const section = file->section(".debug_str");
        QVERIFY(section != nullptr);
        const auto *const packed = elf_rawdata(section->handle, nullptr);
        const auto start = whole.indexOf(
            QByteArray(static_cast<const char *>(packed->d_buf), qsizetype(packed->d_size)));
        QVERIFY(start >= 0 && file->unpackedDebugBytes() > section->size);
        QVERIFY(DwarfUnits::open(*file) != nullptr);
        whole[start + 8 + 3] = 0x40;
        const auto bomb = ElfFile::fromBytes(
            std::as_bytes(std::span(whole.constData(), std::size_t(whole.size()))), "bomb");
        QVERIFY(bomb.has_value());
        QVERIFY(bomb->unpackedDebugBytes() >= 0x40000000);
        QVERIFY(DwarfUnits::open(*bomb) == nullptr);
    }

private:
    static QByteArray content(const char *name)
    {
        return contentOf(QString::fromStdString(symbolTarget(name)));
    }

    // As a file and as bytes in memory, at every place of interest.
    void lookInto(const QByteArray &bytes)
    {
        const auto path = m_folder.filePath(QStringLiteral("damaged"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(bytes), bytes.size());
        file.close();
        SymbolPaths nowhere;
        nowhere.debugRoots.clear();
        Symbolizer symbolizer(nowhere);
        lookUpAll(symbolizer, path.toStdString());
        const std::span content(bytes.data(), std::size_t(bytes.size()));
        if (auto copy = ElfFile::fromBytes(std::as_bytes(content), "[memory]")) {
            symbolizer.provideFile(std::move(*copy));
            lookUpAll(symbolizer, "[memory]");
        }
    }

    static void lookUpAll(Symbolizer &symbolizer, const std::string &codeFile)
    {
        const auto key = keyOf(codeFile);
        symbolizer.state(key);
        for (std::uint64_t address = 0x1000; address < 0x1300; address += 7)
            symbolizer.resolve(key, address);
        symbolizer.resolve(key, 0);
        symbolizer.resolve(key, ~std::uint64_t(0));
    }

    QTemporaryDir m_folder;
};

EMBER_TEST(TstCorruptBinaries)
#include "tst_corruptbinaries.moc"
