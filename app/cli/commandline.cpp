// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include "app/cli/commands.h"
#include "app/cli/fetchline.h"
#include "app/errortext.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"

#include <QFile>

#include <cstdio>

namespace ember::app {

std::optional<int> parse(QCommandLineParser &parser, const QStringList &arguments)
{
    const auto help = parser.addHelpOption();
    if (!parser.parse(arguments))
        return usageError(parser.errorText());
    if (parser.isSet(help)) {
        std::fputs(parser.helpText().toLocal8Bit().constData(), stdout);
        return exitcode::done;
    }
    return std::nullopt;
}

int usageError(const QString &message)
{
    printNote(message);
    return exitcode::usage;
}

void printNote(const QString &message)
{
    std::fprintf(stderr, "emberchart-cli: %s\n", message.toLocal8Bit().constData());
}

void printError(const model::Error &error)
{
    printNote(errorLine(error));
}

void printFindings(const model::ImportLog &log)
{
    for (const auto &finding : log.findings())
        std::fprintf(stderr, "  %s\n", findingLine(finding).toLocal8Bit().constData());
}

bool printResult(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return true;
    std::perror("emberchart-cli: stdout");
    return false;
}

std::optional<model::Import> openFiles(const QStringList &paths)
{
    std::vector<std::string> files;
    for (const QString &path : paths)
        files.push_back(QFile::encodeName(path).toStdString());
    FetchLine fetching;
    capture::Symbolizer symbolizer(symbolPaths(fetching));
    auto opened = model::builtinFormats().open(files, {.resolver = &symbolizer});
    if (!opened) {
        printError(opened.error());
        return std::nullopt;
    }
    printFindings(opened->log);
    for (const model::Error &refusal : opened->refused)
        printError(refusal);
    if (!opened->refused.empty())
        return std::nullopt;
    return std::move(opened).value();
}

} // namespace ember::app
