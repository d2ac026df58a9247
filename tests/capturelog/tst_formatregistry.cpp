// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <sys/stat.h>

using namespace ember::model;
using namespace ember::tests;

class TstFormatRegistry : public QObject {
    Q_OBJECT

private slots:
    void aCaptureLogIsKnownByItsContent()
    {
        const auto *importer = builtinFormats().find(smallLog());
        QVERIFY(importer != nullptr);
        QCOMPARE(importer->format(), std::string_view("ember"));
        QVERIFY(builtinFormats().find("\x7f"
                                      "ELF")
                == nullptr);
    }

    void eachLogIsAProfileOfItsOwn()
    {
        const auto paths = files({smallLog(), smallLog()});
        const auto import = builtinFormats().open(paths, {});
        QVERIFY(import.has_value());
        QCOMPARE(import->profiles.size(), std::size_t(2));
        QCOMPARE(import->profiles.back().files, std::vector{paths.back()});
        QCOMPARE(import->profiles.back().format, std::string("ember"));
        QCOMPARE(import->profiles.back().profile->sampleCount(), std::size_t(3));
    }

    void whatCannotBeReadDoesNotTakeTheOthersWithIt()
    {
        auto paths = files({smallLog(), "EMBERLOG", "", "nothing known", smallLog()});
        paths.push_back("/no/such/file");
        const auto import = builtinFormats().open(paths, {});
        QVERIFY(import.has_value());
        QCOMPARE(import->profiles.size(), std::size_t(2));
        std::vector<std::string> refused;
        for (const Error &error : import->refused)
            refused.push_back(error.subject);
        std::ranges::sort(refused);
        std::vector<std::string> wanted{paths[1], paths[2], paths[3], paths[5]};
        std::ranges::sort(wanted);
        QCOMPARE(refused, wanted);
    }

    void aRefusedLogSaysWhatItWasTakenForAndWhere()
    {
        std::string wrong = smallLog();
        wrong[13] = char(wrong[13] ^ 1);
        const auto paths = files({smallLog().substr(0, 14), wrong});
        const auto import = builtinFormats().open(paths, {});
        QVERIFY(import.has_value());
        QCOMPARE(import->refused.size(), std::size_t(2));
        QCOMPARE(import->refused[0].detail,
                 std::string("capture log, byte 0: the log ends before its first segment"));
        QCOMPARE(import->refused[1].detail,
                 std::string("capture log, byte 16: the file header's checksum is wrong"));
    }

    void eachRefusalIsToldWhenNothingCouldBeRead()
    {
        const auto paths = files({"", "", "nothing known"});
        const auto import = builtinFormats().open(paths, {});
        QVERIFY(import.has_value());
        QVERIFY(import->profiles.empty());
        QCOMPARE(import->refused.size(), std::size_t(3));
        QCOMPARE(import->refused[0].code, ErrorCode::FileEmpty);
        QCOMPARE(import->refused[0].subject, paths[0]);
        QCOMPARE(import->refused[1].subject, paths[1]);
        QCOMPARE(import->refused[2].code, ErrorCode::UnknownFormat);
    }

    // Nobody writes into it: waiting for that would be for ever.
    void aPipeIsRefused()
    {
        const auto pipe = m_folder.filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
        const auto import = builtinFormats().open({pipe}, {});
        QVERIFY(import.has_value());
        QCOMPARE(import->refused.size(), std::size_t(1));
        QCOMPARE(import->refused.front().code, ErrorCode::FileUnreadable);
    }

    void aStoppedOpeningIsCancelled()
    {
        const auto paths = files({smallLog(), smallLog()});
        std::stop_source source;
        const auto stopped = [&] {
            const auto import =
                builtinFormats().open(paths, {.resolver = nullptr, .stop = source.get_token()});
            return !import && import.error().code == ErrorCode::Cancelled;
        };
        QVERIFY(!stopped());
        source.request_stop();
        QVERIFY(stopped());
    }

private:
    std::vector<std::string> files(const std::vector<std::string> &contents)
    {
        std::vector<std::string> paths;
        for (const auto &content : contents) {
            QFile file(m_folder.filePath(QString::number(m_count++)));
            if (!file.open(QIODevice::WriteOnly))
                qFatal("no file");
            file.write(QByteArray::fromStdString(content));
            paths.push_back(file.fileName().toStdString());
        }
        return paths;
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

EMBER_TEST(TstFormatRegistry)
#include "tst_formatregistry.moc"
