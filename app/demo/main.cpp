// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demowindow.h"
#include "app/demo/workers.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTextStream>
#include <QTimer>

#include <chrono>
#include <optional>

namespace {

// Lets the demo run without a display, too, as it only has to be recorded.
void useOffscreenWithoutDisplay()
{
    const bool hasDisplay =
        !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    if (!hasDisplay && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

struct DemoOptions {
    Q_DECLARE_TR_FUNCTIONS(ember::demo)

public:
    std::optional<std::chrono::milliseconds> duration; // empty: runs until the window is closed
};

// Parses the command line; empty after a usage error, which was printed.
std::optional<DemoOptions> readOptions(const QCoreApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        DemoOptions::tr("Threads with known behaviour, to be watched by Emberchart."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption seconds(QStringLiteral("seconds"),
                                     DemoOptions::tr("End after this many seconds."),
                                     QStringLiteral("N"));
    parser.addOption(seconds);
    parser.process(application);

    DemoOptions options;
    if (!parser.isSet(seconds))
        return options;
    bool isNumber = false;
    const double number = parser.value(seconds).toDouble(&isNumber);
    if (!isNumber || number < 0 || number > 1e6) {
        QTextStream(stderr) << DemoOptions::tr("--seconds takes a number of seconds.") << Qt::endl;
        return {};
    }
    options.duration = std::chrono::milliseconds(qint64(number * 1'000));
    return options;
}

} // namespace

int main(int argc, char **argv)
{
    useOffscreenWithoutDisplay();
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("emberchart-demo"));
    QApplication::setApplicationVersion(QStringLiteral(EMBER_VERSION));
    const auto options = readOptions(application);
    if (!options)
        return 2;
    if (options->duration)
        QTimer::singleShot(*options->duration, &application, &QCoreApplication::quit);

    const ember::demo::Workers workers;
    ember::demo::DemoWindow window;
    window.show();
    return QApplication::exec();
}
