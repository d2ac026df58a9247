// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/treechoice.h"

#include "views/viewstate.h"

namespace ember::views {

TreeChoice::TreeChoice(const ViewState &state, QWidget *parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("inverted"));
    setText(tr("Callers"));
    setCheckable(true);
    const auto showKey = [this, &state] {
        const QKeySequence key = state.keyMap().keyFor(ChartAction::ToggleInverted);
        setToolTip(tr("Begin with the innermost functions and show who called them (%1)")
                       .arg(key.toString(QKeySequence::NativeText)));
    };
    connect(&state, &ViewState::keyMapChanged, this, showKey);
    showKey();
}

model::TowardsCalls TreeChoice::direction() const
{
    return isChecked() ? model::TowardsCalls::Callers : model::TowardsCalls::Callees;
}

} // namespace ember::views
