// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/bytes/bytesource.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>

#include <string>

namespace ember::tests {

// A whole file; empty if it cannot be read.
model::Bytes fileBytes(const QString &path);
nlohmann::json jsonFile(const QString &path);

// Paths of the files in a folder whose names match, sorted.
QStringList filesIn(const QString &folder, const QString &pattern);

// Makes the data of a test: a row "path" for each file of folders beside the checkout whose name
// matches. Skips where there are none.
void addReferenceFiles(const QStringList &folders, const QStringList &patterns);

struct ExpectedVerdict {
    QString file;
    QString reason; // "accepted" or Relay's reason
};

// The rows of VERDICTS.tsv beside the reference cases.
std::vector<ExpectedVerdict> expectedVerdicts(const QString &tsv);

// A small valid chunk: platform node, thread "1" with four samples, "2" with three.
nlohmann::json baseChunk();

// A small valid V1 profile: thread "7" is the active one with five samples 10 ms apart, the middle
// one idle; thread "3", which comes first, has two. It starts at 2026-11-21T07:00:00.25Z.
nlohmann::json baseProfileV1();

} // namespace ember::tests
