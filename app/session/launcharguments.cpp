// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launcharguments.h"

#include "app/errortext.h"
#include "app/session/recordcommandline.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::LaunchArguments)
};

// Parses recording options with the window's defaults where they differ from the command line's.
class LaunchParser : public QCommandLineParser {
public:
    LaunchParser()
    {
        addRecordOptions(*this);
        addOption(m_output);
        addOption(m_help);
    }

    ParsedLaunch parseAll(const QStringList &arguments)
    {
        ParsedLaunch parsed;
        if (!parse(QStringList(QStringLiteral("emberchart")) + arguments)) {
            parsed.error = errorText();
            return parsed;
        }
        parsed.asksForHelp = isSet(m_help);
        parsed.command = command();
        if (const auto checked = check(parsed.command); !checked)
            parsed.error = errorLine(checked.error());
        if (positionalArguments().isEmpty())
            parsed.error = Texts::tr("After --launch come options, --, and the command.");
        return parsed;
    }

private:
    QString valueOf(const char *option) const { return value(QString::fromLatin1(option)); }

    bool isGiven(const char *option) const { return isSet(QString::fromLatin1(option)); }

    LaunchCommand command() const
    {
        LaunchCommand command;
        command.program = positionalArguments().value(0);
        command.arguments = positionalArguments().mid(1);
        command.directory = valueOf("cwd");
        command.environment = values(QStringLiteral("env"));
        command.stdinFile = valueOf("stdin");
        if (isGiven("F"))
            command.rateHz = valueOf("F").toInt();
        if (isGiven("no-follow"))
            command.followChildren = FollowChildren::No;
        if (isGiven("frames"))
            command.measurements = Measurements::WithFrames;
        else if (isGiven("measurements"))
            command.measurements = Measurements::On;
        command.machine = {valueOf("host"), valueOf("remote-recorder")};
        command.ring = {valueOf("ring"), valueOf("keep-last"), values(QStringLiteral("trigger"))};
        command.options =
            givenOptions(*this,
                         {QStringLiteral("d"), QStringLiteral("unwind"), QStringLiteral("max-size"),
                          QStringLiteral("jitter"), QStringLiteral("kill")});
        if (isSet(m_output))
            command.output = QFileInfo(value(m_output)).absoluteFilePath();
        return command;
    }

    model::Result<void> check(const LaunchCommand &command) const
    {
        if (isGiven("host"))
            EMBER_RETURN_IF_ERROR(checkHost(command.machine.host));
        if (isSet(m_output) && !command.output.endsWith(QLatin1String(".ember")))
            return Error{ErrorCode::InvalidArgument, value(m_output).toStdString(),
                         "a window records a log, NAME.ember, and saves other formats later"};
        const auto where = command.isRemote()
            ? streamArguments(command.stdinFile)
            : QStringList{QStringLiteral("-o"), QStringLiteral("capture.ember")};
        const auto checked =
            checkRecorderArguments(where + givenOptions(*this, recorderOptions())
                                   + QStringList(QStringLiteral("--")) + positionalArguments());
        return checked ? model::Result<void>() : checked.error();
    }

    QCommandLineOption m_output{{QStringLiteral("o"), QStringLiteral("output")},
                                Texts::tr("Copies the log there when the capture has ended."),
                                QStringLiteral("NAME.ember")};
    QCommandLineOption m_help{{QStringLiteral("h"), QStringLiteral("help")},
                              Texts::tr("Shows all options.")};
};

} // namespace

ParsedLaunch parseLaunchArguments(const QStringList &arguments)
{
    return LaunchParser().parseAll(arguments);
}

// Qt's help text begins with the usage line, which is removed.
QString launchOptionsHelp()
{
    const QString text = LaunchParser().helpText();
    return text.mid(text.indexOf(QLatin1String("\n  -")) + 1);
}

} // namespace ember::app
