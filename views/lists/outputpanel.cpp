// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/outputpanel.h"

#include "views/state/openprofile.h"
#include "views/state/theme.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"
#include "views/text/durationtext.h"
#include "views/widgets/tablelook.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

namespace ember::views {

using namespace model;

namespace {

int lineCount(const ProfilePointer &profile)
{
    return profile ? static_cast<int>(profile->tables().output.size()) : 0;
}

QString streamText(const OutputLine &line)
{
    return line.stream == OutputStream::Error ? OutputModel::tr("standard error")
                                              : OutputModel::tr("standard output");
}

} // namespace

OutputModel::OutputModel(QObject *parent)
    : ColumnsModel(
        {{tr("Time"),
          [this](const OutputLine &line) {
              return offsetText(line.time - m_profile->timeRange().start, Nanoseconds(1'000'000));
          },
          Qt::AlignRight, streamText},
         {tr("From"), streamText, Qt::AlignLeft, streamText},
         {tr("Output"),
          [this](const OutputLine &line) { return fromUtf8(m_profile->text(line.text)); },
          Qt::AlignLeft, streamText}},
        parent)
{
}

void OutputModel::open(ProfilePointer profile)
{
    beginResetModel();
    m_profile = std::move(profile);
    m_rows = lineCount(m_profile);
    endResetModel();
}

void OutputModel::update(ProfilePointer profile)
{
    const int rows = lineCount(profile);
    if (rows <= m_rows) {
        m_profile = std::move(profile);
        return;
    }
    beginInsertRows({}, m_rows, rows - 1);
    m_profile = std::move(profile);
    m_rows = rows;
    endInsertRows();
}

const OutputLine &OutputModel::line(int row) const
{
    return m_profile->tables()
        .output[decltype(m_profile->tables().output.nextIndex())(static_cast<std::size_t>(row))];
}

int OutputModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

QVariant OutputModel::data(const QModelIndex &index, int role) const
{
    const bool isError = index.isValid() && line(index.row()).stream == OutputStream::Error;
    if (role == Qt::FontRole)
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (isError && role == Qt::ForegroundRole)
        return QBrush(theme(shadeOf(QGuiApplication::palette())).error);
    return ColumnsModel::data(index, role);
}

OutputPanel::OutputPanel(const OpenProfile &profile, TimeZoom &zoom, ViewSelection &selection,
                         QWidget *parent)
    : QWidget(parent),
      m_openProfile(profile),
      m_zoom(zoom),
      m_selection(selection),
      m_model(new OutputModel(this)),
      m_view(new QTableView(this)),
      m_hint(new QLabel(this))
{
    styleHint(*m_hint);
    // Names both reasons, as the profile does not tell which applies: recordings of the command
    // line have no output.
    m_hint->setText(tr("No output was recorded: the program printed nothing, or was not launched "
                       "from this window."));
    styleTable(*m_view);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Output of the program"));
    m_view->setColumnWidth(OutputModel::Time, 100);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    column->addWidget(m_hint);
    connect(&profile, &OpenProfile::changed, this, &OutputPanel::showSnapshot);
    connect(m_view, &QTableView::clicked, this, &OutputPanel::goTo);
    connect(m_view, &QTableView::activated, this, &OutputPanel::goTo);
    showSnapshot();
}

void OutputPanel::showSnapshot()
{
    const auto profile =
        m_openProfile.spans() ? m_openProfile.spans()->profile() : ProfilePointer();
    if (m_openProfile.serial() != m_profileSerial) {
        m_profileSerial = m_openProfile.serial();
        m_model->open(profile);
        showHint();
        return;
    }
    // Stays at the newest line, unless scrolled up.
    const QScrollBar *bar = m_view->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    m_model->update(profile);
    showHint();
    if (atEnd)
        m_view->scrollToBottom();
}

void OutputPanel::showHint()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

void OutputPanel::goTo(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const auto time = m_model->line(index.row()).time;
    m_zoom.reveal({time, time + Nanoseconds(1)});
    m_selection.setCursor(time);
}

} // namespace ember::views
