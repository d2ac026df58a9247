// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QStackedWidget;
class QTabBar;

namespace ember::app {

// The pane at the right: pages with tabs, and a button that closes it. Pages that are not shown are
// hidden.
class SidePane : public QWidget {
    Q_OBJECT
public:
    explicit SidePane(QWidget *parent = nullptr);

    // Adds a page with a tab; takes ownership of the page.
    void add(QWidget *page, const QString &title);
    const QList<QWidget *> &pages() const { return m_pages; }
    QWidget *current() const;
    void show(QWidget *page);

signals:
    void changed(); // another page is shown
    void closeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    QList<QWidget *> m_pages; // in the order of the tabs
};

} // namespace ember::app
