// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "views/boxes/boxreference.h"
#include "views/state/recordings.h"
#include "views/state/viewappearance.h"
#include "views/widgets/columnsmodel.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTableView;

namespace ember::views {

class OpenProfile;
class PropertyView;
class TimeZoom;
class ViewSelection;

// Draws the distribution of calls by duration: a bar for each step of durations.
class Histogram : public QWidget {
    Q_OBJECT
public:
    explicit Histogram(const ViewAppearance &appearance, QWidget *parent = nullptr);

    void setBuckets(std::vector<model::DurationBucket> buckets);
    const std::vector<model::DurationBucket> &buckets() const { return m_buckets; }

    QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF barOf(std::size_t bucket) const;
    QString textOf(const model::DurationBucket &bucket) const;
    QRectF area() const;

    const ViewAppearance &m_appearance;
    std::vector<model::DurationBucket> m_buckets;
    std::uint64_t m_most = 0;
};

// The longest calls of a function, the longest first.
class LongCallModel : public ColumnsModel<model::LongCall> {
    Q_OBJECT
public:
    enum Column { Duration, Start, Thread, Samples, ColumnCount };

    explicit LongCallModel(QObject *parent = nullptr);

    // `origin`: the moment that starts count from. Equal calls do not reset the model, so that the
    // selected row stays.
    void setCalls(model::SpanTablePointer spans, std::vector<model::LongCall> calls,
                  model::Timestamp origin);

    BoxReference callAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    const model::LongCall *rowAt(int row) const override
    {
        return &m_calls[static_cast<std::size_t>(row)];
    }

private:
    model::SpanTablePointer m_spans;
    RecordingNames m_recordings;
    std::vector<model::LongCall> m_calls;
    model::Timestamp m_origin;
};

// One function's figures in a selection, the histogram of its calls, and its longest calls:
// choosing one shows it in the chart.
class FunctionCallsView : public QWidget {
    Q_OBJECT
public:
    // All must outlive the view.
    FunctionCallsView(const OpenProfile &profile, TimeZoom &zoom, ViewSelection &selection,
                      const ViewAppearance &appearance, QWidget *parent = nullptr);

    // `calls` are those of the selection, for the profile of `spans`.
    void show(const model::SpanTablePointer &spans, const model::CallWeights &calls,
              model::FunctionCalls function);
    void showNone(); // for when no function is chosen

private:
    QWidget *createTable();
    void goTo(int row);

    const OpenProfile &m_profile;
    TimeZoom &m_zoom;
    ViewSelection &m_selection;
    QLabel *m_title;
    PropertyView *m_figures;
    Histogram *m_histogram;
    LongCallModel *m_model;
    QTableView *m_table;
    QWidget *m_content;
};

} // namespace ember::views
