// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"
#include "views/filters/filtertext.h"

#include <QTest>

using namespace ember;
using namespace ember::model;

namespace {

ProfilePointer profileOf(const std::vector<std::string> &names)
{
    ProfileBuilder builder;
    for (const std::string &name : names) {
        Function function;
        function.name = builder.string(name);
        Frame frame;
        frame.function = builder.function(function);
        builder.frame(frame);
    }
    return builder.snapshot();
}

// Each of them is tried in more ways than there are atoms.
std::vector<std::string> slowNames()
{
    std::vector<std::string> names;
    for (int number = 0; number < 3000; ++number)
        names.push_back(std::string(60, 'a') + std::to_string(number) + '!');
    return names;
}

} // namespace

// Regular expressions that a file brings along.
class TstKeptPatterns : public QObject {
    Q_OBJECT

private slots:
    void aPatternThatTakesTooLongIsLeftOutAndSaid()
    {
        KeptView view;
        view.filters = {"focus",  "pattern", "ma.n", "leaveOut", "pattern",
                        "(a+)+$", "only",    "name", "(a+)+$",   "running"};
        ImportLog log;
        app::dropSlowPatterns(view, *profileOf(slowNames()), log);
        const std::vector<std::string> left = {"focus", "pattern", "ma.n",   "only",
                                               "name",  "(a+)+$",  "running"};
        QVERIFY(view.filters == left);
        QCOMPARE(log.findings().size(), std::size_t(1));
        QCOMPARE(log.findings().front().code, std::string("ember-view-pattern"));
        QVERIFY(log.findings().front().detail.ends_with("(a+)+$"));
    }

    void manyPatternsTakeNoLongerThanOne()
    {
        KeptView view;
        for (int number = 0; number < 100; ++number)
            view.filters.insert(view.filters.end(),
                                {"leaveOut", "pattern", std::to_string(number) + "|(a|aa)+$"});
        ImportLog log;
        app::dropSlowPatterns(view, *profileOf(slowNames()), log);
        QVERIFY(view.filters.empty());
        QCOMPARE(log.findings().front().count, std::uint64_t(100));
    }

    void orThatIsTooLongItself()
    {
        KeptView view;
        view.filters = {"focus", "pattern", std::string(1'000'000, 'a')};
        ImportLog log;
        app::dropSlowPatterns(view, *profileOf({"main"}), log);
        QVERIFY(view.filters.empty());
        QVERIFY(log.findings().front().detail.size() < 300);
    }

    void othersAreLeftAlone()
    {
        KeptView view;
        view.filters = {"focus", "pattern", "(unfinished", "only", "pattern", "^std::.*<.*>"};
        const auto before = view.filters;
        ImportLog log;
        app::dropSlowPatterns(view, *profileOf({"main", "std::vector<int>::push_back"}), log);
        QVERIFY(view.filters == before);
        QVERIFY(log.findings().empty());
    }

    // As wherever else they are used: what is typed, a baseline's names.
    void aNameThatTakesTooLongDoesNotMatch()
    {
        const auto pattern = views::textPattern(QStringLiteral("(a+)+$"));
        QCOMPARE(pattern.error, QString());
        for (const std::string &name : slowNames())
            QVERIFY(!pattern.test.pattern->matches(name));
        QVERIFY(pattern.test.pattern->matches("aaaa"));
    }
};

EMBER_TEST(TstKeptPatterns)
#include "tst_keptpatterns.moc"
