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

// What the selection is compared with: a range of the profile that is open, or another profile.
struct Baseline {
    model::SpanTablePointer spans;
    model::ProfilePointer profile; // of the spans
    QString title;
    std::optional<model::TimeRange> range; // none: all of it
    std::uint64_t serial = 0; // OpenProfile::serial(), if it is of what is open
    std::shared_ptr<model::CallWeigher> weigher; // its own: two would fight over one's answer
};

// The baseline of a window. It stays when another profile is opened: that is then compared with it.
// Belongs to the view state and lives in its thread.
class BaselineChoice : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    BaselineChoice(const OpenProfile &profile, const ViewSelection &selection);

    const std::optional<Baseline> &baseline() const { return m_baseline; }
    // Another profile, all of it.
    void set(model::SpanTablePointer spans, const QString &title);
    // The selected range of what is open; without one, all of it. `title` is what it is called.
    void setSelection(const QString &title);
    // Another range of the same; none: all of it. There is a baseline.
    void setRange(std::optional<model::TimeRange> range);
    void clear();

    // What is asked about the baseline when `selection` is asked about the profile that is open:
    // the same threads, filters and values. Errors: see model::sameSelection().
    model::Result<model::Selection> selectionFor(const model::Selection &selection) const;

signals:
    void changed(); // another one, or none
    void rangeChanged(); // of the same

private:
    void replace(std::optional<Baseline> baseline);

    const OpenProfile &m_profile;
    const ViewSelection &m_selection;
    std::optional<Baseline> m_baseline;
};

} // namespace ember::views
