// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/script.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ember::model {

namespace {

// An interpreter, and its options that take the next word as value.
struct Interpreter {
    std::string_view name; // without the version at its end
    std::array<std::string_view, 4> valued;
};

constexpr std::array<Interpreter, 9> interpreters{{{"python", {"-W", "-X", "", ""}},
                                                   {"pypy", {"-W", "-X", "", ""}},
                                                   {"node", {"-r", "--require", "--import", "-C"}},
                                                   {"nodejs", {"-r", "--require", "", ""}},
                                                   {"ruby", {"-I", "-r", "-C", "-E"}},
                                                   {"php", {"-d", "-c", "-z", ""}},
                                                   {"perl", {"-I", "", "", ""}},
                                                   {"bash", {"-o", "-O", "", ""}},
                                                   {"sh", {"-o", "", "", ""}}}};

// Options after which there is no script: code or a module on the command line.
bool replacesScript(std::string_view option)
{
    static constexpr std::array<std::string_view, 9> options{"-c", "-m",     "-e",      "-E", "-p",
                                                             "-r", "--eval", "--print", "-"};
    return std::ranges::find(options, option) != options.end();
}

const Interpreter *interpreterOf(std::string_view program)
{
    auto name = program.substr(program.rfind('/') + 1); // npos + 1 is 0
    name = name.substr(0, name.find_last_not_of("0123456789.") + 1);
    const auto *const found = std::ranges::find(interpreters, name, &Interpreter::name);
    return found == interpreters.end() ? nullptr : found;
}

// Where the options of an interpreter end.
struct OptionsEnd {
    const Interpreter *interpreter = nullptr; // null: the program is none
    std::size_t row = 0; // of the script, or of the option that stands for it; else behind the end
};

OptionsEnd optionsEnd(std::span<const std::string_view> command)
{
    OptionsEnd end{command.empty() ? nullptr : interpreterOf(command.front()), command.size()};
    for (std::size_t row = 1; end.interpreter != nullptr && row < command.size(); ++row) {
        const bool takesNext = std::ranges::find(end.interpreter->valued, command[row])
            != end.interpreter->valued.end();
        if (!command[row].starts_with('-') || (!takesNext && replacesScript(command[row]))) {
            end.row = row;
            return end;
        }
        row += takesNext ? 1U : 0U;
    }
    return end;
}

} // namespace

std::optional<Script> scriptIn(std::span<const std::string_view> command)
{
    const auto [interpreter, row] = optionsEnd(command);
    if (interpreter == nullptr || row >= command.size() || command[row].starts_with('-'))
        return std::nullopt;
    return Script{interpreter->name, command[row]};
}

std::string inPlaceOfScript(std::span<const std::string_view> command)
{
    const auto [interpreter, row] = optionsEnd(command);
    if (interpreter == nullptr || row >= command.size() || !command[row].starts_with('-'))
        return {};
    std::string text(command[row]);
    if (row + 1 < command.size())
        text.append(" ").append(command[row + 1]);
    return text;
}

} // namespace ember::model
