// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/savedialog.h"

#include "app/sentry/profilepart.h"
#include "app/sentry/sentryfields.h"
#include "app/session/filenames.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int pathWidth = 380;

} // namespace

SaveDialog::SaveDialog(ProfilePartField *part, const QString &folder, const ChunkSettings &settings,
                       const QStringList &shownFiles, QWidget *parent)
    : QDialog(parent),
      m_shownFiles(shownFiles),
      m_path(new QLineEdit(QDir(folder).filePath(QStringLiteral("chunk.json")))),
      m_options(new ChunkOptionsForm)
{
    setObjectName(QStringLiteral("saveDialog"));
    setWindowTitle(tr("Save for Sentry"));
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setMinimumWidth(pathWidth);
    m_options->setSettings(settings);
    auto *browseButton = new QPushButton(tr("&Browse…"));
    browseButton->setAutoDefault(false);
    connect(browseButton, &QPushButton::clicked, this, &SaveDialog::browse);
    auto *file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(browseButton);
    auto *hint = new QLabel(tr("NAME.json is a bare chunk, NAME.envelope an envelope; several "
                               "chunks become NAME-000, NAME-001 and so on."));
    hint->setWordWrap(true);
    auto *form = new QFormLayout;
    auto *fileLabel = new QLabel(tr("&File"));
    fileLabel->setBuddy(m_path); // set by hand: the field is in a nested layout
    form->addRow(fileLabel, file);
    form->addRow(QString(), hint);
    auto *says = new QGroupBox(tr("What the chunks say"));
    (new QVBoxLayout(says))->addWidget(m_options);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    connect(m_path, &QLineEdit::textChanged, this,
            [this] { m_save->setEnabled(!QFileInfo(path()).fileName().isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(part);
    column->addLayout(form);
    column->addWidget(says);
    column->addWidget(buttons);
}

QString SaveDialog::path() const
{
    return m_path->text().trimmed();
}

ChunkSettings SaveDialog::settings() const
{
    return m_options->settings();
}

void SaveDialog::browse()
{
    auto *dialog = new QFileDialog(this, tr("Save for Sentry"), QFileInfo(path()).absolutePath(),
                                   tr("Sentry profile chunks (*.json);;Envelopes (*.envelope)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        const bool isEnvelope = filter.contains(QLatin1String(".envelope"));
        dialog->setDefaultSuffix(isEnvelope ? QStringLiteral("envelope") : QStringLiteral("json"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &chosen) {
        m_replaceable = chosen;
        m_path->setText(chosen);
    });
    dialog->open();
}

void SaveDialog::accept()
{
    const QString shownFile = sameFileAmong(m_shownFiles, path());
    if (shownFile.isEmpty() && (path() == m_replaceable || !QFileInfo::exists(path())))
        QDialog::accept();
    else
        ask(shownFile);
}

void SaveDialog::ask(const QString &shownFile)
{
    auto *box = new QMessageBox(QMessageBox::Question, windowTitle(),
                                tr("%1 exists already.").arg(QFileInfo(path()).fileName()),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // file names are data
    if (!shownFile.isEmpty()) {
        box->setIcon(QMessageBox::Warning);
        box->setText(tr("%1 is the file that is open: %2.")
                         .arg(QFileInfo(path()).fileName(), QDir::toNativeSeparators(shownFile)));
        box->setInformativeText(tr(
            "Chunks for Sentry hold less than a capture or a file of another format, for example "
            "no states of threads. If you replace the file, the rest is lost."));
    }
    const auto *replace = box->addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(replace, &QAbstractButton::clicked, this, [this] { QDialog::accept(); });
    box->open();
}

} // namespace ember::app
