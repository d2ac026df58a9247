// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>
#include <vector>

namespace ember::app {

enum class Available : std::uint8_t { No, Yes };

// A command with a name: a menu entry, an action of the charts' keys, or a thread to jump to.
struct Command {
    QString id; // for settings, the same in every language; "": has no key of its own
    QString name;
    QString place; // where it is found: "View › Theme"
    QList<QKeySequence> keys; // current shortcuts
    Available available = Available::Yes; // whether it can be run now
    std::function<void()> run;
};

using Commands = std::vector<Command>;

} // namespace ember::app
