// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/uploadparts.h"

#include "app/cli/messages.h"
#include "app/cli/sharedarguments.h"
#include "app/errortext.h"
#include "app/session/filenames.h"
#include "model/profile/pauses.h"

#include <QFileInfo>

namespace ember::app {

namespace {

// Returns the format that --as asks for; by default V1 profiles, and captures of profiles of
// transactions, are sent as V1, and everything else as V2.
model::sentry::SampleFormat sentFormat(const model::ImportedProfile &imported, const QString &asked)
{
    using model::sentry::SampleFormat;
    const bool isV1 = asked.isEmpty()
        ? imported.format == "sentry-v1" || model::isOfTransactions(*imported.profile)
        : asked == QLatin1String("v1");
    return isV1 ? SampleFormat::V1 : SampleFormat::V2;
}

// Divides the files into parts, each of which is prepared at once.
std::vector<std::vector<std::string>> partsOf(const std::vector<std::string> &paths)
{
    constexpr qint64 bytesAtOnce = 8LL * 1024 * 1024;
    std::vector<std::vector<std::string>> parts;
    qint64 bytes = 0;
    for (const std::string &path : paths) {
        const qint64 size = QFileInfo(fromArgument(path)).size();
        if (parts.empty() || bytes + size > bytesAtOnce) {
            parts.emplace_back();
            bytes = 0;
        }
        parts.back().push_back(path);
        bytes += size;
    }
    return parts;
}

} // namespace

bool UploadPreparation::prepare(const QStringList &names, const Take &take)
{
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return false;
    }
    const auto parts = partsOf(input->paths());
    const auto pass = parts.size() == 1 ? Pass::Only : Pass::First;
    std::optional<Outgoing> all;
    for (const auto &paths : parts) {
        for (const auto &path : paths) {
            if (const auto file = capture::readFileIdentity(path))
                m_files[path] = *file;
        }
        all.reset(); // frees the memory before the next part is read
        all = part(*input, paths, pass);
        if (!all)
            return false;
    }
    if (!m_hasProfile) {
        refuseEmpty(*input);
        return false;
    }
    if (pass == Pass::Only)
        return take(*all);
    if (m_empty && !m_hasContent) {
        printUnwritten(*m_empty);
        return false;
    }
    m_sessions.finishLearning();
    for (const auto &paths : parts) {
        all.reset();
        all = part(*input, paths, Pass::Second);
        if (!all || !areUnchanged(paths) || !take(*all))
            return false;
    }
    return true;
}

// False if a file is not what was read first, which was printed.
bool UploadPreparation::areUnchanged(const std::vector<std::string> &paths) const
{
    for (const auto &path : paths) {
        const auto before = m_files.find(path);
        const auto now = capture::readFileIdentity(path);
        if (now && before != m_files.end() && *now == before->second)
            continue;
        printError(
            {model::ErrorCode::FileUnreadable, path, "it was changed while the files were read"});
        return false;
    }
    return true;
}

std::optional<Outgoing> UploadPreparation::part(const InputFiles &input,
                                                const std::vector<std::string> &paths, Pass pass)
{
    const auto opened =
        readFiles(input, paths, m_symbols, pass == Pass::Second ? Notes::Skip : Notes::Print);
    if (!opened || !opened->refused.empty())
        return std::nullopt;
    m_hasProfile = m_hasProfile || !opened->profiles.empty();
    m_isAllRead = m_isAllRead && app::isAllRead(*opened);
    Outgoing all;
    for (const auto &imported : opened->profiles) {
        if (!write(imported, pass, all))
            return std::nullopt;
    }
    return all;
}

// Adds the envelopes of a profile to `all`. False if they cannot be written, which was printed.
bool UploadPreparation::write(const model::ImportedProfile &imported, Pass pass, Outgoing &all)
{
    auto options = m_options;
    options.format = sentFormat(imported, m_format);
    options.container = options.format == model::sentry::SampleFormat::V1
        ? model::sentry::ChunkContainer::Envelope
        : model::sentry::ChunkContainer::Json;
    const bool isPart = pass != Pass::Only && imported.format.starts_with("sentry-");
    const auto keep = [&](const auto &written) {
        all.envelopes.append(envelopeOf(written));
        if (m_preview != nullptr)
            m_preview->add(written);
    };
    const auto report = model::sentry::writeChunks(
        *imported.profile, {}, options,
        [&](model::sentry::WrittenChunk &&chunk) -> model::Result<void> {
            if (chunk.rejection)
                return model::Error{model::ErrorCode::FormatCannotHold, chunk.chunkId,
                                    toText(*chunk.rejection)};
            if (pass == Pass::First)
                return {};
            keep(chunk);
            all.page.add(*imported.profile, chunk.piece.range());
            return {};
        },
        isPart ? m_sessions.of(*imported.profile) : nullptr);
    if (!report) {
        auto error = report.error();
        if (error.subject.empty() && !imported.files.empty())
            error.subject = imported.files.front();
        printUnwritten(error);
        return false;
    }
    const bool isEmpty = report->chunks == 0 && report->transactions.empty();
    m_hasContent = m_hasContent || !isEmpty;
    if (isPart && isEmpty && report->threadsLeftOut == 0 && !m_empty && !imported.files.empty())
        m_empty = model::Error{model::ErrorCode::NothingToShow, imported.files.front(),
                               "no thread has two samples that are not idle"};
    if (pass == Pass::First)
        return true;
    for (const auto &transaction : report->transactions)
        keep(transaction);
    printReport(*report);
    return true;
}

} // namespace ember::app
