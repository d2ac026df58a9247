// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/output.h"
#include "app/cli/sharedarguments.h"
#include "app/session/filenames.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/profile/samplerows.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <chrono>

namespace ember::app {

namespace {

using model::sentry::ChunkContainer;

// Chunks of at most 60 s. They are cut two seconds earlier, so that a sample which would be alone
// in its thread can move over a cut.
constexpr model::sentry::CutLimits splitLimits{std::chrono::seconds(58), std::chrono::seconds(60)};

bool isEnvelopeName(const QString &name)
{
    return QFileInfo(name).suffix().compare(QLatin1String("envelope"), Qt::CaseInsensitive) == 0;
}

// The file that the chunks are named after. OUT is a folder if there is one of this name, or if it
// does not end in .json or .envelope; in a folder the chunks are called as the first input is.
QString outputFile(const QString &out, const QString &firstInput)
{
    const QFileInfo info(out);
    const bool isFile = info.suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0
        || isEnvelopeName(out);
    if (isFile && !info.isDir())
        return out;
    const QString stem = QFileInfo(firstInput).completeBaseName();
    return QDir(out).filePath(
        (stem.isEmpty() ? QStringLiteral("chunk") : stem)
        + (isEnvelopeName(firstInput) ? QLatin1String(".envelope") : QLatin1String(".json")));
}

// Judges a written file as `validate --strict` does; prints why it is not valid.
bool isStrictlyValid(const model::sentry::ExportedChunk &file)
{
    const auto bytes = model::Bytes::readFile(file.path);
    if (!bytes) {
        printError(bytes.error());
        return false;
    }
    bool isValid = true;
    for (const auto &verdict : model::sentry::validate(bytes->view(), file.path)) {
        if (verdict.isStrictlyValid())
            continue;
        isValid = false;
        printNote(QCoreApplication::translate(
                      "cli", "“%1” breaks a rule of the format: emberchart-cli validate --strict")
                      .arg(fromArgument(verdict.file)));
    }
    return isValid;
}

std::uint64_t samplesRead(const std::vector<model::ProfilePointer> &profiles)
{
    std::uint64_t count = 0;
    for (const auto &profile : profiles) {
        for (std::size_t row = 0; row < profile->threadCount(); ++row)
            count += model::countSamples(profile->samples(model::ThreadIndex(row)));
    }
    return count;
}

void printCounts(const model::sentry::ChunkExport &written, std::uint64_t read)
{
    std::uint64_t samples = 0;
    for (const auto &file : written.files) {
        if (!file.isTransaction)
            samples += file.samples;
    }
    printNote(QCoreApplication::translate("cli", "%1 of %2 samples in %n file(s)", nullptr,
                                          int(written.files.size()))
                  .arg(samples)
                  .arg(read));
}

int split(const CommandParser &parser)
{
    const QStringList inputs = parser.positionalArguments();
    if (!parser.has("output") || inputs.isEmpty())
        return parser.usageError(
            QCoreApplication::translate("cli", "split needs files and -o OUT"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    const QString output = outputFile(parser.valueOf("output"), inputs.first());
    if (replacedInput(parser, output))
        return refuseToReplace(output);
    const auto opened = openFiles(inputs, symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    std::vector<model::ProfilePointer> profiles;
    for (const auto &one : opened->profiles)
        profiles.push_back(one.profile);
    auto options = chunkOptions(parser);
    options.cut = splitLimits;
    options.container = isEnvelopeName(output) ? ChunkContainer::Envelope : ChunkContainer::Json;
    QDir().mkpath(QFileInfo(output).path());
    const auto written = exportChunks(profiles, options, toPath(output), protectedInputs(parser));
    if (!written)
        return failExport(written.error(), output);
    printExport(*written, profiles, options.format);
    printCounts(*written, samplesRead(profiles));
    bool isValid = true;
    for (const auto &file : written->files)
        isValid = isStrictlyValid(file) && isValid;
    return isValid ? exitcode::done : exitcode::bad;
}

constexpr std::array splitOptions{
    OptionSpec{
        .name = "output",
        .letter = "o",
        .value = "OUT",
        .help = QT_TRANSLATE_NOOP("cli",
                                  "A folder, or the file (.json, .envelope) after which the chunks "
                                  "are named.")},
};

} // namespace

constinit const CommandSpec splitCommand{
    .name = "split",
    .summary = QT_TRANSLATE_NOOP("cli", "cut what is too long or too large for Sentry into chunks"),
    .description = QT_TRANSLATE_NOOP(
        "cli",
        "Cuts profiles into chunks of at most 60 seconds and 50 MB that break no rule of the "
        "format. Chunks that are short enough stay as they are."),
    .operands = {{{"IN", QT_TRANSLATE_NOOP("cli", "Profiles to cut."), "IN…"}}},
    .options = {splitOptions, applicationOptionSpecs, chunkOptionSpecs, redactionOptionSpecs,
                symbolOptionSpecs, forceOptionSpecs},
    .run = split,
};

} // namespace ember::app
