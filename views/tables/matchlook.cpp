// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/matchlook.h"

#include <QBrush>
#include <QFont>

namespace ember::views {

QVariant matchLook(const ViewState &state, model::FrameIndex function, int role)
{
    if (!state.matches().isActive())
        return {};
    const bool isMatch = state.matches().contains(function);
    if (role == Qt::ForegroundRole && !isMatch)
        return QBrush(state.theme().mutedText);
    if (role == Qt::FontRole && isMatch) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

} // namespace ember::views
