// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/namelesstime.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace ember::app {

// Who could give names to the functions of a module.
enum class NameSource {
    Package, // the distribution: the binary lies in a system folder
    Build, // whoever built the binary, which lies elsewhere
    Runtime, // the compiler that made the code while the program ran
    Nobody, // the profile does not say where the code was
};

// What is said of functions without names, by the window and the command line.
class MissingNames {
    Q_DECLARE_TR_FUNCTIONS(ember::app::MissingNames)

public:
    // The share of the running time from which it is said without being asked for.
    static constexpr double worthSaying = 0.05;

    static NameSource sourceOf(const model::Profile &profile, const model::NamelessModule &module);

    // The name of a module to show, untrusted text.
    static QString moduleText(const model::Profile &profile, const model::NamelessModule &module);

    // The modules with most of that time, "…" for the others. Untrusted texts.
    static QStringList most(const model::Profile &profile, const model::NamelessTime &time);

    // Whether a runtime of this profile writes down the names of the code it makes if it is
    // recorded with --name-jit.
    static bool canRuntimeName(const model::Profile &profile);
};

} // namespace ember::app
