// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/profileexport.h"

#include "app/inbackground.h"
#include "app/session/filenames.h"
#include "app/window/messagebar.h"
#include "app/window/savedfile.h"
#include "app/window/workprogress.h"
#include "model/formats/formatregistry.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace ember::app {

using model::Error;
using model::ErrorCode;

namespace {

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
    return filters;
}

} // namespace

ProfileExport::ProfileExport(Document &document, Settings &settings, MessageBar &messages,
                             WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_settings(settings),
      m_messages(messages),
      m_progress(progress),
      m_window(window)
{
}

void ProfileExport::choose()
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
    connect(dialog, &QFileDialog::fileSelected, this, &ProfileExport::exportTo);
    dialog->open();
}

void ProfileExport::exportTo(const QString &path)
{
    if (!m_document.spans())
        return;
    const auto *const exporter = model::builtinFormats().exporterFor(toPath(path));
    if (exporter == nullptr) {
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
        [exporter, stop, profile = m_document.spans()->recorded()] {
            return exporter->write({&profile, 1}, {.stop = stop});
        },
        [this, path](model::Result<model::Export> &written) {
            m_progress.end();
            if (written)
                ask(path, std::make_shared<const model::Export>(std::move(*written)));
            else if (written.error().code != ErrorCode::Cancelled)
                m_messages.showError({written.error().code, toPath(path), written.error().detail});
        });
}

void ProfileExport::ask(const QString &path, const Written &written)
{
    if (written->losses.empty()) {
        save(path, written);
        return;
    }
    QStringList lost;
    for (const model::Loss &loss : written->losses)
        lost += QStringLiteral("%L1 %2").arg(loss.count).arg(textOf(loss.what));
    auto *box = new QMessageBox(
        QMessageBox::Information, tr("Export"),
        tr("%1 will not have everything that the profile has.").arg(QFileInfo(path).fileName()),
        QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("exportLosses"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // file names are data
    box->setInformativeText(tr("The profile that is open stays as it is. The details list what is "
                               "left out."));
    box->setDetailedText(lost.join(u'\n'));
    auto *const button = box->addButton(tr("&Export"), QMessageBox::AcceptRole);
    box->setDefaultButton(button);
    connect(button, &QAbstractButton::clicked, this, [=, this] { save(path, written); });
    box->open();
}

void ProfileExport::save(const QString &path, const Written &written)
{
    m_progress.begin(tr("Exporting…"));
    inBackground(
        this,
        [path, written] {
            const auto &bytes = written->bytes;
            return saveWhole(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())), path);
        },
        [this, path](const model::Result<void> &saved) {
            m_progress.end();
            if (!saved) {
                m_messages.showError(saved.error());
                return;
            }
            m_messages.showMessage(
                {.importance = Importance::Note,
                 .text = tr("Exported to %1.").arg(QDir::toNativeSeparators(path)),
                 .advice = {},
                 .details = {},
                 .actions = {}});
        });
}

} // namespace ember::app
