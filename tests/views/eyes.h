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

inline std::array<double, 3> seen(QRgb colour, const Cones &cones)
{
    const auto linear = [](int channel) { return std::pow(channel / 255.0, 2.2); };
    const std::array light{linear(qRed(colour)), linear(qGreen(colour)), linear(qBlue(colour))};
    std::array<double, 3> result{};
    for (std::size_t row = 0; row < 3; ++row) {
        const double sum =
            cones[row][0] * light[0] + cones[row][1] * light[1] + cones[row][2] * light[2];
        result[row] = 255 * std::pow(std::clamp(sum, 0.0, 1.0), 1 / 2.2);
    }
    return result;
}

// How far apart they see two colours, of 255 √3.
inline double distanceFor(const Cones &cones, QRgb one, QRgb other)
{
    const auto first = seen(one, cones);
    const auto second = seen(other, cones);
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

} // namespace ember::tests
