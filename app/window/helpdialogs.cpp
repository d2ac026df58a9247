// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/helpdialogs.h"

#include "app/window/actions.h"
#include "app/window/symbolicon.h"
#include "views/keymap.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QIcon>
#include <QMap>
#include <QMessageBox>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ember::app {

namespace {

struct HelpTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::HelpTexts)
};

QTreeWidgetItem *addGroup(QTreeWidget &tree, const QString &title)
{
    auto *group = new QTreeWidgetItem(&tree, {title});
    QFont bold = tree.font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    return group;
}

QString withoutMnemonic(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

void addCommands(QTreeWidget &tree, const Actions &actions)
{
    QTreeWidgetItem *group = addGroup(tree, HelpTexts::tr("Commands"));
    for (const QAction *action : actions.findChildren<QAction *>()) {
        const QString keys =
            QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText);
        if (!keys.isEmpty())
            new QTreeWidgetItem(group, {withoutMnemonic(action->text()), keys});
    }
}

void addChartKeys(QTreeWidget &tree)
{
    QTreeWidgetItem *group = addGroup(tree, HelpTexts::tr("In the chart"));
    QMap<views::ChartAction, QStringList> keys;
    QList<views::ChartAction> order;
    for (const views::KeyBinding &binding : views::chartKeys()) {
        if (!keys.contains(binding.action))
            order.append(binding.action);
        // Shift+Tab has two names: one is enough.
        if (binding.key.key() != Qt::Key_Backtab)
            keys[binding.action] << QKeySequence(binding.key).toString(QKeySequence::NativeText);
        else if (keys[binding.action].isEmpty())
            keys[binding.action]
                << QKeySequence(Qt::SHIFT | Qt::Key_Tab).toString(QKeySequence::NativeText);
    }
    for (const views::ChartAction action : order)
        new QTreeWidgetItem(group,
                            {views::describe(action), keys[action].join(QLatin1String("   "))});
}

void addMouse(QTreeWidget &tree)
{
    QTreeWidgetItem *group = addGroup(tree, HelpTexts::tr("Mouse"));
    const QList<QStringList> rows{
        {HelpTexts::tr("Scroll"), HelpTexts::tr("Wheel")},
        {HelpTexts::tr("Move in time"), HelpTexts::tr("Shift+Wheel, drag a box, Shift+Drag")},
        {HelpTexts::tr("Zoom at the pointer"), HelpTexts::tr("Ctrl+Wheel, pinch")},
        {HelpTexts::tr("Select a box"), HelpTexts::tr("Click")},
        {HelpTexts::tr("Fit a box"), HelpTexts::tr("Double click")},
        {HelpTexts::tr("Select a range"), HelpTexts::tr("Drag on the axis or an empty place")},
    };
    for (const QStringList &row : rows)
        new QTreeWidgetItem(group, row);
}

} // namespace

void showKeys(QWidget *parent, const Actions &actions)
{
    auto *dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(HelpTexts::tr("Keys and Mouse"));
    auto *tree = new QTreeWidget;
    tree->setColumnCount(2);
    tree->setHeaderHidden(true);
    tree->setRootIsDecorated(false);
    tree->setSelectionMode(QAbstractItemView::NoSelection);
    tree->setAccessibleName(dialog->windowTitle());
    addChartKeys(*tree);
    addMouse(*tree);
    addCommands(*tree, actions);
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto *column = new QVBoxLayout(dialog);
    column->addWidget(tree);
    column->addWidget(buttons);
    dialog->resize(720, 680);
    dialog->show();
}

void showAbout(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(HelpTexts::tr("About Emberchart"));
    box->setIconPixmap(applicationIcon().pixmap(72));
    box->setText(QStringLiteral("<h2>Emberchart %1</h2>").arg(QStringLiteral(EMBER_VERSION)));
    box->setInformativeText(
        HelpTexts::tr("Records programs as live flamecharts, opens Sentry profiles, and sends "
                      "chosen pieces of them.<br><br>Free software under the GNU General Public "
                      "License, version 3 or later. Drawn with Qt %1 and QCustomPlot.")
            .arg(QString::fromLatin1(qVersion())));
    box->setModal(false);
    box->show();
}

} // namespace ember::app
