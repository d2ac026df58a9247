// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>
#include <vector>

namespace ember::app {

enum class Available : std::uint8_t { No, Yes };

// Something that can be done by its name: an entry of the menus, what a key does in the charts,
// a thread to go to.
struct Command {
    QString id; // for settings, the same in every language; "": has no key of its own
    QString name;
    QString place; // where it is found: "View › Theme"
    QList<QKeySequence> keys; // in effect
    Available available = Available::Yes; // now
    std::function<void()> run;
};

using Commands = std::vector<Command>;

} // namespace ember::app
