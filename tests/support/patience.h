// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <chrono>

namespace ember::tests {

// Recording a process on a machine that has much else to do takes its time.
constexpr std::chrono::seconds patience{60};

// Waits with the event loop running until the condition holds. It is looked at more than once.
#define EMBER_TRY(condition)                                                                       \
    QTRY_VERIFY2_WITH_TIMEOUT(condition, #condition,                                               \
                              int(std::chrono::milliseconds(ember::tests::patience).count()))

} // namespace ember::tests
