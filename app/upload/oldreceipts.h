// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

namespace ember::app {

// A chunk that was delivered before there was a queue, when receipts were in a JSON file.
struct OldReceipt {
    QString id;
    QString place;
    QDateTime at;
};

QString oldReceiptsFile();
QList<OldReceipt> oldReceipts();

} // namespace ember::app
