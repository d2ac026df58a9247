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
#include <set>
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

// The name of a format that this program reads but Sentry does not; "unknown" if no format is
// recognised and the file cannot be JSON; "" if it may be for Sentry.
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
                                 model::sentry::KeepNormalised keep, const std::stop_token &stop)
{
    // Compressed files are judged by their content, which is what upload would send.
    auto start = model::readUnpackedStart(path, detectedBytes);
    const auto foreign = start ? foreignFormat(start->view()) : std::string_view();
    // A file whose start cannot be JSON is not read any further, however big it is.
    const bool isStartEnough = start && !foreign.empty() && !mayBeginJson(start->view());
    auto bytes = isStartEnough ? std::move(start) : model::readUnpacked(path, stop);
    if (!bytes)
        return model::Error{bytes.error().code, name, bytes.error().detail};
    auto verdicts =
        model::sentry::validate(bytes->view(), name, {.keepNormalised = keep, .stop = stop});
    if (stop.stop_requested())
        return model::Error{model::ErrorCode::Cancelled, name, {}};
    nameForeignFormat(verdicts, foreign);
    return Judgement{std::move(bytes).value(), std::move(verdicts), foreign.empty()};
}

Result<std::vector<std::string>> saveNumbered(const std::string &path,
                                              const std::vector<std::string> &contents,
                                              const std::vector<std::string> &inputs)
{
    model::StagedFiles files(path);
    files.protect(inputs);
    for (const auto &content : contents)
        EMBER_RETURN_IF_ERROR(files.add(content));
    const model::sentry::ChunkGroup all{.launched = true, .chunks = contents.size()};
    auto names = model::sentry::chunkFileNames(path, {&all, 1});
    EMBER_RETURN_IF_ERROR(files.publish(names));
    return names;
}

namespace {

// Collects the rules that files break.
class Checker {
public:
    Checker(const InputFiles &input, const model::sentry::ChunkOptions &options,
            const std::stop_token &stop)
        : m_input(input),
          m_options(options),
          m_stop(stop)
    {
    }

    // Judges a file for Sentry; returns false if it is not for Sentry.
    bool judge(const std::string &path)
    {
        const std::string name = m_input.nameOf(path);
        auto judgement = judgeForSentry(path, name, model::sentry::KeepNormalised::Yes, m_stop);
        if (!judgement) {
            m_check.unread.push_back(judgement.error());
            return true; // the error is all that is reported of the file
        }
        if (!judgement->isForSentry)
            return false;
        SentryCheck check{name, std::move(judgement->verdicts), {}, {}};
        // A temporary copy is gone when the check ends, so it could not be repaired later.
        const bool isRepairable = name == path
            && std::ranges::any_of(check.verdicts,
                                   [](const auto &one) { return !one.isStrictlyValid(); });
        if (isRepairable) {
            if (auto repaired = model::sentry::repairFile(judgement->bytes.view(), m_stop)) {
                check.changes = std::move(repaired->changes);
                check.left = std::move(repaired->left);
                check.isStillRefused = repaired->isRefused;
            }
        }
        add(std::move(check));
        return true;
    }

    // Judges the chunks that are written of a profile.
    void judge(const model::ProfilePointer &profile)
    {
        const auto choice = chooseSelection(profile, {});
        SentryCheck check;
        const auto judgeChunk = [&](model::sentry::WrittenChunk &&chunk) -> Result<void> {
            if (m_stop.stop_requested())
                return model::Error{model::ErrorCode::Cancelled, {}, {}};
            const model::Bytes json(chunk.json);
            for (auto &verdict : model::sentry::validate(
                     json.view(), chunk.chunkId,
                     {.keepNormalised = model::sentry::KeepNormalised::Yes, .stop = m_stop})) {
                limit(verdict);
                check.verdicts.push_back(std::move(verdict));
            }
            return {};
        };
        const auto written = model::sentry::writePieces(*profile, choice.pieces, m_options,
                                                        judgeChunk); // one at a time in memory
        if (!written) {
            m_check.unread.push_back(written.error());
            return;
        }
        m_check.sentry.push_back(std::move(check));
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
        std::ranges::for_each(check.verdicts, [this](auto &verdict) { limit(verdict); });
        m_check.sentry.push_back(std::move(check));
    }

    void limit(FileVerdict &verdict)
    {
        m_kept += verdict.normalised.size();
        if (m_kept > mostKeptBytes)
            std::string().swap(verdict.normalised);
    }

    const InputFiles &m_input;
    const model::sentry::ChunkOptions &m_options;
    const std::stop_token &m_stop;
    FileCheck m_check;
    std::size_t m_kept = 0; // bytes of normalised JSON in the verdicts so far
};

} // namespace

FileCheck checkFiles(const QStringList &paths, const std::vector<model::ProfilePointer> &profiles,
                     const model::sentry::ChunkOptions &options, const std::stop_token &stop)
{
    const auto input = InputFiles::openFiles(paths, stop);
    if (!input)
        return {{}, {}, {input.error()}};
    Checker checker(*input, options, stop);
    const auto refuse = [&](const model::Error &error) { checker.addUnread(error); };
    std::vector<model::ImportedProfile> all; // with the names of their files
    const auto read = [&](const std::vector<std::string> &files) {
        auto import = input->read(files, {.stop = stop}, refuse);
        if (import)
            all = import->profiles;
        return import;
    };
    const auto opened = [&](const std::vector<std::string> &files) -> std::optional<model::Import> {
        model::Import import;
        for (const auto &profile : profiles)
            import.profiles.push_back({profile, {}, { input->nameOf(files.front()) }});
        return import;
    };
    TableReading reading{read, refuse, {}, stop};
    if (!profiles.empty())
        reading.profiles = opened;
    for (const OpenedTables &tables : readTables(*input, reading))
        checker.add(tables);
    std::set<std::string> others; // names of files that are not for Sentry
    for (const auto &path : input->paths()) {
        if (!stop.stop_requested() && !checker.judge(path))
            others.insert(input->nameOf(path));
    }
    for (const auto &profile : profiles) { // may be of any of the files
        if (!others.empty() && !stop.stop_requested())
            checker.judge(profile);
    }
    const auto isOther = [&](const std::string &file) { return others.contains(file); };
    for (const auto &one : all) {
        if (std::ranges::any_of(one.files, isOther) && !stop.stop_requested())
            checker.judge(one.profile);
    }
    return std::move(checker).take();
}

} // namespace ember::app
