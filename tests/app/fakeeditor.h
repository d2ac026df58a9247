// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"

#include <QFile>

namespace ember::tests {

// A program of that name that writes its arguments into the sandbox's file "arguments", a line
// each; returns its path.
inline QString writeFakeEditor(const Sandbox &sandbox, const QString &name)
{
    const QByteArray growing = sandbox.path(QStringLiteral("growing")).toUtf8();
    const QByteArray whole = sandbox.path(QStringLiteral("arguments")).toUtf8();
    const QString path = sandbox.write(name,
                                       "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + growing
                                           + "' && mv '" + growing + "' '" + whole + "'\n");
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

// What it was called with; empty: it was not, yet.
inline QByteArray editorArguments(const Sandbox &sandbox)
{
    return contentOf(sandbox.path(QStringLiteral("arguments")));
}

} // namespace ember::tests
