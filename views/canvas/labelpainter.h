// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/canvas/canvas.h"
#include "views/canvas/glyphatlas.h"

#include <QFont>
#include <QHash>
#include <QImage>

#include <vector>

class QPainter;

namespace ember::views {

// Where a name is to be written, in device pixels.
struct Label {
    model::FrameIndex frame;
    int left = 0;
    int right = 0;
    int top = 0;
    int bottom = 0;
    QRgb colour = 0;
    QChar sign{}; // painted before the name; null: none
};

// Writes names into boxes. A name that does not fit is shortened (shortname.h); if that does not
// fit either, it is cut and gets an ellipsis. A box too narrow for a few letters gets none. Plain
// scripts are painted from an atlas; all others are shaped by Qt.
class LabelPainter {
public:
    void setFont(const QFont &font);

    // Call before a picture is painted. `ratio`: device pixels per logical one.
    void setRatio(double ratio);

    // Call when the profile changes: its frames have other names.
    void forget() { m_names.clear(); }

    // The least width of a box that gets a label; device pixels.
    int narrowest() const { return m_narrowest; }

    // The least height of a row that gets labels; device pixels.
    int lowest() const { return m_lowest; }

    // Paints labels in parallel: first add() all, then paint each part in any thread, then the
    // rest, which Qt has to shape.
    void add(const model::Profile &profile, const std::vector<Label> &labels);
    void paintAdded(const Canvas &canvas, const std::vector<Label> &labels) const;
    void paintRest(QImage &image);

    // Writes labels as texts into a document that is `height` device pixels high: those that reach
    // into its lines [top, bottom). Labels of rows that are cut by its edges are left out, as they
    // would stick out.
    void write(QPainter &painter, const model::Profile &profile, const std::vector<Label> &labels,
               int height, int top, int bottom);

private:
    struct Name {
        QString text;
        QString shortText;
        bool isPlain = true;
        double width = 0; // of plain names; device pixels
        double shortWidth = 0;
    };

    static bool isPlain(const Name &name, const Label &label);
    double addWidth(const QString &plain);
    const Name &nameOf(const model::Profile &profile, model::FrameIndex frame);
    void shape(QPainter &painter, const Name &name, const Label &label) const;
    void paintPlain(const Canvas &canvas, const Name &name, const Label &label) const;

    QFont m_font;
    double m_ratio = 1;
    double m_padding = 4;
    int m_narrowest = 28;
    int m_lowest = 0;
    GlyphAtlas m_atlas;
    QHash<std::uint32_t, Name> m_names;
    std::vector<std::pair<Name, Label>> m_shaped; // labels of the current picture for Qt to shape
};

} // namespace ember::views
