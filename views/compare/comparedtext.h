// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/comparison.h"

#include <QString>

namespace ember::views {

// The sign of what is less.
inline constexpr QChar minusSign(0x2212);

// Of a comparison's normalised amounts: "12.3 ms/s", "4.5 %", "1.2 MB".
QString comparedText(const model::Comparison &comparison, double amount);
// The same with its sign: "+1.2 ms/s", "−3 %", "0 ns".
QString differenceText(const model::Comparison &comparison, double difference);
// "×1.25", "new", "gone".
QString ratioText(const model::ComparedAmount &amount);
// "within noise", "beyond noise", "not known".
QString noiseText(model::Noise noise);
// For tool tips: why a difference counts as noise, or does not.
QString noiseExplanation(model::Noise noise);

} // namespace ember::views
