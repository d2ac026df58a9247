// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourceanswer.h"

#include "views/durationtext.h"
#include "views/source/framecontext.h"

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// By its own time; of a function that only calls others, by all of it.
std::uint32_t hottest(const CallWeights &calls, const std::vector<LineWeight> &lines)
{
    std::uint32_t line = 0;
    std::pair<double, double> most;
    for (const LineWeight &weight : lines) {
        const std::pair amount{calls.amount(weight.self), calls.amount(weight.total)};
        if (weight.line == 0 || (line != 0 && amount <= most))
            continue;
        line = weight.line;
        most = amount;
    }
    return line;
}

} // namespace

SourceAnswer answer(const SourceQuestion &question)
{
    const Profile &profile = *question.profile;
    SourceAnswer result;
    result.frame = question.frame;
    result.file = readSource(fromUtf8(profile.text(sourcePath(profile, question.frame))),
                             question.places, sourceAge(profile, question.frame), question.known);
    if (result.file->state == SourceFile::State::Unknown)
        return result;
    result.calls = question.weigher->weigh(question.profile, question.selection);
    result.lines = lineWeights(*result.calls, question.frame, LinesOf::File);
    result.hottestLine =
        hottest(*result.calls, lineWeights(*result.calls, question.frame, LinesOf::Function));
    if (result.file->state == SourceFile::State::Read) {
        result.text = std::shared_ptr<const SourceText>(result.file, &result.file->text);
        return result;
    }
    auto known = contextLines(profile, question.frame);
    result.hasContext = !known.empty();
    for (const LineWeight &weight : result.lines) {
        if (weight.line != 0)
            known.try_emplace(weight.line);
    }
    result.text = std::make_shared<SourceText>(SourceText::ofLines(known));
    return result;
}

} // namespace ember::views
