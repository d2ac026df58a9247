// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QComboBox>

#include <cstdint>

namespace ember::views {

// What functions are weighed by: time, or a type of values that the profile's samples have. Hidden
// where there is no choice. Gauges are none: they do not add up. All of one state choose the same.
class WeightChoice : public QComboBox {
    Q_OBJECT
public:
    explicit WeightChoice(ViewState &state, QWidget *parent = nullptr);

private:
    void offer();
    void showWeight();
    void choose();

    ViewState &m_state;
    std::uint64_t m_profileSerial = 0;
};

} // namespace ember::views
