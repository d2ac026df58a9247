// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "views/state/viewappearance.h"

#include <QWidget>

#include <vector>

namespace ember::views {

// The distribution of calls by duration: a bar for each step of durations.
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

} // namespace ember::views
