// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <QFont>
#include <QHash>
#include <QStaticText>

class QPainter;

namespace ember::views {

// Texts of boxes, laid out once. A name that does not fit is cut and gets an ellipsis; a box too
// narrow for a few letters has none.
class LabelCache {
public:
    void setFont(const QFont &font);

    // Paints the name of the path into the place (logical pixels), in the painter's pen.
    void paint(QPainter &painter, const model::SpanTable &spans, model::PathIndex path,
               const QRectF &place);

    // Paths of another profile mean other names.
    void clear();

    // A box narrower than this has no label.
    double narrowest() const { return m_narrowest; }

private:
    static constexpr double padding = 4;

    struct Name {
        QString text;
        QStaticText whole;
        double width = 0;
    };

    const Name &nameOf(const model::SpanTable &spans, model::PathIndex path);
    const QStaticText &cut(const Name &name, model::PathIndex path, double width);
    QStaticText prepared(const QString &text) const;

    QFont m_font;
    double m_narrowest = 28;
    double m_textHeight = 0;
    double m_letterWidth = 0; // of an average letter
    QHash<std::uint32_t, Name> m_names;
    QHash<std::uint64_t, QStaticText> m_cut; // by path and the width it was cut for
};

} // namespace ember::views
