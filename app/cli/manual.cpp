// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual.h"

#include "app/cli/commands.h"
#include "capture/control/commandline.h"

#include <QCoreApplication>

namespace ember::app {

namespace {

// Escapes text for roff: hyphens stay plain hyphens, and no line becomes a request.
QString roff(QString text)
{
    text.replace(u'\\', QStringLiteral("\\e")).replace(u'-', QStringLiteral("\\-"));
    if (text.startsWith(u'.') || text.startsWith(u'\''))
        text.prepend(QStringLiteral("\\&"));
    return text;
}

QString dashed(const QString &name)
{
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

QStringList spellings(const QCommandLineOption &option)
{
    QStringList names;
    for (const QString &name : option.names())
        names << dashed(name);
    return names;
}

// Returns "-F, --rate HZ".
QString term(const QCommandLineOption &option)
{
    QStringList bold;
    for (const QString &spelling : spellings(option))
        bold << QStringLiteral("\\fB%1\\fR").arg(roff(spelling));
    QString text = bold.join(QStringLiteral(", "));
    if (!option.valueName().isEmpty())
        text += QStringLiteral(" \\fI%1\\fR").arg(roff(option.valueName()));
    return text;
}

// Returns an option's description; for the recorder's options that of its own help, which is more
// detailed.
QString description(const CommandSpec &command, const QCommandLineOption &option)
{
    const auto *const found =
        capture::findRecordOption(dashed(option.names().constFirst()).toStdString());
    if (command.recording == CommandSpec::Recording::No || found == nullptr
        || found->use == capture::OptionUse::Programs)
        return option.description();
    QString text =
        QString::fromUtf8(found->help.data(), static_cast<qsizetype>(found->help.size())) + u'.';
    text[0] = text[0].toUpper();
    return text;
}

QString commandSection(const CommandSpec &command)
{
    QString text = QStringLiteral(".SS %1").arg(roff(QString::fromLatin1(command.name)));
    for (const OperandSpec &operand : command.operands) {
        if (operand.name != nullptr)
            text += u' '
                + roff(QString::fromUtf8(operand.syntax != nullptr ? operand.syntax
                                                                   : operand.name));
    }
    text += u'\n' + roff(translated(command.description)) + u'\n';
    for (const QCommandLineOption &option : optionsOf(command))
        text +=
            QStringLiteral(".TP\n%1\n%2\n").arg(term(option), roff(description(command, option)));
    return text;
}

constexpr auto exitStatus = ".SH EXIT STATUS\n"
                            ".TP\n0\nDone, also when a capture ended before the program.\n"
                            ".TP\n1\nThe input was judged bad, or the work could not be done.\n"
                            ".TP\n2\nThe usage is wrong.\n"
                            ".TP\n125, 126, 127\n"
                            "record: capturing failed; the command cannot be run; it is not found."
                            "\n.PP\n"
                            "When the recorded program ended by itself, record has its status: "
                            "128+N for signal N.\n";

} // namespace

QString manualPage()
{
    QString text = QStringLiteral(".TH EMBERCHART\\-CLI 1 \"\" \"Emberchart " EMBER_VERSION "\"\n"
                                  ".SH NAME\nemberchart\\-cli \\- ");
    text +=
        roff(translated("records programs; reads, judges, compares, converts and sends profiles"));
    text += QStringLiteral("\n.SH SYNOPSIS\n.B emberchart\\-cli\n.I COMMAND\n[OPTIONS] ...\n"
                           ".SH COMMANDS\n");
    for (const CommandSpec *command : allCommands)
        text += commandSection(*command);
    return text + QLatin1String(exitStatus) + QStringLiteral(".SH SEE ALSO\nperf(1), strace(1)\n");
}

QString bashCompletion()
{
    QStringList names;
    QString options;
    QString values;
    for (const CommandSpec *command : allCommands) {
        const QString name = QString::fromLatin1(command->name);
        names << name;
        QStringList all{QStringLiteral("--help")};
        for (const QCommandLineOption &option : optionsOf(*command)) {
            all += spellings(option);
            if (const QString choices = choicesOf(*command, option); !choices.isEmpty())
                values += QStringLiteral("        %1:%2) words='%3' ;;\n")
                              .arg(name, dashed(option.names().constLast()), choices);
        }
        options += QStringLiteral("            %1) words='%2' ;;\n").arg(name, all.join(u' '));
    }
    return QStringLiteral(
               "# Completion of emberchart-cli, printed by emberchart-cli --completion.\n"
               "_emberchart_cli()\n"
               "{\n"
               "    local current=${COMP_WORDS[COMP_CWORD]} words=\n"
               "    local before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} word\n"
               "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
               "        [ \"$word\" != -- ] || return\n" // what follows is another program's
               "    done\n"
               "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
               "        words='%1 --help --version --man --completion'\n"
               "    else\n"
               "        case $command:$before in\n"
               "%2"
               "        esac\n"
               "        if [[ -z $words && $current == -* ]]; then\n"
               "            case $command in\n"
               "%3"
               "            esac\n"
               "        fi\n"
               "    fi\n"
               "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
               "}\n"
               "complete -o default -F _emberchart_cli emberchart-cli\n")
        .arg(names.join(u' '), values, options);
}

} // namespace ember::app
