// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <QFont>
#include <QHash>
#include <QStaticText>

class QPainter;

namespace ember::views {

// Texts of boxes, laid out once. A name that does not fit is cut and gets an ellipsis; a box too
// narrow for two letters has none.
class LabelCache {
public:
    void setFont(const QFont &font);

    const QFont &font() const { return m_font; }

    // Paints the path's name into [left, left + width) × [top, top + height), logical pixels.
    void paint(QPainter &painter, const model::Profile &profile, model::PathIndex path,
               model::FrameIndex frame, const QRectF &place);

    // Paths of another profile mean other names.
    void clear();

    static constexpr double padding = 4;

    double narrowest() const { return m_narrowest; }

private:
    struct Name {
        QString text;
        QStaticText whole;
        double width = 0;
    };

    const Name &nameOf(const model::Profile &profile, model::PathIndex path,
                       model::FrameIndex frame);
    const QStaticText &elided(const Name &name, model::PathIndex path, double width);

    QFont m_font;
    double m_narrowest = 24;
    QHash<std::uint32_t, Name> m_names;
    QHash<std::uint64_t, QStaticText> m_elided; // by path and number of letters
};

} // namespace ember::views
