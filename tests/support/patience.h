// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <chrono>

namespace ember::tests {

// Recording a process on a machine that has much else to do takes its time.
constexpr std::chrono::seconds patience{60};

// Wait with the event loop running until the condition holds. It is evaluated more than once.
#define EMBER_TRY(condition)                                                                       \
    QTRY_VERIFY2_WITH_TIMEOUT(condition, #condition,                                               \
                              int(std::chrono::milliseconds(ember::tests::patience).count()))
#define EMBER_TRY_COMPARE(actual, expected)                                                        \
    QTRY_COMPARE_WITH_TIMEOUT(actual, expected,                                                    \
                              int(std::chrono::milliseconds(ember::tests::patience).count()))

} // namespace ember::tests
