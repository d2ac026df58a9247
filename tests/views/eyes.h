// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

namespace ember::tests {

// Linear sRGB to what is seen, after Machado, Oliveira and Fernandes (2009).
using Cones = std::array<std::array<double, 3>, 3>;
inline constexpr Cones withoutRedCones{{{0.152286, 1.052583, -0.204868},
                                        {0.114503, 0.786281, 0.099216},
                                        {-0.003882, -0.048116, 1.051998}}};
inline constexpr Cones withoutGreenCones{{{0.367322, 0.860646, -0.227968},
                                          {0.280085, 0.672501, 0.047413},
                                          {-0.011820, 0.042940, 0.968881}}};

// Hardly anybody; the model is less sure of these.
inline constexpr Cones withoutBlueCones{{{1.255528, -0.076749, -0.178779},
                                         {-0.078411, 0.930809, 0.147602},
                                         {0.004733, 0.691367, 0.303900}}};
inline constexpr Cones allCones{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// Linear sRGB.
inline std::array<double, 3> seen(QRgb colour, const Cones &cones)
{
    const auto linear = [](int channel) {
        const double part = channel / 255.0;
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const std::array light{linear(qRed(colour)), linear(qGreen(colour)), linear(qBlue(colour))};
    std::array<double, 3> result{};
    for (std::size_t row = 0; row < 3; ++row)
        result[row] = std::clamp(cones[row][0] * light[0] + cones[row][1] * light[1]
                                     + cones[row][2] * light[2],
                                 0.0, 1.0);
    return result;
}

// CIE L*a*b*, D65.
inline std::array<double, 3> toLab(const std::array<double, 3> &linear)
{
    const auto scaled = [](double part) {
        return part > 216.0 / 24389 ? std::cbrt(part) : part * 841 / 108 + 4.0 / 29;
    };
    const auto [red, green, blue] = linear;
    const double x = scaled((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
    const double y = scaled(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue);
    const double z = scaled((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// How far apart they see two colours: ΔE of 1976, of which 2.3 can just be told.
inline double distanceFor(const Cones &cones, QRgb one, QRgb other)
{
    const auto first = toLab(seen(one, cones));
    const auto second = toLab(seen(other, cones));
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

} // namespace ember::tests
