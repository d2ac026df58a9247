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
    QChar sign{}; // before the name; null: none
};

// Writes names into boxes. A name that does not fit is shortened (shortname.h); if that does not
// fit either, it is cut and gets an ellipsis. A box too narrow for a few letters gets none. Plain
// scripts come from an atlas; any other one is shaped by Qt.
class LabelPainter {
public:
    void setFont(const QFont &font);

    // Before a picture. `ratio`: device pixels per logical one.
    void setRatio(double ratio);

    // Frames of another profile have other names.
    void forget() { m_names.clear(); }

    // A box narrower than this has no label; device pixels.
    int narrowest() const { return m_narrowest; }

    // A row of lower boxes has no labels; device pixels.
    int lowest() const { return m_lowest; }

    void paint(QImage &image, const model::Profile &profile, const std::vector<Label> &labels);

    // The same for labels that are painted side by side: all are added, then each part is painted,
    // by any thread, then the rest, which Qt has to shape.
    void add(const model::Profile &profile, const std::vector<Label> &labels);
    void paintAdded(const Canvas &canvas, const std::vector<Label> &labels) const;
    void paintRest(QImage &image);

    // The same as texts, for what is no picture of pixels, `height` device pixels high. Those of
    // rows that are not all in it would hang out and are left out.
    void write(QPainter &painter, const model::Profile &profile, const std::vector<Label> &labels,
               int height);

private:
    struct Name {
        QString text;
        QString shortText;
        bool isPlain = true;
        double width = 0; // device pixels; of plain ones
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
    std::vector<std::pair<Name, Label>> m_shaped; // of the picture being painted
};

} // namespace ember::views
