// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/canvas/boxcanvas.h"

#include <QPainter>
#include <QTest>
#include <QWidget>

#include <functional>
#include <random>

using namespace ember::tests;
using namespace ember::views;

namespace {

// Every pixel is another one, and there are enough of them for several threads.
QImage colourful(QSize size, double ratio)
{
    QImage image(size, QImage::Format_RGB32);
    std::mt19937 random(5);
    for (int y = 0; y < image.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x)
            line[x] = 0xff000000U | std::uint32_t(random());
    }
    image.setDevicePixelRatio(ratio);
    return image;
}

using Prepare = std::function<void(QPainter &)>;

struct Case {
    QImage::Format format = QImage::Format_RGB32;
    double ratio = 1;
    double screenRatio = 1;
    Prepare prepare = [](QPainter &) {};
};

template<typename Paint>
QImage painted(const Case &what, Paint paint)
{
    QImage screen(900, 700, what.format);
    screen.fill(Qt::white);
    screen.setDevicePixelRatio(what.screenRatio);
    const QImage image = colourful({800, 600}, what.ratio);
    QPainter painter(&screen);
    what.prepare(painter);
    paint(painter, image);
    painter.end();
    return screen;
}

class ImageShown : public QWidget {
public:
    explicit ImageShown(QWidget *parent) : QWidget(parent), m_image(colourful({800, 600}, 1))
    {
        setGeometry(13, 7, 800, 600);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        copyImage(painter, m_image);
    }

private:
    QImage m_image;
};

} // namespace

class TstImageCopy : public QObject {
    Q_OBJECT

private slots:
    void itIsWhatQtDraws_data()
    {
        QTest::addColumn<Case>("what");
        const auto move = [](double x, double y) {
            return [x, y](QPainter &painter) { painter.translate(x, y); };
        };
        QTest::newRow("plain") << Case{};
        QTest::newRow("moved") << Case{.prepare = move(31, 17)};
        QTest::newRow("cut at the left and the top") << Case{.prepare = move(-31, -17)};
        QTest::newRow("cut at the right and the bottom") << Case{.prepare = move(400, 300)};
        QTest::newRow("outside") << Case{.prepare = move(2000, 0)};
        QTest::newRow("between pixels") << Case{.prepare = move(0.5, 0)};
        QTest::newRow("with transparency behind")
            << Case{.format = QImage::Format_ARGB32_Premultiplied, .prepare = {move(3, 4)}};
        QTest::newRow("other pixels")
            << Case{.format = QImage::Format_RGB16, .prepare = move(3, 4)};
        QTest::newRow("sharp") << Case{.ratio = 2, .screenRatio = 2, .prepare = move(5, 9)};
        QTest::newRow("sharp image") << Case{.ratio = 2, .prepare = move(5, 9)};
        QTest::newRow("sharp screen") << Case{.screenRatio = 2, .prepare = move(5, 9)};
        QTest::newRow("half transparent")
            << Case{.prepare = [](QPainter &painter) { painter.setOpacity(0.5); }};
        QTest::newRow("clipped") << Case{
            .prepare = [](QPainter &painter) { painter.setClipRect(100, 50, 300, 20); }};
    }

    void itIsWhatQtDraws()
    {
        QFETCH(Case, what);
        const QImage ours = painted(
            what, [](QPainter &painter, const QImage &image) { copyImage(painter, image); });
        const QImage qts = painted(what, [](QPainter &painter, const QImage &image) {
            painter.drawImage(QPointF(0, 0), image);
        });
        QVERIFY(ours == qts);
    }

    void aWindowShowsItWhereItIs()
    {
        QWidget window;
        new ImageShown(&window);
        const QImage picture = pictureOf(window, {900, 700}).convertToFormat(QImage::Format_RGB32);
        QVERIFY(picture.copy(13, 7, 800, 600) == colourful({800, 600}, 1));
        QVERIFY(colourCount(picture.copy(0, 0, 900, 7), 2) == 1);
        QVERIFY(colourCount(picture.copy(813, 0, 80, 700), 2) == 1);
    }
};

EMBER_TEST(TstImageCopy)
#include "tst_imagecopy.moc"
