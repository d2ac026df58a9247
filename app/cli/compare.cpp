// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/sharedarguments.h"
#include "model/answers/comparisonanswer.h"
#include "model/formats/import/importer.h"
#include "model/formats/report/figures.h"
#include "model/formats/report/reportjson.h"
#include "model/query/comparison.h"
#include "model/query/counterparts.h"
#include "model/query/idlewaits.h"
#include "model/query/secondrecords.h"
#include "model/query/weights.h"
#include "views/answer/answertext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace ember::app {

namespace {

using namespace model;

enum class ComparedBy : std::uint8_t { Self, Total };

constexpr std::size_t maxComparedFunctions = 20;
constexpr int wide = 16;

QString headline(const QString &role, const ImportedProfile &imported, const ComparedSide &side)
{
    const std::string file = imported.files.empty() ? std::string() : imported.files.front();
    const QString samples = QCoreApplication::translate(
        "cli", "%n sample(s)", nullptr, static_cast<int>(side.calls->total.front().samples));
    return QCoreApplication::translate("cli", "%1: %2 (%3): %4 in %5 ms")
               .arg(role, cellText(file), cellText(imported.format), samples,
                    cellText(report::milliseconds(imported.profile->timeRange().duration())))
        + u'\n';
}

QString scopeLine(const Comparison &comparison, ComparedBy by)
{
    const QString what = by == ComparedBy::Self
        ? QCoreApplication::translate("cli", "self, as the leaf")
        : QCoreApplication::translate("cli", "total, anywhere in the stack");
    QString unit = cellText(report::comparedUnit(comparison));
    if (comparison.by == Normalisation::Share)
        unit = QCoreApplication::translate("cli", "shares of the whole");
    else if (comparison.after.calls->measure == Measure::Time)
        unit = comparison.by == Normalisation::PerSecond ? QStringLiteral("ms/s")
                                                         : QStringLiteral("ms");
    return QCoreApplication::translate("cli", "%1; %2; ~ is within sampling noise, ? not known")
               .arg(what, unit)
        + u'\n';
}

class Lines {
public:
    explicit Lines(const Comparison &comparison) : m_comparison(comparison) { }

    QString head() const
    {
        return right(QCoreApplication::translate("cli", "before"), wide)
            + right(QCoreApplication::translate("cli", "after"), wide)
            + right(QCoreApplication::translate("cli", "difference"), wide)
            + right(QCoreApplication::translate("cli", "ratio"))
            + QCoreApplication::translate("cli", "    function") + u'\n';
    }

    QString of(const ComparedFunction &function, const ComparedAmount &amount) const
    {
        return right(cell(amount.before), wide) + right(cell(amount.after), wide)
            + right(signedCell(amount.difference()), wide) + right(ratioCell(amount)) + u' '
            + mark(amount.noise) + functionText(function.name, function.module);
    }

private:
    std::string cell(double amount) const
    {
        if (m_comparison.by == Normalisation::Share)
            return report::percent(amount);
        return m_comparison.after.calls->measure == Measure::Time
            ? report::milliseconds(Nanoseconds(std::llround(amount)))
            : report::plainNumber(amount);
    }

    std::string signedCell(double amount) const { return (amount > 0 ? "+" : "") + cell(amount); }

    static QString ratioCell(const ComparedAmount &amount)
    {
        const auto ratio = amount.ratio();
        if (!ratio)
            return QCoreApplication::translate("cli", "new");
        return u'×' + cellText(report::plainNumber(*ratio));
    }

    static QChar mark(Noise noise)
    {
        switch (noise) {
        case Noise::Within: return u'~';
        case Noise::Beyond: return u' ';
        case Noise::Unknown: break;
        }
        return u'?';
    }

    const Comparison &m_comparison;
};

QString fileNameOf(const ImportedProfile &imported)
{
    return imported.files.empty()
        ? QString()
        : cellText(imported.files.front()).section(u'/', -1, -1, QString::SectionSkipEmpty);
}

// Returns the sentence that the window shows above a comparison; "" for profiles without time.
QString answerLine(const ImportedProfile &before, const ImportedProfile &after,
                   const Comparison &comparison)
{
    if (before.profile->timeRange().isEmpty() || after.profile->timeRange().isEmpty())
        return {};
    const auto amounts =
        model::compare(comparison.before.calls, comparison.after.calls, Normalisation::Amount);
    if (!amounts)
        return {};
    const auto line =
        views::lineOf(*amounts, comparisonAnswer(*amounts), fileNameOf(before), fileNameOf(after));
    return cellText(views::textOf(line).toStdString()) + u'\n';
}

// Returns a line that says how much idle waiting is left out of each profile; "" if none is.
QString idleLine(const Comparison &comparison)
{
    const auto share = [](const ComparedSide &side) {
        return side.calls->selection.counted == Counted::Busy
            ? idleShare(*side.calls->profile, side.calls->selection).share()
            : 0;
    };
    const double before = share(comparison.before);
    const double after = share(comparison.after);
    if (before == 0 && after == 0)
        return {};
    return QCoreApplication::translate("cli",
                                       "(idle waiting of threads is left out, %1 of the time "
                                       "before, %2 after: --idle counts it)")
               .arg(cellText(report::percent(before)), cellText(report::percent(after)))
        + u'\n';
}

// The text that `compare` prints: both profiles, the sentence that the window shows above a
// comparison, and the 20 functions with the largest difference by `by`. `~`: within sampling noise,
// `?`: noise not known. In the terminal's encoding.
std::string comparisonText(const ImportedProfile &before, const ImportedProfile &after,
                           const Comparison &comparison, ComparedBy by)
{
    const auto amountOf = [by](const ComparedFunction &function) -> const ComparedAmount & {
        return by == ComparedBy::Self ? function.self : function.total;
    };
    auto functions = comparison.functions;
    std::erase_if(functions, [&](const ComparedFunction &function) {
        return amountOf(function).before == 0 && amountOf(function).after == 0;
    });
    std::ranges::stable_sort(functions, std::ranges::greater{}, [&](const auto &function) {
        return std::abs(amountOf(function).difference());
    });
    const Lines lines(comparison);
    QString text = headline(QCoreApplication::translate("cli", "before"), before, comparison.before)
        + headline(QCoreApplication::translate("cli", "after"), after, comparison.after)
        + answerLine(before, after, comparison) + idleLine(comparison) + scopeLine(comparison, by)
        + u'\n' + lines.head();
    const auto shown = std::min(maxComparedFunctions, functions.size());
    for (std::size_t row = 0; row < shown; ++row)
        text += lines.of(functions[row], amountOf(functions[row]));
    if (const auto others = static_cast<int>(functions.size() - shown); others > 0)
        text += QCoreApplication::translate("cli", "  … and %n more", nullptr, others) + u'\n';
    return text.toLocal8Bit().toStdString();
}

constexpr std::array compareOptions{
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "An object for scripts.")},
    OptionSpec{.name = "by",
               .value = "HOW",
               .choices = "second share amount",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "What is compared: per “second”, the “share” of the whole, or the “amount” as "
                   "it is. Unless told otherwise two runs from start to end as they are, anything "
                   "else per second.")},
    OptionSpec{.name = "idle",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Counts the time in which threads only waited for "
                                         "something to do, too.")},
    OptionSpec{.name = "total",
               .help = QT_TRANSLATE_NOOP("cli", "List functions with all they call.")},
};

std::optional<Normalisation> normalisationCalled(const QString &name)
{
    for (const auto by : {Normalisation::PerSecond, Normalisation::Share, Normalisation::Amount}) {
        if (name.toStdString() == report::normalisationName(by))
            return by;
    }
    return std::nullopt;
}

// Returns the default normalisation, which the window has, too: amounts if both profiles are whole
// runs, else amounts per second.
Normalisation usualNormalisation(const Profile &before, const Profile &after)
{
    return isWholeRun(before, {}) && isWholeRun(after, {}) ? Normalisation::Amount
                                                           : Normalisation::PerSecond;
}

Result<Comparison> comparison(const Profile &before, const Profile &after, std::string_view weight,
                              Counted counted, Normalisation by)
{
    Selection selection;
    selection.counted = counted;
    selection.threads = withoutSecondRecords(after);
    selection.weight = weightType(after, findValueType(after, weight));
    EMBER_ASSIGN_OR_RETURN(const Selection same, sameSelection(after, selection, before));
    const auto weigh = [](const Profile &profile, const Selection &asked) {
        return CallWeigher().weigh(ProfilePointer(ProfilePointer(), &profile), asked);
    };
    return model::compare(weigh(before, same), weigh(after, selection), by);
}

int compare(const CommandParser &parser)
{
    const QStringList files = parser.positionalArguments();
    const auto by = normalisationCalled(parser.valueOf("by"));
    if (!by && parser.has("by"))
        return parser.usageError(QCoreApplication::translate("cli", "“%1” is no way to compare")
                                     .arg(parser.valueOf("by")));
    const auto symbols = symbolSettings(parser);
    auto before = openFirst(files.at(0), symbols);
    auto after = before ? openFirst(files.at(1), symbols) : std::nullopt;
    if (!before || !after || !haveWeight({&*after, 1}, weightArgument(parser)))
        return exitcode::bad;
    showStacks(before->profile);
    showStacks(after->profile);
    const auto both =
        comparison(*before->profile, *after->profile, weightArgument(parser),
                   parser.has("idle") ? Counted::All : Counted::Busy,
                   by.value_or(usualNormalisation(*before->profile, *after->profile)));
    if (!both) {
        printError(both.error());
        return exitcode::bad;
    }
    const auto listed = parser.has("total") ? ComparedBy::Total : ComparedBy::Self;
    const bool isPrinted = parser.has("json")
        ? printJson(report::comparisonJson(*before, *after, *both))
        : printResult(comparisonText(*before, *after, *both, listed));
    return isPrinted ? exitcode::done : exitcode::bad;
}

} // namespace

constinit const CommandSpec compareCommand{
    .name = "compare",
    .summary = QT_TRANSLATE_NOOP("cli", "what has changed between two profiles, by function"),
    .description = QT_TRANSLATE_NOOP("cli", "What has changed between two profiles."),
    .operands = {{{"BEFORE", QT_TRANSLATE_NOOP("cli", "The profile to start from.")},
                  {"AFTER", QT_TRANSLATE_NOOP("cli", "The profile that is compared with it.")}}},
    .leastOperands = 2,
    .mostOperands = 2,
    .operandFault = QT_TRANSLATE_NOOP("cli", "compare needs two files"),
    .options = {compareOptions, weightOptionSpecs, symbolOptionSpecs},
    .run = compare,
};

} // namespace ember::app
