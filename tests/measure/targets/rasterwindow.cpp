// SPDX-License-Identifier: GPL-3.0-or-later
// A window drawn by Qt itself: some quick frames, one whose painting takes 800 ms, then a second of
// idleness and a last frame. Says how often it painted.
#include <QApplication>
#include <QPainter>
#include <QTextStream>
#include <QThread>
#include <QTimer>
#include <QWidget>

namespace {

constexpr int frozenFrame = 10;
constexpr int lastBusyFrame = 20;

class Window : public QWidget {
public:
    int painted() const { return m_painted; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        ++m_painted;
        if (m_painted == frozenFrame)
            QThread::msleep(800);
        QPainter(this).fillRect(rect(), QColor::fromHsv(m_painted * 17 % 360, 200, 200));
        if (m_painted < lastBusyFrame)
            QTimer::singleShot(2, this, [this] { update(); });
        else if (m_painted == lastBusyFrame)
            QTimer::singleShot(1'000, this, [this] { update(); });
        else
            QTimer::singleShot(0, qApp, &QApplication::quit);
    }

private:
    int m_painted = 0;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    Window window;
    window.resize(200, 100);
    window.show();
    QApplication::exec();
    QTextStream(stdout) << window.painted() << '\n';
    return 0;
}
