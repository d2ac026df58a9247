// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symboltable.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QTest>

using namespace ember::capture;
using namespace ember::tests;

class TstSymbolTable : public QObject {
    Q_OBJECT

private slots:
    void theNamePerfShowsWins_data()
    {
        QTest::addColumn<QByteArray>("winner");
        QTest::addColumn<QByteArray>("loser");
        QTest::addColumn<int>("winnerBinding");
        QTest::addColumn<int>("loserBinding");
        QTest::addColumn<bool>("loserSized");
        const auto row = [](const char *title, const char *winner, Binding winnerBinding,
                            const char *loser, Binding loserBinding, bool loserSized = true) {
            QTest::newRow(title) << QByteArray(winner) << QByteArray(loser) << int(winnerBinding)
                                 << int(loserBinding) << loserSized;
        };
        using enum Binding;
        row("sized before unsized", "local", Local, "global", Global, false);
        row("strong before weak", "local", Local, "weak", Weak);
        row("global before local", "b", Global, "a", Local);
        row("fewer underscores", "memcpy", Global, "__memcpy_long_name", Global);
        row("the longer one", "memcpy_erms", Global, "memcpy", Global);
        row("else the first by name", "aaaa", Global, "bbbb", Global);
    }

    void theNamePerfShowsWins()
    {
        QFETCH(QByteArray, winner);
        QFETCH(QByteArray, loser);
        QFETCH(int, winnerBinding);
        QFETCH(int, loserBinding);
        QFETCH(bool, loserSized);
        const Symbol better{0x1000, 0x1010, winner.toStdString(), Binding(winnerBinding), true};
        const Symbol worse{0x1000, 0x1010, loser.toStdString(), Binding(loserBinding), loserSized};
        for (const auto &order : {std::vector{better, worse}, std::vector{worse, better}}) {
            const auto table = tableOf(order);
            QCOMPARE(table.size(), std::size_t(1));
            QCOMPARE(QByteArray::fromStdString(table.find(0x1004)->name), winner);
        }
    }

    void anAddressBelongsToTheInnermostSymbol()
    {
        const auto table = tableOf({{0x100, 0x200, "outer", Binding::Global, true},
                                    {0x120, 0x130, "inner", Binding::Global, true},
                                    {0x140, 0x142, "tiny", Binding::Global, true},
                                    {0x300, 0x310, "behind", Binding::Global, true}});
        QCOMPARE(nameAt(table, 0x100), QByteArray("outer"));
        QCOMPARE(nameAt(table, 0x12f), QByteArray("inner"));
        QCOMPARE(nameAt(table, 0x130), QByteArray("outer"));
        QCOMPARE(nameAt(table, 0x1ff), QByteArray("outer"));
        QCOMPARE(nameAt(table, 0x200), QByteArray());
        QCOMPARE(nameAt(table, 0xff), QByteArray());
        QCOMPARE(nameAt(table, 0x30f), QByteArray("behind"));
        QCOMPARE(nameAt(table, ~std::uint64_t(0)), QByteArray());
    }

    void anEmptyTableKnowsNothing() { QCOMPARE(nameAt(tableOf({}), 0x100), QByteArray()); }

    void aSymbolWithoutSizeEndsAtTheNext()
    {
        const auto table = tableOf({{0x100, 0, "label", Binding::Local, false},
                                    {0x180, 0x190, "function", Binding::Global, true}});
        QCOMPARE(nameAt(table, 0x100), QByteArray("label"));
        QCOMPARE(nameAt(table, 0x180), QByteArray("function"));
    }

    void everyFunctionOfABinaryIsThere()
    {
        const auto path = symbolTarget("full");
        const auto file = ElfFile::open(path);
        QVERIFY(file.has_value());
        SymbolTable table;
        table.addSymbols(*file);
        table.finish(*file);
        int compared = 0;
        for (const QByteArray &line :
             run(QStringLiteral("nm"), {QStringLiteral("-S"), QString::fromStdString(path)})
                 .split('\n')) {
            const auto fields = line.split(' '); // address size type name
            if (fields.size() != 4 || fields[2].toLower() != "t")
                continue;
            const auto address = fields[0].toULongLong(nullptr, 16);
            const auto *symbol = table.find(address + fields[1].toULongLong(nullptr, 16) - 1);
            QVERIFY2(symbol != nullptr && symbol->start == address, fields[3].constData());
            ++compared;
        }
        QVERIFY(compared >= 4);
        // Of the aliases at one address the strong one without underscore.
        QCOMPARE(nameAt(table, addressOf(path, "weak_alias")), QByteArray("plain_function"));
    }

    // Most record it first of all, and see functions then, not offsets.
    void theDemoThatIsPackagedKeepsItsNames()
    {
        const auto demo = ElfFile::open(EMBER_BUILD_DIR "/emberchart-demo-named");
        if (!demo)
            QSKIP("built without the window, and so without the demo");
        QVERIFY(demo->section(".symtab") != nullptr);
        QVERIFY(demo->section(".debug_info") == nullptr);
    }

private:
    static SymbolTable tableOf(const std::vector<Symbol> &symbols)
    {
        const auto file = ElfFile::open(symbolTarget("full"));
        SymbolTable table;
        for (const Symbol &symbol : symbols)
            table.add(symbol);
        if (file)
            table.finish(*file);
        return table;
    }

    static QByteArray nameAt(const SymbolTable &table, std::uint64_t address)
    {
        const auto *symbol = table.find(address);
        return symbol != nullptr ? QByteArray::fromStdString(symbol->name) : QByteArray();
    }
};

EMBER_TEST(TstSymbolTable)
#include "tst_symboltable.moc"
