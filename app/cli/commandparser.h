// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QList>
#include <QStringList>

#include <array>
#include <optional>
#include <span>

namespace ember::app {

// A text of the command line in the language of the user.
QString translated(const char *text);

// An option of a command. Texts are translated in the context "cli".
struct OptionSpec {
    const char *name; // "output"
    const char *letter = nullptr; // "o" for -o
    const char *value = nullptr; // name of its value; null: a switch
    const char *standard = nullptr; // default value; null: none
    const char *choices = nullptr; // possible values, separated by blanks; null: any
    const char *help;
    // Returns further values, "a, b", for %1 in the help; null: none.
    QString (*names)() = nullptr;
};

// An operand of a command, or several of one kind: files, numbers, a command with its arguments.
struct OperandSpec {
    const char *name = nullptr; // null: no operands
    const char *help = nullptr;
    const char *syntax = nullptr; // in the usage line; null: the name
};

class CommandParser;

// A command of the program, with all that its parser, its help, the manual page and the completion
// need.
struct CommandSpec {
    enum class Recording : bool { No, Yes }; // Yes: has the options of the recorder's table, too
    // Command: the first operand ends the options, as the command there has options of its own.
    enum class Operands : bool { Files, Command };

    const char *name;
    const char *summary; // for the list of commands
    const char *description; // a sentence for its own help
    std::array<OperandSpec, 2> operands;
    int leastOperands = 0;
    int mostOperands = 0; // 0: any number
    const char *operandFault = nullptr; // the usage error for any other number
    Recording recording = Recording::No;
    Operands operandKind = Operands::Files;
    std::array<std::span<const OptionSpec>, 8> options; // of this command alone, and shared ones
    int (*run)(const CommandParser &parser); // after parsing; returns the exit code
};

// All options of a command, in the order of its help; without --help.
QList<QCommandLineOption> optionsOf(const CommandSpec &command);
// Returns the possible values of an option, "auto fp dwarf"; "" for any.
QString choicesOf(const CommandSpec &command, const QCommandLineOption &option);

// Parses the options and operands of one command.
class CommandParser : public QCommandLineParser {
public:
    // `arguments` starts with the command's name.
    CommandParser(const CommandSpec &command, QStringList arguments);

    // Parses. Returns the exit code if the command is done: --help was given, or the usage is wrong
    // (printed on stderr).
    std::optional<int> parseAll();

    // Prints a usage error and the usage on stderr. Returns the exit code.
    int usageError(const QString &message) const;

    bool has(const char *option) const { return isSet(QLatin1String(option)); }

    QString valueOf(const char *option) const { return value(QLatin1String(option)); }

private:
    QString wholeHelp() const;

    const CommandSpec &m_command;
    QStringList m_arguments;
};

} // namespace ember::app
