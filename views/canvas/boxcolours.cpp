// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/boxcolours.h"

#include "views/state/sumsquery.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ember::views {

using namespace model;

namespace {

struct ModeColoursText {
    Q_DECLARE_TR_FUNCTIONS(ModeColours)
};

constexpr std::size_t recursionSteps = 4; // twice, three times, 4 or more, 8 or more
constexpr std::size_t recordingHues = 6;
constexpr std::size_t frequencySteps = 6; // 1 or more, 10 or more, 100 or more, … calls

struct ModeColours {
    std::array<BoxColour, 4> states; // by ThreadState
    std::array<BoxColour, activityCount> lanes; // by Activity
    std::array<BoxColour, recordingHues> recordings;
    std::array<BoxColour, recursionSteps> recursion;
    std::array<BoxColour, frequencySteps> frequency;
};

constexpr QRgb boxInk = 0xff14161b;

BoxColour onDarkInk(double lightness, double chroma, double hue)
{
    return {fromLch(lightness, chroma, hue).rgb(), boxInk};
}

// Fills a scale of colours from near the background to striking. They differ in lightness, which
// eyes with any colour deficiency see.
template<std::size_t count>
void fillScale(std::array<BoxColour, count> &steps, const Theme &theme, double hue, double palest)
{
    const bool dark = theme.shade == Shade::Dark;
    constexpr double darkest = 57; // dark ink is readable on it
    const double from = dark ? darkest : palest;
    const double to = dark ? 92 : darkest;
    for (std::size_t step = 0; step < count; ++step) {
        const double part = static_cast<double>(step) / (count - 1);
        steps[step] = onDarkInk(from + (to - from) * part, 16 + 34 * part, hue);
    }
}

// Sets the colours of lanes, which are read from afar: strong ones that differ in lightness, too.
// With Hues::Safe they are blues and yellows.
void fillLanes(ModeColours &colours, const Theme &theme)
{
    const bool dark = theme.shade == Shade::Dark;
    const bool safe = theme.hues == Hues::Safe;
    const auto set = [&](Activity of, double lightness, double chroma, double hue) {
        const QRgb fill = fromLch(lightness, chroma, hue).rgb();
        colours.lanes.at(static_cast<std::size_t>(of)) = {fill, inkOn(fill)};
    };
    set(Activity::None, dark ? 9 : 100, 0, 0);
    set(Activity::Idle, dark ? 33 : 85, 3, 90);
    set(Activity::Waiting, dark ? 33 : 85, 3, 90);
    set(Activity::Sampled, dark ? 68 : 60, 20, 255);
    if (safe) {
        set(Activity::Running, dark ? 54 : 50, dark ? 58 : 52, dark ? 275 : 268);
        set(Activity::Runnable, dark ? 74 : 80, 70, dark ? 85 : 92);
        set(Activity::Lock, dark ? 98 : 22, 4, 90);
        set(Activity::InputOutput, dark ? 78 : 70, 27, dark ? 250 : 258);
    } else {
        set(Activity::Running, dark ? 64 : 57, 54, 145);
        set(Activity::Runnable, dark ? 76 : 60, dark ? 74 : 66, dark ? 76 : 70);
        set(Activity::Lock, dark ? 58 : 47, 58, 350);
        set(Activity::InputOutput, dark ? 60 : 44, 72, 300);
    }
}

ModeColours make(const Theme &theme)
{
    const bool dark = theme.shade == Shade::Dark;
    const bool safe = theme.hues == Hues::Safe;
    ModeColours colours;
    const auto state = [&](ThreadState of) -> BoxColour & {
        return colours.states.at(static_cast<std::size_t>(of));
    };
    state(ThreadState::Unknown) = onDarkInk(dark ? 62 : 87, 0, 0);
    state(ThreadState::Running) =
        safe ? onDarkInk(dark ? 84 : 88, 62, 90) : onDarkInk(dark ? 72 : 80, 48, 145);
    state(ThreadState::Runnable) =
        safe ? onDarkInk(dark ? 68 : 70, 56, 75) : onDarkInk(dark ? 80 : 86, 62, 88);
    state(ThreadState::Blocked) = onDarkInk(dark ? 60 : 70, 38, 268);
    fillLanes(colours, theme);
    if (safe)
        colours.recordings = {onDarkInk(62, 44, 268), onDarkInk(90, 56, 95), onDarkInk(74, 12, 80),
                              onDarkInk(84, 24, 255), onDarkInk(68, 52, 75), onDarkInk(94, 4, 0)};
    else
        for (std::size_t place = 0; place < recordingHues; ++place)
            colours.recordings.at(place) =
                onDarkInk(dark ? 74 : 80, 44,
                          std::array<double, recordingHues>{255, 70, 155, 345, 205, 110}.at(place));
    // Eyes without green cones see rose and neutral grey as one colour.
    fillScale(colours.recursion, theme, safe ? 75 : 345, safe ? 83 : 77);
    fillScale(colours.frequency, theme, safe ? 265 : 235, 92);
    return colours;
}

// Returns a theme's colours; they are kept for all four themes.
const ModeColours &coloursOf(const Theme &of)
{
    static const std::array all{
        make(theme(Shade::Light, Hues::All)), make(theme(Shade::Light, Hues::Safe)),
        make(theme(Shade::Dark, Hues::All)), make(theme(Shade::Dark, Hues::Safe))};
    return all.at((of.shade == Shade::Dark ? 2U : 0U) + (of.hues == Hues::Safe ? 1U : 0U));
}

BoxColour recursionColour(const Theme &theme, std::uint32_t level)
{
    if (level < 2)
        return theme.neutral;
    return coloursOf(theme).recursion.at(level < 4 ? level - 2 : level < 8 ? 2 : 3);
}

} // namespace

BoxColour stateColour(const Theme &theme, ThreadState state)
{
    return coloursOf(theme).states.at(static_cast<std::size_t>(state));
}

BoxColour laneColour(const Theme &theme, Activity activity)
{
    return coloursOf(theme).lanes.at(static_cast<std::size_t>(activity));
}

BoxColour recordingColour(const Theme &theme, std::size_t place)
{
    return coloursOf(theme).recordings.at(place % recordingHues);
}

BoxColour frequencyColour(const Theme &theme, std::uint64_t calls)
{
    if (calls == 0)
        return theme.neutral;
    std::size_t step = 0;
    for (; calls >= 10 && step + 1 < frequencySteps; calls /= 10)
        ++step;
    return coloursOf(theme).frequency.at(step);
}

BoxColour sourceColour(const Theme &theme, std::string_view file)
{
    const auto end = file.find_last_of("/\\");
    const auto folder = end == std::string_view::npos ? std::string_view() : file.substr(0, end);
    return theme.forFunction(folder, file.substr(folder.size()));
}

std::vector<ColourModeName> colourModes()
{
    using enum ColourMode;
    return {{Function, "coloursByFunction", ModeColoursText::tr("By &Function")},
            {Module, "coloursByModule", ModeColoursText::tr("By &Module")},
            {InApp, "coloursByOwnCode", ModeColoursText::tr("By &Own Code")},
            {Source, "coloursBySource", ModeColoursText::tr("By So&urce File")},
            {State, "coloursByState", ModeColoursText::tr("By Thread &State")},
            {Recording, "coloursByRecording", ModeColoursText::tr("By Recor&ding")},
            {Recursion, "coloursByRecursion", ModeColoursText::tr("By &Recursion")},
            {Frequency, "coloursByFrequency", ModeColoursText::tr("By Number of C&alls")}};
}

bool isByLevel(ColourMode mode)
{
    return mode == ColourMode::Recursion;
}

std::uint32_t levelOf(ColourMode mode, const SpanTable &spans, PathIndex path,
                      const CallFigures &figures)
{
    return mode == ColourMode::Recursion ? figures.recursion(spans, path) : 0;
}

std::uint32_t levelOf(ColourMode mode, const MergedTree &tree, MergedIndex node)
{
    return mode == ColourMode::Recursion ? recursionOf(tree, node) : 0;
}

BoxColour levelColour(ColourMode mode, const Theme &theme, std::uint32_t level)
{
    return mode == ColourMode::Recursion ? recursionColour(theme, level) : theme.neutral;
}

std::vector<ColourMeaning> meaningsOf(ColourMode mode, const Theme &theme)
{
    switch (mode) {
    case ColourMode::Function:
    case ColourMode::Module:
    case ColourMode::Recording: // have no fixed set of colours
    case ColourMode::Source: break;
    case ColourMode::InApp:
        return {{ModeColoursText::tr("application"), theme.inApp},
                {ModeColoursText::tr("system"), theme.system},
                {ModeColoursText::tr("not known"), theme.neutral}};
    case ColourMode::State:
        return {
            {ModeColoursText::tr("running"), stateColour(theme, ThreadState::Running)},
            {ModeColoursText::tr("waiting for a CPU"), stateColour(theme, ThreadState::Runnable)},
            {ModeColoursText::tr("blocked"), stateColour(theme, ThreadState::Blocked)},
            {ModeColoursText::tr("not known"), stateColour(theme, ThreadState::Unknown)}};
    case ColourMode::Recursion:
        return {{ModeColoursText::tr("no recursion"), recursionColour(theme, 1)},
                {ModeColoursText::tr("2nd call"), recursionColour(theme, 2)},
                {ModeColoursText::tr("3rd"), recursionColour(theme, 3)},
                {ModeColoursText::tr("from the 4th"), recursionColour(theme, 4)},
                {ModeColoursText::tr("from the 8th"), recursionColour(theme, 8)}};
    case ColourMode::Frequency:
        return {{ModeColoursText::tr("1 call"), frequencyColour(theme, 1)},
                {ModeColoursText::tr("from 10"), frequencyColour(theme, 10)},
                {ModeColoursText::tr("from 100"), frequencyColour(theme, 100)},
                {ModeColoursText::tr("from 1 000"), frequencyColour(theme, 1'000)},
                {ModeColoursText::tr("from 10 000"), frequencyColour(theme, 10'000)},
                {ModeColoursText::tr("from 100 000"), frequencyColour(theme, 100'000)}};
    }
    return {};
}

QString explanationOf(ColourMode mode)
{
    switch (mode) {
    case ColourMode::Function:
        return ModeColoursText::tr("Your own code is warm, by function; libraries are cool and "
                                   "pale, by module; what only waits is palest. Where nothing is "
                                   "known to be your own, functions have all colours.");
    case ColourMode::Module: return ModeColoursText::tr("Each module has its colour");
    case ColourMode::InApp: return ModeColoursText::tr("Whether the code is the application's");
    case ColourMode::Source:
        return ModeColoursText::tr(
            "Each source file has its colour, those of one folder are alike");
    case ColourMode::State:
        return ModeColoursText::tr(
            "What the thread did: each column of a call has the colour of the sample at "
            "its centre. Graphs put samples of all states together: their boxes have "
            "no colour.");
    case ColourMode::Recording:
        return ModeColoursText::tr(
            "Each of the recordings that are shown together has its colour. Graphs put them "
            "together: their boxes have no colour.");
    case ColourMode::Recursion:
        return ModeColoursText::tr(
            "How often a call's function is on the way to it from the root, itself "
            "included");
    case ColourMode::Frequency:
        return ModeColoursText::tr(
            "How many calls the function has in the whole profile, all threads: a "
            "colour per power of ten");
    }
    return {};
}

namespace {

std::string_view functionName(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    return function.isValid() ? profile.text(profile.function(function).name) : std::string_view();
}

// Whether a function does nothing but wait: by the names of system calls and of their wrappers in
// libraries.
bool isWait(std::string_view name)
{
    name = name.substr(0, name.find('@'));
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    constexpr std::array waits{std::string_view("poll"),
                               std::string_view("ppoll"),
                               std::string_view("select"),
                               std::string_view("pselect"),
                               std::string_view("epoll_wait"),
                               std::string_view("epoll_pwait"),
                               std::string_view("futex_wait"),
                               std::string_view("futex_abstimed_wait_common"),
                               std::string_view("futex_abstimed_wait_common64"),
                               std::string_view("futex_abstimed_wait_cancelable64"),
                               std::string_view("lll_lock_wait"),
                               std::string_view("nanosleep"),
                               std::string_view("clock_nanosleep"),
                               std::string_view("wait4"),
                               std::string_view("waitid"),
                               std::string_view("pause"),
                               std::string_view("sigtimedwait"),
                               std::string_view("pthread_cond_wait"),
                               std::string_view("pthread_cond_timedwait"),
                               std::string_view("pthread_cond_clockwait"),
                               std::string_view("(idle)")};
    return std::ranges::find(waits, name) != waits.end();
}

// Whether the frame's process has own code; if the process is not known, whether any has.
bool hasOwnCodeBeside(const Profile &profile, const Frame &frame)
{
    const bool isPlaced = profile.tables().images.contains(frame.image);
    return profile.tables().ownCode.isIn(isPlaced ? profile.image(frame.image).process
                                                  : ProcessIndex());
}

// Returns a function's colour. Own code is warm, everything else beside it is cool; functions have
// all hues if it is not known what is own, or if nothing is, as in the system's programs. Functions
// without a name differ by address or, in scripts, by line.
BoxColour functionColour(const Profile &profile, FrameIndex index, const Theme &theme)
{
    const Frame &frame = profile.frame(index);
    const auto name = functionName(profile, index);
    const auto module = moduleName(profile, index);
    if (isWait(name) && frame.inApp != InApp::Yes)
        return theme.waiting;
    const std::uint64_t address = frame.address.value_or(frame.pc);
    const auto key = name.empty() ? Theme::keyOf(module, address != 0 ? address : frame.line)
                                  : Theme::keyOf(name);
    if (frame.inApp == InApp::Yes)
        return theme.forOwn(key);
    if (hasOwnCodeBeside(profile, frame))
        return name.empty() && address != 0
            ? theme.library[key % Theme::places][key / Theme::places % Theme::tones]
            : theme.forLibrary(module, key);
    if (frame.inApp == InApp::No)
        return theme.forKey(key);
    if (name.empty())
        return address == 0 ? theme.forModule(module) : theme.forKey(key);
    return theme.forFunction(module, name);
}

std::string_view fileName(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    if (!function.isValid())
        return {};
    const auto file = profile.text(profile.function(function).file);
    return file.empty() ? profile.text(profile.function(function).absPath) : file;
}

} // namespace

BoxColour BoxColours::colourOf(const Profile &profile, FrameIndex frame, ColourMode mode,
                               const Theme &theme, const CallFigures &figures)
{
    if (!frame.isValid())
        return theme.neutral;
    switch (mode) {
    case ColourMode::Function: return functionColour(profile, frame, theme);
    case ColourMode::Module: return theme.forModule(moduleName(profile, frame));
    case ColourMode::InApp:
        switch (profile.frame(frame).inApp) {
        case InApp::Yes: return theme.inApp;
        case InApp::No: return theme.system;
        case InApp::Unset: return theme.neutral;
        }
        break;
    case ColourMode::Source: return sourceColour(theme, fileName(profile, frame));
    case ColourMode::Frequency: return frequencyColour(theme, figures.calls(frame));
    case ColourMode::State:
    case ColourMode::Recording:
    case ColourMode::Recursion: break; // belongs to the call, not to its frame
    }
    return theme.neutral;
}

void BoxColours::update(const ViewState &state)
{
    const SearchMatches &matches = state.selection().matches();
    const bool same = m_profileSerial == state.profile().serial()
        && m_mode == state.appearance().colourMode()
        && m_figures == state.appearance().callFigures() && m_theme == &state.theme()
        && m_searchText == matches.text && m_searched == matches.frames.size()
        && m_filtered == state.sums().filteredFrames().serial()
        && m_ownCode == state.spans()->profile()->tables().ownCode;
    if (!same) {
        m_byFrame.clear();
        m_ownCode = state.spans()->profile()->tables().ownCode;
    }
    m_state = &state;
    m_figures = state.appearance().callFigures();
    m_profileSerial = state.profile().serial();
    m_mode = state.appearance().colourMode();
    m_theme = &state.theme();
    m_searchText = matches.text;
    m_searched = matches.frames.size();
    m_filtered = state.sums().filteredFrames().serial();
    m_byFrame.resize(state.spans()->profile()->tables().frames.size());
}

BoxColour BoxColours::find(FrameIndex frame) const
{
    const SearchMatches &matches = m_state->selection().matches();
    if ((matches.isActive() && !matches.contains(frame))
        || !m_state->sums().filteredFrames().isLeft(frame))
        return m_theme->dimmed;
    return colourOf(*m_state->spans()->profile(), frame, m_mode, *m_theme, *m_figures);
}

} // namespace ember::views
