// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace ember::app {

// What to open in an editor. Line and column count from 1; 0: not known.
struct EditorTarget {
    QString file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// The commands of the graphical editors that are installed: the one that VISUAL or EDITOR names
// first, the others in the order of a list of ours.
QStringList foundEditors();

// The words of such a command: %f stands for the file, %l and %c for line and column (1 where they
// are not known), %% for a percent sign. The words are split first, by the rules of splitWords(),
// so a file's name is one word whatever it has in it, and no shell is asked. A command without %f
// gets the file as its last word. The file is an absolute path whatever it was, so it begins no
// option of the editor. Errors: InvalidArgument, for an empty command and for a
// placeholder that does not exist.
model::Result<QStringList> editorWords(const QString &command, const EditorTarget &target);

// Starts it; it outlives us. Errors: CommandNotFound, CommandNotExecutable.
model::Result<void> startEditor(const QStringList &words);

} // namespace ember::app
