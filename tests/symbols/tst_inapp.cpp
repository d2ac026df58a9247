// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/inapp.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;

class TstInApp : public QObject {
    Q_OBJECT

private slots:
    void systemPathsAreNotTheUsersOwn_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("own");
        const auto row = [](const char *path, bool own) {
            QTest::newRow(path) << QByteArray(path) << own;
        };
        row("/usr/lib/x86_64-linux-gnu/libc.so.6", false);
        row("/lib/x86_64-linux-gnu/libc.so.6", false);
        row("/lib64/ld-linux-x86-64.so.2", false);
        row("/usr/bin/bash", false);
        row("/bin/dash", false);
        row("/sbin/init", false);
        row("/usr/libexec/helper", false);
        row("/usr", false);
        row("/usr/local/lib/libmine.so", true);
        row("/usr/localised/lib.so", false);
        row("/usrlocal/lib.so", true);
        row("/opt/product/lib/libproduct.so", true);
        row("/home/me/build/app", true);
        row("/home/me/build/app (deleted)", true);
        row("/usr/lib/libz.so (deleted)", false);
        row("/library/x.so", true);
        row("[vdso]", false);
        row("[heap]", false);
        row("", false);
        row("/memfd:jit (deleted)", false);
        row("/dev/zero (deleted)", false);
        row("/SYSV00000000 (deleted)", false);
        row("relative/name.so", false);
        row("/home/me/emberchart/libemberchart-frames.so", false); // not the user's, but ours
        row("/home/me/libother-frames.so", true);
    }

    void systemPathsAreNotTheUsersOwn()
    {
        QFETCH(QByteArray, path);
        QFETCH(bool, own);
        QCOMPARE(InAppRule().of(path.toStdString(), ""), own ? InApp::Yes : InApp::No);
    }

    void theLaunchedProgramIsTheUsersOwnWhereverItLies()
    {
        const InAppRule rule;
        QCOMPARE(rule.of("/usr/bin/xz", "/usr/bin/xz"), InApp::Yes);
        QCOMPARE(rule.of("/usr/bin/xz (deleted)", "/usr/bin/xz"), InApp::Yes);
        QCOMPARE(rule.of("/usr/lib/liblzma.so.5", "/usr/bin/xz"), InApp::No);
    }

    void sourcesOfTheSystemAreNotTheUsersOwn_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<bool>("isOfSystem");
        const auto row = [](const char *file, bool isOfSystem) {
            QTest::newRow(file) << QByteArray(file) << isOfSystem;
        };
        row("/usr/include/c++/12/bits/char_traits.h", true);
        row("/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/vector", true);
        row("/usr/include/x86_64-linux-gnu/qt6/QtCore/qstring.h", true);
        row("/opt/gcc-14/include/c++/14/mutex", true);
        row("/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/x86_64-linux-gnu/c++/12/"
            "bits/gthr-default.h",
            true);
        row("/opt/gcc-14/include/x86_64-linux-gnu/c++/14/bits/gthr-default.h", true);
        row("/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/slice/mod.rs", true);
        row("/usr/src/app/main.cpp", false);
        row("/usr/local/include/mine.h", false);
        row("/home/me/include/mine.h", false);
        row("src/main.cpp", false);
        row("", false);
    }

    void sourcesOfTheSystemAreNotTheUsersOwn()
    {
        QFETCH(QByteArray, file);
        QFETCH(bool, isOfSystem);
        QCOMPARE(isSourceOfSystem(file.toStdString()), isOfSystem);
    }

    void interpretersAreNobodysOwn_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("own");
        const auto row = [](const char *path, bool own) {
            QTest::newRow(path) << QByteArray(path) << own;
        };
        row("/usr/bin/python3.11", false);
        row("/home/me/.pyenv/versions/3.12.1/bin/python3.12", false);
        row("/opt/python/lib/libpython3.12.so.1.0", false);
        row("/opt/jdk/lib/server/libjvm.so", false);
        row("/home/me/.nvm/bin/node", false);
        row("/usr/local/bin/node (deleted)", false);
        row("/usr/lib/R/bin/exec/R", false);
        row("/opt/me/libR.so", false);
        row("/bin/bash", false);
        row("/opt/me/pythonista", true);
        row("/opt/me/nodes", true);
        row("/opt/me/libruby_bindings.so", true);
        row("/opt/me/3", true);
    }

    void interpretersAreNobodysOwn()
    {
        QFETCH(QByteArray, path);
        QFETCH(bool, own);
        const auto launched = path.toStdString();
        QCOMPARE(InAppRule().of(launched, launched), own ? InApp::Yes : InApp::No);
        QCOMPARE(InAppRule({{"/usr", "/home", "/opt", "/bin"}, {}}).of(launched, launched),
                 InApp::Yes);
    }

    void classesOfTheJdkAreNobodysOwn()
    {
        const InAppRule rule;
        QCOMPARE(rule.ofScript("java", "Thread.java", "java.lang.Thread"), InApp::No);
        QCOMPARE(rule.ofScript("java", "JavaCompiler.java", "com.sun.tools.javac.main"), InApp::No);
        QCOMPARE(rule.ofScript("java", "Cart.java", "com.example.Cart"), InApp::Yes);
        QCOMPARE(rule.ofScript("java", "Main.java", "javanais.Main"), InApp::Yes);
    }

    void includeGoesBeforeExcludeAndBothBeforeTheRule()
    {
        const InAppRule rule(
            {{"/usr/lib/mine", "/home/me/vendor/ours"}, {"/home/me/vendor/", "/x"}});
        QCOMPARE(rule.of("/usr/lib/mine/a.so", ""), InApp::Yes);
        QCOMPARE(rule.of("/usr/lib/minefield/a.so", ""), InApp::No);
        QCOMPARE(rule.of("/home/me/vendor/a.so", ""), InApp::No);
        QCOMPARE(rule.of("/home/me/vendor/ours/a.so", ""), InApp::Yes);
        QCOMPARE(rule.of("/x", "/x"), InApp::No);
    }
};

EMBER_TEST(TstInApp)
#include "tst_inapp.moc"
