// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

#include <array>
#include <cstdint>
#include <string_view>

namespace ember::views {

enum class Shade : std::uint8_t { Light, Dark };
// The hues of boxes and marks: all, or those that eyes without one of the three kinds of cones can
// distinguish.
enum class Hues : std::uint8_t { All, Safe };

// Returns the shade of the palette's window colour: Qt 6.4 does not provide the desktop's colour
// scheme.
Shade shadeOf(const QPalette &palette);
// Returns a complete application palette of a shade, for an option that forces it.
QPalette paletteFor(Shade shade);
// Returns the palette with colours made darker or lighter until selected rows, hints and links have
// a contrast of 4.5:1 (WCAG 2.1, 1.4.3). For palettes that are not ours.
QPalette legible(QPalette palette);
// Returns the colour of the edges of fields, check boxes and chips: its contrast against the
// window, fields and buttons is at least 3:1 (WCAG 2.1, 1.4.11), with as little ink as that takes.
QColor edgeOf(const QPalette &palette);

// A box's fill and the ink that is readable on it.
struct BoxColour {
    QRgb fill = 0;
    QRgb text = 0;

    friend bool operator==(const BoxColour &, const BoxColour &) = default;
};

// The colours of everything the application paints itself. There are four constant themes: see
// theme().
struct Theme {
    Shade shade = Shade::Light;
    Hues hues = Hues::All;
    QColor background;
    QColor surface; // grounds beside the chart: headers, ruler, overview, answer
    QColor surfaceBorder;
    QColor grid;
    QColor text;
    QColor mutedText;
    QColor accent; // selected ranges and threads, curves, bars, links
    QColor match; // calls of the outlined function, matches in the overview
    QColor gap; // times without samples
    QColor warning; // slow frames, missed ticks, warnings
    QColor error; // frozen frames, lost samples, failed spans, the blamed call, errors
    QColor heat; // bars behind the figures of source lines and instructions
    BoxColour neutral; // calls that the colour mode does not tell apart: name not known, no change
    BoxColour dimmed; // calls that the search does not find or the filters leave out
    BoxColour inApp;
    BoxColour system;
    std::array<BoxColour, 3> less{}; // blue: a little less, less, much less than in the baseline
    std::array<BoxColour, 3> more{};

    // Returns the colour of a change of -3 … 3 steps; 0 is none. Blue and orange: all eyes can
    // distinguish them.
    BoxColour forChange(int step) const;

    // Returns a function's colour. Functions of one module are neighbours on the colour wheel;
    // those without a module are spread over all of it; neutral without both names. Equal names
    // have equal colours in every run, on every machine.
    BoxColour forFunction(std::string_view module, std::string_view function) const;
    BoxColour forModule(std::string_view module) const;

    // Returns what tells functions of one module apart: the hash of the name, or of module and
    // address for a function without a name.
    static std::uint64_t keyOf(std::string_view function);
    static std::uint64_t keyOf(std::string_view module, std::uint64_t address);
    // Returns the colour of the user's own code: warm and strong, by function.
    BoxColour forOwn(std::uint64_t key) const;
    // Returns the colour of a library's function: cool and pale, by module; functions of a module
    // differ in lightness.
    BoxColour forLibrary(std::string_view module, std::uint64_t key) const;
    // Returns a colour from anywhere on the wheel.
    BoxColour forKey(std::uint64_t key) const;

    static constexpr std::size_t places = 24;
    static constexpr std::size_t tones = 5;
    using Wheel = std::array<std::array<BoxColour, tones>, places>;
    Wheel wheel{};
    Wheel own{};
    Wheel library{};
    BoxColour waiting; // functions that do nothing but wait
};

const Theme &theme(Shade shade, Hues hues = Hues::All);

// Converts CIE LCh(ab), D65, to sRGB; colours outside sRGB lose chroma, not hue.
QColor fromLch(double lightness, double chroma, double hueDegrees);
// Returns the ink, dark or light, that is readable on a fill.
QRgb inkOn(QRgb fill);
// Returns the WCAG contrast ratio, 1 … 21.
double contrast(QRgb first, QRgb second);

} // namespace ember::views
