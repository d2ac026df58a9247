// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/frames/framemodel.h"

#include "views/durationtext.h"
#include "views/frames/blamedetails.h"
#include "views/frames/framechoice.h"

#include <QBrush>

namespace ember::views {

using namespace model;

FrameModel::FrameModel(ViewState &state, QObject *parent)
    : QAbstractTableModel(parent),
      m_state(state)
{
    connect(&state.frames(), &FrameChoice::framesChanged, this, &FrameModel::showFrames);
    connect(&state, &ViewState::spansChanged, this, &FrameModel::forgetEmptyBlames);
    showFrames();
}

void FrameModel::showFrames()
{
    beginResetModel();
    m_rows = m_state.frames().all().size();
    m_blames.assign(m_rows, std::nullopt);
    endResetModel();
}

// A frame may be known before the calls that held it up.
void FrameModel::forgetEmptyBlames()
{
    bool hasForgotten = false;
    for (auto &known : m_blames) {
        if (known && !known->isByCall) {
            known.reset();
            hasForgotten = true;
        }
    }
    if (hasForgotten)
        emit dataChanged(index(0, HeldUpBy), index(static_cast<int>(m_rows) - 1, HeldUpBy));
}

int FrameModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows);
}

int FrameModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const FrameModel::HeldUp &FrameModel::heldUp(std::size_t row) const
{
    auto &known = m_blames[row];
    if (!known) {
        const FrameChoice &frames = m_state.frames();
        const SpanTable &spans = *m_state.spans();
        const SlowFrame &frame = frames.all()[row];
        if (const auto blame = frames.blame(frame))
            known =
                HeldUp{fromUtf8(frameName(*spans.profile(), frameOf(spans, blame->call))), true};
        else
            known = HeldUp{QStringLiteral("(%1)").arg(unblamedText(spans, frame)), false};
    }
    return *known;
}

QString FrameModel::text(const QModelIndex &index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    const SlowFrame &frame = m_state.frames().all()[row];
    switch (index.column()) {
    case Start: return offsetText(frame.range.start - m_state.origin(), Nanoseconds(1'000'000));
    case Duration: return durationText(frame.range.duration());
    case Kind: return paceText(frame.pace);
    case HeldUpBy: return heldUp(row).text;
    default: return {};
    }
}

QVariant FrameModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SlowFrame &frame = m_state.frames().all()[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(index);
    case Qt::ToolTipRole: return index.column() == HeldUpBy ? text(index) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == Duration ? Qt::AlignRight : Qt::AlignLeft)
                   | Qt::AlignVCenter);
    case sortRole:
        return index.column() == Start ? static_cast<qlonglong>(toNs(frame.range.start))
                                       : static_cast<qlonglong>(frame.range.duration().count());
    default: return {};
    }
}

QVariant FrameModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Start: return tr("Start");
    case Duration: return tr("Duration");
    case Kind: return tr("Kind");
    case HeldUpBy: return tr("Held up by");
    default: return {};
    }
}

} // namespace ember::views
