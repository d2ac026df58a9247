// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ratefields.h"

#include "app/session/launchcommand.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace ember::app {

RateFields::RateFields(QWidget *parent)
    : QWidget(parent),
      m_rate(new QSpinBox),
      m_usePrime(new QPushButton),
      m_warning(new QLabel)
{
    m_rate->setObjectName(QStringLiteral("rate"));
    m_rate->setRange(lowestRate, highestRate);
    m_rate->setSuffix(tr(" Hz", "samples per second"));
    m_rate->setAccessibleName(tr("Sampling rate"));
    m_warning->setObjectName(QStringLiteral("rateWarning"));
    m_warning->setWordWrap(true);
    m_usePrime->setObjectName(QStringLiteral("usePrime"));
    connect(m_rate, &QSpinBox::valueChanged, this, &RateFields::showWarning);
    connect(m_usePrime, &QPushButton::clicked, this,
            [this] { m_rate->setValue(nextPrimeRate(m_rate->value())); });
    setFocusProxy(m_rate);
    auto *row = new QHBoxLayout;
    row->addWidget(m_rate);
    row->addWidget(m_usePrime);
    row->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_warning);
    setRateHz(defaultRate);
}

int RateFields::rateHz() const
{
    return m_rate->value();
}

void RateFields::setRateHz(int rateHz)
{
    m_rate->setValue(rateHz);
    showWarning();
}

void RateFields::showWarning()
{
    const int prime = nextPrimeRate(m_rate->value());
    const bool isRisky = prime != m_rate->value() && prime <= highestRate;
    m_usePrime->setVisible(isRisky);
    m_warning->setVisible(isRisky);
    m_usePrime->setText(tr("Use %1 Hz").arg(prime));
    m_warning->setText(tr("Work that repeats in step with %1 Hz is seen always or never. A prime "
                          "rate such as %2 Hz does not fall into step.")
                           .arg(m_rate->value())
                           .arg(prime));
}

} // namespace ember::app
