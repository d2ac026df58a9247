// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace ember::views {

class ViewState;

enum class Counted : std::uint8_t { Everything, Running };

// The one question that all views of sums ask: what samples of the selected range and the shown
// threads are worth. Belongs to the view state and lives in its thread.
class SumsQuestion : public QObject {
    Q_OBJECT
public:
    explicit SumsQuestion(const ViewState &state);

    // The selected range, the shown threads (none named if all are shown), the weight and what
    // counts.
    model::Selection selection() const;
    // Answers it; another one for another profile.
    const std::shared_ptr<model::CallWeigher> &weigher() const { return m_weigher; }

    // What sums are weighed by: values that add up; invalid: time. See model::firstWeight().
    model::ValueTypeIndex weight() const { return m_weight; }
    void setWeight(model::ValueTypeIndex weight);
    // The unit of these values; none: time.
    std::optional<QString> unit() const;
    // Whether the time in which threads waited counts.
    Counted counted() const { return m_counted; }
    void setCounted(Counted counted);

    // By the view state: another profile was opened, or the same was read again; functions and call
    // paths are others. Says nothing.
    void reset();
    void reread();

signals:
    void changed(); // weight, or what counts; not the range, not the threads

private:
    const ViewState &m_state;
    model::ValueTypeIndex m_weight;
    Counted m_counted = Counted::Everything;
    std::shared_ptr<model::CallWeigher> m_weigher;
};

} // namespace ember::views
