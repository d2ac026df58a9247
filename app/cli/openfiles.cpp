// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/openfiles.h"

#include "app/cli/messages.h"
#include "capture/symbols/debugclient.h"
#include "capture/symbols/symbolizer.h"
#include "model/spans/shownstacks.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QString>

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

volatile std::sig_atomic_t isInterrupted = 0;

void noteInterrupt(int)
{
    isInterrupted = 1;
}

bool isTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

QString progressText(std::uint64_t bytes, std::uint64_t total)
{
    if (bytes == 0)
        return QCoreApplication::translate("cli", "waiting for %1")
            .arg(QString::fromStdString(capture::debugServerNames()));
    const QLocale locale;
    const auto text = [&](std::uint64_t count) {
        return locale.formattedDataSize(static_cast<qint64>(count), 1,
                                        QLocale::DataSizeTraditionalFormat);
    };
    return total == 0
        ? text(bytes)
        : QCoreApplication::translate("cli", "%1 of %2").arg(text(bytes), text(total));
}

// Returns the text that names what cancels the fetch: Ctrl-C, or a time without data.
QString endText()
{
    const auto seconds = capture::serverPatience().count();
    return seconds == 0
        ? QCoreApplication::translate("cli", "Ctrl-C")
        : QCoreApplication::translate("cli", "Ctrl-C, or %1 s in which nothing comes").arg(seconds);
}

} // namespace

// Catches Ctrl-C during a fetch only. An ignored SIGINT stays ignored: see nohup.
void FetchLine::begin(std::string_view binary)
{
    m_binary = binary;
    m_hasSpoken = false;
    isInterrupted = 0;
    ::sigaction(SIGINT, nullptr, &m_before);
    if (m_before.sa_handler == SIG_IGN)
        return;
    struct sigaction action { };
    action.sa_handler = noteInterrupt;
    ::sigaction(SIGINT, &action, nullptr);
}

bool FetchLine::onProgress(std::uint64_t bytes, std::uint64_t total)
{
    const bool isFirst = !m_hasSpoken;
    m_hasSpoken = true;
    if (!isTerminal() && !isFirst)
        return isInterrupted == 0;
    const QString text =
        QCoreApplication::translate("cli", "fetching debug info of %1 (%2: go on without)")
            .arg(QFile::decodeName(m_binary.c_str()), endText());
    if (isTerminal())
        printProgress(text + QLatin1String("  ") + progressText(bytes, total));
    else
        printNote(text);
    return isInterrupted == 0;
}

void FetchLine::end()
{
    if (m_hasSpoken && isTerminal())
        printProgress({});
    ::sigaction(SIGINT, &m_before, nullptr);
    if (isInterrupted != 0)
        printNote(QCoreApplication::translate("cli", "no more debug info is fetched"));
}

void FetchLine::printFailures() const
{
    for (const QString &line : m_failures.lines())
        printNote(line);
}

capture::SymbolPaths symbolPaths(const SymbolSettings &settings, FetchLine &line)
{
    auto paths = settings.paths();
    paths.watcher = &line;
    return paths;
}

std::optional<model::Import> readFiles(const InputFiles &input,
                                       const std::vector<std::string> &paths,
                                       const SymbolSettings &symbols, Notes notes)
{
    FetchLine fetching;
    capture::Symbolizer symbolizer(symbolPaths(symbols, fetching));
    const model::InAppRule inApp = symbols.inAppRule();
    auto opened = input.read(paths, {.resolver = &symbolizer, .inApp = &inApp});
    if (notes == Notes::Print)
        fetching.printFailures();
    if (!opened) {
        printError(opened.error());
        return std::nullopt;
    }
    if (notes == Notes::Print)
        printFindings(opened->log);
    for (const model::Error &refusal : opened->refused)
        printError(refusal);
    return std::move(opened).value();
}

model::Error refuseEmpty(const InputFiles &input)
{
    model::Error refusal{model::ErrorCode::NothingToShow, input.nameOf(input.paths().front()),
                         "no profile is in it"};
    printError(refusal);
    return refusal;
}

std::optional<model::Import> openEach(const QStringList &names, const SymbolSettings &symbols)
{
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return std::nullopt;
    }
    auto opened = readFiles(*input, input->paths(), symbols);
    if (opened && opened->profiles.empty() && opened->refused.empty())
        opened->refused.push_back(refuseEmpty(*input));
    return opened;
}

std::optional<model::Import> openFiles(const QStringList &names, const SymbolSettings &symbols)
{
    auto opened = openEach(names, symbols);
    return opened && opened->refused.empty() ? std::move(opened) : std::nullopt;
}

bool isAllRead(const model::Import &opened)
{
    return opened.refused.empty()
        && std::ranges::none_of(opened.log.findings(), [](const model::Finding &finding) {
               return finding.severity == model::Severity::Error;
           });
}

std::optional<model::ImportedProfile> openFirst(const QString &name, const SymbolSettings &symbols)
{
    auto opened = openFiles({name}, symbols);
    if (!opened || opened->profiles.empty())
        return std::nullopt;
    if (opened->profiles.size() > 1)
        printNote(
            QCoreApplication::translate("cli", "“%1” holds several profiles; this is the first")
                .arg(name));
    return std::move(opened->profiles.front());
}

void showStacks(model::ProfilePointer &profile)
{
    // Cut stacks stay as recorded: a chunk does not tell which are cut, and must give the same as
    // the log that it was made of.
    constexpr model::StackChoice choice{model::CutStacks::AsRecorded,
                                        model::InterpreterFunctions::Folded};
    profile = model::ShownStacks::of(profile, choice).shown;
}

} // namespace ember::app
