// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace ember::tests {

// The part of a window with this type, of which it has one: a controller, the message bar.
template<typename Part>
Part &partOf(const QObject &window)
{
    Part *part = window.findChild<Part *>();
    if (!part)
        qFatal("The window has no %s.", Part::staticMetaObject.className());
    return *part;
}

} // namespace ember::tests
