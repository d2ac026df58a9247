// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/changelegend.h"

namespace ember::views {

ChangeLegend::ChangeLegend(const ViewState &state, QWidget *parent) : Legend(parent), m_state(state)
{
    setAccessibleName(tr("Legend"));
    setToolTip(
        tr("Boxes are as wide as what they took in the profile that is shown. Changes within "
           "sampling noise have no colour and no sign."));
    connect(&state, &ViewState::appearanceChanged, this, &ChangeLegend::showChanges);
    showChanges();
}

void ChangeLegend::showChanges()
{
    const Theme &theme = m_state.theme();
    setMeanings({{tr("− half or gone"), theme.forChange(-3)},
                 {tr("− a quarter"), theme.forChange(-2)},
                 {tr("− less"), theme.forChange(-1)},
                 {tr("within noise"), theme.forChange(0)},
                 {tr("+ more"), theme.forChange(1)},
                 {tr("+ a third"), theme.forChange(2)},
                 {tr("+ double or new"), theme.forChange(3)}});
}

} // namespace ember::views
