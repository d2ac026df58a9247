// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/comparisonanswer.h"
#include "model/answers/frameanswer.h"
#include "model/answers/profileanswer.h"
#include "views/answer/sentence.h"

#include <vector>

// Puts answers into words. The sentences tell what figures show, and nothing else. No widgets: the
// command line prints them, too.
namespace ember::views {

// Returns a link to what the answer is about.
AnswerLink linkTo(const model::ProfileAnswer &answer, FiguresPage page = FiguresPage::None);

// Returns the answer about the whole profile in a line.
Sentence lineOf(const model::Profile &profile, const model::ProfileAnswer &answer);
// Returns the answer about chosen threads or a selected range in a line that names these.
Sentence partLineOf(const model::Profile &profile, const model::ProfileAnswer &answer);
// Returns the whole answer in sentences.
std::vector<Sentence> sentencesOf(const model::Profile &profile,
                                  const model::ProfileAnswer &answer);

// Returns which threads waited for which lock, and the longest waits.
std::vector<Sentence> waitSentencesOf(const model::Profile &profile,
                                      const model::ProfileAnswer &answer);
// Returns a sentence about long waits for a lock; empty if there were none.
Sentence lockLineOf(const model::Profile &profile, const model::ProfileAnswer &answer);

// Return why a frame took so long, in a line and in sentences.
Sentence lineOf(const model::Profile &profile, const model::FrameAnswer &answer);
std::vector<Sentence> sentencesOf(const model::Profile &profile, const model::FrameAnswer &answer);

// A thread that had a CPU while the thread of a frame waited for one.
struct CpuHolderPart {
    Sentence thread; // with a link to this thread and the waiting one in the frame's range
    double share = 0; // of all CPUs' time; their number not known: of the profile's threads' time
    model::Nanoseconds time{};
};
// Returns the threads with a share worth saying, most time first.
std::vector<CpuHolderPart> cpuHolderParts(const model::Profile &profile,
                                          const model::FrameAnswer &answer);
// Returns a text with the share of the profile's threads that cpuHolderParts() leaves out; empty if
// it is small.
QString smallHoldersText(const model::FrameAnswer &answer);
// Returns a text with the share of the CPUs' time that no thread of the profile had; empty if it is
// not known, or small.
QString restText(const model::FrameAnswer &answer);

// Returns the headline of a comparison by amounts, with the names of both profiles.
Sentence lineOf(const model::Comparison &comparison, const model::ComparisonAnswer &answer,
                const QString &before, const QString &after);
std::vector<Sentence> sentencesOf(const model::Comparison &comparison,
                                  const model::ComparisonAnswer &answer, const QString &before,
                                  const QString &after);

} // namespace ember::views
