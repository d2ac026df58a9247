// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/profileexport.h"

#include "app/export/preparedfile.h"
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/losstext.h"
#include "app/session/filenames.h"
#include "model/formats/export/losses.h"
#include "model/formats/formatregistry.h"
#include "model/query/excerpt.h"
#include "model/tables/fromprofile.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ember::app {

using model::ErrorCode;
using model::Result;

namespace {

enum class Threads : std::uint8_t { All, Chosen };

constexpr qsizetype mostLosses = 4; // losses in the message; its details have all
constexpr int mostRemarks = 6; // remarks in the message; its details have all

// Whether the file has data of all threads although only some are chosen: spans, measurements,
// output or events.
bool hasOfAllThreads(const model::ProfileTables &tables, const std::vector<model::Loss> &losses)
{
    const auto isHeld = [&](model::Part part) {
        return std::ranges::find(losses, model::partName(part), &model::Loss::what) == losses.end();
    };
    const bool hasSpans = !tables.tracingSpans.isEmpty() || !tables.transactions.isEmpty();
    return (hasSpans && isHeld(model::Part::Spans))
        || (!tables.measurements.isEmpty() && isHeld(model::Part::Measurements))
        || (!tables.output.isEmpty() && isHeld(model::Part::Output))
        || (!tables.events.isEmpty() && isHeld(model::Part::Events));
}

// Prepares the format of the path's ending; `exporter` is null for tables.
Result<PreparedFile> preparedFile(const model::ProfilePointer &profile, Threads threads,
                                  const model::Exporter *exporter, const QString &path,
                                  const std::stop_token &stop)
{
    PreparedFile file;
    if (exporter) {
        EMBER_ASSIGN_OR_RETURN(file, preparedProfiles({&profile, 1}, *exporter, path, stop));
    } else {
        EMBER_ASSIGN_OR_RETURN(auto tables, model::tables::tablesOf(*profile));
        EMBER_ASSIGN_OR_RETURN(file, preparedTables(std::move(tables), path));
    }
    if (threads == Threads::Chosen && hasOfAllThreads(profile->tables(), file.losses))
        file.remarks << ProfileExport::tr("In it: spans, measurements and output of all threads.");
    return file;
}

// The losses that a reader of the file would miss, and all others.
struct LossTexts {
    QStringList missed;
    QStringList technical;

    explicit LossTexts(const PreparedFile &file)
    {
        for (const model::Loss &loss : file.losses)
            (isTechnical(loss) ? technical : missed) << lossText(loss);
    }

    QStringList all() const { return missed + technical; }
};

// "Left out: times of samples (400); threads (2) and 3 more."
QString summaryOf(const LossTexts &losses)
{
    const auto shown = std::min(losses.missed.size(), mostLosses);
    const auto more = losses.all().size() - shown;
    const QString list = losses.missed.mid(0, shown).join(QStringLiteral("; "));
    return more == 0 ? ProfileExport::tr("Left out: %1.").arg(list)
                     : ProfileExport::tr("Left out: %1 and %n more.", nullptr, int(more)).arg(list);
}

QString leftOut(const PreparedFile &file)
{
    return ProfileExport::tr("Left out: %1.").arg(LossTexts(file).all().join(QStringLiteral("; ")));
}

// "1.25 s from +0.5 s on, 3 threads"
QString partText(const model::Selection &part, const model::Profile &profile)
{
    QStringList parts;
    if (part.range != model::TimeRange::everything())
        parts << ProfileExport::tr("%1 from %2 on", "a length, a time")
                     .arg(views::durationText(part.range.duration()),
                          views::offsetText(part.range.start - profile.timeRange().start,
                                            std::chrono::milliseconds(1)));
    if (!part.threads.empty())
        parts << views::threadsText(part.threads.size());
    return parts.join(QStringLiteral(", "));
}

QString endingOf(const QString &filter)
{
    const auto first = filter.lastIndexOf(QLatin1String("*.")) + 2;
    return filter.mid(first, filter.lastIndexOf(u')') - first);
}

} // namespace

QFileDialog *exportDialog(const QString &title, const QStringList &filters, Settings &settings,
                          QWidget &window)
{
    auto *dialog = new QFileDialog(&window, title, settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(endingOf(filters.first()));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(endingOf(filter));
    });
    return dialog;
}

ProfileExport::ProfileExport(Document &document, const views::SumsQuery &sums, Settings &settings,
                             MessageBar &messages, WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_sums(sums),
      m_settings(settings),
      m_messages(messages),
      m_progress(progress),
      m_window(window),
      m_open(new QAction(tr("&Open It"), this))
{
    connect(m_open, &QAction::triggered, this, [this] { emit openRequested(m_written); });
}

void ProfileExport::choose()
{
    if (!m_document.spans())
        return;
    const Exported whole{m_document.spans()->recorded(), {}};
    const auto part = m_sums.selectedPart();
    if (!part) {
        chooseFile(whole);
        return;
    }
    auto *box = new QMessageBox(QMessageBox::Question, tr("Export"),
                                tr("Export all, or only what is selected?"), QMessageBox::Cancel,
                                &m_window);
    box->setObjectName(QStringLiteral("exportPart"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Selected: %1.").arg(partText(*part, *m_document.spans()->profile())));
    auto *const all = box->addButton(tr("&All"), QMessageBox::AcceptRole);
    auto *const selected = box->addButton(tr("&Selection"), QMessageBox::AcceptRole);
    box->setDefaultButton(selected);
    connect(all, &QAbstractButton::clicked, this, [this, whole] { chooseFile(whole); });
    connect(selected, &QAbstractButton::clicked, this,
            [this, cut = Exported{whole.profile, *part}] { chooseFile(cut); });
    box->open();
}

void ProfileExport::chooseFile(const Exported &exported)
{
    auto *dialog = exportDialog(tr("Export"), exportFilters(), m_settings, m_window);
    dialog->selectFile(m_document.proposedName());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, exported](const QString &path) { exportTo(path, exported); });
    dialog->open();
}

void ProfileExport::exportTo(const QString &path)
{
    if (m_document.spans())
        exportTo(path, {m_document.spans()->recorded(), {}});
}

void ProfileExport::exportTo(const QString &path, const Exported &exported)
{
    const auto *const exporter = model::builtinFormats().exporterFor(toPath(path));
    if (!exporter && !hasTableEnding(path) && !hasV1Ending(path)) {
        refuseEnding(path, exportFilters());
        return;
    }
    write(path, m_document.paths(),
          [path, exporter, exported, options = m_settings.chunks().options(),
           inputs = m_document.paths()](const std::stop_token &stop) -> Result<PreparedFile> {
              const auto &[profile, part] = exported;
              if (hasV1Ending(path))
                  return preparedV1(excerpt(profile, part).profile, options, path, inputs);
              return preparedFile(excerpt(profile, part).profile,
                                  part.threads.empty() ? Threads::All : Threads::Chosen,
                                  hasTableEnding(path) ? nullptr : exporter, path, stop);
          });
}

void ProfileExport::refuseEnding(const QString &path, const QStringList &filters)
{
    QStringList endings;
    for (const QString &filter : filters)
        endings << u'.' + endingOf(filter);
    m_messages.showMessage(
        {.importance = Importance::Error,
         .text = tr("No format has the ending of “%1”.").arg(QFileInfo(path).fileName()),
         .advice =
             tr("There are %1.", "endings of files").arg(endings.join(QStringLiteral(", ")))});
}

void ProfileExport::write(const QString &path, const QStringList &inputs, Preparation prepare)
{
    if (!sameFileAmong(inputs, path).isEmpty()) {
        m_messages.showError({ErrorCode::FileIsInput, toPath(path), {}});
        return;
    }
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const std::stop_token stop = m_progress.begin(tr("Exporting…"));
    inBackground(
        this, [prepare = std::move(prepare), stop] { return prepare(stop); },
        [this, path](const Result<PreparedFile> &result) {
            m_progress.end();
            if (result)
                ask(path, *result);
            else if (result.error().code != ErrorCode::Cancelled)
                m_messages.showError(
                    {result.error().code,
                     result.error().subject.empty() ? toPath(path) : result.error().subject,
                     result.error().detail});
        });
}

void ProfileExport::ask(const QString &path, const PreparedFile &file)
{
    const LossTexts losses(file);
    if (file.remarks.isEmpty() && losses.missed.isEmpty()) {
        save(file);
        return;
    }
    QStringList shown;
    if (!losses.missed.isEmpty())
        shown << summaryOf(losses);
    shown << file.remarks;
    auto *box = new QMessageBox(QMessageBox::Information, tr("Export"),
                                tr("Before %1 is written (%2):", "file, format")
                                    .arg(QFileInfo(path).fileName(), file.format),
                                QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("exportLosses"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QString all = shown.join(u'\n');
    const QString inSight = views::shortenedLines(all, mostRemarks);
    box->setInformativeText(inSight);
    for (auto *label : box->findChildren<QLabel *>()) // Qt sets the format of the first text only
        label->setTextFormat(Qt::PlainText); // names of files, tables and columns are data
    if (!file.losses.empty() || inSight != all)
        box->setDetailedText((losses.all() + file.remarks).join(u'\n'));
    auto *const button = box->addButton(tr("&Export"), QMessageBox::AcceptRole);
    box->setDefaultButton(button);
    connect(button, &QAbstractButton::clicked, this, [this, file] { save(file); });
    box->open();
}

void ProfileExport::save(const PreparedFile &file)
{
    m_progress.begin(tr("Exporting…"));
    inBackground(this, file.save, [this, file](const Result<QStringList> &saved) {
        m_progress.end();
        if (!saved) {
            m_messages.showError(saved.error());
            return;
        }
        say(file, *saved);
    });
}

void ProfileExport::say(const PreparedFile &file, const QStringList &saved)
{
    const QString first = QDir::toNativeSeparators(saved.value(0));
    m_written = saved;
    m_messages.showMessage(
        {.importance = Importance::Note,
         .text = saved.size() > 1
             ? tr("Exported to %1 and %n more.", "a file, more files", int(saved.size()) - 1)
                   .arg(first)
             : tr("Exported to %1.").arg(first),
         .advice = file.afterwards,
         .details = file.losses.empty() ? QString() : leftOut(file),
         .actions = file.isOther ? QList<QAction *>{m_open} : QList<QAction *>()});
}

} // namespace ember::app
