// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/demangle.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;

class TstDemangle : public QObject {
    Q_OBJECT

private slots:
    void namesAreSpelledForPeople_data()
    {
        QTest::addColumn<QByteArray>("raw");
        QTest::addColumn<QByteArray>("readable");
        const auto row = [](const char *name, const char *raw, const char *readable) {
            QTest::newRow(name) << QByteArray(raw) << QByteArray(readable);
        };
        row("C", "main", "main");
        row("C++", "_ZN5ember4testEi", "ember::test(int)");
        row("clone", "_ZN5ember4testEi.constprop.0", "ember::test(int) [clone .constprop.0]");
        row("C clone", "compute.part.0", "compute.part.0");
        row("version", "memcpy@@GLIBC_2.14", "memcpy");
        row("old version", "memcpy@GLIBC_2.2.5", "memcpy");
        row("broken C++", "_ZN5emb", "_ZN5emb");
        row("rust", "_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write");
        row("rust with escapes",
            "_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$"
            "3fmt17h0123456789abcdefE",
            "<alloc::string::String as core::fmt::Debug>::fmt");
        row("rust v0 stays", "_RNvC6_123foo3bar", "_RNvC6_123foo3bar");
        row("like a hash but short", "_ZN4core3fmt9h01234567E", "core::fmt::h01234567");
        row("only a version", "@GLIBC", "@GLIBC");
        row("empty", "", "");
    }

    void namesAreSpelledForPeople()
    {
        QFETCH(QByteArray, raw);
        QFETCH(QByteArray, readable);
        QCOMPARE(QByteArray::fromStdString(demangled(raw.toStdString())), readable);
    }

    void aNameOfMegabytesIsLeftAlone()
    {
        std::string huge = "_Z1f";
        huge.append(3'000'000, 'P');
        QCOMPARE(demangled(huge).size(), huge.size());
        const std::string deep = "_Z1f" + std::string(16'000, 'P');
        QCOMPARE(demangled(deep), deep);
    }
};

EMBER_TEST(TstDemangle)
#include "tst_demangle.moc"
