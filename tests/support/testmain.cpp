// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>
#ifdef EMBER_TEST_GUI
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <map>

namespace ember::tests {

namespace {

std::map<QString, TestFactory> &tests()
{
    static std::map<QString, TestFactory> all;
    return all;
}

} // namespace

bool registerTest(const char *fileName, TestFactory factory)
{
    tests().emplace(QFileInfo(QString::fromLocal8Bit(fileName)).baseName(), factory);
    return true;
}

QString referenceData(const QString &path)
{
    const QString base = QStringLiteral(EMBER_SOURCE_DIR "/../shared/data/");
    const QFileInfo info(base + path);
    return info.exists() ? QDir::cleanPath(info.absoluteFilePath()) : QString();
}

} // namespace ember::tests

// PROGRAM [tst_file [Qt Test arguments]]: without arguments all classes run.
int main(int argc, char **argv)
{
    Application application(argc, argv);
    QStringList arguments = Application::arguments();
    const QString wanted = arguments.size() > 1 ? arguments.takeAt(1) : QString();
    if (!wanted.isEmpty() && !ember::tests::tests().contains(wanted)) {
        qCritical("no test %s in this program", qPrintable(wanted));
        return 2;
    }
    int failures = 0;
    for (const auto &[name, factory] : ember::tests::tests()) {
        if (wanted.isEmpty() || name == wanted)
            failures += QTest::qExec(factory().get(), arguments);
    }
    return failures == 0 ? 0 : 1;
}
