// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/editorcommand.h"

#include "app/session/commandtext.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <optional>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// Known editors and their arguments for file and line. `--` ends the options where the editor
// supports that. vim reads +LINE as an option, so it comes before `--`; emacsclient would apply
// +LINE to `--` as a file, so there it comes after.
constexpr std::array knownEditors{
    "code --goto %f:%l:%c",
    "codium --goto %f:%l:%c",
    "qtcreator -client %f:%l:%c",
    "kdevelop %f:%l:%c",
    "clion --line %l %f",
    "kate --line %l --column %c -- %f",
    "kwrite --line %l -- %f",
    "subl %f:%l:%c",
    "zed %f:%l:%c",
    "gnome-text-editor +%l:%c %f",
    "gedit +%l:%c %f",
    "gvim +%l -- %f",
    "emacsclient --no-wait -- +%l:%c %f",
};

QString programOf(const QString &command)
{
    return splitWords(command).value(0);
}

// Whether VISUAL or EDITOR names this editor.
bool isPreferred(const QString &command)
{
    return std::ranges::any_of(std::array{"VISUAL", "EDITOR"}, [&](const char *name) {
        const QString program = programOf(qEnvironmentVariable(name));
        return !program.isEmpty() && QFileInfo(program).fileName() == programOf(command);
    });
}

Error invalid(const QString &command, const char *detail)
{
    return {ErrorCode::InvalidArgument, command.toStdString(), detail};
}

// The value of a placeholder; nullopt: unknown placeholder.
std::optional<QString> valueOf(QChar placeholder, const EditorTarget &target)
{
    switch (placeholder.unicode()) {
    case u'f': return target.file;
    case u'l': return QString::number(std::max(1U, target.line));
    case u'c': return QString::number(std::max(1U, target.column));
    case u'%': return QStringLiteral("%");
    default: return std::nullopt;
    }
}

// Expands the placeholders of a command, word by word.
class FilledWords {
public:
    explicit FilledWords(const EditorTarget &target) : m_target(target) { }

    // False if the word contains an unknown placeholder.
    bool add(const QString &word)
    {
        QString text;
        for (qsizetype place = 0; place < word.size(); ++place) {
            if (word[place] != QLatin1Char('%')) {
                text += word[place];
                continue;
            }
            const QChar placeholder = ++place < word.size() ? word[place] : QChar();
            const auto value = valueOf(placeholder, m_target);
            if (!value)
                return false;
            m_hasFile = m_hasFile || placeholder == QLatin1Char('f');
            text += *value;
        }
        m_words.append(text);
        return true;
    }

    QStringList words() const { return m_hasFile ? m_words : m_words + QStringList{m_target.file}; }

private:
    const EditorTarget &m_target;
    QStringList m_words;
    bool m_hasFile = false;
};

} // namespace

QStringList foundEditors()
{
    QStringList found;
    for (const char *known : knownEditors) {
        const QString command = QString::fromLatin1(known);
        if (!QStandardPaths::findExecutable(programOf(command)).isEmpty())
            found.append(command);
    }
    std::stable_partition(found.begin(), found.end(), isPreferred);
    return found;
}

Result<QStringList> editorWords(const QString &command, const EditorTarget &target)
{
    const QStringList parts = splitWords(command);
    if (parts.isEmpty())
        return invalid(command, "the command of the editor is empty");
    const EditorTarget absolute{QFileInfo(target.file).absoluteFilePath(), target.line,
                                target.column};
    FilledWords filled(absolute);
    for (const QString &part : parts) {
        if (!filled.add(part))
            return invalid(command, "only %f, %l, %c and %% stand for something");
    }
    return filled.words();
}

Result<void> startEditor(const QStringList &words)
{
    const QString &name = words.front();
    const Error failure{ErrorCode::CommandNotExecutable, name.toStdString(), {}};
    QProcess editor;
    editor.setProgram(QStandardPaths::findExecutable(name));
    if (editor.program().isEmpty())
        return QFileInfo::exists(name) ? failure
                                       : Error{ErrorCode::CommandNotFound, name.toStdString(), {}};
    editor.setArguments(words.mid(1));
    editor.setStandardInputFile(QProcess::nullDevice());
    editor.setStandardOutputFile(QProcess::nullDevice());
    if (!editor.startDetached())
        return failure;
    return {};
}

} // namespace ember::app
