// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/weightchoice.h"

#include "model/query/weights.h"
#include "views/durationtext.h"
#include "views/plaintexts.h"
#include "views/sumsquestion.h"
#include "views/timed.h"

namespace ember::views {

using namespace model;

namespace {

constexpr int typeRole = Qt::UserRole; // row of the value type; absent: time

} // namespace

WeightChoice::WeightChoice(ViewState &state, QWidget *parent) : QComboBox(parent), m_state(state)
{
    setObjectName(QStringLiteral("weight"));
    setAccessibleName(tr("Weight"));
    setToolTip(tr("What functions are weighed by"));
    hide();
    connect(this, &QComboBox::currentIndexChanged, this, &WeightChoice::choose);
    connect(&state, &ViewState::spansChanged, this, &WeightChoice::offer);
    connect(&state.sums(), &SumsQuestion::changed, this, &WeightChoice::showWeight);
    offer();
}

void WeightChoice::offer()
{
    if (m_state.profileSerial() == m_profileSerial)
        return;
    m_profileSerial = m_state.profileSerial();
    const QSignalBlocker blocker(this);
    clear();
    if (m_state.spans()) {
        const Profile &profile = *m_state.spans()->profile();
        const auto &tables = profile.tables();
        if (isTimed(profile))
            addItem(tr("Time"));
        for (std::size_t row = 0; row < tables.valueTypes.size(); ++row) {
            if (!addsUp(profile, ValueTypeIndex(row)))
                continue;
            const auto &type = tables.valueTypes[ValueTypeIndex(row)];
            addItem(tr("%1 in %2", "a type of values in its unit")
                        .arg(shortened(fromUtf8(profile.text(type.type))),
                             shortened(fromUtf8(profile.text(type.unit)))));
            setItemData(count() - 1, static_cast<quint32>(row), typeRole);
        }
    }
    showWeight();
    setVisible(count() > 1);
}

void WeightChoice::showWeight()
{
    const auto weight = m_state.sums().weight();
    const QSignalBlocker blocker(this);
    for (int item = 0; item < count(); ++item) {
        const QVariant row = itemData(item, typeRole);
        if (row.isValid() ? weight == ValueTypeIndex(row.toUInt()) : !weight.isValid())
            setCurrentIndex(item);
    }
}

void WeightChoice::choose()
{
    const QVariant row = currentData(typeRole);
    m_state.sums().setWeight(row.isValid() ? ValueTypeIndex(row.toUInt()) : ValueTypeIndex());
}

} // namespace ember::views
