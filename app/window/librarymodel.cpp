// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/librarymodel.h"

#include "views/durationtext.h"

#include <QLocale>

namespace ember::app {

namespace {

QString useText(const CaptureInfo &capture)
{
    if (capture.isRecording)
        return LibraryModel::tr("being recorded");
    if (capture.isOpen)
        return LibraryModel::tr("open");
    return capture.name.isEmpty() ? LibraryModel::tr("kept while there is room")
                                  : LibraryModel::tr("kept");
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
    emit dataChanged(index, index.siblingAtColumn(Use));
    return true;
}

} // namespace ember::app
