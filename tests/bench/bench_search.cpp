// SPDX-License-Identifier: GPL-3.0-or-later
// Search over a million distinct functions and ten million boxes: `search.rare.answer.median 30
// ms` is from the text typed to its count being there, `type` what the window's thread is held up
// by that, `step` by the way to the next match, which comes `step.answer` later. `first` is the
// first search in a profile, `unprepared` where the field did not have the focus before.
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "views/jobs/viewthreads.h"
#include "views/search/searcher.h"

#include <QApplication>
#include <QEventLoop>
#include <QThreadPool>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::views;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int functions = 1'000'000;
constexpr int samples = 3'100'000;
constexpr int rounds = 9;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void print(const std::string &name, std::vector<double> times)
{
    std::ranges::sort(times);
    std::printf("search.%s.median %.2f ms\nsearch.%s.worst %.2f ms\n", name.c_str(),
                times[times.size() / 2], name.c_str(), times.back());
    std::fflush(stdout);
}

// Stacks that change near the leaf; every call is of a function of its own.
ProfilePointer makeProfile()
{
    ProfileBuilder builder;
    std::mt19937 random{42};
    std::vector<StackIndex> path;
    std::vector<StackIndex> stacks;
    for (int function = 0; function < functions; stacks.push_back(path.back())) {
        path.resize(path.size() - std::min<std::size_t>(path.size(), random() % 6));
        const auto wanted = std::min<std::size_t>(60, path.size() + 1 + random() % 6);
        for (; path.size() < wanted; ++function) {
            Function made;
            made.name = builder.string("Engine::Cache<Item" + std::to_string(function % 977)
                                       + ">::lookUp_" + std::to_string(function) + "(int) const");
            made.module = builder.string("libmodule" + std::to_string(function / 1000) + ".so");
            Frame frame;
            frame.function = builder.function(made);
            path.push_back(
                builder.stack(path.empty() ? emptyStack : path.back(), builder.frame(frame)));
        }
    }
    const auto thread = builder.addThread({});
    std::size_t place = 0;
    for (int sample = 0; sample < samples; ++sample) {
        place = (place + stacks.size() + random() % 9 - 3) % stacks.size();
        builder.addSample(thread, {timestampFromNs(sample * 1'000'000LL), stacks[place], {}});
    }
    return builder.snapshot();
}

// The loop waits for `isDone`, woken by what happens.
template<typename Condition>
void waitFor(Condition isDone)
{
    while (!isDone())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

void measureFirst(const SpanTablePointer &spans)
{
    for (const bool isPrepared : {false, true}) {
        std::vector<double> answers;
        for (int round = 0; round < rounds; ++round) {
            ViewState state;
            Searcher searcher(state);
            state.open(spans);
            if (isPrepared)
                searcher.prepare();
            backgroundPool().waitForDone();
            QCoreApplication::processEvents();
            const auto start = Clock::now();
            state.selection().setSearchText(QStringLiteral("lookup"));
            waitFor([&] { return state.selection().matches().isActive(); });
            answers.push_back(millisecondsSince(start));
        }
        print(isPrepared ? "first.answer" : "first.unprepared.answer", answers);
    }
}

void measure(const std::string &name, ViewState &state, Searcher &searcher, const QString &text)
{
    std::vector<double> typing;
    std::vector<double> answers;
    for (int round = 0; round < rounds; ++round) {
        state.selection().setSearchText({});
        const auto start = Clock::now();
        state.selection().setSearchText(text);
        typing.push_back(millisecondsSince(start));
        waitFor([&] { return state.selection().matches().text == text; });
        answers.push_back(millisecondsSince(start));
    }
    std::printf("search.%s.matches %llu\n", name.c_str(),
                static_cast<unsigned long long>(state.selection().matches().boxes));
    print(name + ".type", typing);
    print(name + ".answer", answers);
    if (state.selection().matches().boxes == 0)
        return;
    std::vector<double> steps;
    std::vector<double> arrivals;
    int selections = 0;
    const auto counting = QObject::connect(&state.selection(), &ViewSelection::boxChanged,
                                           &state.selection(), [&selections] { ++selections; });
    for (int round = 0; round < rounds; ++round) {
        state.selection().select({});
        selections = 0;
        const auto start = Clock::now();
        searcher.goToMatch(round % 2 == 0 ? Direction::Forward : Direction::Backward);
        steps.push_back(millisecondsSince(start));
        waitFor([&] { return selections > 0; });
        arrivals.push_back(millisecondsSince(start));
    }
    QObject::disconnect(counting);
    print(name + ".step", steps);
    print(name + ".step.answer", arrivals);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    ViewState state;
    Searcher searcher(state);
    state.open(buildSpans(makeProfile()));
    std::printf("search.functions %zu\nsearch.boxes %zu\n",
                state.spans()->profile()->tables().functions.size(), state.spans()->boxCount());
    measureFirst(state.spans());
    searcher.prepare();
    measure("all", state, searcher, QStringLiteral("lookup"));
    measure("some", state, searcher, QStringLiteral("item97"));
    measure("module", state, searcher, QStringLiteral("module55"));
    measure("capitals", state, searcher, QStringLiteral("lookUp_5555"));
    measure("rare", state, searcher, QStringLiteral("lookup_999990("));
    measure("none", state, searcher, QStringLiteral("looked up"));
    backgroundPool().waitForDone();
    return 0;
}
