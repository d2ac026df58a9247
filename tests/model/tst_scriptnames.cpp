// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/profile/scripts.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember;
using namespace ember::model;

// How functions of scripts are called in the window.
class TstScriptNames : public QObject {
    Q_OBJECT

private slots:
    void theNameSaysWhoseItIs_data()
    {
        QTest::addColumn<QByteArray>("platform");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("module");
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *platform, const char *name, const char *module,
                            const char *file, const char *shown) {
            QTest::newRow(shown) << QByteArray(platform) << QByteArray(name) << QByteArray(module)
                                 << QByteArray(file) << QByteArray(shown);
        };
        row("java", "total", "com.example.Shop$Cart", "Shop.java", "Shop$Cart.total");
        row("java", "main", "Shop", "Shop.java", "Shop.main");
        row("java", "total", "", "Shop.java", "total");
        row("python", "Cart.total", "shop.cart", "shop/cart.py", "Cart.total");
        row("node", "total", "shop", "/srv/shop.js", "total");
        row("node", "", "shop", "/srv/shop.js", "shop.js:12 (anonymous)");
        row("node", "", "internal:fs", "node:fs", "node:fs:12 (anonymous)");
        row("native", "total", "shop", "shop.c", "total");
        row("node", "", "", "", "unknown");
    }

    void theNameSaysWhoseItIs()
    {
        QFETCH(const QByteArray, platform);
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, module);
        QFETCH(const QByteArray, file);
        QFETCH(const QByteArray, shown);
        ProfileBuilder builder;
        const auto text = [&](const QByteArray &bytes) {
            return bytes.isEmpty() ? StringIndex() : builder.string(bytes.toStdString());
        };
        Function function;
        function.name = text(name);
        function.module = text(module);
        function.file = text(file);
        function.startLine = 12;
        Frame frame;
        frame.function = builder.function(function);
        frame.platform = text(platform);
        const auto index = builder.frame(frame);
        QCOMPARE(frameName(*builder.snapshot(), index), shown.toStdString());
    }

    void librariesAreNotTheUsers()
    {
        QVERIFY(isScriptOfLibrary("ruby", "/var/lib/gems/3.1.0/gems/rack-2.2/lib/rack.rb", ""));
        QVERIFY(isScriptOfLibrary("ruby", "/usr/lib/ruby/3.1.0/set.rb", ""));
        QVERIFY(isScriptOfLibrary("ruby", "<internal:kernel>", ""));
        QVERIFY(isScriptOfLibrary("ruby", "<cfunc>", ""));
        QVERIFY(!isScriptOfLibrary("ruby", "/srv/shop/lib/cart.rb", ""));
        QVERIFY(isScriptOfLibrary("php", "/srv/shop/vendor/autoload.php", ""));
        QVERIFY(isScriptOfLibrary("php", "/usr/share/php/Archive/Tar.php", ""));
        QVERIFY(isScriptOfLibrary("php", "[internal function]", ""));
        QVERIFY(!isScriptOfLibrary("php", "/srv/shop/index.php", ""));
    }
};

EMBER_TEST(TstScriptNames)
#include "tst_scriptnames.moc"
