// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/variable.h"

#include <QString>

#include <dlfcn.h>

namespace ember::tests {

// Whether this machine has what asks debuginfod servers.
inline bool hasDebugFileClient()
{
    return ::dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL) != nullptr;
}

// The one server that this process asks for debug files, for as long as it lives.
class AskedServer {
public:
    AskedServer(const QByteArray &url, const QString &cacheFolder)
        : m_urls("DEBUGINFOD_URLS", url),
          m_cache("DEBUGINFOD_CACHE_PATH", cacheFolder.toLocal8Bit())
    {
    }

private:
    Variable m_urls;
    Variable m_cache;
};

} // namespace ember::tests
