// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/librarydialog.h"

#include "app/errortext.h"
#include "app/inbackground.h"
#include "app/look/appearance.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

QString useText(const CaptureInfo &capture)
{
    if (capture.isRecording)
        return LibraryModel::tr("being recorded");
    if (capture.isOpen)
        return LibraryModel::tr("open");
    return capture.isPinned ? LibraryModel::tr("pinned")
                            : LibraryModel::tr("kept while there is room");
}

QString cellText(const CaptureInfo &capture, int column)
{
    switch (column) {
    case LibraryModel::Name: return capture.name;
    case LibraryModel::Command: return capture.command.commandLine();
    case LibraryModel::Started: return QLocale().toString(capture.started, QLocale::ShortFormat);
    case LibraryModel::Size: return views::bytesText(static_cast<std::uint64_t>(capture.bytes));
    case LibraryModel::Use: return useText(capture);
    default: return {};
    }
}

constexpr qint64 bytesPerGigabyte = 1'000'000'000;
constexpr int highestLimitGigabytes = 1000;

// Removes the captures; returns the last error, if any.
model::Result<void> removeAll(const CaptureLibrary &library, const QList<CaptureFolder> &folders)
{
    model::Result<void> all;
    for (const CaptureFolder &folder : folders) {
        if (auto removed = library.remove(folder); !removed)
            all = std::move(removed);
    }
    return all;
}

bool areAllPinned(const LibraryModel &model, const QList<int> &rows)
{
    return !rows.isEmpty()
        && std::ranges::all_of(rows, [&](int row) { return model.capture(row).isPinned; });
}

} // namespace

LibraryModel::LibraryModel(const CaptureLibrary &library, QObject *parent)
    : QAbstractTableModel(parent),
      m_library(library),
      m_listing(this, [this](QList<CaptureInfo> captures) { take(std::move(captures)); })
{
    refresh();
}

void LibraryModel::refresh()
{
    m_listing.start([library = m_library] { return library.list(); });
}

void LibraryModel::take(QList<CaptureInfo> captures)
{
    beginResetModel();
    m_captures = std::move(captures);
    endResetModel();
}

qint64 LibraryModel::totalBytes() const
{
    qint64 total = 0;
    for (const CaptureInfo &capture : m_captures)
        total += capture.bytes;
    return total;
}

int LibraryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_captures.size());
}

int LibraryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LibraryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const CaptureInfo &capture = m_captures.at(index.row());
    if (role == Qt::DisplayRole || role == Qt::EditRole)
        return cellText(capture, index.column());
    if (role == Qt::ToolTipRole)
        return capture.folder.path();
    if (role == Qt::TextAlignmentRole && index.column() == Size)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant LibraryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case Command: return tr("Command");
    case Started: return tr("Started");
    case Size: return tr("Size");
    case Use: return tr("State");
    default: return {};
    }
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex &index) const
{
    auto flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Name)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool LibraryModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != Name || role != Qt::EditRole)
        return false;
    CaptureInfo &capture = m_captures[index.row()];
    const auto renamed = m_library.rename(capture.folder, value.toString());
    if (!renamed) {
        emit failed(renamed.error());
        return false;
    }
    capture.name = value.toString().trimmed();
    capture.isPinned = !capture.name.isEmpty();
    emit dataChanged(index, index.siblingAtColumn(Use));
    return true;
}

void LibraryModel::pin(int row, Pinned pinned)
{
    CaptureInfo &capture = m_captures[row];
    if (const auto done = m_library.pin(capture.folder, pinned); !done) {
        emit failed(done.error());
        return;
    }
    capture.isPinned = pinned == Pinned::Yes;
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

LibraryDialog::LibraryDialog(const CaptureLibrary &library, Settings &settings, QWidget *parent)
    : QDialog(parent),
      m_library(library),
      m_settings(settings),
      m_model(new LibraryModel(library, this)),
      m_view(new QTableView),
      m_total(new QLabel),
      m_error(new QLabel),
      m_limit(new QSpinBox),
      m_open(new QPushButton(symbolIcon(QStringLiteral("open")), tr("&Open"))),
      m_pin(new QPushButton(tr("&Pin"))),
      m_remove(new QPushButton(tr("&Delete")))
{
    setWindowTitle(tr("Capture Library"));
    setObjectName(QStringLiteral("libraryDialog"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new views::ShortTexts(views::mostLetters, m_view));
    m_view->setAccessibleName(windowTitle());
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_error->setWordWrap(true);
    m_error->hide();

    auto *hint = new QLabel(tr("A pinned capture is kept until you delete it; one that gets a "
                               "name is pinned. Others go, oldest first, when there is no room "
                               "left."));
    hint->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    buttons->addButton(m_pin, QDialogButtonBox::ActionRole);
    buttons->addButton(m_remove, QDialogButtonBox::ActionRole);

    auto *column = new QVBoxLayout(this);
    column->addWidget(hint);
    column->addWidget(m_view, 1);
    column->addWidget(createLimitRow());
    column->addWidget(m_error);
    column->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &LibraryDialog::openSelected);
    connect(m_remove, &QPushButton::clicked, this, &LibraryDialog::removeSelected);
    connect(m_pin, &QPushButton::clicked, this, &LibraryDialog::pinSelected);
    m_pin->setObjectName(QStringLiteral("pinButton"));
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (index.column() == LibraryModel::Name)
            m_view->edit(index);
        else
            openSelected();
    });
    connect(m_model, &LibraryModel::failed, this, &LibraryDialog::showError);
    connect(m_model, &LibraryModel::modelReset, this, &LibraryDialog::showCaptures);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LibraryDialog::showState);
    showCaptures();
    resize(820, 440);
}

QWidget *LibraryDialog::createLimitRow()
{
    m_limit->setObjectName(QStringLiteral("libraryLimit"));
    m_limit->setRange(1, highestLimitGigabytes);
    m_limit->setSuffix(tr(" GB"));
    m_limit->setValue(static_cast<int>(m_settings.libraryLimitBytes() / bytesPerGigabyte));
    auto *label = new QLabel(tr("&Room for captures"));
    label->setBuddy(m_limit);
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_total, 1);
    line->addWidget(label);
    line->addWidget(m_limit);
    connect(m_limit, &QSpinBox::editingFinished, this, [this] {
        m_settings.setLibraryLimitBytes(m_limit->value() * bytesPerGigabyte);
        inBackground(
            this,
            [library = m_library, limit = m_settings.libraryLimitBytes()] {
                return library.enforceLimit(limit);
            },
            [this](const QStringList &) { m_model->refresh(); });
    });
    return row;
}

void LibraryDialog::openSelected()
{
    const QList<int> rows = views::selectedRows(*m_view);
    if (rows.size() != 1)
        return;
    emit openRequested(m_model->capture(rows.first()).folder);
    accept();
}

void LibraryDialog::removeSelected()
{
    m_error->hide();
    QList<CaptureFolder> folders;
    for (const int row : views::selectedRows(*m_view))
        folders.append(m_model->capture(row).folder);
    inBackground(
        this, [library = m_library, folders] { return removeAll(library, folders); },
        [this](const model::Result<void> &removed) {
            if (!removed)
                showError(removed.error());
            m_model->refresh();
        });
}

void LibraryDialog::pinSelected()
{
    m_error->hide();
    const QList<int> rows = views::selectedRows(*m_view);
    const Pinned pinned = areAllPinned(*m_model, rows) ? Pinned::No : Pinned::Yes;
    for (const int row : rows)
        m_model->pin(row, pinned);
    showState();
}

void LibraryDialog::showCaptures()
{
    m_view->resizeColumnsToContents();
    m_view->setColumnWidth(LibraryModel::Name, 160);
    m_view->setColumnWidth(LibraryModel::Command, 260);
    showState();
}

void LibraryDialog::showState()
{
    const QList<int> rows = views::selectedRows(*m_view);
    m_open->setEnabled(rows.size() == 1);
    m_remove->setEnabled(!rows.isEmpty());
    m_pin->setEnabled(!rows.isEmpty());
    m_pin->setText(areAllPinned(*m_model, rows) ? tr("Un&pin") : tr("&Pin"));
    m_total->setText(tr("%n capture(s), %1", nullptr, m_model->rowCount())
                         .arg(views::bytesText(static_cast<std::uint64_t>(m_model->totalBytes()))));
}

void LibraryDialog::showError(const model::Error &error)
{
    m_error->setText(errorLine(error));
    m_error->show();
}

} // namespace ember::app
