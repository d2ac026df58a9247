// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/reportedspans.h"
#include "views/jobs/pacedjob.h"

#include <QAbstractItemModel>
#include <QWidget>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QTreeView;

namespace ember::views {

class OpenProfile;

// The tree of reported spans and transactions, siblings sorted by start.
class SpanTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Duration, Start, Status, Thread, ColumnCount };

    explicit SpanTreeModel(const OpenProfile &profile, QObject *parent = nullptr);

    // Shows the spans of `profile`.
    void setNodes(model::ProfilePointer profile, std::vector<model::SpanNode> nodes);
    const std::vector<model::SpanNode> &nodes() const { return m_nodes; }
    const model::ReportedSpan &spanAt(const QModelIndex &index) const;
    QModelIndex indexOf(std::size_t node) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const std::vector<std::size_t> &childrenOf(const QModelIndex &parent) const;
    QString text(const model::ReportedSpan &span, Column column) const;

    const OpenProfile &m_open;
    model::ProfilePointer m_profile; // of the nodes
    std::vector<model::SpanNode> m_nodes;
    // Children by their parent's number + 1; at 0 those without a parent.
    std::vector<std::vector<std::size_t>> m_children;
    std::vector<std::size_t> m_places; // of each node among its siblings
};

// Lists the transactions and spans that programs reported, each below the one it is part of. A
// chosen span is also chosen in the track of spans.
class SpansPanel : public QWidget {
    Q_OBJECT
public:
    explicit SpansPanel(const OpenProfile &profile, QWidget *parent = nullptr);

signals:
    void spanChosen(const ember::model::ReportedSpan &span);
    void spanActivated(const ember::model::ReportedSpan &span); // by a double click or Return

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Answer {
        model::ProfilePointer profile;
        std::vector<model::SpanNode> nodes;
    };

    // Whether a node is unfolded and current; kept by its span's row in the profile's tables.
    struct Fold {
        bool isUnfolded = true;
        bool isCurrent = false;
    };

    using Folds = std::map<std::pair<model::TransactionIndex, model::TracingSpanIndex>, Fold>;

    void createView();
    void followProfile();
    PacedJob<Answer>::Work question() const;
    void take(Answer answer);
    Folds folds() const;
    void restore(const Folds &folds);

    const OpenProfile &m_profile;
    SpanTreeModel *m_model;
    QTreeView *m_view;
    QLabel *m_hint;
    std::uint64_t m_serial = 0; // of the profile asked about
    bool m_isRestoring = false;
    bool m_isChosenByPress = false; // the last press of the mouse has chosen another row
    PacedJob<Answer> m_job;
};

} // namespace ember::views
