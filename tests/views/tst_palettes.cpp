// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/views/eyes.h"
#include "views/canvas/boxcolours.h"
#include "views/state/theme.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr std::array<const Cones *, 4> allEyes{&allCones, &withoutRedCones, &withoutGreenCones,
                                               &withoutBlueCones};

std::vector<const Theme *> allThemes()
{
    return {&theme(Shade::Light), &theme(Shade::Dark), &theme(Shade::Light, Hues::Safe),
            &theme(Shade::Dark, Hues::Safe)};
}

std::vector<QRgb> fillsOf(ColourMode mode, const Theme &theme)
{
    std::vector<QRgb> fills;
    for (const ColourMeaning &meaning : meaningsOf(mode, theme))
        fills.push_back(meaning.colour.fill);
    return fills;
}

// As the eyes see them that see it least.
double distance(QRgb one, QRgb other)
{
    double least = 1000;
    for (const Cones *eyes : allEyes)
        least = std::min(least, distanceFor(*eyes, one, other));
    return least;
}

double leastOfAny(const std::vector<QRgb> &fills)
{
    double least = 1000;
    for (std::size_t one = 0; one < fills.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other)
            least = std::min(least, distance(fills[one], fills[other]));
    }
    return least;
}

double leastOfNeighbours(const std::vector<QRgb> &fills)
{
    double least = 1000;
    for (std::size_t step = 1; step < fills.size(); ++step)
        least = std::min(least, distance(fills[step - 1], fills[step]));
    return least;
}

// On the wheel of names, between colours that lie `apart` places.
double leastOnWheel(const Theme &theme, std::size_t apart, const Cones &eyes)
{
    const auto at = [&](std::size_t place) {
        return theme.wheel[place % Theme::places][Theme::tones / 2].fill;
    };
    double least = 1000;
    for (std::size_t place = 0; place < Theme::places; ++place)
        least = std::min(least, distanceFor(eyes, at(place), at(place + apart)));
    return least;
}

std::vector<BoxColour> allBoxColours(const Theme &theme)
{
    std::vector<BoxColour> all{theme.neutral, theme.dimmed, theme.inApp, theme.system,
                               theme.waiting};
    for (const Theme::Wheel *wheel : {&theme.wheel, &theme.own, &theme.library}) {
        for (const auto &tones : *wheel)
            all.insert(all.end(), tones.begin(), tones.end());
    }
    all.insert(all.end(), theme.less.begin(), theme.less.end());
    all.insert(all.end(), theme.more.begin(), theme.more.end());
    for (const ColourMode mode :
         {ColourMode::State, ColourMode::Recursion, ColourMode::Frequency}) {
        for (const ColourMeaning &meaning : meaningsOf(mode, theme))
            all.push_back(meaning.colour);
    }
    return all;
}

} // namespace

// The colours of boxes as eyes see them that have all kinds of cones, or lack one.
class TstPalettes : public QObject {
    Q_OBJECT

private slots:
    void textOnEveryBoxCanBeRead()
    {
        for (const Theme *theme : allThemes()) {
            for (const BoxColour &colour : allBoxColours(*theme))
                QVERIFY2(contrast(colour.fill, colour.text) >= 4.5,
                         qPrintable(QStringLiteral("%1 on %2: %3")
                                        .arg(QColor(colour.text).name(), QColor(colour.fill).name())
                                        .arg(contrast(colour.fill, colour.text))));
            QVERIFY(contrast(theme->text.rgb(), theme->background.rgb()) >= 7);
            QVERIFY(contrast(theme->mutedText.rgb(), theme->surface.rgb()) >= 4.5);
        }
    }

    // A call's text goes over columns of several states.
    void allStatesHaveOneInk()
    {
        for (const Theme *theme : allThemes()) {
            const QRgb ink = stateColour(*theme, ThreadState::Unknown).text;
            for (const ColourMeaning &meaning : meaningsOf(ColourMode::State, *theme))
                QCOMPARE(meaning.colour.text, ink);
        }
    }

    void allEyesTellTheMeaningsApart()
    {
        for (const Theme *theme : allThemes()) {
            QCOMPARE_GE(leastOfAny(fillsOf(ColourMode::State, *theme)), 15.0);
            QCOMPARE_GE(leastOfAny(fillsOf(ColourMode::InApp, *theme)), 8.0);
            for (const ColourMode mode : {ColourMode::Recursion, ColourMode::Frequency})
                QCOMPARE_GE(leastOfNeighbours(fillsOf(mode, *theme)), 5.0);
            std::vector<QRgb> changes;
            for (int step = -3; step <= 3; ++step)
                changes.push_back(theme->forChange(step).fill);
            QCOMPARE_GE(leastOfNeighbours(changes), 8.0);
        }
    }

    // Own code is found at a glance, whatever it is called.
    void allEyesTellOwnCodeFromLibraries()
    {
        for (const Theme *theme : allThemes()) {
            double least = 1000;
            for (const auto &own : theme->own) {
                for (const auto &library : theme->library)
                    least = std::min(least, distance(own[2].fill, library[2].fill));
            }
            QCOMPARE_GE(least, 15.0);
            for (const auto &own : theme->own)
                QCOMPARE_GE(distance(own[2].fill, theme->waiting.fill), 15.0);
        }
    }

    // WCAG 2.1: 4.5:1 for text, 3:1 for parts that must be seen.
    void textsAndPartsStandOut()
    {
        QPalette grey(QColor(0xef, 0xef, 0xef)); // as Fusion's, where there is no desktop
        grey.setColor(QPalette::Highlight, QColor(0x30, 0x8c, 0xc6));
        grey.setColor(QPalette::HighlightedText, Qt::white);
        grey.setColor(QPalette::PlaceholderText, QColor(0, 0, 0, 128));
        for (const QPalette &palette :
             {paletteFor(Shade::Light), paletteFor(Shade::Dark), legible(grey)}) {
            const auto ratio = [&](QPalette::ColorRole ink, QPalette::ColorRole ground) {
                return contrast(palette.color(ink).rgb(), palette.color(ground).rgb());
            };
            QCOMPARE(palette.color(QPalette::PlaceholderText).alpha(), 255);
            for (const auto ground : {QPalette::Base, QPalette::Window, QPalette::AlternateBase}) {
                QCOMPARE_GE(ratio(QPalette::PlaceholderText, ground), 4.5);
                QCOMPARE_GE(ratio(QPalette::Link, ground), 4.5);
            }
            QCOMPARE_GE(ratio(QPalette::HighlightedText, QPalette::Highlight), 4.5);
            for (const auto ground : {QPalette::Base, QPalette::Window, QPalette::Button})
                QCOMPARE_GE(contrast(edgeOf(palette).rgb(), palette.color(ground).rgb()), 3.0);
        }
    }

    void whatKeepsAThreadBusyStandsOutInItsLane()
    {
        for (const Theme *colours : {&theme(Shade::Light), &theme(Shade::Dark)}) {
            for (const Activity activity :
                 {Activity::Running, Activity::Runnable, Activity::Lock, Activity::InputOutput})
                QCOMPARE_GE(
                    contrast(laneColour(*colours, activity).fill, colours->background.rgb()), 3.0);
        }
    }

    // Lanes are read from afar, without texts.
    void allEyesTellWhatThreadsDo()
    {
        for (const Theme *theme : allThemes()) {
            std::vector<QRgb> fills;
            for (const Activity activity : {Activity::Running, Activity::Runnable, Activity::Lock,
                                            Activity::InputOutput, Activity::Waiting})
                fills.push_back(laneColour(*theme, activity).fill);
            QCOMPARE_GE(theme->hues == Hues::Safe ? leastOfAny(fills) : 15.0, 15.0);
            for (const QRgb fill : fills)
                QCOMPARE_GE(distanceFor(allCones, fill, theme->background.rgb()), 8.0);
        }
    }

    // So many names need all hues there are; who lacks some chooses the other wheel.
    void allEyesTellTheSafeWheelApart()
    {
        constexpr auto opposite = Theme::places / 2;
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            for (const Cones *eyes : allEyes) {
                QCOMPARE_GE(leastOnWheel(theme(shade, Hues::Safe), 4, *eyes), 7.5);
                QCOMPARE_GE(leastOnWheel(theme(shade, Hues::Safe), opposite, *eyes), 15.0);
            }
            QCOMPARE_LT(leastOnWheel(theme(shade), opposite, withoutGreenCones), 15.0);
        }
    }

    void coloursAreTheSameInEveryRun()
    {
        constexpr QRgb expected = 0xfffec8a5;
        const auto colour = theme(Shade::Light).forFunction("libc.so.6", "memcpy").fill;
        QCOMPARE(QString::number(colour, 16), QString::number(expected, 16));
        QVERIFY(theme(Shade::Light).forFunction("libc.so.6", "malloc").fill
                != theme(Shade::Light).forFunction("libz.so.1", "inflate").fill);
    }
};

EMBER_TEST(TstPalettes)
#include "tst_palettes.moc"
