// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/reframe.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;

class TstGoNames : public QObject {
    Q_OBJECT

private slots:
    void namesAreSplitAsSentrysSdkDoes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("package");
        const auto row = [](const char *name, const char *package) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(package);
        };
        row("main.main", "main");
        row("runtime.(*mheap).alloc.func1", "runtime");
        row("example.com/shop/cart.(*Cart).Sum", "example.com/shop/cart");
        row("net/http.HandlerFunc.ServeHTTP", "net/http");
        row("main.Map[go.shape.struct { a/b.C }]", "main");
        row("type..eq.main.T", "");
        row("go:buildid", "");
        row("memmove", "");
    }

    void namesAreSplitAsSentrysSdkDoes()
    {
        QFETCH(QString, name);
        QFETCH(QString, package);
        const auto text = name.toStdString();
        QCOMPARE(QString::fromStdString(std::string(goPackage(text))), package);
    }

    void theStandardLibraryIsNotTheUsersOwn()
    {
        QVERIFY(isGoCodeOfOthers("runtime", "/usr/lib/go-1.19/src/runtime/proc.go"));
        QVERIFY(isGoCodeOfOthers("net/http", "/usr/local/go/src/net/http/server.go"));
        QVERIFY(isGoCodeOfOthers("net/http", "net/http/server.go")); // -trimpath
        QVERIFY(isGoCodeOfOthers("a.b/vendor/c.d/e", "/x/vendor/c.d/e/f.go"));
        QVERIFY(!isGoCodeOfOthers("main", "/home/u/src/main/main.go"));
        QVERIFY(!isGoCodeOfOthers("log", "/home/u/work/log/log.go"));
        QVERIFY(!isGoCodeOfOthers("example.com/net/http", "/home/u/net/http/server.go"));
        QVERIFY(isGoFunction("runtime.memmove", "/usr/lib/go/src/runtime/memmove_amd64.s"));
        QVERIFY(!isGoFunction("memmove", "../sysdeps/x86_64/memmove.s"));
    }
};

EMBER_TEST(TstGoNames)
#include "tst_gonames.moc"
