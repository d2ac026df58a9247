// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/errortext.h"
#include "app/languages.h"
#include "app/session/filenames.h"
#include "app/session/processstart.h"
#include "app/window/mainwindow.h"
#include "app/window/screenshot.h"
#include "app/window/windowoptions.h"

#include <QApplication>
#include <QLoggingCategory>
#include <QTextStream>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

using namespace ember::app;

constexpr int usageCode = 2;

bool isSet(const char *variable)
{
    const char *const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool hasDisplay()
{
    return isSet("QT_QPA_PLATFORM") || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

bool needsNoWindow(std::string_view argument)
{
    return argument.starts_with("--screenshot") || argument == "-h" || argument == "--help"
        || argument == "-v" || argument == "--version";
}

// Whether to use the offscreen platform: screenshots, help and errors need no display. It is set by
// argument, since launched programs inherit our environment.
bool needsOffscreen(int argc, char **argv)
{
    if (isSet("QT_QPA_PLATFORM"))
        return false;
    for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
        if (needsNoWindow(argv[i]))
            return true;
    }
    return !hasDisplay();
}

// The arguments for QApplication: only our own, as it would also take Qt options out of a command
// to launch.
struct QtArguments {
    QtArguments(int argc, char **argv)
    {
        words.push_back(argv[0]);
        if (needsOffscreen(argc, argv)) {
            // The offscreen plugin warns about unsupported features for every window; stderr is for
            // our errors.
            QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
            words.push_back(platform);
            words.push_back(offscreen);
        }
        count = static_cast<int>(words.size());
        words.push_back(nullptr);
    }

    char platform[10] = "-platform";
    char offscreen[10] = "offscreen";
    std::vector<char *> words;
    int count = 0;
};

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(fromArgument(argv[i]));
    return arguments;
}

void say(const QString &message)
{
    QTextStream(stderr) << "emberchart: " << message << Qt::endl;
}

// Qt's warnings while it searches a platform plugin. They contain the reason before Qt aborts.
QStringList &platformWarnings()
{
    static QStringList warnings;
    return warnings;
}

void endWithoutPlatform(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type != QtFatalMsg) {
        platformWarnings().append(message);
        return;
    }
    say(QStringLiteral(
        "No window can be shown: Qt has no plugin that fits this display. In a Wayland "
        "session install qt6-wayland, or Xwayland. “emberchart --screenshot” draws "
        "without a display; “emberchart-cli” records."));
    for (const QString &warning : platformWarnings())
        QTextStream(stderr) << "  " << warning << Qt::endl;
    std::_Exit(EXIT_FAILURE);
}

// Holds back Qt's messages during startup; end() prints them when a plugin was found.
class PlatformWatch {
public:
    PlatformWatch() : m_before(qInstallMessageHandler(endWithoutPlatform)) { }

    void end() const
    {
        qInstallMessageHandler(m_before);
        for (const QString &warning : platformWarnings())
            qWarning("%s", qPrintable(warning));
    }

private:
    QtMessageHandler m_before;
};

int fail(const QString &message, int code)
{
    say(message);
    return code;
}

int printAnswer(const QString &answer)
{
    const QByteArray text = answer.toLocal8Bit();
    if (std::fwrite(text.constData(), 1, size_t(text.size()), stdout) == size_t(text.size())
        && std::fflush(stdout) == 0)
        return EXIT_SUCCESS;
    const auto code = errno == ENOSPC ? ember::model::ErrorCode::DiskFull
                                      : ember::model::ErrorCode::FileNotWritable;
    return fail(errorLine({code, "stdout", std::strerror(errno)}), EXIT_FAILURE);
}

int printScreenshot(MainWindow &window, const WindowOptions &options)
{
    const auto taken = takeScreenshot(window, options.files, *options.screenshot);
    if (!taken)
        return fail(errorLine(taken.error()),
                    taken.error().code == ember::model::ErrorCode::InvalidArgument ? usageCode
                                                                                   : EXIT_FAILURE);
    for (const QString &lack : *taken)
        say(lack);
    return EXIT_SUCCESS;
}

int showWindow(MainWindow &window, const WindowOptions &options)
{
    window.restoreLayout();
    if (!options.baseline.isEmpty())
        window.openFilesAndCompare(options.files, options.baseline);
    else if (!options.launch)
        window.openFiles(options.files); // already being read
    window.show();
    if (options.launch)
        window.launch(*options.launch);
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    QtArguments qtArguments(argc, argv);
    const PlatformWatch watch;
    const QApplication application(qtArguments.count, qtArguments.words.data());
    watch.end();
    QApplication::setApplicationName(QStringLiteral("emberchart"));
    QApplication::setApplicationDisplayName(QStringLiteral("Emberchart"));
    QApplication::setApplicationVersion(QStringLiteral(EMBER_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.emberchart.Emberchart"));
    surviveFileSizeLimit();
    installLanguage();
    Settings(Remember::No).symbols().useServers();

    const WindowOptions options = parseWindowOptions(argumentsOf(argc, argv));
    if (!options.answer.isEmpty())
        return printAnswer(options.answer);
    if (!options.error.isEmpty())
        return fail(options.error, usageCode);
    if (!options.screenshot && !hasDisplay())
        return fail(QCoreApplication::translate(
                        "main",
                        "There is no display to show a window on. “emberchart "
                        "--screenshot” draws without one; “emberchart-cli” records."),
                    EXIT_FAILURE);
    // A screenshot stores nothing in the settings.
    if (options.screenshot) {
        MainWindow window(Remember::No);
        return printScreenshot(window, options);
    }
    MainWindow window(Remember::Yes, options.launch ? QStringList() : options.files);
    return showWindow(window, options);
}
