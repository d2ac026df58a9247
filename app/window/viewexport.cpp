// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewexport.h"

#include "app/window/actions.h"
#include "app/window/messagebar.h"
#include "app/window/panels.h"
#include "views/graph/graphsvg.h"
#include "views/graph/graphwidget.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QPixmap>
#include <QSaveFile>

#include <algorithm>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// A view may have a hidden table beside a hint.
template<typename Widget>
Widget *shownIn(QWidget &view)
{
    const auto found = view.findChildren<Widget *>();
    const auto shown = std::ranges::find_if(
        found, [&](const Widget *widget) { return widget->isVisibleTo(&view); });
    return shown == found.end() ? nullptr : *shown;
}

} // namespace

ViewExport::ViewExport(views::ViewState &state, Panels &panels, QWidget &chart, QWidget &window)
    : QObject(&window),
      m_state(state),
      m_panels(panels),
      m_chart(chart),
      m_window(window)
{
}

void ViewExport::connectTo(Actions &actions, MessageBar &messages)
{
    m_messages = &messages;
    connect(actions.copyText, &QAction::triggered, this,
            [this] { copy(current(), views::TextKind::Plain); });
    connect(actions.copyMarkdown, &QAction::triggered, this,
            [this] { copy(current(), views::TextKind::Markdown); });
    connect(actions.savePicture, &QAction::triggered, this, &ViewExport::choosePath);
}

QWidget &ViewExport::current() const
{
    for (QWidget *at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (m_panels.contains(at))
            return *at;
    }
    return m_chart;
}

bool ViewExport::copy(QWidget &view, views::TextKind kind)
{
    auto *table = qobject_cast<QAbstractItemView *>(QApplication::focusWidget());
    if (!table || !view.isAncestorOf(table))
        table = shownIn<QAbstractItemView>(view);
    if (!table || table->model()->rowCount() == 0)
        return false;
    delete m_copy;
    m_copy = new views::TableCopy(*table, kind);
    return true;
}

void ViewExport::choosePath()
{
    // The dialog takes the keyboard.
    QWidget *view = &current();
    const bool isGraph = shownIn<views::GraphWidget>(*view) != nullptr;
    auto *dialog = new QFileDialog(&m_window, tr("Save Picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(isGraph ? QStringLiteral("svg") : QStringLiteral("png"));
    dialog->setNameFilters(isGraph
                               ? QStringList{tr("SVG picture (*.svg)"), tr("PNG picture (*.png)")}
                               : QStringList{tr("PNG picture (*.png)")});
    connect(dialog, &QFileDialog::fileSelected, view, [this, view](const QString &path) {
        if (const auto saved = save(*view, path); !saved)
            m_messages->showError(saved.error());
    });
    dialog->open();
}

Result<void> ViewExport::save(QWidget &view, const QString &path) const
{
    const Error failure{ErrorCode::FileNotWritable, path.toStdString(), {}};
    if (!path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return view.grab().save(path) ? Result<void>() : Result<void>(failure);
    auto *graph = shownIn<views::GraphWidget>(view);
    if (!graph || !graph->viewport().tree() || !m_state.spans())
        return Error{ErrorCode::InvalidArgument, path.toStdString(),
                     "only graphs are written as SVG"};
    QSaveFile file(path);
    const QByteArray svg = graphSvg(m_state, graph->viewport());
    if (!file.open(QIODevice::WriteOnly) || file.write(svg) != svg.size() || !file.commit())
        return failure;
    return {};
}

} // namespace ember::app
