// SPDX-License-Identifier: GPL-3.0-or-later
// `rasterwindow widget|window painting|blocked`: a window drawn by Qt itself, of Qt Widgets or of
// Qt Gui alone: some quick frames, one that is 800 ms late, then a second of idleness and a last
// frame. Late because painting it takes so long, or because the thread does something else once it
// has asked for it. Says whether it has painted them all.
#include <QApplication>
#include <QPainter>
#include <QRasterWindow>
#include <QTextStream>
#include <QThread>
#include <QTimer>
#include <QWidget>

namespace {

constexpr int frozenFrame = 10;
constexpr int lastBusyFrame = 20;
constexpr int stall = 800; // milliseconds

enum class Stall { Painting, Blocked };

template<typename Base>
class Window : public Base {
public:
    explicit Window(Stall stallOf) : m_stall(stallOf) { }

    bool hasPaintedAll() const { return m_painted > lastBusyFrame; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        ++m_painted;
        if (m_painted == frozenFrame && m_stall == Stall::Painting)
            QThread::msleep(stall);
        QPainter(this).fillRect(0, 0, this->width(), this->height(),
                                QColor::fromHsv(m_painted * 17 % 360, 200, 200));
        if (m_painted < lastBusyFrame)
            QTimer::singleShot(2, this, [this] { askForNext(); });
        else if (m_painted == lastBusyFrame)
            QTimer::singleShot(1'000, this, [this] { askForNext(); });
        else
            QTimer::singleShot(0, qApp, &QApplication::quit);
    }

private:
    void askForNext()
    {
        this->update();
        if (m_painted == frozenFrame - 1 && m_stall == Stall::Blocked)
            QThread::msleep(stall);
    }

    Stall m_stall;
    int m_painted = 0;
};

template<typename Base>
bool show(Stall stallOf)
{
    Window<Base> window(stallOf);
    window.resize(200, 100);
    window.show();
    QApplication::exec();
    return window.hasPaintedAll();
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    const auto stallOf =
        arguments.value(2) == QLatin1String("blocked") ? Stall::Blocked : Stall::Painting;
    const bool isWhole = arguments.value(1) == QLatin1String("window")
        ? show<QRasterWindow>(stallOf)
        : show<QWidget>(stallOf);
    QTextStream(stdout) << (isWhole ? "whole" : "cut short") << '\n';
    return 0;
}
