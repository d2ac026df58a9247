// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

#include <array>
#include <cstdint>
#include <string_view>

namespace ember::views {

enum class Shade : std::uint8_t { Light, Dark };
// Of boxes and marks: all there are, or those that also eyes without one of the three kinds of
// cones tell apart.
enum class Hues : std::uint8_t { All, Safe };

// Of the palette's window colour: Qt 6.4 does not know the desktop's colour scheme.
Shade shadeOf(const QPalette &palette);
// A whole application palette of that shade, for when it is forced by an option.
QPalette paletteFor(Shade shade);

// A box's fill and what can be read on it.
struct BoxColour {
    QRgb fill = 0;
    QRgb text = 0;
};

// The colours of everything we paint ourselves. Four constant ones exist: see theme().
struct Theme {
    Shade shade = Shade::Light;
    Hues hues = Hues::All;
    QColor background;
    QColor surface; // lane headers, rulers
    QColor surfaceBorder;
    QColor grid;
    QColor text;
    QColor mutedText;
    QColor accent; // selection, cursor, range handles
    QColor match; // outline of one function's calls
    QColor gap; // hatching of times without samples
    QColor warning; // lost samples
    QColor error; // frozen frames
    QColor heat; // where much was spent
    BoxColour neutral; // frames without name or module
    BoxColour dimmed; // boxes that do not match the search
    BoxColour inApp;
    BoxColour system;
    std::array<BoxColour, 3> less{}; // what has become a little, more, much less
    std::array<BoxColour, 3> more{};

    // Of a change of -3 … 3 steps; 0 is none. Blue and orange: all eyes tell them apart.
    BoxColour forChange(int step) const;

    // Functions of one module are neighbours on the colour wheel. The same names give the same
    // colours in every run, on every machine.
    BoxColour forFunction(std::string_view module, std::string_view function) const;
    BoxColour forModule(std::string_view module) const;

    static constexpr std::size_t places = 24;
    static constexpr std::size_t tones = 5;
    std::array<std::array<BoxColour, tones>, places> wheel{};
};

const Theme &theme(Shade shade, Hues hues = Hues::All);

// CIE LCh(ab), D65, to sRGB; colours outside sRGB lose chroma, not hue.
QColor fromLch(double lightness, double chroma, double hueDegrees);
// WCAG contrast ratio, 1 … 21.
double contrast(QRgb first, QRgb second);

} // namespace ember::views
