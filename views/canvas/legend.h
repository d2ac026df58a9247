// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcolours.h"

#include <QWidget>

#include <vector>

namespace ember::views {

class OpenProfile;

// A line of colours, each with its meaning written on it; screen readers get the texts. Subclasses
// may paint them in another way.
class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget *parent = nullptr);

    // Adds a picture that has these colours; it must outlive the legend. A legend is shown while
    // one of its pictures is seen, or always if it has none.
    void explain(QWidget &picture);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    const std::vector<ColourMeaning> &meanings() const { return m_meanings; }
    void setMeanings(std::vector<ColourMeaning> meanings);
    bool isPictureSeen() const;
    virtual void followPictures() { } // is called when other pictures are seen
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int widthOf(const ColourMeaning &meaning) const;

    std::vector<ColourMeaning> m_meanings;
    std::vector<QWidget *> m_pictures;
};

// The legend of the boxes' colours. Hidden in modes that colour by name, unless the colours tell
// own code from libraries.
class ColourLegend : public Legend {
    Q_OBJECT
public:
    // Both must outlive the legend.
    ColourLegend(const OpenProfile &profile, const ViewAppearance &appearance,
                 QWidget *parent = nullptr);

protected:
    void followPictures() override { showMode(); }

private:
    void showMode();
    void followProfile();
    bool hasOwnCode() const;
    std::vector<ColourMeaning> recordingMeanings() const;

    const OpenProfile &m_profile;
    const ViewAppearance &m_appearance;
    bool m_hasStates = false; // as the legend was shown last
    bool m_hadOwnCode = false; // as the legend was shown last
};

} // namespace ember::views
