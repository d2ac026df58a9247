// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/profileexport.h"

#include "app/export/savedfile.h"
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/session/filenames.h"
#include "model/formats/export/losses.h"
#include "model/formats/formatregistry.h"
#include "model/formats/rds/rdswriter.h"
#include "model/formats/sqlite/sqlitewriter.h"
#include "model/query/excerpt.h"
#include "model/tables/fromprofile.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ember::app {

using model::ErrorCode;
using model::Result;

namespace {

using Prepared = ProfileExport::Prepared;
enum class Threads : std::uint8_t { All, Chosen };
using Preparation = std::function<Result<Prepared>(const model::ProfilePointer &, Threads,
                                                   const std::stop_token &)>;

constexpr QLatin1String databaseEnding("sqlite");
constexpr QLatin1String rEnding("rds");
constexpr int mostRemarks = 6; // in sight; the details have all

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// Filters of the dialog, the page first.
QStringList nameFilters()
{
    QStringList filters;
    for (const auto &exporter : model::builtinFormats().exporters()) {
        const QString ending = textOf(exporter->extensions().front());
        if (exporter->format() == "html")
            filters.prepend(
                ProfileExport::tr("Page with flame graph and flame chart (*.%1)").arg(ending));
        else
            filters.append(QStringLiteral("%1 (*.%2)").arg(textOf(exporter->format()), ending));
    }
    filters.append(ProfileExport::tr("Tables in a database (*.%1)").arg(databaseEnding));
    filters.append(ProfileExport::tr("Tables for R (*.%1)").arg(rEnding));
    return filters;
}

// Whether what is written has something that is not cut to chosen threads.
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

void noteThreads(Prepared &prepared, Threads threads, const model::ProfileTables &tables,
                 const std::vector<model::Loss> &losses)
{
    if (threads == Threads::Chosen && hasOfAllThreads(tables, losses))
        prepared.remarks.append(
            ProfileExport::tr("in it: spans, measurements and output of all threads"));
}

// Bytes that are saved later.
Prepared prepared(model::Export written, const QString &path)
{
    QStringList lost;
    for (const model::Loss &loss : written.losses)
        lost += ProfileExport::tr("not in it: %1", "%1 is a number and what is counted")
                    .arg(QStringLiteral("%L1 %2").arg(loss.count).arg(textOf(loss.what)));
    return {lost, [path, bytes = std::make_shared<const std::string>(std::move(written.bytes))] {
                return saveWhole(QByteArray::fromRawData(bytes->data(), qsizetype(bytes->size())),
                                 path);
            }};
}

Result<Prepared> preparedTables(const model::ProfilePointer &profile, Threads threads,
                                const QString &path)
{
    EMBER_ASSIGN_OR_RETURN(auto tables, model::tables::tablesOf(*profile));
    const auto commandLines =
        std::ranges::count_if(tables.processes.command, [&](model::StringIndex command) {
            return command.isValid() && !tables.strings[command].empty();
        });
    Prepared result;
    if (path.endsWith(QLatin1Char('.') % rEnding, Qt::CaseInsensitive)) {
        EMBER_ASSIGN_OR_RETURN(auto written,
                               model::rds::writtenTables(tables, model::rds::Schema::V2));
        result = prepared(std::move(written), path);
    } else {
        result.save = [path,
                       all = std::make_shared<const model::tables::Tables>(std::move(tables))] {
            return model::sqlite::writeTables(*all, toPath(path));
        };
    }
    if (commandLines > 0)
        result.remarks.append(ProfileExport::tr("in it: the command lines of %n process(es), with "
                                                "all their arguments",
                                                nullptr, static_cast<int>(commandLines)));
    noteThreads(result, threads, profile->tables(), {});
    return result;
}

// Returns the function that prepares the format of the path's ending; null for an unknown one.
Preparation preparationFor(const QString &path)
{
    const auto hasEnding = [&](QLatin1String ending) {
        return path.endsWith(QLatin1Char('.') % ending, Qt::CaseInsensitive);
    };
    if (hasEnding(databaseEnding) || hasEnding(rEnding))
        return [path](const model::ProfilePointer &profile, Threads threads,
                      const std::stop_token &) { return preparedTables(profile, threads, path); };
    const auto *const exporter = model::builtinFormats().exporterFor(toPath(path));
    if (exporter == nullptr)
        return nullptr;
    return [exporter, path](const model::ProfilePointer &profile, Threads threads,
                            const std::stop_token &stop) -> Result<Prepared> {
        EMBER_ASSIGN_OR_RETURN(auto written, exporter->write({&profile, 1}, {.stop = stop}));
        const auto losses = written.losses;
        auto result = prepared(std::move(written), path);
        noteThreads(result, threads, profile->tables(), losses);
        return result;
    };
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

} // namespace

ProfileExport::ProfileExport(Document &document, const views::SumsQuery &sums, Settings &settings,
                             MessageBar &messages, WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_sums(sums),
      m_settings(settings),
      m_messages(messages),
      m_progress(progress),
      m_window(window)
{
}

std::optional<model::Selection> ProfileExport::selectedPart() const
{
    model::Selection selection = m_sums.selection();
    if (selection.threads.empty() && selection.range == model::TimeRange::everything())
        return std::nullopt;
    selection.filters.clear();
    selection.counted = model::Counted::All;
    return selection;
}

void ProfileExport::choose()
{
    if (!m_document.spans())
        return;
    const Exported whole{m_document.spans()->recorded(), {}};
    const auto part = selectedPart();
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
    auto *dialog = new QFileDialog(&m_window, tr("Export"), m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(nameFilters());
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(m_document.proposedName());
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        const auto first = filter.lastIndexOf(QLatin1String("*.")) + 2;
        dialog->setDefaultSuffix(filter.mid(first, filter.lastIndexOf(u')') - first));
    });
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
    const Preparation prepare = preparationFor(path);
    if (!prepare) {
        m_messages.showError({ErrorCode::InvalidArgument, toPath(QFileInfo(path).fileName()),
                              tr("no format that is exported has this ending").toStdString()});
        return;
    }
    if (!sameFileAmong(m_document.paths(), path).isEmpty()) {
        m_messages.showError({ErrorCode::FileIsInput, toPath(path), {}});
        return;
    }
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const std::stop_token stop = m_progress.begin(tr("Exporting…"));
    inBackground(
        this,
        [prepare, exported, stop] {
            const auto &[profile, part] = exported;
            return prepare(excerpt(profile, part).profile,
                           part.threads.empty() ? Threads::All : Threads::Chosen, stop);
        },
        [this, path](const Result<Prepared> &result) {
            m_progress.end();
            if (result)
                ask(path, *result);
            else if (result.error().code != ErrorCode::Cancelled)
                m_messages.showError({result.error().code, toPath(path), result.error().detail});
        });
}

void ProfileExport::ask(const QString &path, const Prepared &prepared)
{
    if (prepared.remarks.isEmpty()) {
        save(path, prepared);
        return;
    }
    auto *box = new QMessageBox(QMessageBox::Information, tr("Export"),
                                tr("Before %1 is written:").arg(QFileInfo(path).fileName()),
                                QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("exportLosses"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // file names are data
    box->setInformativeText(views::shortenedLines(prepared.remarks.join(u'\n'), mostRemarks));
    box->setDetailedText(prepared.remarks.join(u'\n'));
    auto *const button = box->addButton(tr("&Export"), QMessageBox::AcceptRole);
    box->setDefaultButton(button);
    connect(button, &QAbstractButton::clicked, this, [=, this] { save(path, prepared); });
    box->open();
}

void ProfileExport::save(const QString &path, const Prepared &prepared)
{
    m_progress.begin(tr("Exporting…"));
    inBackground(this, prepared.save, [this, path](const Result<void> &saved) {
        m_progress.end();
        if (!saved) {
            m_messages.showError(saved.error());
            return;
        }
        m_messages.showMessage({.importance = Importance::Note,
                                .text = tr("Exported to %1.").arg(QDir::toNativeSeparators(path)),
                                .advice = {},
                                .details = {},
                                .actions = {}});
    });
}

} // namespace ember::app
