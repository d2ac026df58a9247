// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace ember::app {

// The bytes as one gzip member, as Content-Encoding: gzip wants them.
QByteArray gzipped(const QByteArray &bytes);

} // namespace ember::app
