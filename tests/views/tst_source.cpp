// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/source/framecontext.h"
#include "views/source/heatdelegate.h"
#include "views/source/sourcemodel.h"
#include "views/source/sourcepanel.h"
#include "views/sumsquestion.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

FrameIndex frameCalled(const Profile &profile, std::string_view name)
{
    for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
        if (frameName(profile, FrameIndex(row)) == name)
            return FrameIndex(row);
    }
    return {};
}

} // namespace

class TstSource : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void cleanup()
    {
        m_watched.reset();
        m_folder.reset();
    }

    void theLinesOfTheFunctionsFileAreShownWithWhatWasSpentAtEach()
    {
        const QString path = write("a.c", "int main()\n{\n\twork();\n\tmore();\n}\n");
        open("main:3#PATH main:3#PATH main:4#PATH main:4#PATH\n"
             "work:1#PATH work:1#PATH .           .\n",
             path);
        const QAbstractItemModelTester tester(m_view->model());
        show("main");
        QCOMPARE(rows(),
                 QStringLiteral("1|20.0 ms|20.0 ms|int main()\n"
                                "2|||{\n"
                                "3||20.0 ms|        work();\n"
                                "4|10.0 ms|10.0 ms|        more();\n"
                                "5|||}\n"));
        QCOMPARE(title(), path + QStringLiteral("  ·  main"));
        QCOMPARE(notice(), QString());
    }

    void itGoesToTheHottestLineOfTheFunction()
    {
        const QString path = write("a.c", QByteArray(300, '\n'));
        open("f:7#PATH f:7#PATH f:200#PATH f:9#PATH\n"
             "g:250#PATH .       .          .\n",
             path);
        show("f");
        QCOMPARE(currentLine(), 7U); // 10 ms itself and 10 ms in g
        show("g");
        QCOMPARE(currentLine(), 250U);
        QVERIFY(!m_view->visibleRegion().isEmpty());
        QVERIFY(m_view->viewport()->rect().contains(m_view->visualRect(m_view->currentIndex())));
    }

    void hotLinesFollowEachOtherAroundTheEnds()
    {
        const QString path = write("a.c", QByteArray(400, '\n'));
        open("0 10 30 1030 2030\n"
             "f:300#PATH f:20#PATH f:200#PATH f:100#PATH f:1#PATH\n",
             path);
        show("f");
        QCOMPARE(currentLine(), 100U);
        const auto step = [&](Direction direction) {
            m_panel->stepToHotLine(direction);
            return currentLine();
        };
        QCOMPARE(step(Direction::Forward), 200U);
        QCOMPARE(step(Direction::Forward), 300U); // a hundredth of the hottest
        QCOMPARE(step(Direction::Forward), 20U);
        QCOMPARE(step(Direction::Backward), 300U);
    }

    void rangeThreadsAndFiltersCount()
    {
        const QString path = write("a.c", "1\n2\n3\n");
        open("f:1#PATH f:1#PATH f:2#PATH f:2#PATH\n"
             "g:3#PATH .        .        .\n",
             path);
        show("f");
        m_state->selectRange(TimeRange{timestampFromNs(5'000'000), timestampFromNs(25'000'000)});
        EMBER_TRY(
            rows()
            == QStringLiteral("1|10.0 ms|15.0 ms|1\n2|5.00 ms|5.00 ms|2\n3|5.00 ms|5.00 ms|3\n"));
        m_state->sums().filters().add({CallAction::Merge, {CallTest::By::Name, "g"}});
        EMBER_TRY(rows() == QStringLiteral("1|15.0 ms|15.0 ms|1\n2|5.00 ms|5.00 ms|2\n3|||3\n"));
    }

    void theReadersPlaceStaysWhenTheFiguresChange()
    {
        const QString path = write("a.c", QByteArray(300, '\n'));
        open("f:7#PATH f:7#PATH f:200#PATH f:9#PATH\n", path);
        show("f");
        m_panel->stepToHotLine(Direction::Backward);
        QCOMPARE(currentLine(), 200U);
        m_state->selectRange(TimeRange{timestampFromNs(0), timestampFromNs(10'000'000)});
        EMBER_TRY(m_view->model()->index(6, SourceModel::Self).data().toString()
                  == QStringLiteral("10.0 ms"));
        QCOMPARE(currentLine(), 200U);
    }

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
        m_state->setFunction({});
        show("f");
        EMBER_TRY(notice().isEmpty());
    }

    void aFileThatIsNewerThanItsProgramSaysSo()
    {
        const QString source = write("a.c", "a\n");
        const QString binary = write("a.out", "x");
        setTime(binary, -1'000'000'000);
        ProfileBuilder builder;
        builder.addProcess({});
        Image image;
        image.codeFile = builder.string(binary.toStdString());
        Function function;
        function.name = builder.string("f");
        function.file = builder.string(source.toStdString());
        Frame frame;
        frame.function = builder.function(function);
        frame.image = builder.addImage(image);
        frame.line = 1;
        Thread thread;
        thread.process = ProcessIndex(0);
        const auto index = builder.addThread(thread);
        const auto stack = builder.stack(emptyStack, builder.frame(frame));
        for (const std::int64_t ms : {0, 10})
            builder.addSample(index, {timestampFromNs(ms * 1'000'000), stack, {}});
        openProfile(builder.snapshot());
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

    void timeAtNoKnownLineIsCounted()
    {
        const QString path = write("a.c", "a\n");
        open("f:1#PATH f#PATH f#PATH\n", path);
        show("f");
        QCOMPARE(notice(), QStringLiteral("10.0 ms in this file are at no known line."));
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
        builder.addProcess({});
        Thread thread;
        thread.process = ProcessIndex(0);
        const auto index = builder.addThread(thread);
        const auto stack = builder.stack(emptyStack, builder.frame(frame));
        for (const std::int64_t ms : {0, 10})
            builder.addSample(index, {timestampFromNs(ms * 1'000'000), stack, {}});
        openProfile(builder.snapshot());
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

    void anotherProfileHasNothingToShowYet()
    {
        const QString path = write("a.c", "a\n");
        open("f:1#PATH f:1#PATH\n", path);
        show("f");
        m_state->open(buildSpans(textProfile("x x\n")));
        QVERIFY(m_view->isHidden());
        QVERIFY(!m_panel->place());
        QVERIFY(title().startsWith(QStringLiteral("Choose a function")));
    }

    void figuresCanBeReadOnTheirBars()
    {
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            const QPalette palette = paletteFor(shade);
            const QColor heat = heatColour(theme(shade), palette.base().color());
            QVERIFY(contrast(palette.text().color().rgb(), heat.rgb()) >= 4.5);
        }
    }

    void itIsPaintedInBothShades_data()
    {
        QTest::addColumn<int>("shade");
        QTest::newRow("light") << int(Shade::Light);
        QTest::newRow("dark") << int(Shade::Dark);
    }

    void itIsPaintedInBothShades()
    {
        QFETCH(int, shade);
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        QApplication::setPalette(paletteFor(Shade(shade)));
        const QString path = write("a.c", "int main()\n{\n\twork();\n\tmore();\n}\n");
        open("main:3#PATH main:3#PATH main:4#PATH main:4#PATH\n"
             "work:1#PATH work:1#PATH .           .\n",
             path);
        m_state->setShade(Shade(shade));
        show("main");
        m_view->clearSelection();
        const QImage picture = pictureOf(*m_panel, {800, 400});
        keepPicture(
            picture,
            QStringLiteral("source-%1.png").arg(QString::fromUtf8(QTest::currentDataTag())));
        const QRect cell =
            m_view->visualRect(m_view->model()->index(0, SourceModel::Self)).adjusted(2, 2, 0, 0);
        const QColor bar = picture.pixelColor(m_view->viewport()->mapTo(m_panel, cell.topLeft()));
        QCOMPARE(bar, heatColour(theme(Shade(shade)), m_view->palette().base().color()));
    }

private:
    QString write(const char *name, const QByteArray &content)
    {
        const QString path = m_folder->filePath(QString::fromUtf8(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            return {};
        file.close();
        setTime(path, -1'000);
        return path;
    }

    // Of what was written, in milliseconds since 1970, when the profiles were recorded.
    static void setTime(const QString &path, qint64 ms)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromMSecsSinceEpoch(ms),
                                 QFileDevice::FileModificationTime));
    }

    // PATH stands for the path.
    void open(std::string_view picture, const QString &path)
    {
        openProfile(textProfile(QString::fromUtf8(picture.data(), qsizetype(picture.size()))
                                    .replace(QStringLiteral("PATH"), path)
                                    .toStdString()));
    }

    void openProfile(const ProfilePointer &profile)
    {
        m_watched = std::make_unique<WatchedPanel<SourcePanel>>();
        m_state = &m_watched->state;
        m_panel = &m_watched->panel;
        m_view = m_panel->findChild<QTableView *>();
        m_state->open(buildSpans(profile));
        pictureOf(*m_panel, {800, 400});
    }

    void show(std::string_view name)
    {
        const FrameIndex frame = frameCalled(*m_state->spans()->profile(), name);
        m_state->setFunction(frame);
        EMBER_TRY(m_panel->answer().frame == frame && m_panel->answer().file);
    }

    QString rows() const
    {
        QString text;
        const auto &model = *m_view->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(row, column).data().toString();
            text += cells.join(QLatin1Char('|')) + QLatin1Char('\n');
        }
        return text;
    }

    std::uint32_t currentLine() const
    {
        const auto place = m_panel->place();
        return place ? place->line : 0;
    }

    QString title() const
    {
        return m_panel->findChild<QLabel *>(QStringLiteral("sourceTitle"))->text();
    }

    QString notice() const
    {
        return m_panel->findChild<QLabel *>(QStringLiteral("sourceNotice"))->text();
    }

    QPushButton *locate() const
    {
        return m_panel->findChild<QPushButton *>(QStringLiteral("locateSource"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WatchedPanel<SourcePanel>> m_watched;
    ViewState *m_state = nullptr;
    SourcePanel *m_panel = nullptr;
    QTableView *m_view = nullptr;
};

EMBER_TEST(TstSource)
#include "tst_source.moc"
