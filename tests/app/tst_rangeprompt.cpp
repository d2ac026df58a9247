// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/rangeprompt.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QPushButton>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::model;
using namespace ember::tests;

// A range that is typed.
class TstRangePrompt : public QObject {
    Q_OBJECT

private slots:
    void rangesAreSecondsFromTheStart()
    {
        const Timestamp origin = timestampFromNs(1'000);
        const auto range = rangeFromText(QStringLiteral(" 0.000000001 .. 1,5"), origin);
        QVERIFY((range == TimeRange{timestampFromNs(1'001), timestampFromNs(1'500'001'000)}));
        QCOMPARE(rangeText(*range, origin), QStringLiteral("0.000000001..1.5"));
        QVERIFY(rangeFromText(QStringLiteral("-2..0"), origin));
    }

    void whatIsNoRangeIsNone_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "1", "..", "1..", "..1", "2..1", "1..1", "a..2", "0..nan", "0..inf", "0..1e300"})
            QTest::addRow("'%s'", text) << QString::fromLatin1(text);
    }

    void whatIsNoRangeIsNone()
    {
        QFETCH(const QString, text);
        QVERIFY(!rangeFromText(text, {}));
    }

    void theTypedRangeIsSelectedToTheNanosecond()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        const auto start = window.viewState().profile().origin();
        window.actions().at("selectRange")->trigger();
        auto *dialog = window.findChild<QInputDialog *>(QStringLiteral("rangePrompt"));
        QVERIFY(dialog);
        const auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
        QVERIFY(ok->isEnabled()); // what is shown
        dialog->setTextValue(QStringLiteral("1..0"));
        QVERIFY(!ok->isEnabled());
        dialog->setTextValue(QStringLiteral("0.001..0.002000001"));
        QVERIFY(ok->isEnabled());
        dialog->accept();
        QVERIFY((window.viewState().selection().range()
                 == TimeRange{start + Nanoseconds(1'000'000), start + Nanoseconds(2'000'001)}));
    }

    void whatIsWrongWithARangeIsSaid_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("nothing") << QString() << QStringLiteral("1.25..1.5");
        QTest::newRow("one time") << QStringLiteral("0.001") << QStringLiteral("no “..”");
        QTest::newRow("no start") << QStringLiteral(" ..1") << QStringLiteral("before “..”");
        QTest::newRow("no end") << QStringLiteral("1..") << QStringLiteral("behind “..”");
        QTest::newRow("letters") << QStringLiteral("0.001..2 s") << QStringLiteral("“2 s”");
        QTest::newRow("no number") << QStringLiteral("nan..2") << QStringLiteral("“nan”");
        QTest::newRow("endless") << QStringLiteral("0..1e300") << QStringLiteral("too far");
        QTest::newRow("backwards") << QStringLiteral("2..1") << QStringLiteral("The end, 1,");
        QTest::newRow("long") << QString(QStringLiteral("0..") + QString(5000, u'x'))
                              << QStringLiteral("xx…”");
    }

    void whatIsWrongWithARangeIsSaid()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, said);
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        window.actions().at("selectRange")->trigger();
        auto *dialog = window.findChild<QInputDialog *>(QStringLiteral("rangePrompt"));
        const QString asks = dialog->labelText();
        dialog->setTextValue(text);
        QVERIFY2(dialog->labelText().startsWith(asks + QLatin1Char('\n')),
                 qPrintable(dialog->labelText()));
        QVERIFY2(dialog->labelText().contains(said), qPrintable(dialog->labelText()));
        QVERIFY(dialog->labelText().size() < 200);
        dialog->setTextValue(QStringLiteral("0.001..0.002"));
        QCOMPARE(dialog->labelText(), asks);
    }

    void whereNothingWasRecordedNothingIsSelected()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        const views::ViewState &state = window.viewState();
        window.actions().at("selectRange")->trigger();
        auto *dialog = window.findChild<QInputDialog *>(QStringLiteral("rangePrompt"));
        const auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
        const QString asks = dialog->labelText();
        dialog->setTextValue(QStringLiteral("99..100"));
        QVERIFY(!ok->isEnabled());
        QVERIFY(dialog->labelText().contains(
            rangeText(state.profile().range(), state.profile().origin())));
        dialog->setTextValue(QStringLiteral("0.001..100"));
        QVERIFY(ok->isEnabled());
        QCOMPARE(dialog->labelText(), asks);
        dialog->accept();
        QVERIFY((state.selection().range()
                 == TimeRange{state.profile().origin() + Nanoseconds(1'000'000),
                              state.profile().range().end}));
    }

    void allOfTheTypedRangeIsBroughtIntoView()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        views::ViewState &state = window.viewState();
        const Timestamp start = state.profile().origin();
        const TimeRange narrow{start + Nanoseconds(3'000'000), start + Nanoseconds(3'500'000)};
        state.zoom().show(narrow);
        const auto type = [&](const QString &text) {
            window.actions().at("selectRange")->trigger();
            auto *dialog = window.findChild<QInputDialog *>(QStringLiteral("rangePrompt"));
            dialog->setTextValue(text);
            dialog->accept();
            delete dialog;
        };
        type(QStringLiteral("0.0031..0.0034"));
        QVERIFY(state.zoom().visible() == narrow);
        type(QStringLiteral("0.0032..0.0072"));
        QVERIFY((state.zoom().visible()
                 == TimeRange{start + Nanoseconds(2'800'000), start + Nanoseconds(7'600'000)}));
        state.zoom().goBack();
        QVERIFY(state.zoom().visible() == narrow);
    }
};

EMBER_TEST(TstRangePrompt)
#include "tst_rangeprompt.moc"
