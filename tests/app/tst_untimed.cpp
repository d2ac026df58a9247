// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/capturestatus.h"
#include "app/window/mainwindow.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QTest>

using namespace ember::app;
using ember::tests::openAndWait;
using ember::tests::Sandbox;

// A window with a profile that has totals only.
class TstUntimed : public QObject {
    Q_OBJECT

private slots:
    void ofAProfileWithoutTimeNoTimeIsTold()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(
            window,
            {sandbox.write(QStringLiteral("totals.folded"), "main;parse 5\nmain;write 3\n")});
        const auto *status = window.findChild<CaptureStatus *>();
        QVERIFY(status->text().contains(QLatin1String("8 samples")));
        const QLatin1String noTime("0 ns");
        for (const auto *label : window.findChildren<QLabel *>())
            QVERIFY2(!label->text().contains(noTime), qPrintable(label->text()));
        for (const auto *view : window.findChildren<QAbstractItemView *>()) {
            const auto *model = view->model();
            for (int row = 0; model && row < model->rowCount(); ++row) {
                for (int column = 0; column < model->columnCount(); ++column) {
                    const QString text = model->index(row, column).data().toString();
                    QVERIFY2(!text.contains(noTime), qPrintable(text));
                }
            }
        }
    }
};

EMBER_TEST(TstUntimed)
#include "tst_untimed.moc"
