// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/query/callweights.h"
#include "model/spans/spantable.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace ember::views {

class OpenProfile;
class ViewSelection;

// A baseline of the selection: a range of the open profile, or another profile.
struct Baseline {
    model::SpanTablePointer spans;
    model::ProfilePointer profile; // of the spans
    QString title;
    std::optional<model::TimeRange> range; // empty: the whole profile
    std::uint64_t serial = 0; // OpenProfile::serial(), if the baseline is of the open profile
    std::shared_ptr<model::CallWeigher> weigher; // the baseline's own: weighers cache one answer
};

// The baseline of a window. It stays until it is cleared: when another profile is opened, that is
// compared with it. Belongs to the view state and lives in its thread.
class BaselineChoice : public QObject {
    Q_OBJECT
public:
    // Both must outlive the choice.
    BaselineChoice(const OpenProfile &profile, const ViewSelection &selection);

    const std::optional<Baseline> &baseline() const { return m_baseline; }
    // Makes all of another profile the baseline.
    void set(model::SpanTablePointer spans, const QString &title);
    // Makes the selected range of the open profile the baseline, or all of it if none is selected.
    // `title` is its name.
    void setSelection(const QString &title);
    // Sets another range of the same baseline; empty: all of it. There must be a baseline.
    void setRange(std::optional<model::TimeRange> range);
    void clear();

    // Returns the selection of the baseline that corresponds to `selection` of the open profile:
    // the same threads, filters and values. There must be a baseline. Errors: see
    // model::sameSelection().
    model::Result<model::Selection> selectionFor(const model::Selection &selection) const;

signals:
    void changed(); // another baseline, or none
    void rangeChanged(); // another range of the same baseline

private:
    void replace(std::optional<Baseline> baseline);

    const OpenProfile &m_profile;
    const ViewSelection &m_selection;
    std::optional<Baseline> m_baseline;
};

} // namespace ember::views
