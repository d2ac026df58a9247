// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewappearance.h"

#include <QString>
#include <QWidget>

class QPainter;

namespace ember::views {

// Paints a cell left of a strip on time: a name in the painter's font, and a value at its right
// end.
void paintGutterCell(QPainter &painter, const Theme &theme, const QRect &cell, const QString &name,
                     const QString &value);

// A cell with a name, left of a strip that paints none itself.
class GutterCell : public QWidget {
    Q_OBJECT
public:
    // The appearance must outlive it.
    GutterCell(const ViewAppearance &appearance, const QString &name, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const ViewAppearance &m_appearance;
    QString m_name;
};

} // namespace ember::views
