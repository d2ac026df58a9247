// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <QString>

namespace ember::app {

// A sign of life: a file that is locked as long as this object and its process live. Unlike a
// process id, it says so across containers and restarts of the machine.
class OwnerLock {
public:
    OwnerLock() = default;

    // Creates a file with a random name in the folder and locks it. Error: FileNotWritable,
    // DiskFull.
    static model::Result<OwnerLock> create(const QString &folder);

    // Name of the file; "" if there is none.
    const QString &name() const { return m_name; }

    OwnerLock(OwnerLock &&) = default;
    OwnerLock &operator=(OwnerLock &&) = default;
    ~OwnerLock();

    // Whether the owner of a name is alive. Removes the file of a dead one.
    static bool isAlive(const QString &folder, const QString &name);

private:
    QString m_folder;
    QString m_name;
    capture::FileDescriptor m_file;
};

} // namespace ember::app
