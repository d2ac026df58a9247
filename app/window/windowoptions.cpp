// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/windowoptions.h"

#include "app/session/processlist.h"
#include "app/session/recordcommandline.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace ember::app {

namespace {

struct CommandLineTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::CommandLine)
};

constexpr int largestSide = 16384;

std::optional<QSize> sizeFrom(const QString &text)
{
    const QStringList parts = text.toLower().split(QLatin1Char('x'));
    if (parts.size() != 2)
        return {};
    bool hasWidth = false;
    bool hasHeight = false;
    const QSize size(parts[0].toInt(&hasWidth), parts[1].toInt(&hasHeight));
    const bool isGood = hasWidth && hasHeight && !size.isEmpty() && size.width() <= largestSide
        && size.height() <= largestSide;
    return isGood ? std::optional(size) : std::nullopt;
}

std::optional<RelativeRange> rangeFrom(const QString &text)
{
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    if (dots < 0)
        return {};
    bool hasStart = false;
    bool hasEnd = false;
    const RelativeRange range{text.left(dots).toDouble(&hasStart),
                              text.mid(dots + 2).toDouble(&hasEnd)};
    return hasStart && hasEnd && range.start < range.end ? std::optional(range) : std::nullopt;
}

std::optional<ThemeChoice> themeFrom(const QString &text)
{
    if (text == QLatin1String("light"))
        return ThemeChoice::Light;
    if (text == QLatin1String("dark"))
        return ThemeChoice::Dark;
    return {};
}

class OptionParser {
public:
    OptionParser()
    {
        m_parser.setApplicationDescription(CommandLineTexts::tr(
            "Opens profiles, or launches a program and shows its threads live."));
        m_parser.addOptions({m_help, m_version, m_launch, m_pid, m_screenshot, m_size, m_theme,
                             m_thread, m_range, m_search, m_baseline, m_view});
        m_parser.addPositionalArgument(
            QStringLiteral("FILE"), CommandLineTexts::tr("Capture logs, profile chunks, envelopes"),
            QStringLiteral("[FILE…]"));
    }

    QString helpText() const
    {
        return m_parser.helpText() + u'\n' + CommandLineTexts::tr("Options behind --launch:")
            + u'\n' + launchOptionsHelp();
    }

    WindowOptions parse(const QStringList &arguments)
    {
        WindowOptions options;
        if (!m_parser.parse(QStringList(QStringLiteral("emberchart")) + arguments))
            options.error = m_parser.errorText();
        else if (m_parser.isSet(m_help))
            options.answer = helpText();
        else if (m_parser.isSet(m_version))
            options.answer = QStringLiteral("emberchart " EMBER_VERSION "\n");
        else
            takeFiles(options);
        return options;
    }

private:
    void takeFiles(WindowOptions &options)
    {
        options.files = m_parser.positionalArguments();
        if (m_parser.isSet(m_pid))
            takeProcess(options);
        if (m_parser.isSet(m_screenshot))
            takeScreenshot(options);
        else if (isAnySet({m_size, m_theme, m_thread, m_range, m_search, m_view}))
            options.error = CommandLineTexts::tr("This option needs --screenshot.");
        else
            takeBaseline(options);
    }

    void takeBaseline(WindowOptions &options)
    {
        options.baseline = m_parser.value(m_baseline);
        if (m_parser.isSet(m_baseline) && options.files.isEmpty())
            options.error = CommandLineTexts::tr("--baseline needs a file to compare it with.");
    }

    void takeProcess(WindowOptions &options)
    {
        bool isNumber = false;
        const qint64 pid = m_parser.value(m_pid).toLongLong(&isNumber);
        if (!isNumber || pid <= 0)
            options.error = invalid(m_pid);
        else if (m_parser.isSet(m_screenshot) || !options.files.isEmpty())
            options.error =
                CommandLineTexts::tr("--pid stands alone: the process is shown as it runs.");
        else
            options.launch = attachCommand(pid, processName(pid));
    }

    QString invalid(const QCommandLineOption &option) const
    {
        return CommandLineTexts::tr("“%1” is not a valid value of --%2.")
            .arg(m_parser.value(option), option.names().constLast());
    }

    bool isAnySet(const QList<QCommandLineOption> &options) const
    {
        return std::ranges::any_of(options,
                                   [this](const auto &option) { return m_parser.isSet(option); });
    }

    void takeScreenshot(WindowOptions &options)
    {
        ScreenshotOptions picture;
        picture.output = m_parser.value(m_screenshot);
        picture.thread = m_parser.value(m_thread);
        picture.search = m_parser.value(m_search);
        picture.baseline = m_parser.value(m_baseline);
        picture.view = m_parser.value(m_view);
        if (options.files.isEmpty())
            options.error = CommandLineTexts::tr("--screenshot needs a file to show.");
        take(m_size, sizeFrom, picture.size, options);
        take(m_theme, themeFrom, picture.theme, options);
        take(m_range, rangeFrom, picture.range, options);
        options.screenshot = picture;
    }

    template<typename Value, typename Target>
    void take(const QCommandLineOption &option, std::optional<Value> (*read)(const QString &),
              Target &target, WindowOptions &options)
    {
        if (!m_parser.isSet(option))
            return;
        const auto value = read(m_parser.value(option));
        if (value)
            target = *value;
        else
            options.error = invalid(option);
    }

    QCommandLineParser m_parser;
    QCommandLineOption m_help{{QStringLiteral("h"), QStringLiteral("help")},
                              CommandLineTexts::tr("Show this help.")};
    QCommandLineOption m_version{{QStringLiteral("v"), QStringLiteral("version")},
                                 CommandLineTexts::tr("Show the version.")};
    QCommandLineOption m_launch{
        QStringLiteral("launch"),
        CommandLineTexts::tr("Launch what follows: [options, see below] -- CMD ARGS…")};
    QCommandLineOption m_pid{QStringLiteral("pid"),
                             CommandLineTexts::tr("Attach to a running process and show it live."),
                             QStringLiteral("PID")};
    QCommandLineOption m_screenshot{
        QStringLiteral("screenshot"),
        CommandLineTexts::tr("Draw the window into a picture; needs no display. Waits "
                             "at most 30 s for debug info from servers."),
        QStringLiteral("OUT.png")};
    QCommandLineOption m_size{QStringLiteral("size"), CommandLineTexts::tr("Size of the picture."),
                              QStringLiteral("WxH")};
    QCommandLineOption m_theme{QStringLiteral("theme"), CommandLineTexts::tr("light or dark"),
                               QStringLiteral("THEME")};
    QCommandLineOption m_thread{QStringLiteral("thread"),
                                CommandLineTexts::tr("Show this thread only."),
                                QStringLiteral("ID")};
    QCommandLineOption m_range{QStringLiteral("range"),
                               CommandLineTexts::tr("Show this range, in seconds from the start."),
                               QStringLiteral("A..B")};
    QCommandLineOption m_search{QStringLiteral("search"), CommandLineTexts::tr("Search for this."),
                                QStringLiteral("TEXT")};
    QCommandLineOption m_baseline{QStringLiteral("baseline"),
                                  CommandLineTexts::tr("Compare FILE with this file."),
                                  QStringLiteral("FILE")};
    QCommandLineOption m_view{
        QStringLiteral("view"),
        CommandLineTexts::tr("Show this view in front: flamegraph, calltree, sandwich, "
                             "functions or any other panel; sidebyside, with "
                             "--baseline."),
        QStringLiteral("NAME")};
};

} // namespace

WindowOptions parseWindowOptions(const QStringList &arguments)
{
    const qsizetype launch = arguments.indexOf(QLatin1String("--launch"));
    if (launch < 0)
        return OptionParser().parse(arguments);
    WindowOptions options;
    const ParsedLaunch parsed = parseLaunchArguments(arguments.mid(launch + 1));
    if (parsed.asksForHelp)
        options.answer = OptionParser().helpText();
    else if (!parsed.error.isEmpty())
        options.error = parsed.error;
    else
        options.launch = parsed.command;
    return options;
}

} // namespace ember::app
