// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

namespace ember::tests {

using TestFactory = std::unique_ptr<QObject> (*)();

// Enters a test class under its file's name; see EMBER_TEST.
bool registerTest(const char *fileName, TestFactory factory);

// Where the reference data lies beside the checkout; empty where it is absent. Tests that need it
// say so: QSKIP("no reference data").
QString referenceData(const QString &path);

} // namespace ember::tests

// In each tst_name.cpp, after the class: EMBER_TEST(TstName) and #include "tst_name.moc".
#define EMBER_TEST(Class)                                                                          \
    namespace {                                                                                    \
    [[maybe_unused]] const bool registered##Class = ember::tests::registerTest(                    \
        __FILE__, [] { return std::unique_ptr<QObject>(std::make_unique<Class>()); });             \
    }
