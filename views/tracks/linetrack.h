// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/plots/curve.h"
#include "views/tracks/track.h"

#include <optional>

namespace ember::views {

class CurvePlottable;

// Numbers as a thin line, filled below, zero always in sight. Subclasses say where they come from.
class LineTrack : public Track {
    Q_OBJECT
public:
    LineTrack(ViewState &state, const QString &title, QWidget *parent);

protected:
    void setCurve(Curve curve);
    Curve &curve() { return m_curve; } // to be continued by readSnapshot()

    virtual QString numberText(double value) const = 0;

    void applyVisibleRange() override;
    void applyColours() override;
    QString textAt(model::Timestamp time) const override;
    QString textAtRest() const override;

private:
    Curve m_curve;
    CurvePlottable *m_plottable;
    std::optional<double> m_highest; // of what is shown
};

} // namespace ember::views
