// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ember::views {

namespace {

// Returns the FNV-1a hash: std::hash differs between libraries, but colours must not.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char letter : text) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 0x100000001b3ULL;
    }
    return hash ^ (hash >> 29U);
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double encoded(double channel)
{
    return channel <= 0.0031308 ? channel * 12.92 : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

double luminance(QRgb colour)
{
    return 0.2126 * linear(qRed(colour) / 255.0) + 0.7152 * linear(qGreen(colour) / 255.0)
        + 0.0722 * linear(qBlue(colour) / 255.0);
}

struct Rgb {
    double red;
    double green;
    double blue;

    bool isDisplayable() const
    {
        constexpr double slack = 1e-4;
        return std::min({red, green, blue}) >= -slack && std::max({red, green, blue}) <= 1 + slack;
    }
};

// Converts CIE L*a*b* (D65) to sRGB.
Rgb fromLab(double lightness, double a, double b)
{
    const auto unscaled = [](double t) {
        return t > 6.0 / 29 ? t * t * t : 3 * 36.0 / 841 * (t - 4.0 / 29);
    };
    const double middle = (lightness + 16) / 116;
    const double x = 0.95047 * unscaled(middle + a / 500);
    const double y = unscaled(middle);
    const double z = 1.08883 * unscaled(middle - b / 200);
    return {encoded(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
            encoded(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
            encoded(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

constexpr QRgb darkInk = 0xff14161b;
constexpr QRgb lightInk = 0xfff6f7fa;

BoxColour withText(QColor fill)
{
    return {fill.rgb(), inkOn(fill.rgb())};
}

// Returns extra lightness for a hue. At equal chroma yellows are lighter than blues in sRGB:
// following this a little keeps all hues equally lively.
double lift(double hue)
{
    return 4 * std::cos((hue - 95) * std::numbers::pi / 180);
}

void fillWheel(Theme &theme, double lightness, double step, double chroma)
{
    for (std::size_t hue = 0; hue < Theme::places; ++hue) {
        const double degrees = 360.0 * static_cast<double>(hue) / Theme::places;
        for (std::size_t tone = 0; tone < Theme::tones; ++tone) {
            const double offset = (static_cast<double>(tone) - (Theme::tones - 1) / 2.0) * step;
            theme.wheel[hue][tone] =
                withText(fromLch(lightness + lift(degrees) + offset, chroma - offset / 2, degrees));
        }
    }
}

// Fills the colour wheel with hues between blue and yellow at varying lightness: eyes without red
// or green cones distinguish these. Neighbours and opposites are as on the full wheel.
void fillSafeWheel(Theme &theme, double lightness, double step, double chroma)
{
    constexpr double yellow = 85;
    constexpr double blue = 265;
    constexpr double swing = 8; // of the lightness
    for (std::size_t place = 0; place < Theme::places; ++place) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(place) / Theme::places;
        const double across = std::cos(angle);
        for (std::size_t tone = 0; tone < Theme::tones; ++tone) {
            const double offset = (static_cast<double>(tone) - (Theme::tones - 1) / 2.0) * step;
            theme.wheel[place][tone] =
                withText(fromLch(lightness + swing * std::sin(angle) + offset,
                                 chroma * std::abs(across), across > 0 ? yellow : blue));
        }
    }
}

// A part of the circle of hues, by the colours at both ends.
struct Arc {
    struct End {
        double hue;
        double lightness;
        double chroma;
    };

    End from;
    End to;
    double step; // of the lightness between tones
};

void fillArc(Theme::Wheel &wheel, const Arc &arc)
{
    for (std::size_t place = 0; place < Theme::places; ++place) {
        const double part = static_cast<double>(place) / (Theme::places - 1);
        const auto between = [part](double from, double to) { return from + (to - from) * part; };
        for (std::size_t tone = 0; tone < Theme::tones; ++tone) {
            const double offset = (static_cast<double>(tone) - (Theme::tones - 1) / 2.0) * arc.step;
            wheel[place][tone] = withText(fromLch(
                between(arc.from.lightness, arc.to.lightness) + offset,
                between(arc.from.chroma, arc.to.chroma), between(arc.from.hue, arc.to.hue)));
        }
    }
}

void fillChange(std::array<BoxColour, 3> &steps, std::array<double, 3> lightness,
                std::array<double, 3> chroma, double hue)
{
    for (std::size_t step = 0; step < steps.size(); ++step)
        steps.at(step) = withText(fromLch(lightness.at(step), chroma.at(step), hue));
}

Theme makeLight()
{
    Theme theme;
    theme.shade = Shade::Light;
    theme.background = QColor(0xff, 0xff, 0xff);
    theme.surface = QColor(0xf2, 0xf4, 0xf7);
    theme.surfaceBorder = QColor(0xd9, 0xde, 0xe6);
    theme.grid = QColor(0xe6, 0xea, 0xf0);
    theme.text = QColor(0x1d, 0x22, 0x2b);
    theme.mutedText = QColor(0x5d, 0x67, 0x77);
    theme.accent = QColor(0x1b, 0x66, 0xd8);
    theme.match = QColor(0xb1, 0x2a, 0x90);
    theme.gap = QColor(0xc3, 0xca, 0xd5);
    theme.warning = QColor(0xc9, 0x6a, 0x00);
    theme.error = QColor(0xd0, 0x2b, 0x3a);
    theme.heat = QColor(0xff, 0x9a, 0x3d);
    theme.neutral = withText(QColor(0xd3, 0xd8, 0xe0));
    theme.dimmed = {QColor(0xe9, 0xec, 0xf1).rgb(), QColor(0x5f, 0x69, 0x79).rgb()};
    theme.inApp = withText(fromLch(76, 52, 62));
    theme.system = withText(fromLch(82, 14, 255));
    fillChange(theme.less, {88, 76, 62}, {14, 32, 46}, 255);
    fillChange(theme.more, {88, 77, 66}, {22, 46, 68}, 60);
    fillWheel(theme, 79, 2.4, 38);
    fillArc(theme.own, {{38, 68, 62}, {92, 87, 62}, 1});
    fillArc(theme.library, {{230, 86, 11}, {318, 82, 15}, 1.2});
    theme.waiting = withText(fromLch(92, 4, 270));
    return theme;
}

Theme makeDark()
{
    Theme theme;
    theme.shade = Shade::Dark;
    theme.background = QColor(0x16, 0x18, 0x1d);
    theme.surface = QColor(0x20, 0x23, 0x2a);
    theme.surfaceBorder = QColor(0x33, 0x38, 0x42);
    theme.grid = QColor(0x2a, 0x2e, 0x37);
    theme.text = QColor(0xe7, 0xea, 0xf0);
    theme.mutedText = QColor(0x9a, 0xa4, 0xb5);
    theme.accent = QColor(0x6c, 0xa8, 0xff);
    theme.match = QColor(0xff, 0x8a, 0xd8);
    theme.gap = QColor(0x3d, 0x43, 0x4f);
    theme.warning = QColor(0xf2, 0xa2, 0x3c);
    theme.error = QColor(0xff, 0x6b, 0x72);
    theme.heat = QColor(0xd9, 0x6a, 0x1e);
    theme.neutral = withText(QColor(0x4a, 0x51, 0x5e));
    theme.dimmed = {QColor(0x2b, 0x2f, 0x38).rgb(), QColor(0x8f, 0x98, 0xa7).rgb()};
    theme.inApp = withText(fromLch(66, 52, 62));
    theme.system = withText(fromLch(42, 14, 262));
    fillChange(theme.less, {36, 44, 66}, {18, 34, 44}, 255);
    fillChange(theme.more, {38, 46, 68}, {22, 44, 62}, 60);
    fillWheel(theme, 64, 2.6, 38);
    fillArc(theme.own, {{40, 60, 74}, {90, 78, 70}, 1});
    fillArc(theme.library, {{230, 36, 12}, {318, 33, 17}, 1.4});
    theme.waiting = withText(fromLch(24, 4, 270));
    return theme;
}

// Replaces marks that differ by red and green only: by light and dark, yellow and blue.
Theme makeSafe(Theme theme)
{
    const bool dark = theme.shade == Shade::Dark;
    theme.hues = Hues::Safe;
    theme.match = dark ? QColor(0xff, 0xff, 0xff) : QColor(0x00, 0x00, 0x00);
    theme.warning = dark ? QColor(0xf0, 0xe4, 0x42) : QColor(0x8a, 0x6d, 0x00);
    theme.error = dark ? QColor(0xff, 0x8c, 0x3a) : QColor(0x8b, 0x1a, 0x00);
    theme.inApp = withText(fromLch(dark ? 70 : 80, 56, 85));
    theme.system = withText(fromLch(dark ? 46 : 74, 26, 265));
    fillSafeWheel(theme, dark ? 67 : 78, 2.4, 42);
    fillArc(theme.own,
            dark ? Arc{{80, 62, 60}, {92, 84, 66}, 1} : Arc{{80, 70, 58}, {95, 90, 62}, 1});
    fillArc(theme.library,
            dark ? Arc{{262, 40, 16}, {268, 28, 20}, 1} : Arc{{258, 88, 8}, {268, 78, 18}, 1});
    return theme;
}

} // namespace

Shade shadeOf(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? Shade::Dark : Shade::Light;
}

namespace {

// Returns the colour, mixed with as much ink as it takes to reach the contrast `ratio` on all
// grounds.
QColor inked(const QColor &colour, const QColor &ink, std::initializer_list<QColor> grounds,
             double ratio)
{
    constexpr int steps = 50;
    for (int step = 0; step < steps; ++step) {
        const auto mixed = [part = step / double(steps)](int from, int to) {
            return static_cast<int>(std::lround(from + (to - from) * part));
        };
        const QColor found(mixed(colour.red(), ink.red()), mixed(colour.green(), ink.green()),
                           mixed(colour.blue(), ink.blue()));
        if (std::ranges::all_of(grounds, [&](const QColor &ground) {
                return contrast(found.rgb(), ground.rgb()) >= ratio;
            }))
            return found;
    }
    return ink;
}

} // namespace

QPalette legible(QPalette palette)
{
    constexpr double ofText = 4.5;
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
        const auto colour = [&](QPalette::ColorRole role) { return palette.color(group, role); };
        const auto onFields = {colour(QPalette::Base), colour(QPalette::Window),
                               colour(QPalette::AlternateBase)};
        // Qt's own colour of placeholders is that of text, but translucent: its contrast depends on
        // the ground.
        const QColor hint = colour(QPalette::PlaceholderText).alpha() < 255
            ? colour(QPalette::Base)
            : colour(QPalette::PlaceholderText);
        const QColor chosen = colour(QPalette::HighlightedText);
        const QColor away = chosen.lightness() < 128 ? Qt::white : Qt::black;
        palette.setColor(group, QPalette::PlaceholderText,
                         inked(hint, colour(QPalette::Text), onFields, ofText));
        palette.setColor(group, QPalette::Link,
                         inked(colour(QPalette::Link), colour(QPalette::Text), onFields, ofText));
        palette.setColor(group, QPalette::Highlight,
                         inked(colour(QPalette::Highlight), away, {chosen}, ofText));
    }
    return palette;
}

QColor edgeOf(const QPalette &palette)
{
    constexpr double ofParts = 3.1; // more than 3:1, as smoothing pales an edge
    // Cached: mixing the colour takes far longer than drawing an edge, and nearly all widgets have
    // one palette.
    static QColor edge;
    static qint64 key = -1;
    if (palette.cacheKey() != key) {
        const QColor window = palette.color(QPalette::Active, QPalette::Window);
        edge = inked(window, palette.color(QPalette::Active, QPalette::WindowText),
                     {window, palette.color(QPalette::Active, QPalette::Base),
                      palette.color(QPalette::Active, QPalette::Button)},
                     ofParts);
        key = palette.cacheKey();
    }
    return edge;
}

QPalette paletteFor(Shade shade)
{
    const Theme &colours = theme(shade);
    const bool dark = shade == Shade::Dark;
    const QColor button = dark ? QColor(0x2a, 0x2e, 0x37) : QColor(0xee, 0xf1, 0xf5);
    QPalette palette(button, dark ? QColor(0x1b, 0x1e, 0x24) : QColor(0xf6, 0xf7, 0xf9));
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::ButtonText, colours.text);
    palette.setColor(QPalette::BrightText, colours.error);
    palette.setColor(QPalette::Base, colours.background);
    palette.setColor(QPalette::AlternateBase, colours.surface);
    palette.setColor(QPalette::ToolTipBase, colours.surface);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.mutedText);
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, dark ? QColor(0x10, 0x12, 0x16) : Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        QColor faint = colours.mutedText;
        faint.setAlpha(150);
        palette.setColor(QPalette::Disabled, role, faint);
    }
    return palette;
}

BoxColour Theme::forFunction(std::string_view module, std::string_view function) const
{
    if (module.empty())
        return function.empty() ? neutral : forKey(keyOf(function));
    constexpr std::size_t spread = 5; // steps of 15° around the module's hue
    const auto own = hashOf(function);
    const auto hue = (hashOf(module) % places + own % spread + places - spread / 2) % places;
    return wheel[hue][(own / spread) % tones];
}

std::uint64_t Theme::keyOf(std::string_view function)
{
    return hashOf(function);
}

std::uint64_t Theme::keyOf(std::string_view module, std::uint64_t address)
{
    std::uint64_t key = hashOf(module) ^ address;
    for (const unsigned shift : {33U, 29U}) { // addresses of a module are close to each other
        key *= 0xff51afd7ed558ccdULL;
        key ^= key >> shift;
    }
    return key;
}

BoxColour Theme::forOwn(std::uint64_t key) const
{
    return own[key % places][(key / places) % tones];
}

BoxColour Theme::forLibrary(std::string_view module, std::uint64_t key) const
{
    return library[hashOf(module) % places][key % tones];
}

BoxColour Theme::forKey(std::uint64_t key) const
{
    return wheel[key % places][(key / places) % tones];
}

BoxColour Theme::forChange(int step) const
{
    if (step == 0)
        return neutral;
    return step < 0 ? less.at(static_cast<std::size_t>(-step - 1))
                    : more.at(static_cast<std::size_t>(step - 1));
}

BoxColour Theme::forModule(std::string_view module) const
{
    return module.empty() ? neutral : wheel[hashOf(module) % places][tones / 2];
}

const Theme &theme(Shade shade, Hues hues)
{
    static const Theme light = makeLight();
    static const Theme dark = makeDark();
    static const Theme safeLight = makeSafe(light);
    static const Theme safeDark = makeSafe(dark);
    if (hues == Hues::Safe)
        return shade == Shade::Dark ? safeDark : safeLight;
    return shade == Shade::Dark ? dark : light;
}

QColor fromLch(double lightness, double chroma, double hueDegrees)
{
    const double angle = hueDegrees * std::numbers::pi / 180;
    auto rgb = fromLab(lightness, chroma * std::cos(angle), chroma * std::sin(angle));
    for (double part = chroma; !rgb.isDisplayable() && part > 0;) {
        part = std::max(0.0, part - 1);
        rgb = fromLab(lightness, part * std::cos(angle), part * std::sin(angle));
    }
    const auto channel = [](double value) {
        return static_cast<float>(std::clamp(value, 0.0, 1.0));
    };
    return QColor::fromRgbF(channel(rgb.red), channel(rgb.green), channel(rgb.blue));
}

QRgb inkOn(QRgb fill)
{
    return contrast(fill, darkInk) >= contrast(fill, lightInk) ? darkInk : lightInk;
}

double contrast(QRgb first, QRgb second)
{
    const auto [darker, lighter] = std::minmax({luminance(first), luminance(second)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace ember::views
