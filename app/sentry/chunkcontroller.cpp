// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/chunkcontroller.h"

#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/sentry/savedialog.h"
#include "app/sentry/uploaddialog.h"
#include "app/sentry/uploadreview.h"
#include "views/lists/chunkspanel.h"
#include "views/state/sumsquery.h"
#include "views/state/threadchoice.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace ember::app {

namespace {

constexpr std::chrono::milliseconds listEvery{1000};

views::ChunkRow rowOf(const ChunkEntry &entry)
{
    views::ChunkRow row;
    row.profilerId = entry.profilerId;
    row.chunkId = entry.chunkId;
    row.range = entry.range;
    row.threads = entry.threads;
    row.samples = entry.samples;
    row.bytes = entry.bytes;
    row.verdict = entry.chunkId.isEmpty() ? views::ChunkVerdict::Unknown // judged when written
        : entry.relayReason.isEmpty()     ? views::ChunkVerdict::Accepted
                                          : views::ChunkVerdict::Rejected;
    row.verdictText = entry.relayReason;
    return row;
}

} // namespace

ChunkController::ChunkController(Document &document, const views::SumsQuery &sums,
                                 const views::ThreadChoice &threads, views::ChunksPanel &panel,
                                 MessageBar &messages, WorkProgress &progress, Settings &settings,
                                 Uploads &uploads, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_sums(sums),
      m_threads(threads),
      m_panel(panel),
      m_messages(messages),
      m_progress(progress),
      m_uploads(uploads),
      m_settings(settings),
      m_window(window),
      m_job(this, [this](Listing listing) { take(std::move(listing)); })
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &ChunkController::list);
}

void ChunkController::note(const model::sentry::WrittenChunk &chunk, WrittenByStart &written)
{
    written[model::toNs(chunk.piece.range().start)] = {
        .chunkId = QString::fromStdString(chunk.chunkId),
        .samples = chunk.samples(),
        .bytes = chunk.json.size(),
        .relayReason =
            chunk.rejection ? QString::fromStdString(toText(*chunk.rejection)) : QString()};
}

ChunkController::SaveResult
ChunkController::writeAndSave(const ChunkChoice &choice, const model::sentry::ChunkOptions &options,
                              const QString &path, const QStringList &shown,
                              const std::stop_token &stop)
{
    const auto written = writeChoice(choice, options, stop);
    if (!written)
        return {written.error(), {}, {}};
    using model::sentry::ChunkContainer;
    const auto container =
        path.endsWith(QLatin1String(".envelope")) ? ChunkContainer::Envelope : ChunkContainer::Json;
    SaveResult result{saveChunks(choice, *written, path, container, shown), written->report, {}};
    if (result.paths) {
        for (const auto &chunk : written->chunks)
            note(chunk, result.written);
    }
    return result;
}

void ChunkController::reset()
{
    m_job.cancel();
    m_written.clear();
    m_sent.clear();
    m_listed = nullptr;
    m_entries.clear();
    m_receipts.clear();
    showRows();
    m_soon.start(0);
}

void ChunkController::refresh()
{
    if (!m_soon.isActive())
        m_soon.start(listEvery);
}

void ChunkController::list()
{
    if (!m_document.spans() || m_document.isTogether())
        return;
    if (m_job.isPending()) { // a long capture: the list is updated when the job is done
        refresh();
        return;
    }
    m_job.start([profile = m_document.spans()->recorded()] { return listingOf(profile); });
}

// Lists the chunks. Ids require a walk through the samples, so they are computed only if the user
// has sent chunks.
ChunkController::Listing ChunkController::listingOf(const model::ProfilePointer &profile)
{
    Listing listing{profile, chunkList(*profile), {}};
    const SentChunks sent;
    const bool hasSent = !sent.isEmpty();
    for (const ChunkEntry &entry : listing.entries) {
        auto &receipt = listing.receipts.emplace_back();
        if (hasSent)
            receipt = sent.receipt(idWhenWritten(*profile, entry));
    }
    return listing;
}

void ChunkController::take(Listing listing)
{
    m_listed = std::move(listing.profile);
    m_entries = std::move(listing.entries);
    m_receipts = std::move(listing.receipts);
    showRows();
}

void ChunkController::showRows()
{
    std::vector<views::ChunkRow> rows;
    for (const ChunkEntry &entry : m_entries) {
        auto &row = rows.emplace_back(rowOf(entry));
        showWritten(row);
        showSent(row, rows.size() - 1);
    }
    m_panel.setRows(std::move(rows));
}

// Fills the columns about sending, from this window or from an earlier upload.
void ChunkController::showSent(views::ChunkRow &row, std::size_t entry) const
{
    if (const auto &receipt = m_receipts[entry]) {
        row.sent = views::ChunkSent::Yes;
        row.receipt = tr("%1 · %2", "date and time, project")
                          .arg(QLocale().toString(receipt->at.toLocalTime(), QLocale::ShortFormat),
                               receipt->place);
        row.sentText = tr("%1 received it on %2. Sent again, its samples count twice there.")
                           .arg(receipt->place,
                                QLocale().toString(receipt->at.toLocalTime(), QLocale::LongFormat));
    }
    const auto sent = m_sent.find(model::toNs(row.range.start));
    if (sent == m_sent.end())
        return;
    row.sent = sent->second.isReceived() ? views::ChunkSent::Yes : views::ChunkSent::Failed;
    row.sentText = toText(sent->second);
    if (!sent->second.isReceived())
        row.receipt.clear();
}

// Marks a row as written if a chunk with its start and number of samples was written.
void ChunkController::showWritten(views::ChunkRow &row) const
{
    const auto found = m_written.find(model::toNs(row.range.start));
    if (!row.chunkId.isEmpty() || found == m_written.end() || found->second.samples != row.samples)
        return;
    const Written &written = found->second;
    row.chunkId = written.chunkId;
    row.bytes = written.bytes;
    row.verdict = written.relayReason.isEmpty() ? views::ChunkVerdict::Accepted
                                                : views::ChunkVerdict::Rejected;
    row.verdictText = written.relayReason;
}

std::function<ChunkChoice()> ChunkController::choice() const
{
    const auto rows = m_panel.selectedRows();
    if (!rows.empty())
        return [profile = m_listed, entries = m_entries, rows] {
            return chooseEntries(profile, entries, rows);
        };
    return [profile = m_document.spans()->recorded(), selection = m_sums.selection()] {
        return chooseSelection(profile, selection);
    };
}

ProfilePartField *ChunkController::createPartField(PartUse use) const
{
    auto part = partOfSelection(*m_document.spans(), m_sums, m_threads);
    if (const auto chosen = m_panel.selectedRows().size(); chosen > 0)
        part = partOfChunks(chosen, m_entries.size(), choice());
    return new ProfilePartField(wholePart(*m_document.spans(), m_threads), std::move(part), use);
}

void ChunkController::save()
{
    if (!m_document.spans() || m_document.isTogether())
        return;
    auto *part = createPartField(PartUse::Saved);
    auto *dialog = new SaveDialog(part, m_settings.lastFolder(), m_settings.chunks(),
                                  m_document.paths(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, part] { saveTo(dialog->path(), dialog->settings(), part->choose()); });
    dialog->open();
}

void ChunkController::saveTo(const QString &path, const ChunkSettings &chunks,
                             std::function<ChunkChoice()> choose)
{
    if (!m_document.spans() || m_document.isTogether())
        return;
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const std::stop_token stop = m_progress.begin(tr("Saving chunks…"));
    inBackground(
        this,
        [=, choose = choose ? std::move(choose) : choice(), options = chunks.options(),
         shown = m_document.paths()] { return writeAndSave(choose(), options, path, shown, stop); },
        [this](const SaveResult &result) { takeSaved(result); });
}

void ChunkController::takeSaved(const SaveResult &result)
{
    m_progress.end();
    if (!result.paths) {
        m_messages.showError(result.paths.error());
        return;
    }
    for (const auto &[start, written] : result.written)
        m_written[start] = written;
    showRows();
    showSaved(*result.paths, result.report);
}

void ChunkController::showSaved(const QStringList &paths, const model::sentry::WriteReport &report)
{
    QString advice;
    if (report.loss.samples > 0)
        advice = lossText(report.loss.samples);
    m_messages.showMessage(
        {.importance = Importance::Note,
         .text = paths.size() == 1 ? tr("Saved to %1.").arg(QDir::toNativeSeparators(paths.first()))
                                   : tr("Saved %n chunk(s).", nullptr, int(paths.size())),
         .advice = advice,
         .details = paths.size() == 1 ? QString() : paths.join(QLatin1Char('\n'))});
    m_settings.addRecentOpening(paths);
    emit saved(paths);
}

void ChunkController::upload()
{
    if (!m_document.spans() || m_document.isTogether())
        return;
    auto *dialog =
        new UploadDialog(createPartField(PartUse::Sent), m_settings, m_uploads, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &UploadDialog::chunkFinished, this,
            [this](const model::sentry::WrittenChunk &chunk, const UploadOutcome &outcome) {
                note(chunk, m_written);
                m_sent[model::toNs(chunk.piece.range().start)] = outcome;
                showRows();
                refresh(); // time and place are stored now
            });
    dialog->open();
}

} // namespace ember::app
