// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QComboBox>
#include <QString>

#include <cstdint>
#include <optional>

namespace ember::views {

// What functions are weighed by: time, or a type of values that the profile's samples have. Hidden
// where there is no choice. Gauges are none: they do not add up.
class WeightChoice : public QComboBox {
    Q_OBJECT
public:
    explicit WeightChoice(QWidget *parent = nullptr);

    // Offers what the profile has. Of another one than before (`serial`) its main value is chosen,
    // of the same what was.
    void setProfile(const model::Profile &profile, std::uint64_t serial);

    // Invalid: time.
    model::ValueTypeIndex weight() const;
    // Of the values; none: time.
    std::optional<QString> unit() const;

private:
    std::uint64_t m_serial = 0;
};

} // namespace ember::views
