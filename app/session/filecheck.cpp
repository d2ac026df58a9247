// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/filecheck.h"

#include "app/session/chunklist.h"
#include "app/session/filenames.h"
#include "app/session/tablefiles.h"
#include "model/formats/compression/compression.h"
#include "model/formats/export/stagedfiles.h"
#include "model/formats/formatregistry.h"
#include "model/formats/sentry/files/chunkexport.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace ember::app {

using model::Result;
using model::sentry::FileVerdict;

namespace {

constexpr std::size_t detectedBytes = std::size_t(64) << 10U;

bool mayBeginJson(std::string_view start)
{
    const auto first = start.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || start[first] == '{' || start[first] == '['
        || start.starts_with("\xef\xbb\xbf");
}

// The name of a format that this program reads but Sentry does not; "" if the file may be for
// Sentry.
std::string_view foreignFormat(std::string_view start)
{
    const auto *importer = model::builtinFormats().find(start);
    if (importer != nullptr)
        return importer->format() == "sentry-v2" ? std::string_view() : importer->format();
    return mayBeginJson(start) || start.empty() ? std::string_view() : "unknown";
}

// Replaces the verdict on a file in another format by its format's name and advice.
void nameForeignFormat(std::vector<FileVerdict> &judged, std::string_view format)
{
    if (format.empty() || format == "unknown" || judged.size() != 1 || !judged.front().rejection)
        return;
    const std::string what =
        format == "ember" ? "a capture log" : "a profile in the format " + std::string(format);
    judged.front().rejection->path.clear();
    judged.front().rejection->detail =
        what + ", not JSON for Sentry: convert it first (emberchart-cli convert)";
}

} // namespace

Result<Judgement> judgeForSentry(const std::string &path, const std::string &name,
                                 model::sentry::KeepNormalised keep)
{
    // Compressed files are judged by their content, which is what upload would send.
    auto start = model::readUnpackedStart(path, detectedBytes);
    const auto foreign = start ? foreignFormat(start->view()) : std::string_view();
    // A file whose start cannot be JSON is not read any further, however big it is.
    const bool isStartEnough = start && !foreign.empty() && !mayBeginJson(start->view());
    auto bytes = isStartEnough ? std::move(start) : model::readUnpacked(path);
    if (!bytes)
        return model::Error{bytes.error().code, name, bytes.error().detail};
    auto verdicts = model::sentry::validate(bytes->view(), name, {.keepNormalised = keep});
    nameForeignFormat(verdicts, foreign);
    return Judgement{std::move(bytes).value(), std::move(verdicts), foreign.empty()};
}

Result<void> saveNumbered(const std::string &path, const std::vector<std::string> &contents,
                          const std::vector<std::string> &inputs)
{
    model::StagedFiles files(path);
    files.protect(inputs);
    for (const auto &content : contents)
        EMBER_RETURN_IF_ERROR(files.add(content));
    const model::sentry::ChunkGroup all{.launched = true, .chunks = contents.size()};
    return files.publish(model::sentry::chunkFileNames(path, {&all, 1}));
}

namespace {

// Collects what files break.
class Checker {
public:
    Checker(const model::sentry::ChunkOptions &options, const std::stop_token &stop)
        : m_options(options),
          m_stop(stop)
    {
    }

    // Judges a file for Sentry; returns whether it is one.
    bool judge(const std::string &path)
    {
        auto judgement = judgeForSentry(path, path, model::sentry::KeepNormalised::Yes);
        if (!judgement) {
            m_check.unread.push_back(judgement.error());
            return true; // nothing more is to be said of it
        }
        if (!judgement->isForSentry)
            return false;
        SentryCheck check{path, std::move(judgement->verdicts), {}, {}};
        const bool isRepairable = std::ranges::any_of(
            check.verdicts, [](const auto &one) { return !one.isStrictlyValid(); });
        if (isRepairable) {
            if (auto repaired = model::sentry::repairFile(judgement->bytes.view())) {
                check.changes = std::move(repaired->changes);
                check.left = std::move(repaired->left);
            }
        }
        add(std::move(check));
        return true;
    }

    // Judges the chunks that are written of a profile.
    void judge(const model::ProfilePointer &profile)
    {
        const auto written = writeChoice(chooseSelection(profile, {}), m_options, m_stop);
        if (!written) {
            m_check.unread.push_back(written.error());
            return;
        }
        SentryCheck check;
        for (const auto &chunk : written->chunks) {
            if (m_stop.stop_requested())
                return;
            const model::Bytes json(chunk.json);
            std::ranges::move(
                model::sentry::validate(json.view(), chunk.chunkId,
                                        {.keepNormalised = model::sentry::KeepNormalised::Yes}),
                std::back_inserter(check.verdicts));
        }
        add(std::move(check));
    }

    void add(const OpenedTables &tables)
    {
        m_check.tables.push_back({tables.file, tables.findings});
    }

    void addUnread(const model::Error &error) { m_check.unread.push_back(error); }

    FileCheck take() && { return std::move(m_check); }

private:
    void add(SentryCheck check)
    {
        for (auto &verdict : check.verdicts) {
            m_kept += verdict.normalised.size();
            if (m_kept > mostKeptBytes)
                std::string().swap(verdict.normalised);
        }
        m_check.sentry.push_back(std::move(check));
    }

    const model::sentry::ChunkOptions &m_options;
    const std::stop_token &m_stop;
    FileCheck m_check;
    std::size_t m_kept = 0; // bytes
};

} // namespace

FileCheck checkFiles(const QStringList &paths, std::vector<model::ProfilePointer> profiles,
                     const model::sentry::ChunkOptions &options, const std::stop_token &stop)
{
    Checker checker(options, stop);
    const auto input = InputFiles::openFiles(paths, stop);
    if (!input) {
        checker.addUnread(input.error());
        return std::move(checker).take();
    }
    const bool areRead = !profiles.empty();
    const auto read = [&](const std::vector<std::string> &files) -> std::optional<model::Import> {
        auto import = model::builtinFormats().open(files, {.stop = stop});
        if (!import) {
            checker.addUnread(import.error());
            return std::nullopt;
        }
        std::ranges::for_each(import->refused,
                              [&](const auto &error) { checker.addUnread(error); });
        for (const auto &one : import->profiles)
            profiles.push_back(one.profile);
        return std::move(import).value();
    };
    const auto opened = [&](const std::vector<std::string> &files) -> std::optional<model::Import> {
        model::Import import;
        for (const auto &profile : profiles)
            import.profiles.push_back({profile, {}, { files.front() }});
        return import;
    };
    const auto refuse = [&](const model::Error &error) { checker.addUnread(error); };
    TableReading reading{read, refuse, {}, stop};
    if (areRead)
        reading.profiles = opened;
    for (const OpenedTables &tables : readTables(*input, reading))
        checker.add(tables);
    bool isAllForSentry = true;
    for (const auto &path : input->paths()) {
        if (!stop.stop_requested())
            isAllForSentry = checker.judge(path) && isAllForSentry;
    }
    for (const auto &profile : profiles) {
        if (!isAllForSentry && !stop.stop_requested())
            checker.judge(profile);
    }
    return std::move(checker).take();
}

} // namespace ember::app
