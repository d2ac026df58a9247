// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/answer/sentence.h"

// The words that answers have in common.
namespace ember::views {

// A function by its short name, as a link; `whole` is its name.
Sentence functionPart(const model::Profile &profile, model::FrameIndex function,
                      const AnswerLink &link);
// The same without a link.
Sentence functionName(const model::Profile &profile, model::FrameIndex function);
// A thread by its name, with its id where others have the same.
Sentence threadPart(const model::Profile &profile, model::ThreadIndex thread,
                    const AnswerLink &link);

QString decimalText(double number); // 1.6, 12
QString wholePercent(double share); // "22 %"; with decimals below 1 %
QString slowText(std::size_t frames); // "1 slow frame"
QString frozenText(std::size_t frames); // "2 frozen frames"

} // namespace ember::views
