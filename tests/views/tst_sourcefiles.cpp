// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/views/sourcetest.h"
#include "views/code/sourcefile.h"
#include "views/state/viewstate.h"

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

// 10 ms of that frame alone.
ProfilePointer twoSamplesOf(ProfileBuilder &builder, const Frame &frame)
{
    const auto thread = builder.addThread({});
    const auto stack = builder.stack(emptyStack, builder.frame(frame));
    for (const std::int64_t ms : {0, 10})
        builder.addSample(thread, {timestampFromNs(ms * 1'000'000), stack, {}});
    return builder.snapshot();
}

} // namespace

// Files of source that are missing, odd, or of another version.
class TstSourceFiles : public SourceTest {
    Q_OBJECT

private slots:
    void aFileThatIsMissingSaysWhereItWasLookedForAndShowsLinesWithSamples()
    {
        open("f:7#/nowhere/a.c f:7#/nowhere/a.c f:9#/nowhere/a.c f:9#/nowhere/a.c\n", {});
        show("f");
        QCOMPARE(notice(),
                 QStringLiteral("“/nowhere/a.c” was not found. Looked for: /nowhere/a.c.\n"
                                "Shown are the lines that have samples."));
        QCOMPARE(rows(), QStringLiteral("7|20.0 ms|20.0 ms|\n9|10.0 ms|10.0 ms|\n"));
        QSignalSpy asked(m_panel, &SourcePanel::locateRequested);
        locate()->click();
        QCOMPARE(asked.value(0).value(0).toString(), QStringLiteral("/nowhere/a.c"));
        // Once the reader has shown where it is, it is there.
        const QString path = write("a.c", "a\nb\nc\nd\ne\nf\ng\nh\ni\n");
        m_panel->setPlaces({{mappingBetween(QStringLiteral("/nowhere/a.c"), path)}, {}, {}});
        EMBER_TRY(title().startsWith(path));
        EMBER_TRY(rows().contains(QStringLiteral("7|20.0 ms|20.0 ms|g\n")));
        QVERIFY(locate()->isHidden());
        QCOMPARE(notice(), QString());
    }

    void aFunctionWithoutAFileSaysSo()
    {
        open("f:3 f:3\n", {});
        show("f");
        QVERIFY(notice().startsWith(QStringLiteral("No source file of this function is known.")));
        QVERIFY(locate()->isHidden());
        QVERIFY(m_view->isHidden());
        QVERIFY(!m_panel->place());
    }

    void aFileThatIsNoTextIsNotShown()
    {
        const QString path = write("a.c", QByteArray("ELF\0\0", 5));
        open("f:3#PATH f:3#PATH\n", path);
        show("f");
        QVERIFY(notice().contains(QStringLiteral("is not a text file")));
        QCOMPARE(rows(), QStringLiteral("3|10.0 ms|10.0 ms|\n"));
    }

    void aFileThatIsTooBigIsNotRead()
    {
        const QString path = write("a.c", "a");
        QVERIFY(QFile::resize(path, SourceFile::largestSize + 1)); // a hole
        open("f:3#PATH f:3#PATH\n", path);
        show("f");
        QVERIFY(notice().contains(QStringLiteral("is too big to be shown")));
    }

    void aFileOfAHundredMegabytesIsShown()
    {
        constexpr int lines = 4'000'000;
        const QString path = write("a.c", QByteArray(25, 'x').append('\n').repeated(lines));
        open("f:3999999#PATH f:3999999#PATH\n", path);
        show("f");
        QCOMPARE(m_view->model()->rowCount(), lines);
        QCOMPARE(currentLine(), 3'999'999U);
        QVERIFY(m_view->viewport()->rect().contains(m_view->visualRect(m_view->currentIndex())));
    }

    void aFileThatIsNewerThanTheProfileSaysSo()
    {
        const QString path = write("a.c", "a\n");
        setTime(path, 5'000);
        open("f:1#PATH f:1#PATH\n", path); // recorded at 0
        show("f");
        QVERIFY2(notice().startsWith(QStringLiteral("The file has changed since the profile was "
                                                    "recorded")),
                 qPrintable(notice()));
        setTime(path, 0); // as old as the profile
        m_state->selection().setFunction({});
        show("f");
        EMBER_TRY(notice().isEmpty());
    }

    void aFileThatIsNewerThanItsProgramSaysSo()
    {
        const QString source = write("a.c", "a\n");
        const QString binary = write("a.out", "x");
        setTime(binary, -1'000'000'000);
        ProfileBuilder builder;
        Image image;
        image.codeFile = builder.string(binary.toStdString());
        Function function;
        function.name = builder.string("f");
        function.file = builder.string(source.toStdString());
        Frame frame;
        frame.function = builder.function(function);
        frame.image = builder.addImage(image);
        frame.line = 1;
        openProfile(twoSamplesOf(builder, frame));
        show("f");
        QVERIFY2(notice().startsWith(QStringLiteral("The file is newer than the program")),
                 qPrintable(notice()));
    }

    void aFileThatIsShorterThanTheProfileKnowsIsAnotherVersion()
    {
        const QString path = write("a.c", "a\n");
        open("f:5#PATH f:8#PATH f:8#PATH\n", path);
        show("f");
        QVERIFY(notice().contains(QStringLiteral("has samples at line 5")));
    }

    void linesThatTheProfileBringsAreShownWhereTheFileIsMissing()
    {
        ProfileBuilder builder;
        Function function;
        function.name = builder.string("f");
        function.file = builder.string("/nowhere/a.py");
        Frame frame;
        frame.function = builder.function(function);
        frame.line = 10;
        frame.attributes = builder.string("{\"pre_context\":[\"eight\",\"nine\"],"
                                          "\"context_line\":\"ten\",\"post_context\":[\"11\"]}");
        openProfile(twoSamplesOf(builder, frame));
        show("f");
        QCOMPARE(rows(), QStringLiteral("8|||eight\n9|||nine\n10|10.0 ms|10.0 ms|ten\n11|||11\n"));
        QVERIFY(notice().endsWith(
            QStringLiteral("The lines shown are those that the profile brings.")));
    }

    void contextOfWrongTypesIsNoContext()
    {
        ProfileBuilder builder;
        Function function;
        function.file = builder.string("/nowhere/a.py");
        Frame frame;
        frame.function = builder.function(function);
        frame.line = 1;
        for (const char *json : {"{\"pre_context\":3,\"context_line\":[]}", "context_line",
                                 "{\"pre_context\":[\"0\",\"-1\",{}],\"context_line\":null}"}) {
            frame.attributes = builder.string(json);
            builder.frame(frame);
        }
        QVERIFY(contextLines(*builder.snapshot(), FrameIndex(0)).empty());
    }
};

EMBER_TEST(TstSourceFiles)
#include "tst_sourcefiles.moc"
