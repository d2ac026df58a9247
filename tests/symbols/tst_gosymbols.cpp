// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/binaryreader.h"
#include "capture/symbols/symbolizer.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"
#include "tests/symbols/goimage.h"
#include "tests/symbols/symboltargets.h"

#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;
using Layout = GoFunctions::Layout;

namespace {

constexpr std::uint64_t inInner = 0x1018;
constexpr std::uint64_t inOuter = 0x1040;

// "inner:7 outer:20" and so on, innermost first.
QString shown(const std::vector<ResolvedFrame> &frames)
{
    QStringList texts;
    for (const ResolvedFrame &frame : frames)
        texts += QStringLiteral("%1%2 %3:%4")
                     .arg(QString::fromStdString(frame.name),
                          frame.inlined == Inlined::Yes ? QStringLiteral(" (inlined)") : QString(),
                          QString::fromStdString(frame.file))
                     .arg(frame.line);
    return texts.join(QStringLiteral(", "));
}

std::vector<ResolvedFrame> framesOf(const std::vector<std::byte> &bytes, std::uint64_t address)
{
    auto file = ElfFile::fromBytes(bytes, "[go]");
    if (!file)
        return {};
    Symbolizer symbolizer;
    symbolizer.provideFile(std::move(*file));
    return symbolizer.resolve(keyOf("[go]"), address);
}

} // namespace

class TstGoSymbols : public QObject {
    Q_OBJECT

private slots:
    void everyLayoutGivesNamesFilesLinesAndInlinedCalls_data()
    {
        QTest::addColumn<int>("layout");
        QTest::newRow("Go 1.16") << int(Layout::Go16);
        QTest::newRow("Go 1.18") << int(Layout::Go18);
        QTest::newRow("Go 1.20") << int(Layout::Go20);
    }

    void everyLayoutGivesNamesFilesLinesAndInlinedCalls()
    {
        QFETCH(int, layout);
        const auto image = goImage(Layout(layout));
        QCOMPARE(shown(framesOf(image.file, inInner)),
                 QStringLiteral("main.inner (inlined) /home/u/shop/inner.go:7, "
                                "main.outer /home/u/shop/outer.go:20"));
        QCOMPARE(shown(framesOf(image.file, inOuter)),
                 QStringLiteral("main.outer /home/u/shop/outer.go:21"));
        QCOMPARE(framesOf(image.file, inOuter)[0].functionStart, GoImage::outer);
        QCOMPARE(shown(framesOf(image.file, GoImage::goexit)), QStringLiteral("runtime.goexit :0"));
        QCOMPARE(shown(framesOf(image.file, GoImage::sigreturn - 1)),
                 QStringLiteral("runtime.sigreturn :0"));
        QVERIFY(framesOf(image.file, GoImage::codeEnd).empty());
    }

    void theTableAlsoSaysHowLargeFramesAre_data()
    {
        everyLayoutGivesNamesFilesLinesAndInlinedCalls_data();
    }

    void theTableAlsoSaysHowLargeFramesAre()
    {
#if defined __x86_64__
        QFETCH(int, layout);
        const auto image = goImage(Layout(layout));
        const auto table = loadUnwindTable(BinaryReader(image.file));
        QVERIFY(table.has_value());
        QCOMPARE(table->find(GoImage::outer).value, 8);
        QCOMPARE(table->find(GoImage::outer + 4).value, 0x18 + 8);
        QCOMPARE(table->find(GoImage::goexit).kind, CfaKind::Root);
        const CfaRule &handler = table->find(GoImage::sigreturn - 1);
        QCOMPARE(handler.kind, CfaKind::Dereference);
        QVERIFY(table->saved(handler).isSignalFrame);
        QCOMPARE(table->find(GoImage::codeEnd).kind, CfaKind::Unknown);
#else
        QSKIP("frames are read on x86-64 only");
#endif
    }

    void damagedTablesCostNamesOnly()
    {
        std::mt19937 random(1);
        for (const auto layout : {Layout::Go16, Layout::Go18, Layout::Go20}) {
            const auto whole = goImage(layout).file;
            for (int round = 0; round < 2000; ++round) {
                auto damaged = whole;
                for (int flip = 0; flip < 3; ++flip)
                    damaged[random() % damaged.size()] = std::byte(random());
                (void)framesOf(damaged, inInner);
                (void)loadUnwindTable(BinaryReader(damaged));
            }
        }
    }

    void aGoProgramHasItsNamesHoweverItIsLinked_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<bool>("strips");
        const auto option = [](const char *text) { return QString::fromLatin1(text); };
        QTest::newRow("as it is") << QStringList() << false;
        QTest::newRow("-s -w") << QStringList{option("-ldflags=-s -w")} << false;
        QTest::newRow("stripped") << QStringList() << true;
        QTest::newRow("position-independent")
            << QStringList{option("-buildmode=pie"), option("-ldflags=-s -w")} << false;
    }

    void aGoProgramHasItsNamesHoweverItIsLinked()
    {
        QFETCH(QStringList, options);
        QFETCH(bool, strips);
        if (QStandardPaths::findExecutable(QStringLiteral("go")).isEmpty())
            QSKIP("go is not installed");
        QTemporaryDir folder;
        const auto program = folder.filePath(QStringLiteral("program"));
        const auto source = QString::fromStdString(goSource());
        qputenv("GOCACHE", QFile::encodeName(folder.filePath(QStringLiteral("cache"))));
        // The symbols say where the functions are that the table has to name.
        run(QStringLiteral("go"),
            QStringList{QStringLiteral("build"), QStringLiteral("-o"), program}
                + withoutStripping(options) + QStringList{source});
        const auto work = addressOf(program.toStdString(), "main.work");
        QVERIFY(work != 0);
        run(QStringLiteral("go"),
            QStringList{QStringLiteral("build"), QStringLiteral("-o"), program} + options
                + QStringList{source});
        if (strips)
            run(QStringLiteral("strip"), {program});
        Symbolizer symbolizer;
        const auto path = program.toStdString();
        bool sawInlined = false;
        for (auto address = work; address < work + 32; ++address) {
            const auto frames = symbolizer.resolve(keyOf(path), address);
            QVERIFY(!frames.empty());
            QCOMPARE(QString::fromStdString(frames.back().name), QStringLiteral("main.work"));
            QCOMPARE(frames.back().functionStart, work);
            QVERIFY(QString::fromStdString(frames.back().file).endsWith(u"/work.go"));
            sawInlined |= frames.size() == 2 && frames[0].name == "main.square";
        }
        QVERIFY(sawInlined);
        QCOMPARE(symbolizer.state(keyOf(path)), SymbolState::Debug);
    }

private:
    static QStringList withoutStripping(QStringList options)
    {
        options.removeAll(QStringLiteral("-ldflags=-s -w"));
        return options;
    }
};

EMBER_TEST(TstGoSymbols)
#include "tst_gosymbols.moc"
