// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/sharedarguments.h"
#include "app/session/commandtext.h"
#include "app/session/filenames.h"
#include "capture/symbols/debugfinder.h"
#include "model/json/jsontext.h"
#include "model/profile/debugid.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace ember::app {

namespace {

using capture::ImageFile;

// An image of a profile, and the files that have its symbols.
struct FoundImage {
    std::string codeFile;
    std::string codeId;
    std::string debugId;
    std::vector<ImageFile> files;

    // Whether Sentry can name functions from the files.
    bool hasNames() const
    {
        return std::ranges::any_of(files, [](const ImageFile &file) {
            return file.contents.symtab || file.contents.debugInfo;
        });
    }
};

// The images of all profiles, each once. Those without a build-id cannot be looked up anywhere.
std::vector<FoundImage> findImages(const std::vector<model::ImportedProfile> &profiles,
                                   const SymbolSettings &settings)
{
    const auto paths = settings.paths();
    capture::BinaryIndex index(paths.searchFolders);
    std::vector<FoundImage> found;
    std::set<std::string> known;
    for (const auto &imported : profiles) {
        const auto &profile = *imported.profile;
        for (const model::Image &image : profile.tables().images) {
            FoundImage row{std::string(profile.text(image.codeFile)),
                           std::string(profile.text(image.codeId)),
                           std::string(profile.text(image.debugId)),
                           {}};
            if (row.debugId.empty())
                row.debugId = model::debugIdFromBuildId(row.codeId);
            if (row.debugId.empty() || !known.insert(row.debugId).second)
                continue;
            row.files = imageFiles(row.codeFile, row.codeId, paths, index);
            found.push_back(std::move(row));
        }
    }
    return found;
}

// The command that sends the files to Sentry; empty if there is nothing to send.
QStringList uploadArguments(const std::vector<FoundImage> &images)
{
    QStringList arguments{QStringLiteral("sentry-cli"), QStringLiteral("debug-files"),
                          QStringLiteral("upload")};
    const auto bare = arguments.size();
    for (const auto &image : images) {
        for (const auto &file : image.files) {
            const QString path = fromArgument(file.path);
            const bool isUseful = file.contents.symtab || file.contents.debugInfo;
            if (isUseful && !arguments.contains(path))
                arguments << path;
        }
    }
    return arguments.size() == bare ? QStringList() : arguments;
}

std::string contentsText(const capture::SymbolContents &contents)
{
    std::string text;
    for (const auto &[has, name] :
         {std::pair(contents.symtab, "symtab"), std::pair(contents.debugInfo, "debug_info"),
          std::pair(contents.unwindInfo, "unwind_info")}) {
        if (has)
            text += (text.empty() ? "" : ",") + std::string(name);
    }
    return text.empty() ? "nothing" : text;
}

// A line per image, "DEBUG_ID, tab, found or missing, tab, CODE_FILE", and an indented one per
// file; then the command.
std::string imagesAsText(const std::vector<FoundImage> &images)
{
    std::string text;
    for (const auto &image : images) {
        text += shownText(image.debugId) + '\t' + (image.hasNames() ? "found" : "missing") + '\t'
            + shownText(image.codeFile) + '\n';
        for (const auto &file : image.files)
            text += "  " + contentsText(file.contents) + '\t' + shownText(file.path) + '\n';
    }
    if (const auto arguments = uploadArguments(images); !arguments.isEmpty())
        text += shownText(toPath(joinWords(arguments))) + '\n';
    return text;
}

// {"images":[{"debug_id","code_id","code_file","found","files":[{"path","symtab","debug_info",
// "unwind_info"}]}],"command":["sentry-cli",…]}
std::string imagesAsJson(const std::vector<FoundImage> &images)
{
    model::JsonWriter json;
    json.beginObject();
    json.key("images").objects(images, [&](const auto &image) {
        json.key("debug_id").value(image.debugId);
        json.key("code_id").value(image.codeId);
        json.key("code_file").value(image.codeFile);
        json.key("found").boolean(image.hasNames());
        json.key("files").beginArray();
        for (const auto &file : image.files) {
            json.beginObject();
            json.key("path").value(file.path);
            json.key("symtab").boolean(file.contents.symtab);
            json.key("debug_info").boolean(file.contents.debugInfo);
            json.key("unwind_info").boolean(file.contents.unwindInfo);
            json.end();
        }
        json.end();
    });
    json.key("command").beginArray();
    for (const QString &argument : uploadArguments(images))
        json.value(argument.toStdString());
    json.end();
    json.end();
    return json.take() + '\n';
}

int debugFiles(const CommandParser &parser)
{
    const auto settings = symbolSettings(parser);
    const auto opened = openFiles(parser.positionalArguments(), settings);
    if (!opened)
        return exitcode::bad;
    const auto images = findImages(opened->profiles, settings);
    if (images.empty())
        printNote(QCoreApplication::translate("cli", "no image has a build-id"));
    const bool isPrinted =
        parser.has("json") ? printJson(imagesAsJson(images)) : printResult(imagesAsText(images));
    const bool areFound = std::ranges::all_of(images, &FoundImage::hasNames);
    return isPrinted && areFound ? exitcode::done : exitcode::bad;
}

constexpr std::array debugFilesOptions{
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "An object for scripts.")},
};

} // namespace

constinit const CommandSpec debugFilesCommand{
    .name = "debug-files",
    .summary = QT_TRANSLATE_NOOP("cli", "find the files from which Sentry can name functions"),
    .description = QT_TRANSLATE_NOOP(
        "cli",
        "Lists the binaries of profiles with the files that have their symbols, and the command "
        "that sends these to Sentry. Exits with 1 if some are missing."),
    .operands = {{{"FILE", QT_TRANSLATE_NOOP("cli", "Profiles."), "FILE…"}}},
    .leastOperands = 1,
    .operandFault = QT_TRANSLATE_NOOP("cli", "debug-files needs files"),
    .options = {debugFilesOptions, symbolOptionSpecs},
    .run = debugFiles,
};

} // namespace ember::app
