// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/namelesstime.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace ember::app {

// A source from which names for the functions of a module can come.
enum class NameSource {
    Package, // the distribution: the binary lies in a system folder
    Build, // the user's build: the binary lies elsewhere
    Runtime, // the compiler that made the code while the program ran
    Nobody, // the profile does not say where the code was
};

// Texts about functions without names, for the window and the command line.
class MissingNames {
    Q_DECLARE_TR_FUNCTIONS(ember::app::MissingNames)

public:
    // Missing names are reported unasked if they have at least this share of the running time.
    static constexpr double worthSaying = 0.05;

    static NameSource sourceOf(const model::Profile &profile, const model::NamelessModule &module);

    // Returns the name of a module to show; untrusted text.
    static QString moduleText(const model::Profile &profile, const model::NamelessModule &module);

    // Returns the names of the three modules with most of the nameless time, and "…" if there are
    // others. Untrusted texts.
    static QStringList most(const model::Profile &profile, const model::NamelessTime &time);

    // Whether a runtime in this profile would write down the names of the code it compiles if
    // recorded with --name-jit.
    static bool canRuntimeName(const model::Profile &profile);
};

} // namespace ember::app
