// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/importlog.h"

#include <QByteArray>
#include <QString>

#include <string_view>

namespace ember::app {

// All that the command line says to people goes through here, in their language.

// To stderr, a line with our name before it.
void printNote(const QString &message);
void printError(const model::Error &error);

// To stderr, an indented line below a note or an error.
void printDetail(const QString &text);
void printFindings(const model::ImportLog &log);

// To stderr, a line that the next one overwrites; on terminals only. Empty: there is none any more.
void printProgress(const QString &text);

// To stderr, what another program said: cut and escaped, it is data.
void passOn(const QByteArray &line);

// To stdout, whole or with an error on stderr.
bool printResult(std::string_view text);
// JSON with names out of files: as shownJson() has it.
bool printJson(std::string_view json);

} // namespace ember::app
