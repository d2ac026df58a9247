// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/commandresolver.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/stat.h>

using namespace ember::capture;
using ember::model::ErrorCode;

// The program that exec would find, in the target's surroundings instead of ours.
class TstCommandResolver : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theTargetsPathIsSearched();
    void anEmptyPartOfPathIsTheDirectory();
    void filesThatCannotBeRunArePassedOver();
    void pathsAreRelativeToTheTargetsDirectory();
    void theEnvironmentIsChangedInOrder();

private:
    std::string makeProgram(const char *name, mode_t mode) const;
    LaunchOptions withPath(const std::string &path) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstCommandResolver::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

std::string TstCommandResolver::makeProgram(const char *name, mode_t mode) const
{
    const QString path = m_folder->filePath(QString::fromLatin1(name));
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n") <= 0)
        return {};
    file.close();
    chmod(qPrintable(path), mode);
    return path.toStdString();
}

LaunchOptions TstCommandResolver::withPath(const std::string &path) const
{
    LaunchOptions options;
    options.command = {"prog", "argument"};
    options.directory = m_folder->path().toStdString();
    options.environment.push_back({"PATH", path});
    return options;
}

void TstCommandResolver::theTargetsPathIsSearched()
{
    const auto path = makeProgram("bin/prog", 0755);
    const auto found =
        resolveCommand(withPath("/nonexistent:" + m_folder->path().toStdString() + "/bin"));
    QVERIFY(found.has_value());
    QCOMPARE(found->path, path);
    QCOMPARE(found->arguments, (std::vector<std::string>{"prog", "argument"}));
    const auto missing = resolveCommand(withPath("/nonexistent"));
    QVERIFY(missing.error().code == ErrorCode::CommandNotFound);
}

void TstCommandResolver::anEmptyPartOfPathIsTheDirectory()
{
    makeProgram("prog", 0755);
    const auto found = resolveCommand(withPath("/nonexistent:"));
    QVERIFY(found.has_value());
    QCOMPARE(found->path, std::string("./prog"));
}

void TstCommandResolver::filesThatCannotBeRunArePassedOver()
{
    makeProgram("first/prog", 0644);
    const auto path = makeProgram("second/prog", 0755);
    const auto folder = m_folder->path().toStdString();
    const auto found = resolveCommand(withPath(folder + "/first:" + folder + "/second"));
    QVERIFY(found.has_value());
    QCOMPARE(found->path, path);
    const auto none = resolveCommand(withPath(folder + "/first"));
    QVERIFY(none.error().code == ErrorCode::CommandNotExecutable);
}

void TstCommandResolver::pathsAreRelativeToTheTargetsDirectory()
{
    makeProgram("sub/prog", 0755);
    auto options = withPath("/bin");
    options.command.front() = "sub/prog";
    const auto found = resolveCommand(options);
    QVERIFY(found.has_value());
    QCOMPARE(found->path, std::string("sub/prog"));
    options.directory.clear();
    QVERIFY(resolveCommand(options).error().code == ErrorCode::CommandNotFound);
}

void TstCommandResolver::theEnvironmentIsChangedInOrder()
{
    qputenv("EMBER_TEST_A", "ours");
    qputenv("EMBER_TEST_B", "ours");
    const auto changed = changedEnvironment({{"EMBER_TEST_A", "first"},
                                             {"EMBER_TEST_A", "second=2"},
                                             {"EMBER_TEST_B", std::nullopt},
                                             {"EMBER_TEST_C", ""}});
    QCOMPARE(std::ranges::count(changed, std::string("EMBER_TEST_A=second=2")), 1);
    QCOMPARE(std::ranges::count(changed, std::string("EMBER_TEST_C=")), 1);
    QVERIFY(std::ranges::none_of(changed, [](const auto &entry) {
        return entry.starts_with("EMBER_TEST_B=") || entry == "EMBER_TEST_A=first";
    }));
}

EMBER_TEST(TstCommandResolver)
#include "tst_commandresolver.moc"
