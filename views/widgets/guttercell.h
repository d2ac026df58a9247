// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewappearance.h"

#include <QString>
#include <QWidget>

#include <cstdint>

class QPainter;

namespace ember::views {

// Paints a cell left of a strip on time: a name in the painter's font, and a value at its right
// end.
void paintGutterCell(QPainter &painter, const Theme &theme, const QRect &cell, const QString &name,
                     const QString &value);

// A cell with a name, left of a strip that paints no name itself. With an arrow it is a button.
class GutterCell : public QWidget {
    Q_OBJECT
public:
    // The appearance must outlive it.
    GutterCell(const ViewAppearance &appearance, const QString &name, QWidget *parent = nullptr);

    // Whether the cell is a button, and its arrow: Right if a click opens, Down if it closes
    // something.
    enum class Arrow : std::uint8_t { None, Down, Right };

    void setName(const QString &name, Arrow arrow = Arrow::None);
    const QString &name() const { return m_name; }
    Arrow arrow() const { return m_arrow; }
    // Sets the width of the part that is beside strips; by default the whole width.
    void setNameWidth(int width);

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    const ViewAppearance &m_appearance;
    QString m_name;
    Arrow m_arrow = Arrow::None;
    int m_nameWidth = 0; // 0: the whole width
};

} // namespace ember::views
