// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace ember::app {

// A source position to open in an editor. Line and column count from 1; 0: unknown.
struct EditorTarget {
    QString file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Commands of those editors of a built-in list that are installed: first the ones that VISUAL or
// EDITOR name, then the others, in the order of the list.
QStringList foundEditors();

// Expands an editor command into words: %f is the file, %l and %c line and column (1 if unknown),
// %% a percent sign. The command is split by splitWords() before expansion, so a file name is
// always one word, and no shell is involved. Without %f the file becomes the last word. The file is
// made absolute, so that it cannot be taken for an option. Errors: InvalidArgument (empty command
// or unknown placeholder).
model::Result<QStringList> editorWords(const QString &command, const EditorTarget &target);

// Starts the editor, which continues after this program ends. Errors: CommandNotFound,
// CommandNotExecutable.
model::Result<void> startEditor(const QStringList &words);

} // namespace ember::app
