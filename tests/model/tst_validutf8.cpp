// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "tests/support/testmain.h"

#include <QTest>

using ember::model::isUtf8;
using ember::model::validUtf8;

// Unicode 15, table 3-7: which bytes are UTF-8.
class TstValidUtf8 : public QObject {
    Q_OBJECT

private slots:
    void theTableIsKept_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isText");
        const auto row = [](const char *name, QByteArray bytes, bool isText) {
            QTest::newRow(name) << bytes << isText;
        };
        row("nothing", {}, true);
        row("ASCII and NUL", QByteArray("a\0b", 3), true);
        row("the smallest of two", "\xc2\x80", true);
        row("two where one will do", "\xc1\xbf", false);
        row("the smallest of three", "\xe0\xa0\x80", true);
        row("three where two will do", "\xe0\x9f\xbf", false);
        row("before the surrogates", "\xed\x9f\xbf", true);
        row("a surrogate", "\xed\xa0\x80", false);
        row("the largest of all", "\xf4\x8f\xbf\xbf", true);
        row("beyond", "\xf4\x90\x80\x80", false);
        row("five bytes", "\xf8\x88\x80\x80\x80", false);
        row("cut", "a\xe2\x82", false);
        row("a continuation alone", "\x80", false);
    }

    void theTableIsKept()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isText);
        const auto text = bytes.toStdString();
        QCOMPARE(isUtf8(text), isText);
        QCOMPARE(validUtf8(text) == text, isText);
        QVERIFY(isUtf8(validUtf8(text)));
    }
};

EMBER_TEST(TstValidUtf8)
#include "tst_validutf8.moc"
