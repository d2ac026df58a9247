// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcolours.h"

#include <QWidget>

#include <vector>

namespace ember::views {

class OpenProfile;

// Colours with what they mean written on them, in a line; screen readers are told the texts.
class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void setMeanings(std::vector<ColourMeaning> meanings);
    void paintEvent(QPaintEvent *event) override;

private:
    int widthOf(const ColourMeaning &meaning) const;

    std::vector<ColourMeaning> m_meanings;
};

// What the colours of boxes mean, in words; hidden where names have colours.
class ColourLegend : public Legend {
    Q_OBJECT
public:
    // Both must outlive it.
    ColourLegend(const OpenProfile &profile, const ViewAppearance &appearance,
                 QWidget *parent = nullptr);

private:
    void showMode();
    std::vector<ColourMeaning> recordingMeanings() const;

    const OpenProfile &m_profile;
    const ViewAppearance &m_appearance;
};

} // namespace ember::views
