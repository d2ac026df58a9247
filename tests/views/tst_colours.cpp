// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/boxes/callfigures.h"
#include "views/canvas/boxcolours.h"
#include "views/canvas/legend.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/painter.h"
#include "views/state/recordings.h"
#include "views/state/sumsquery.h"
#include "views/text/frametext.h"

#include <QPainter>
#include <QSet>
#include <QTest>

#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr std::array allModes{ColourMode::Function, ColourMode::Module, ColourMode::InApp,
                              ColourMode::Source,   ColourMode::State,  ColourMode::Recursion,
                              ColourMode::Frequency};

// Two recordings, a thread each; one that has no name, and one of a file.
ProfilePointer twoRecordings()
{
    ProfileBuilder builder;
    Source first;
    first.process = builder.addProcess({});
    Source second;
    second.process = builder.addProcess({});
    second.uri = builder.string("/tmp/second.ember");
    builder.addSource(first);
    const auto later = builder.addSource(second);
    addTextThread(builder, "work work work work work .\n", "1");
    Thread other;
    other.process = second.process;
    const auto thread = builder.addThread(other);
    const auto work = textStack(builder, "work");
    for (int sample = 0; sample < 5; ++sample)
        builder.addSample(thread, {timestampFromNs(sample * 10'000'000LL), work, {}, later});
    return builder.snapshot();
}

// One call through samples of all states: 0 … 10 ms running, then waiting, blocked, not known.
ProfilePointer throughAllStates()
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    const auto stack = textStack(builder, "work");
    const auto add = [&](int ms, ThreadState state) {
        builder.addSample(thread,
                          {timestampFromNs(ms * 1'000'000LL), stack, SampleDetail{.state = state}});
    };
    add(0, ThreadState::Running);
    add(10, ThreadState::Runnable);
    add(20, ThreadState::Blocked);
    add(30, ThreadState::Unknown);
    add(40, ThreadState::Running);
    return builder.snapshot();
}

// Paints all of it, 10 ms to 100 pixels.
class Painted {
public:
    explicit Painted(ViewState &state)
        : m_layout(*state.spans(), state.threads().shown(), [](ThreadIndex) { return false; })
    {
        const auto range = state.zoom().visible();
        const auto width = static_cast<int>(range.duration().count() / 100'000);
        m_image = QImage(width, 200, QImage::Format_RGB32);
        m_painter.setFont(QFont());
        m_painter.paint(m_image, state, m_layout, {TimeScale(range, width), 0});
    }

    // On the uppermost line, where no text is, unless on another one.
    QRgb at(int ms, std::size_t depth, std::size_t lane = 0, int right = 0, int below = 0) const
    {
        return m_image.pixel(ms * 10 + right,
                             m_layout.rowTop(m_layout.lanes()[lane], depth) + below);
    }

private:
    ChartLayout m_layout;
    ChartPainter m_painter;
    QImage m_image;
};

// What some modes tell is found beside the window. Without states there are no colours by state.
void choose(ViewState &state, ColourMode mode)
{
    state.appearance().setColourMode(mode);
    const bool applies = mode != ColourMode::State || state.profile().hasStates();
    EMBER_TRY(state.appearance().colourMode() == (applies ? mode : ColourMode::Function));
}

} // namespace

class TstColours : public QObject {
    Q_OBJECT

private slots:
    void aCallHasTheColourOfEachOfItsSamples()
    {
        ViewState state;
        state.open(buildSpans(throughAllStates()));
        state.appearance().setColourMode(ColourMode::State);
        const Painted picture(state);
        const auto colour = [&](ThreadState of) { return stateColour(state.theme(), of).fill; };
        QCOMPARE(picture.at(5, 0), colour(ThreadState::Running));
        QCOMPARE(picture.at(15, 0), colour(ThreadState::Runnable));
        QCOMPARE(picture.at(25, 0), colour(ThreadState::Blocked));
        QCOMPARE(picture.at(35, 0), colour(ThreadState::Unknown));
    }

    void callsHaveTheColourOfTheirRecording()
    {
        ViewState state;
        state.open(buildSpans(twoRecordings()));
        state.appearance().setColourMode(ColourMode::Recording);
        QCOMPARE(state.appearance().colourMode(), ColourMode::Recording);
        const auto recordings = recordingsOf(*state.spans()->profile());
        QCOMPARE(recordings.size(), std::size_t(2));
        QCOMPARE(recordings.front().name, QStringLiteral("recording"));
        QCOMPARE(recordings.back().name, QStringLiteral("second.ember"));
        const Painted picture(state);
        for (std::size_t lane = 0; lane < 2; ++lane) {
            const auto thread = state.threads().shown()[lane];
            const auto place = recordingsByThread(recordings, 2)[thread.row()];
            QCOMPARE(picture.at(15, 0, lane), recordingColour(state.theme(), place).fill);
        }
        QVERIFY(recordingColour(state.theme(), 0).fill != recordingColour(state.theme(), 1).fill);
        state.open(buildSpans(throughAllStates()));
        QCOMPARE(state.appearance().colourMode(), ColourMode::Function);
        QVERIFY(recordingsOf(*state.spans()->profile()).empty());
    }

    // 1 ms of running in 100 ms of waiting, a pixel each 10 ms.
    void whatIsTooShortForACentreHasTheStateOfItsOwnSample()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto outer = textStack(builder, "outer");
        Frame frame = builder.snapshot()->frame(FrameIndex(0));
        frame.line = 7;
        const auto inner = builder.stack(outer, builder.frame(frame));
        const auto add = [&](int ms, StackIndex stack, ThreadState state) {
            builder.addSample(
                thread, {timestampFromNs(ms * 1'000'000LL), stack, SampleDetail{.state = state}});
        };
        add(0, outer, ThreadState::Blocked);
        add(51, inner, ThreadState::Running);
        add(52, outer, ThreadState::Blocked);
        add(100, outer, ThreadState::Blocked);
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        state.appearance().setColourMode(ColourMode::State);
        const ChartLayout layout(*state.spans(), state.threads().shown(),
                                 [](ThreadIndex) { return false; });
        QImage image(10, 200, QImage::Format_RGB32);
        ChartPainter painter;
        painter.setFont(QFont());
        painter.paint(image, state, layout,
                      {TimeScale({timestampFromNs(0), timestampFromNs(100'000'000)}, 10), 0});
        const int top = layout.rowTop(layout.lanes().front(), 0);
        const int below = layout.rowTop(layout.lanes().front(), 1);
        QCOMPARE(image.pixel(5, top), stateColour(state.theme(), ThreadState::Blocked).fill);
        QCOMPARE(image.pixel(5, below), stateColour(state.theme(), ThreadState::Running).fill);
    }

    // Behind what the last sample lasts there is no state.
    void theLastSampleThatLastsHasItsState()
    {
        ProfileBuilder builder;
        addRprofSource(builder, 10'000);
        const auto thread = builder.addThread({});
        builder.addSample(thread,
                          {timestampFromNs(0), textStack(builder, "work"),
                           SampleDetail{.state = ThreadState::Running}});
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        state.appearance().setColourMode(ColourMode::State);
        const ChartLayout layout(*state.spans(), state.threads().shown(),
                                 [](ThreadIndex) { return false; });
        QImage image(200, 200, QImage::Format_RGB32);
        ChartPainter painter;
        painter.setFont(QFont());
        painter.paint(image, state, layout,
                      {TimeScale({timestampFromNs(0), timestampFromNs(20'000'000)}, 200), 0});
        const int top = layout.rowTop(layout.lanes().front(), 0);
        const auto running = stateColour(state.theme(), ThreadState::Running).fill;
        QCOMPARE(image.pixel(95, top), running);
        QVERIFY(image.pixel(150, top) != running);
    }

    void whatIsNotLookedForIsDimmedInAllModes()
    {
        ViewState state;
        state.open(buildSpans(throughAllStates()));
        SearchMatches none;
        none.text = QStringLiteral("nothing");
        state.selection().setMatches(none);
        for (const ColourMode mode : allModes) {
            choose(state, mode);
            QCOMPARE(Painted(state).at(5, 0), state.theme().dimmed.fill);
        }
    }

    // So what is grey is what the sums leave out.
    void samplesThatFiltersLeaveOutAreGreyInAllTheirCalls()
    {
        ViewState state;
        ProfileBuilder builder;
        addTextThread(builder,
                      "a a a a a\n"
                      "b b . c b\n"
                      ". x . . .\n");
        // Otherwise no state is known at all.
        builder.addSample(builder.addThread({}),
                          {{}, emptyStack, SampleDetail{0, 0, ThreadState::Running}});
        state.open(buildSpans(builder.snapshot()));
        const QRgb grey = state.theme().dimmed.fill;
        state.sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "x"}});
        EMBER_TRY(state.sums().filteredFrames().isFiltering());
        for (const ColourMode mode : allModes) {
            choose(state, mode);
            const Painted picture(state);
            for (const std::size_t depth : {0U, 1U, 2U})
                QCOMPARE(picture.at(15, depth), grey);
            for (const int ms : {5, 9, 21, 25, 35})
                QVERIFY(picture.at(ms, 0) != grey);
            QVERIFY(picture.at(5, 1) != grey);
            QVERIFY(picture.at(35, 1) != grey);
        }
        state.sums().filters().clear();
        QVERIFY(Painted(state).at(15, 1) != grey);
    }

    // What is too short for a pixel's centre goes by its own sample.
    void aShortCallIsGreyByItsOwnSample()
    {
        ViewState state;
        state.open(buildSpans(textProfile("0 51 52 100\n"
                                          "a a a a\n"
                                          ". x . .\n")));
        const QRgb grey = state.theme().dimmed.fill;
        const ChartLayout layout(*state.spans(), state.threads().shown(),
                                 [](ThreadIndex) { return false; });
        const auto colours = [&] {
            QImage image(10, 200, QImage::Format_RGB32);
            ChartPainter painter;
            painter.setFont(QFont());
            painter.paint(image, state, layout,
                          {TimeScale({timestampFromNs(0), timestampFromNs(100'000'000)}, 10), 0});
            const auto at = [&](std::size_t depth) {
                return image.pixel(5, layout.rowTop(layout.lanes().front(), depth)) == grey;
            };
            return std::pair(at(0), at(1));
        };
        QVERIFY(colours() == std::pair(false, false));
        state.sums().filters().add({CallAction::Only, {CallTest::By::Name, "x"}});
        EMBER_TRY(state.sums().filteredFrames().isFiltering());
        QVERIFY(colours() == std::pair(true, false));
    }

    // A name is never written half on grey: it is where there is more of one kind.
    void theNameOfACallThatIsPartlyGreyIsInItsWidestPiece()
    {
        ViewState state;
        state.open(buildSpans(textProfile("0 10 50\n"
                                          "function function function\n"
                                          ". x .\n")));
        state.sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "x"}});
        EMBER_TRY(state.sums().filteredFrames().isFiltering());
        const Painted picture(state);
        const auto inks = [&](int from, int to) {
            QSet<QRgb> colours;
            for (int ms = from; ms < to; ++ms)
                for (int column = 0; column < 10; ++column)
                    for (const int line : {5, 6, 7, 8})
                        colours.insert(picture.at(ms, 0, 0, column, line));
            return colours.size();
        };
        QCOMPARE(inks(1, 9), 1);
        QVERIFY(inks(10, 20) > 1);
    }

    void recursionIsByTheFunctionsOnTheWay()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a   a\n"
                                          "b   b\n"
                                          "a:5 .\n"
                                          "a:6 .\n")));
        choose(state, ColourMode::Recursion);
        const Painted picture(state);
        for (const auto &[depth, level] :
             std::array<std::pair<std::size_t, std::uint32_t>, 4>{{{0, 1}, {1, 1}, {2, 2}, {3, 3}}})
            QCOMPARE(picture.at(5, depth),
                     levelColour(ColourMode::Recursion, state.theme(), level).fill);
        const auto &spans = *state.spans();
        const BoxReference deepest{ThreadIndex(0), 3, BoxIndex(0)};
        const QString tip = toolTipText(spans, deepest, state.profile().period());
        QVERIFY2(tip.contains(QStringLiteral("call number 3")), qPrintable(tip));
    }

    // Snapshot by snapshot, against a walk to the root from each path.
    void theLevelsOfAllPathsAreThoseOfAWalk()
    {
        SpanBuilder spans;
        GrowingCallFigures growing;
        CallFiguresPointer before;
        ProfileBuilder builder;
        std::mt19937 random(5);
        const auto thread = builder.addThread({});
        bool isRecursive = false;
        for (int snapshot = 0; snapshot < 4; ++snapshot) {
            for (int sample = 0; sample < 50; ++sample) {
                StackIndex stack = emptyStack;
                for (auto depth = random() % 8; depth > 0; --depth) {
                    Function function;
                    function.name = builder.string(std::string(1, char('a' + random() % 3)));
                    Frame frame;
                    frame.function = builder.function(function);
                    stack = builder.stack(stack, builder.frame(frame));
                }
                const auto ms = snapshot * 50 + sample;
                builder.addSample(thread, {timestampFromNs(ms * 1'000'000LL), stack, {}});
            }
            const auto table = spans.update(builder.snapshot());
            const auto figures = growing.withRecursion(*table);
            for (std::size_t row = 1; row < table->pathCount(); ++row) {
                const auto level = figures->recursion(*table, PathIndex(row));
                QCOMPARE(level, recursionOf(*table, PathIndex(row)));
                if (before) // those of the snapshot before know the later paths by a walk
                    QCOMPARE(before->recursion(*table, PathIndex(row)), level);
                isRecursive = isRecursive || level > 2;
            }
            before = figures;
        }
        QVERIFY(isRecursive);
    }

    // The window is never kept waiting: until the figures are there, it has the colours from
    // before.
    void untilTheFiguresAreThereColoursAreThoseBefore()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a a\nb b\na .\n")));
        state.appearance().setColourMode(ColourMode::Module);
        int changes = 0;
        connect(&state.appearance(), &ViewAppearance::changed, &state.appearance(),
                [&] { ++changes; });
        for (const ColourMode mode : {ColourMode::Recursion, ColourMode::Frequency}) {
            const ColourMode before = state.appearance().colourMode();
            changes = 0;
            state.appearance().setColourMode(mode);
            QCOMPARE(state.appearance().chosenColourMode(), mode);
            QCOMPARE(state.appearance().colourMode(), before);
            QCOMPARE(changes, 0);
            EMBER_TRY(state.appearance().colourMode() == mode);
            QCOMPARE(changes, 1);
        }
        // Figures of another profile tell nothing of this one.
        state.open(buildSpans(textProfile("c c\nc c\n")));
        QCOMPARE(state.appearance().colourMode(), ColourMode::Function);
        EMBER_TRY(state.appearance().colourMode() == ColourMode::Frequency);
        QCOMPARE(state.appearance().callFigures()->calls(FrameIndex(0)), std::uint64_t(2));
    }

    void figuresGrowWithTheProfile()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto add = [&](int ms, std::string_view frames) {
            builder.addSample(thread,
                              {timestampFromNs(ms * 1'000'000LL),
                               frames.empty() ? emptyStack : textStack(builder, frames),
                               {}});
        };
        add(0, "a");
        add(1, "");
        SpanBuilder spans;
        ViewState state;
        state.open(spans.update(builder.snapshot()));
        choose(state, ColourMode::Frequency);
        QCOMPARE(state.appearance().callFigures()->calls(FrameIndex(0)), std::uint64_t(1));
        add(2, "a");
        add(3, "");
        state.update(spans.update(builder.snapshot()));
        QCOMPARE(state.appearance().colourMode(), ColourMode::Frequency);
        EMBER_TRY(state.appearance().callFigures()->calls(FrameIndex(0)) == 2);
    }

    void frequencyCountsTheCallsOfAFunction()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a a   a a   a a a   a\n"
                                          "b . b:3 . b:4 . b c c\n")));
        choose(state, ColourMode::Frequency);
        const Painted picture(state);
        const Profile &profile = *state.spans()->profile();
        const CallFigures &figures = *state.appearance().callFigures();
        QCOMPARE(figures.calls(frameCalled(profile, "a")), std::uint64_t(1));
        QCOMPARE(figures.calls(frameCalled(profile, "b")), std::uint64_t(4));
        QCOMPARE(picture.at(5, 0), frequencyColour(state.theme(), 1).fill);
    }

    void aPowerOfTenIsAStep()
    {
        const Theme &theme = views::theme(Shade::Light);
        const auto step = [&](std::uint64_t calls) { return frequencyColour(theme, calls).fill; };
        QCOMPARE(step(9), step(1));
        QVERIFY(step(10) != step(9));
        QCOMPARE(step(99), step(10));
        QVERIFY(step(100'000) != step(99'999));
        QCOMPARE(step(100'000'000), step(100'000));
        QCOMPARE(step(0), theme.neutral.fill);
    }

    void functionsOfOneFileHaveOneColour()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a#x/one.c b#x/one.c c#y/two.c d a\n")));
        state.appearance().setColourMode(ColourMode::Source);
        const Painted picture(state);
        QCOMPARE(picture.at(5, 0), picture.at(15, 0));
        QVERIFY(picture.at(5, 0) != picture.at(25, 0));
        QCOMPARE(picture.at(35, 0), state.theme().neutral.fill);
        QCOMPARE(picture.at(5, 0), sourceColour(theme(Shade::Light), "x/one.c").fill);
    }

    void ownCodeIsWarmAndLibrariesAreCoolAndWaitsArePalest()
    {
        ProfileBuilder builder;
        const auto frame = [&](const char *name, const char *module, InApp inApp,
                               std::uint64_t address = 0) {
            Function function;
            function.name = builder.string(name);
            function.package = builder.string(module);
            Frame made;
            made.function = builder.function(function);
            made.inApp = inApp;
            if (address != 0)
                made.address = address;
            return builder.frame(made);
        };
        const auto own = frame("compute", "demo", InApp::Yes);
        const auto library = frame("memcpy", "libc.so.6", InApp::No);
        const auto other = frame("malloc", "libc.so.6", InApp::No);
        const auto wait = frame("__poll", "libc.so.6", InApp::No);
        const auto nameless = frame("", "xz", InApp::Unset, 0x15320);
        const auto secondNameless = frame("", "xz", InApp::Unset, 0x9a90);
        const auto profile = builder.snapshot();
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            const Theme &theme = views::theme(shade);
            const auto colour = [&](FrameIndex index) {
                return QColor(
                    BoxColours::colourOf(*profile, index, ColourMode::Function, theme).fill);
            };
            QVERIFY(colour(own).hslHue() < 70 || colour(own).hslHue() > 350);
            QVERIFY(colour(library).hslHue() > 180 && colour(library).hslHue() < 310);
            QCOMPARE_GT(colour(own).hsvSaturation(), colour(library).hsvSaturation() + 50);
            QCOMPARE_LT(std::abs(colour(library).hslHue() - colour(other).hslHue()), 12);
            QCOMPARE(colour(wait).rgb(), theme.waiting.fill);
            QCOMPARE_LT(colour(wait).hsvSaturation(), colour(library).hsvSaturation());
            // Those without a name differ by their address.
            QVERIFY(colour(nameless) != colour(secondNameless));
        }
    }

    // Functions of scripts may have no name, and an engine's own functions no file.
    void namelessFunctionsOfScriptsAreWarmIfOwnElseCool()
    {
        ProfileBuilder builder;
        const auto frame = [&](const char *name, InApp inApp, std::uint32_t line) {
            Function function;
            function.name = builder.string(name);
            function.module = builder.string("stall");
            Frame made;
            made.function = builder.function(function);
            made.inApp = inApp;
            made.line = line;
            return builder.frame(made);
        };
        const auto own = frame("", InApp::Yes, 3);
        const auto library = frame("", InApp::No, 1);
        const auto builtIn = frame("map", InApp::Unset, 0);
        const auto profile = builder.snapshot();
        const auto hue = [&](FrameIndex index) {
            return QColor(BoxColours::colourOf(*profile, index, ColourMode::Function,
                                               theme(Shade::Light))
                              .fill)
                .hslHue();
        };
        QVERIFY(hue(own) < 70 || hue(own) > 350);
        QVERIFY(hue(library) > 180 && hue(library) < 310);
        QVERIFY(hue(builtIn) > 180 && hue(builtIn) < 310);
    }

    void withoutOwnCodeLibrariesAreToldApartByFunction()
    {
        ProfileBuilder builder;
        const auto frame = [&](const char *name, InApp inApp) {
            Function function;
            function.name = builder.string(name);
            function.package = builder.string("cc1plus");
            Frame made;
            made.function = builder.function(function);
            made.inApp = inApp;
            return builder.frame(made);
        };
        const auto parse = frame("c_parse_file", InApp::No);
        const auto expand = frame("expand", InApp::No);
        const auto huesApart = [&] {
            const auto profile = builder.snapshot();
            const auto hue = [&](FrameIndex index) {
                return QColor(BoxColours::colourOf(*profile, index, ColourMode::Function,
                                                   theme(Shade::Light))
                                  .fill)
                    .hslHue();
            };
            return std::abs(hue(parse) - hue(expand));
        };
        QVERIFY(!builder.snapshot()->tables().ownCode.isAny);
        const int apart = huesApart();
        QCOMPARE_GT(apart, 0);
        frame("main", InApp::Yes);
        QCOMPARE_LT(huesApart(), 12);
        QCOMPARE_LT(huesApart(), apart);
    }

    // A program's children are of the system.
    void aProcessWithoutOwnCodeHasAllColours()
    {
        ProfileBuilder builder;
        const auto frame = [&](ImageIndex image, const char *name, InApp inApp) {
            Function function;
            function.name = builder.string(name);
            function.package = builder.string("libc.so.6");
            Frame made;
            made.function = builder.function(function);
            made.image = image;
            made.inApp = inApp;
            return builder.frame(made);
        };
        const auto image = [&] {
            Image made;
            made.process = builder.addProcess({});
            return builder.addImage(made);
        };
        const auto own = image();
        const auto child = image();
        frame(own, "main", InApp::Yes);
        const auto library = frame(own, "qsort", InApp::No);
        const auto inChild = frame(child, "qsort", InApp::No);
        const auto profile = builder.snapshot();
        const Theme &theme = views::theme(Shade::Light);
        const auto fill = [&](FrameIndex index) {
            return BoxColours::colourOf(*profile, index, ColourMode::Function, theme).fill;
        };
        QCOMPARE(fill(inChild), theme.forKey(Theme::keyOf("qsort")).fill);
        QCOMPARE(fill(library), theme.forLibrary("libc.so.6", Theme::keyOf("qsort")).fill);
        QVERIFY(fill(inChild) != fill(library));
    }

    // Files without modules were all green.
    void withoutModulesFunctionsHaveAllHues()
    {
        const Theme &theme = views::theme(Shade::Light);
        QSet<int> hues;
        for (int number = 0; number < 60; ++number)
            hues.insert(
                QColor(theme.forFunction("", "function" + std::to_string(number)).fill).hslHue()
                / 60);
        QCOMPARE(hues.size(), 6);
    }

    // The bright part of a call has its name, the dimmed part is empty.
    void namesOfCallsThatCrossTheRangeStandInIt()
    {
        ViewState state;
        state.open(buildSpans(textProfile("0 100\nfunction function\n")));
        const auto inks = [&](int from, int to) {
            const Painted picture(state);
            QSet<QRgb> colours;
            for (int ms = from; ms < to; ++ms)
                for (int column = 0; column < 10; ++column)
                    for (const int line : {5, 6, 7, 8, 9})
                        colours.insert(picture.at(ms, 0, 0, column, line));
            return colours.size();
        };
        QVERIFY(inks(1, 8) > 1);
        QCOMPARE(inks(51, 58), 1);
        state.selection().selectRange(
            TimeRange{timestampFromNs(50'000'000), timestampFromNs(90'000'000)});
        QCOMPARE(inks(1, 8), 1);
        QVERIFY(inks(51, 58) > 1);
    }

    // The name of the call under the pointer, and of the selected one, is as readable as before.
    void outlinesLeaveTheNamesAlone()
    {
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            const Theme &theme = views::theme(shade);
            const QColor fill(theme.own[0][0].fill);
            QImage image(100, 20, QImage::Format_RGB32);
            image.fill(fill);
            QPainter painter(&image);
            const QRectF call(2, 2, 96, 16);
            const auto lines = [&image] { // from the seam above the call to the one below it
                QString colours;
                for (int y = 1; y <= 18; ++y)
                    colours += QChar(image.pixel(50, y) == image.pixel(50, 9) ? u' ' : u'-');
                return colours;
            };
            paintHovered(painter, theme, call);
            QCOMPARE(image.pixel(50, 9), fill.rgb());
            QCOMPARE(image.pixel(50, 1), theme.text.rgb());
            QCOMPARE(lines(), QStringLiteral("-                -"));
            paintSelected(painter, theme, call);
            QCOMPARE(image.pixel(50, 9), fill.rgb());
            QCOMPARE(image.pixel(50, 1), theme.text.rgb());
            QCOMPARE(lines(), QStringLiteral("--              --"));
        }
    }

    void theLegendSaysThatAFileHasNoStates()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a a\n")));
        QWidget window;
        auto *legend = new ColourLegend(state.profile(), state.appearance(), &window);
        window.show();
        state.appearance().setColourMode(ColourMode::State);
        QVERIFY(legend->isVisible());
        QCOMPARE(legend->accessibleDescription(),
                 QStringLiteral("no thread states in this file: by function"));
        QCOMPARE(state.appearance().colourMode(), ColourMode::Function); // not all of it grey
        state.open(buildSpans(throughAllStates()));
        QVERIFY(legend->accessibleDescription().contains(QStringLiteral("running")));
        QCOMPARE(state.appearance().colourMode(), ColourMode::State);
    }

    void theLegendSaysWhatIsOwnCode()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string("main");
        Frame frame;
        frame.function = builder.function(function);
        frame.inApp = InApp::Yes;
        const auto stack = builder.stack(emptyStack, builder.frame(frame));
        builder.addSample(thread, {timestampFromNs(0), stack, {}});
        builder.addSample(thread, {timestampFromNs(10), stack, {}});
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        QWidget window;
        const auto *legend = new ColourLegend(state.profile(), state.appearance(), &window);
        window.show();
        QVERIFY(legend->isVisible());
        QCOMPARE(legend->accessibleDescription(), QStringLiteral("own code, libraries"));
    }

    void theLegendSaysItInWords()
    {
        ViewState state;
        state.open(buildSpans(throughAllStates()));
        QWidget window;
        auto *legend = new ColourLegend(state.profile(), state.appearance(), &window);
        window.show();
        QVERIFY(!legend->isVisible());
        for (const ColourMode mode : allModes)
            QVERIFY(!explanationOf(mode).isEmpty());
        state.appearance().setColourMode(ColourMode::State);
        QVERIFY(legend->isVisible());
        QVERIFY(legend->accessibleDescription().contains(QStringLiteral("blocked")));
        legend->resize(legend->sizeHint());
        QVERIFY(colourCount(legend->grab().toImage(), 5) >= 5);
        state.open({});
        QVERIFY(!legend->isVisible());
    }

    void pictures_data() { addShades(); }

    void pictures()
    {
        QFETCH(const Shade, shade);
        ViewState state;
        useShade(state, shade);
        state.open(buildSpans(syntheticProfile({.threads = 2, .samplesPerThread = 400})));
        Searcher searcher(state);
        FlameChartWidget chart(state, searcher);
        for (const ColourMode mode : allModes) {
            choose(state, mode);
            QImage image = pictureOf(chart, {1000, 500});
            QVERIFY(colourCount(image, 5) >= 5);
            keepPicture(image, QStringLiteral("colours%1").arg(int(mode)));
        }
    }
};

EMBER_TEST(TstColours)
#include "tst_colours.moc"
