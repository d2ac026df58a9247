// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStackedWidget>
#include <QString>
#include <QTabBar>
#include <QWidget>

#include <array>
#include <cstdint>

class QAction;
class QSplitter;

namespace ember::app {

// The tabs of views, each with title and key. The current one has an accent above it, the one of
// the view in the other half a paler accent.
class ViewTabs : public QTabBar {
    Q_OBJECT
public:
    explicit ViewTabs(QWidget *parent = nullptr);

    // `command` has the key that is shown, and must outlive the tab; null: none.
    void add(const QString &title, const QAction *command);
    // Marks the tab of the view in the other half; -1: there is none.
    void setBeside(int tab);

    QSize sizeHint() const override; // as wide as with the wide gaps

protected:
    void resizeEvent(QResizeEvent *event) override;
    QSize tabSizeHint(int tab) const override;
    QSize minimumTabSizeHint(int tab) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    // The gaps around titles and keys, which shrink if tabs would be out of sight.
    struct Room {
        int padding;
        int keyGap;
    };
    static constexpr Room wide{10, 8};
    static constexpr Room narrow{4, 4};

    QString keyOf(int tab) const;
    QFont keyFont() const;
    QSize sizeOf(int tab, const Room &room) const;
    void paintTab(QPainter &painter, int tab) const;

    QList<const QAction *> m_commands; // by tab
    int m_beside = -1;
    Room m_room = wide;
};

enum class Split : std::uint8_t { No, SideBySide, Stacked };

// One large area that shows one view at a time, or two in halves. The next view to be shown is put
// into the half that had the keyboard focus last. Views that are not shown are hidden.
class ViewArea : public QWidget {
    Q_OBJECT
public:
    explicit ViewArea(QWidget *parent = nullptr);
    ~ViewArea() override;

    // Adds a view and its tab, which shows the command's key; takes ownership of the view.
    void add(QWidget *view, const QString &title, const QAction *command);
    // The tabs, for the owner's layout.
    ViewTabs &tabs() { return *m_tabs; }

    const QList<QWidget *> &views() const { return m_views; }
    // Shows the view, and makes its half the current one.
    void show(QWidget *view);
    QWidget *current() const; // in the half used last
    QWidget *beside() const; // in the other half; null: not split
    // The view in the left or upper half, and that in the other half (null: not split).
    QWidget *first() const { return m_halves[0]->currentWidget(); }
    QWidget *second() const
    {
        return m_split == Split::No ? nullptr : m_halves[1]->currentWidget();
    }

    Split split() const { return m_split; }
    // Splits the area, or gives it to the current view alone. `beside` is put into the other half;
    // null: what is there, else the view that was shown before the current one.
    void setSplit(Split split, QWidget *beside = nullptr);
    QList<int> sizes() const; // of the halves
    void setSizes(const QList<int> &sizes); // of both halves; only their ratio counts
    // Shows the current half alone, or both again; the split stays.
    void setAlone(bool isAlone);

signals:
    void changed(); // another view is shown, or the split is another one

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QStackedWidget *halfOf(const QWidget *view) const;
    void put(QWidget *view, std::size_t half);
    void noteFocus(const QWidget *now);
    void showTabs();
    QWidget *before(const QWidget *view) const;

    ViewTabs *m_tabs;
    QSplitter *m_splitter;
    std::array<QStackedWidget *, 2> m_halves{};
    std::size_t m_active = 0;
    Split m_split = Split::No;
    QList<QWidget *> m_views; // in the order of the tabs
    QList<QWidget *> m_recent; // most recently shown first
    bool m_isAlone = false;
};

} // namespace ember::app
