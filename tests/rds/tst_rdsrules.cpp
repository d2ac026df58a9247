// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rds/rdsfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <array>

using namespace ember::model;
using namespace ember::tests;

namespace {

// Which rule the words of the package are about, by what they contain; the first that fits.
struct Words {
    const char *part;
    const char *rule;
};

constexpr std::array packageWords{
    Words{"is.list(x) is", "v1-1"},
    Words{"inherits(x", "v1-2"},
    Words{"is_tibble) are not all", "v1-3"},
    Words{"identical(undotted(names(x))", "v1-4"},
    Words{"undotted(names(x$", "v1-5"},
    Words{"x$meta", "v1-6"},
    Words{"version specification", "v1-6"},
    Words{"x$sample_types", "v1-7"},
    Words{"x$samples$value", "v1-8"},
    Words{"in% x$locations$location_id", "v1-10"},
    Words{"x$samples$locations", "v1-9"},
    Words{"values must be length 1", "v1-9"},
    Words{"is.integer(x$locations", "v1-11"},
    Words{"is.na(x$locations$function_id)", "v1-12"},
    Words{"x$locations$line", "v1-13"},
    Words{"name != ", "v1-15"},
    Words{"start_line", "v1-17"},
};

std::string ruleOf(const std::string &verdict)
{
    if (verdict == "VALID")
        return {};
    // The elements of samples$locations are tibbles, too.
    if (verdict.find("samples$locations, tibble::is_tibble") != std::string::npos)
        return "v1-9";
    for (const Words &words : packageWords) {
        if (verdict.find(words.part) != std::string::npos)
            return words.rule;
    }
    return "?";
}

std::string firstError(const tables::Reading &reading)
{
    const auto first =
        std::ranges::find(reading.findings, tables::Grade::Error, &tables::TableFinding::grade);
    return first == reading.findings.end() ? std::string()
                                           : std::string(tables::ruleName(first->rule));
}

} // namespace

// The R package's verdicts of broken version 1 objects.
class TstRdsRules : public QObject {
    Q_OBJECT

private slots:
    void aFileGetsTheVerdictOfThePackage_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("verdict");
        const auto folder = referenceData(QStringLiteral("rprofile/v1_negative"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        const auto list = fileBytes(folder + QStringLiteral("/VERDICTS.tsv"));
        const auto text = QString::fromUtf8(list.view().data(), qsizetype(list.size()));
        for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts).mid(1)) {
            const auto name = line.section(u'\t', 0, 0);
            QTest::newRow(qPrintable(name))
                << folder + u'/' + name + QStringLiteral(".rds") << line.section(u'\t', 1);
        }
    }

    void aFileGetsTheVerdictOfThePackage()
    {
        QFETCH(QString, path);
        QFETCH(QString, verdict);
        const auto reading = readRds(path);
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        auto expected = ruleOf(verdict.toStdString());
        // By its version the file is not of version 1: both are said.
        const bool isOther = QFileInfo(path).baseName() == QLatin1String("meta_value_2");
        if (isOther)
            expected = "T1";
        QCOMPARE(firstError(*reading), expected);
        const bool saysBoth =
            std::ranges::any_of(reading->findings, [](const tables::TableFinding &finding) {
                return finding.detail.find("rules of version 1 are kept") != std::string::npos;
            });
        QCOMPARE(saysBoth, isOther);
        QCOMPARE(tables::checkRules(*reading).has_value(), expected.empty());
    }
};

EMBER_TEST(TstRdsRules)
#include "tst_rdsrules.moc"
