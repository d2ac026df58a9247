// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/php/phpcopier.h"
#include "capture/runtimes/runtimecandidate.h"

#include <algorithm>
#include <array>

namespace ember::capture {

namespace {

constexpr std::array phpLayouts{
    PhpLayout{20200930, "8.0", 488, 144}, PhpLayout{20210902, "8.1", 488, 144},
    PhpLayout{20220829, "8.2", 488, 152}, PhpLayout{20230831, "8.3", 488, 144},
    PhpLayout{20240924, "8.4", 488, 168}, PhpLayout{20250925, "8.5", 512, 168}};

class PhpRuntime : public ScriptRuntime {
public:
    explicit PhpRuntime(const PhpPlaces &places) : m_places(places) { }

    std::string_view platform() const override { return "php"; }

    std::string title() const override { return "PHP " + std::string(m_places.layout.version); }

    ScriptPlacing placing() const override { return ScriptPlacing::ByEntry; }

    bool isScriptCode(std::uint64_t pc) const override
    {
        return pc >= m_places.execution && pc < m_places.executionEnd;
    }

    bool hasCompiler() const override { return true; }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<PhpCopier>(m_places);
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override
    {
        return std::make_unique<FrameDecoder>(phpLine);
    }

private:
    const PhpPlaces m_places;
};

// The begin of a zend_module_entry.
struct PhpModule {
    std::uint32_t size = 0;
    std::uint32_t api = 0;
    std::uint8_t isDebug = 0;
    std::uint8_t hasThreads = 0;
};

// Returns one of the registered modules, whose table is a hash table (zend_array) of pointers. The
// interpreter has no version that can be read, but each module has the one that it was built for.
std::optional<PhpModule> moduleOf(const RuntimeCandidate &candidate, std::uint64_t registry)
{
    constexpr std::uint32_t tableEntries = 16;
    constexpr std::uint32_t tableUsed = 24;
    constexpr std::uint32_t entryBytes = 32;
    constexpr std::uint32_t mostLooked = 16;
    // The versions are dates. Anything else was read while the table moved to a larger place.
    const auto isVersion = [](std::uint32_t api) { return api > 20'000'000 && api < 30'000'000; };
    const auto entries = candidate.readValue<std::uint64_t>(registry + tableEntries).value_or(0);
    const auto used = candidate.readValue<std::uint32_t>(registry + tableUsed).value_or(0);
    for (std::uint32_t i = 0; entries != 0 && i < std::min(used, mostLooked); ++i) {
        const auto address = candidate.readValue<std::uint64_t>(entries + i * entryBytes);
        const auto module =
            address ? candidate.readValue<PhpModule>(*address) : std::optional<PhpModule>();
        if (module && isVersion(module->api))
            return module;
    }
    return std::nullopt;
}

} // namespace

std::optional<PhpLayout> phpLayout(std::uint32_t api)
{
    const auto *const found = std::ranges::find(phpLayouts, api, &PhpLayout::api);
    return found == phpLayouts.end() ? std::nullopt : std::optional(*found);
}

RuntimeSearch findPhp(const RuntimeCandidate &candidate)
{
    const auto registry = candidate.symbol("module_registry");
    const auto execution = candidate.symbol("execute_ex");
    if (!registry || !execution)
        return {};
    const std::string refusal = "This PHP is of a version, or built in a way, that is not known to"
                                " this recorder: the interpreter's native functions are recorded,"
                                " not those of scripts";
    const auto globals = candidate.symbol("executor_globals");
    // A PHP built for threads has globals for each thread, not exported ones.
    if (!globals)
        return {nullptr, refusal, true};
    const auto module = moduleOf(candidate, registry->address);
    if (!module)
        return {nullptr, {}, false};
    const auto layout = phpLayout(module->api);
    if (!layout || module->hasThreads != 0)
        return {nullptr, refusal, true};
    PhpPlaces places;
    places.layout = *layout;
    places.currentFrame = globals->address + layout->currentFrame;
    places.execution = execution->address;
    places.executionEnd = execution->address + execution->size;
    return {std::make_shared<PhpRuntime>(places), {}, true};
}

} // namespace ember::capture
