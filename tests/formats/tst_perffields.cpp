// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfscriptimporter.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const perfscript::PerfScriptImporter importer;

} // namespace

// What `perf script -F` prints of other fields than its own.
class TstPerfFields : public QObject {
    Q_OBJECT

private slots:
    void stacksWithoutBinariesAndTimesAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("profile");
        QTest::newRow("comm,tid,event,ip,sym")
            << QByteArray("cprog  8208 cpu-clock: \n"
                          "\t           153e0 update_active.constprop.0\n"
                          "\n"
                          "cprog  8208 cpu-clock: \n"
                          "\tffffffff815d4e68 vma_prepare\n"
                          "\t               0 [unknown]\n\n")
            << QStringLiteral("thread 8208 cprog\nupdate_active.constprop.0 [1]\n"
                              "unknown;vma_prepare [1]");
        QTest::newRow("ip,sym") << QByteArray("\n"
                                              "\t           153e0 update_active.constprop.0\n"
                                              "\n\n"
                                              "\tffffffff815d4e68 vma_prepare\n"
                                              "\t               0 [unknown]\n\n")
                                << QStringLiteral("thread\nupdate_active.constprop.0 [1]\n"
                                                  "unknown;vma_prepare [1]");
    }

    void stacksWithoutBinariesAndTimesAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, profile);
        const auto bytes = text.toStdString();
        QVERIFY(importer.sniff(bytes) == Confidence::Likely);
        QCOMPARE(printed(readBytes(importer, bytes)), profile);
    }

    void textThatIsNotAlignedAsPerfDoesIsNone()
    {
        for (const char *const text :
             {"\t          153e0 f\n", "\t            153e0 f\n", "                 153e0 f\n",
              "\t           153g0 f\n", "\t                 f\n", "a 1 c:\n\t153e0 f\n"})
            QVERIFY2(importer.sniff(text) == Confidence::No, text);
    }

    void placesInSourceBelongToTheFrameBeforeThem()
    {
        const auto import = readBytes(importer,
                                      "a 1 1.0: 10 cycles:\n"
                                      "\t           153e0 leaf+0x270 (/ld.so)\n"
                                      "  cpu-features.c:251\n"
                                      "\tffffffff815d4e68 vma_prepare+0x38 ([kernel.kallsyms])\n"
                                      "  [kernel.kallsyms][ffffffff815d4e68]\n"
                                      "\t            1000 main+0x8 (/p)\n"
                                      "  main+8\n"
                                      "\t            2000 start+0x8 (/p)\n"
                                      "  ??:0\n"
                                      "\n"
                                      "a 1 1.1: 10 cycles:           153e0 leaf+0x270 (/ld.so)\n"
                                      "  a b/x.c:7 (discriminator 3)\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 a\n0ms start;main;vma_prepare;leaf [10]\n"
                                "100ms leaf [10]"));
        const auto &profile = *import->profiles.front().profile;
        QStringList places;
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            const Frame &frame = profile.frame(FrameIndex(row));
            const auto file = profile.text(profile.function(frame.function).file);
            places += QString::fromUtf8(file.data(), qsizetype(file.size())) + u':'
                + QString::number(frame.line);
        }
        places.sort();
        QCOMPARE(places.join(u' '), QStringLiteral(":0 :0 :0 a b/x.c:7 cpu-features.c:251"));
    }

    void whatIsNoPlaceInSourceIsRefusedStill()
    {
        const std::string sample = "a 1 1.0: 10 cycles:\n\t           153e0 f+0x270 (/p)\n";
        for (const char *const line : {"  text\n", "   a.c:1\n", " a.c:1\n", "a.c:1\n", "\ta.c:1\n",
                                       "  a.c:1\n  a.c:2\n", "  a.c:x\n", "\n  a.c:1\n"})
            QVERIFY2(printed(readBytes(importer, sample + line + "\n"))
                         .startsWith(QStringLiteral("SyntaxError")),
                     line);
    }
};

EMBER_TEST(TstPerfFields)
#include "tst_perffields.moc"
