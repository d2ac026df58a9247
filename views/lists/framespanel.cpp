// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/framespanel.h"

#include "model/profile/samplerows.h"
#include "model/query/threadstatistics.h"
#include "views/state/framechoice.h"
#include "views/state/openprofile.h"
#include "views/state/viewappearance.h"
#include "views/state/viewselection.h"
#include "views/sums/tablerows.h"
#include "views/text/blametext.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"
#include "views/widgets/tablelook.h"

#include <QBrush>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

// The sort key of columns without an order of their own.
QVariant durationKey(const SlowFrame &frame)
{
    return static_cast<qlonglong>(frame.range.duration().count());
}

} // namespace

FrameModel::FrameModel(const OpenProfile &profile, const FrameChoice &frames,
                       const ViewSelection &selection, const ViewAppearance &appearance,
                       QObject *parent)
    : ColumnsModel(columnsOf(*this), parent),
      m_profile(profile),
      m_frames(frames),
      m_selection(selection),
      m_appearance(appearance)
{
    connect(&m_frames, &FrameChoice::framesChanged, this, &FrameModel::showFrames);
    connect(&m_profile, &OpenProfile::changed, this, &FrameModel::forgetUnfound);
    showFrames();
}

// The columns of a model that is still being made: texts and keys are asked for when it is
// complete.
FrameModel::Columns FrameModel::columnsOf(const FrameModel &model)
{
    const auto startKey = [](const SlowFrame &frame) {
        return static_cast<qlonglong>(toNs(frame.range.start));
    };
    const auto share = [&model](double Shares::*part) {
        return [&model, part](const SlowFrame &frame) {
            const auto known = model.shares(frame);
            return known ? percentText(*known.*part) : QString();
        };
    };
    const auto shareKey = [&model](double Shares::*part) {
        return [&model, part](const SlowFrame &frame) {
            const auto known = model.shares(frame);
            return known ? *known.*part : -1.0;
        };
    };
    const auto blamed = [&model](const SlowFrame &frame) { return model.heldUp(frame).text; };
    return {
        {tr("Start"),
         [&model](const SlowFrame &frame) {
             return offsetText(frame.range.start - model.m_profile.origin(),
                               Nanoseconds(1'000'000));
         },
         Qt::AlignLeft,
         {},
         startKey},
        {tr("Duration"),
         [](const SlowFrame &frame) { return durationText(frame.range.duration()); },
         Qt::AlignRight,
         {},
         durationKey},
        {tr("Kind"),
         [](const SlowFrame &frame) { return paceText(frame.pace); },
         Qt::AlignLeft,
         {},
         durationKey},
        {tr("Thread"), [&model](const SlowFrame &frame) { return model.threadText(frame); },
         Qt::AlignLeft, [&model](const SlowFrame &frame) { return model.threadText(frame); },
         [&model](const SlowFrame &frame) { return model.threadText(frame); }},
        {tr("Running"), share(&Shares::running), Qt::AlignRight, {}, shareKey(&Shares::running)},
        {tr("Waiting"), share(&Shares::waiting), Qt::AlignRight, {}, shareKey(&Shares::waiting)},
        {tr("Blamed call"), blamed, Qt::AlignLeft, blamed, durationKey}};
}

ThreadIndex FrameModel::threadOf(const SlowFrame &frame) const
{
    const auto [place, isNew] = m_drawing.try_emplace(frame.process);
    if (isNew) // once per process: drawingThread() looks at all threads
        place->second = drawingThread(*m_profile.spans()->profile(), frame.process);
    return place->second;
}

QString FrameModel::threadText(const SlowFrame &frame) const
{
    const ThreadIndex thread = threadOf(frame);
    return thread.isValid() ? threadName(*m_profile.spans()->profile(), thread) : QString();
}

std::optional<FrameModel::Shares> FrameModel::shares(const SlowFrame &frame) const
{
    const ThreadIndex thread = threadOf(frame);
    if (!thread.isValid())
        return std::nullopt;
    const ThreadSamples &samples = m_profile.spans()->profile()->samples(thread);
    const auto states = threadStates(samples, firstAtOrAfter(samples, frame.range.start),
                                     firstAtOrAfter(samples, frame.range.end));
    if (states.known() == 0)
        return std::nullopt;
    const auto whole = static_cast<double>(states.known());
    return Shares{static_cast<double>(states.running) / whole,
                  static_cast<double>(states.runnable + states.blocked) / whole};
}

void FrameModel::showFrames()
{
    beginResetModel();
    m_drawing.clear();
    m_rows = m_frames.all().size();
    m_blames.assign(m_rows, std::nullopt);
    endResetModel();
}

// Forgets that frames have no blamed call, and which thread draws in each process: calls and
// threads may be read later than the frame.
void FrameModel::forgetUnfound()
{
    m_drawing.clear();
    bool hasForgotten = false;
    for (auto &known : m_blames) {
        if (known && !known->function.isValid()) {
            known.reset();
            hasForgotten = true;
        }
    }
    if (hasForgotten)
        emit dataChanged(index(0, Thread), index(static_cast<int>(m_rows) - 1, HeldUpBy));
}

int FrameModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows);
}

// Marks the frames that the selected function held up, also in their tips.
QVariant FrameModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::BackgroundRole && role != Qt::ToolTipRole))
        return ColumnsModel::data(index, role);
    const FrameIndex function = heldUp(*rowAt(index.row())).function;
    if (role == Qt::BackgroundRole)
        return chosenLook(m_selection, m_appearance.theme(), function);
    QStringList tips{ColumnsModel::data(index, role).toString()};
    if (m_selection.isChosen(function))
        tips << tr("Coloured: the selected function held up this frame.");
    tips.removeAll(QString());
    return tips.join(u'\n');
}

const SlowFrame *FrameModel::rowAt(int row) const
{
    return &m_frames.all()[static_cast<std::size_t>(row)];
}

const FrameModel::HeldUp &FrameModel::heldUp(const SlowFrame &frame) const
{
    auto &known = m_blames[static_cast<std::size_t>(&frame - m_frames.all().data())];
    if (!known) {
        const SpanTable &spans = *m_profile.spans();
        if (const auto blame = m_frames.blame(frame)) {
            const FrameIndex function = frameOf(spans, blame->call);
            known = HeldUp{fromUtf8(frameName(*spans.profile(), function)), function};
        } else {
            known = HeldUp{QStringLiteral("(%1)").arg(unblamedText(spans, frame)), {}};
        }
    }
    return *known;
}

FramesPanel::FramesPanel(const OpenProfile &profile, FrameChoice &frames,
                         const ViewSelection &selection, const ViewAppearance &appearance,
                         QWidget *parent)
    : QWidget(parent),
      m_frames(frames),
      m_model(new FrameModel(profile, frames, selection, appearance, this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_view(new QTableView(this)),
      m_hint(new QLabel(this))
{
    createView();
    m_hint->setText(tr("No slow or frozen frames were seen. Programs report them by Sentry's SDKs, "
                       "by emberchart.h; others are watched if “Watch for slow and "
                       "frozen frames” is chosen before they are recorded."));
    layOutList(*this, *m_view, *m_hint);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FramesPanel::showFrames);
    connect(&frames, &FrameChoice::chosenChanged, this, &FramesPanel::showChosen);
    connect(&selection, &ViewSelection::functionChanged, m_view->viewport(),
            qOverload<>(&QWidget::update));
    showFrames();
}

void FramesPanel::createView()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(FrameModel::sortRole);
    m_view->setModel(m_sorted);
    m_view->setAccessibleName(tr("Slow and frozen frames"));
    styleTable(*m_view);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(FrameModel::Duration, Qt::DescendingOrder);
    for (const int section : {FrameModel::Start, FrameModel::Duration, FrameModel::Kind,
                              FrameModel::Thread, FrameModel::Running, FrameModel::Waiting})
        m_view->setColumnWidth(section,
                               std::max(11 * fontMetrics().averageCharWidth(),
                                        m_view->horizontalHeader()->sectionSizeHint(section)));
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!selected.isEmpty())
                    chooseIfOther(selected.indexes().first());
            });
    for (const FramePace pace : {FramePace::Slow, FramePace::Frozen}) // fits in any language
        m_view->setColumnWidth(FrameModel::Kind,
                               std::max(m_view->columnWidth(FrameModel::Kind),
                                        fontMetrics().horizontalAdvance(paceText(pace))
                                            + 3 * fontMetrics().averageCharWidth()));
    // A click on the current row chooses it again if another frame is chosen now.
    connect(m_view, &QTableView::clicked, this, &FramesPanel::chooseIfOther);
    connect(m_view, &QTableView::activated, this, &FramesPanel::choose);
}

// Shows new rows; the chosen frame stays chosen and the table keeps its scroll position.
void FramesPanel::showFrames()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
    fit(FrameModel::Start); // later starts have more digits
    fit(FrameModel::Thread);
    selectChosen();
}

// Widens the column for the texts of the first and the last row, up to forty letters; one that the
// user has made wider stays so.
void FramesPanel::fit(FrameModel::Column column)
{
    constexpr int mostLetters = 40;
    const int rows = m_model->rowCount();
    if (rows == 0)
        return;
    int needed = 0;
    for (const int row : {0, rows - 1}) {
        const auto text = m_model->index(row, column).data().toString().left(mostLetters);
        needed = std::max(needed, fontMetrics().horizontalAdvance(text));
    }
    needed += 3 * fontMetrics().averageCharWidth();
    if (m_view->columnWidth(column) < needed)
        m_view->setColumnWidth(column, needed);
}

const SlowFrame &FramesPanel::frameAt(const QModelIndex &index) const
{
    return m_frames.all()[static_cast<std::size_t>(m_sorted->mapToSource(index).row())];
}

void FramesPanel::choose(const QModelIndex &index)
{
    m_frames.choose(SlowFrame(frameAt(index)));
}

void FramesPanel::chooseIfOther(const QModelIndex &index)
{
    const SlowFrame *chosen = m_frames.chosen();
    if (!chosen || *chosen != frameAt(index))
        choose(index);
}

// Scrolls to the chosen frame, which may have been chosen by a key or in a track.
void FramesPanel::showChosen()
{
    const QModelIndex chosen = selectChosen();
    if (chosen.isValid())
        m_view->scrollTo(chosen);
}

// Selects the row where the chosen frame is now, and returns it.
QModelIndex FramesPanel::selectChosen()
{
    const QSignalBlocker blocker(m_view->selectionModel());
    const SlowFrame *chosen = m_frames.chosen();
    const auto &all = m_frames.all();
    const auto found = chosen ? std::ranges::find(all, *chosen) : all.end();
    QModelIndex index;
    if (found == all.end()) {
        m_view->clearSelection();
    } else {
        index = m_sorted->mapFromSource(m_model->index(int(found - all.begin()), 0));
        m_view->selectRow(index.row());
    }
    m_view->viewport()->update();
    return index;
}

} // namespace ember::views
