// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/slowframes.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::views {

// A page that has the figures of a sentence.
enum class FiguresPage : std::uint8_t {
    None,
    Statistics, // of the selected range and threads
    Properties, // of the profile: how it was recorded
    MissingNames, // by module
};

// What following a link selects, to show the figures of a part of a sentence. Indices are those of
// the profile that the sentence is about; what is absent stays as it is, unless the link is exact.
struct AnswerLink {
    std::optional<model::TimeRange> range;
    std::vector<model::ThreadIndex> threads; // only these are shown
    bool isExact = false; // without range: the whole profile; without threads: the usual ones
    FiguresPage page = FiguresPage::None;
    model::FrameIndex function; // becomes the selected function; what is counted stays
    std::optional<model::SlowFrame> frame;

    friend bool operator==(const AnswerLink &, const AnswerLink &) = default;
};

// A piece of text, which may come from a file: plain, never rich text.
struct AnswerPart {
    QString text;
    std::optional<AnswerLink> link{};
    QString whole{}; // what `text` is short for; empty: not shortened
    bool isStrong = false;
};

using Sentence = std::vector<AnswerPart>;

// Returns the pattern with "%1" … "%9" replaced by these sentences. Unlike QString::arg() it leaves
// placeholders within the sentences alone.
Sentence filled(const QString &pattern, const std::vector<Sentence> &values);

Sentence plain(const QString &text);
Sentence strong(const QString &text);
Sentence linked(const QString &text, const AnswerLink &link);

// Returns the sentences with the separator between them.
Sentence joined(const std::vector<Sentence> &sentences, const QString &separator);

// Returns the text of all parts.
QString textOf(const Sentence &sentence);

// Returns a function's short name as a link; the part's `whole` is the full name.
Sentence functionPart(const model::Profile &profile, model::FrameIndex function,
                      const AnswerLink &link);
// Returns a function's short name without a link; the part's `whole` is the full name.
Sentence functionName(const model::Profile &profile, model::FrameIndex function);
// Returns a thread's name as a link, with its id if other threads have the same name.
Sentence threadPart(const model::Profile &profile, model::ThreadIndex thread,
                    const AnswerLink &link);

QString decimalText(double number); // 1.6, 12
// Returns "1 slow frame", "2 frozen frames", "6 slow, 2 frozen frames"; "" if there are none.
QString framesText(std::size_t slow, std::size_t frozen);

} // namespace ember::views
