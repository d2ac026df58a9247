// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/treechoice.h"

#include "views/keymap.h"

namespace ember::views {

TreeChoice::TreeChoice(QWidget *parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("inverted"));
    setText(tr("Callers"));
    setToolTip(tr("Begin with the innermost functions and show who called them (%1)")
                   .arg(keyFor(ChartAction::ToggleInverted).toString(QKeySequence::NativeText)));
    setCheckable(true);
}

model::TowardsCalls TreeChoice::direction() const
{
    return isChecked() ? model::TowardsCalls::Callers : model::TowardsCalls::Callees;
}

} // namespace ember::views
