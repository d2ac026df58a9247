// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/picture.h"

#include "views/jobs/viewthreads.h"
#include "views/state/viewstate.h"

#include <QApplication>
#include <QDir>
#include <QSet>
#include <QStyleFactory>
#include <QTest>
#include <QThreadPool>

namespace ember::tests {

using namespace ember::views;

void addShades()
{
    QTest::addColumn<Shade>("shade");
    QTest::newRow("light") << Shade::Light;
    QTest::newRow("dark") << Shade::Dark;
}

void useShade(ViewState &state, Shade shade)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(paletteFor(shade));
    state.appearance().setShade(shade);
}

QImage pictureOf(QWidget &widget, QSize size)
{
    widget.resize(size);
    widget.show();
    [[maybe_unused]] const bool exposed = QTest::qWaitForWindowExposed(&widget);
    // Jobs deliver through the event loop.
    for (int round = 0; round < 3; ++round) {
        backgroundPool().waitForDone();
        QCoreApplication::processEvents();
    }
    return widget.grab().toImage();
}

void keepPicture(const QImage &picture, const QString &name)
{
    const QString folder = qEnvironmentVariable("EMBER_PICTURES");
    if (!folder.isEmpty())
        picture.save(QDir(folder).filePath(
            QStringLiteral("%1-%2.png").arg(name, QString::fromUtf8(QTest::currentDataTag()))));
}

int colourCount(const QImage &picture, int enough)
{
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height() && colours.size() < enough; ++y) {
        for (int x = 0; x < picture.width(); ++x)
            colours.insert(picture.pixel(x, y));
    }
    return static_cast<int>(colours.size());
}

} // namespace ember::tests
