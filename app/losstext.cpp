// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/losstext.h"

#include "model/formats/export/losses.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::app {

namespace {

struct LossText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::LossText)
};

// The model's texts, which it has in English only, marked for translation.
[[maybe_unused]] constexpr std::array known{
    // Parts of profiles.
    QT_TRANSLATE_NOOP("ember::app::LossText", "times of samples"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "the date from which times count"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "how long the last sample of a thread lasts"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "threads"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "ids of threads"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "which threads are main threads"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "priorities of threads"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "when threads began and ended"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "changes of names and priorities of threads"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "processes"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "ids of processes"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "names of processes"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "paths of programs"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "command lines, folders and times of processes"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "releases, environments and SDKs of processes"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "which recording a sample is from"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "what is known of the recording and its machine"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "values of samples beside their weight"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "labels of samples"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "thread states and CPU times of samples"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "lines of frames"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "columns of frames"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "addresses of frames"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "which frames are inlined"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "which frames are the program's own code"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "platforms of frames"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "what only the format of the file says of frames"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "modules of functions"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "packages of functions"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "source files of functions"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "full paths of source files beside their short ones"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "names of functions as the symbol table has them"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "first lines of functions"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "loaded binaries"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "debug files of loaded binaries, and when they were there"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "measured values"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "tracing spans"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "lines of the program's output"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "events of the capture"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "figures about the capture as a whole"),
    // Losses that only one or some formats have.
    QT_TRANSLATE_NOOP("ember::app::LossText", "addresses of frames at which functions start"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "addresses of frames within functions"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "loaded binaries that no frame is in"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "loaded binaries that reach beyond 64 bits, and end there now"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "when binaries were loaded"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "which frames are inlined, where their callers have no name"),
    QT_TRANSLATE_NOOP(
        "ember::app::LossText",
        "values of samples beside their weight: levels and times, which are labels now"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "values of samples beside their count"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "empty threads, without samples"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "distinctions between threads of the same pid, id and name"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "threads without calls"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "threads with the fewest samples in the flame chart"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "times of samples at which no call begins or ends"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "samples without a stack"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "samples without a value of the type that is written"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "samples that count nothing"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "samples of a negative number"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "counts of samples that are no whole numbers, which are rounded"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "fractions of values, which are rounded"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "sizes of values beyond 2^63"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "absences of values, which are 0 now"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "negative values, which are 0 now"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "values that samples do not have, which are 0 now"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "names of functions beside those of the symbol table"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "files of functions that have no line"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "names that hold what ends a name, which is changed"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "names that would make comments of their lines, which begin with \":\" now"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "separators in the names of functions, which are others now"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "line feeds in names and paths, which are blanks now"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "zero bytes in texts"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "lines that have more than R's 32 bits"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "sources of samples"),
    QT_TRANSLATE_NOOP("ember::app::LossText", "rows of meta"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "short calls of the flame chart, which are drawn together"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "small calls of the flame graph, which are drawn together"),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "calls of the flame chart that are too deep or took no time"),
};

// Beginnings of texts that end with a name from the profile.
constexpr std::array beginnings{
    QT_TRANSLATE_NOOP("ember::app::LossText", "name and unit of the numbers: "),
    QT_TRANSLATE_NOOP("ember::app::LossText", "values of the type "),
    QT_TRANSLATE_NOOP("ember::app::LossText",
                      "rows of meta are left out, as every source has its own: "),
    QT_TRANSLATE_NOOP("ember::app::LossText", "rows of meta are not kept: "),
    QT_TRANSLATE_NOOP("ember::app::LossText", "rows of "),
    QT_TRANSLATE_NOOP("ember::app::LossText", "left out: "),
};

constexpr std::string_view unitBeginning = beginnings.front();

using model::Part;
constexpr std::array technicalParts{
    Part::LastDurations, Part::ThreadIds,      Part::MainThreads,   Part::Priorities,
    Part::ThreadLives,   Part::ProcessIds,     Part::ThreadChanges, Part::Executables,
    Part::ProcessRuns,   Part::Releases,       Part::Sources,       Part::SourceFacts,
    Part::Columns,       Part::FramePlatforms, Part::FrameFacts,    Part::Packages,
    Part::NonUtf8Names,  Part::StartLines,     Part::Images,        Part::ImageFacts,
    Part::Statistics,    Part::Dates,          Part::Inlining,
};
constexpr std::array<std::string_view, 8> technicalTexts{
    "addresses of frames at which functions start",
    "addresses of frames within functions",
    "loaded binaries that no frame is in",
    "when binaries were loaded",
    "names of functions beside those of the symbol table",
    "line feeds in names and paths, which are blanks now",
    "zero bytes in texts",
    "sources of samples",
};

} // namespace

QString leftOutText(const std::string &what)
{
    const QString text = LossText::tr(what.c_str());
    const QString original = QString::fromStdString(what);
    if (text != original)
        return text;
    for (const std::string_view beginning : beginnings) {
        if (what.starts_with(beginning))
            return LossText::tr(beginning.data())
                + QString::fromStdString(what.substr(beginning.size()));
    }
    return original;
}

bool isTechnical(const model::Loss &loss)
{
    return std::ranges::find(technicalTexts, loss.what) != technicalTexts.end()
        || std::ranges::find(technicalParts, loss.what, &model::partName) != technicalParts.end();
}

QString lossText(const model::Loss &loss)
{
    const QString count = QLocale().toString(static_cast<qulonglong>(loss.count));
    if (loss.what == model::timeShareErrorText)
        return LossText::tr("%1 % of the time, which the numbers of samples give to other stacks")
            .arg(count);
    if (loss.what.starts_with(unitBeginning)) // names the unit, of which a file has one: no count
        return leftOutText(loss.what);
    return LossText::tr("%1 (%2)", "what is left out, how many").arg(leftOutText(loss.what), count);
}

} // namespace ember::app
