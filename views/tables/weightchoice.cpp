// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/weightchoice.h"

#include "views/durationtext.h"

namespace ember::views {

using namespace model;

namespace {

constexpr int typeRole = Qt::UserRole; // row of the value type; absent: time
constexpr int unitRole = Qt::UserRole + 1;

} // namespace

WeightChoice::WeightChoice(QWidget *parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("weight"));
    setAccessibleName(tr("Weight"));
    setToolTip(tr("What functions are weighed by"));
    hide();
}

void WeightChoice::setProfile(const Profile &profile, std::uint64_t serial)
{
    if (serial == m_serial)
        return;
    m_serial = serial;
    const QSignalBlocker blocker(this);
    clear();
    const auto &tables = profile.tables();
    if (tables.origin != TimeOrigin::None)
        addItem(tr("Time"));
    for (std::size_t row = 0; row < tables.valueTypes.size(); ++row) {
        const auto &type = tables.valueTypes[ValueTypeIndex(row)];
        if (type.kind != ValueKind::Sum)
            continue;
        const QString unit = fromUtf8(profile.text(type.unit));
        addItem(tr("%1 in %2", "a type of values in its unit")
                    .arg(fromUtf8(profile.text(type.type)), unit));
        setItemData(count() - 1, static_cast<quint32>(row), typeRole);
        setItemData(count() - 1, unit, unitRole);
        if (tables.origin == TimeOrigin::None && ValueTypeIndex(row) == tables.mainValue)
            setCurrentIndex(count() - 1);
    }
    setVisible(count() > 1);
}

ValueTypeIndex WeightChoice::weight() const
{
    const QVariant row = currentData(typeRole);
    return row.isValid() ? ValueTypeIndex(row.toUInt()) : ValueTypeIndex();
}

std::optional<QString> WeightChoice::unit() const
{
    const QVariant unit = currentData(unitRole);
    return unit.isValid() ? std::optional(unit.toString()) : std::nullopt;
}

} // namespace ember::views
