// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

// A part of the library whose debug info bench_symbols looks into: code of the standard library in
// types of its own, so that no part's code equals another's.
namespace {

template<int part>
struct Item {
    std::string name;
    int number = part;

    auto operator<=>(const Item &) const = default;
};

template<int part>
struct ItemHash {
    std::size_t operator()(const Item<part> &item) const
    {
        return std::hash<std::string>()(item.name) * part;
    }
};

template<int part>
int use(const std::string &text)
{
    using Entry = Item<part>;
    std::vector<Entry> items;
    std::map<Entry, std::vector<Entry>> groups;
    std::unordered_map<Entry, std::shared_ptr<Entry>, ItemHash<part>> shared;
    std::istringstream words(text);
    for (std::string word; words >> word;)
        items.push_back({word, static_cast<int>(word.size())});
    std::stable_sort(items.begin(), items.end(), std::greater<>());
    std::sort(items.begin(), items.end());
    std::partial_sort(items.begin(), items.begin() + items.size() / 2, items.end(),
                      [](const Entry &a, const Entry &b) { return a.number < b.number; });
    for (const Entry &item : items) {
        groups[{item.name.substr(0, 1), part}].push_back(item);
        shared.try_emplace(item, std::make_shared<Entry>(item));
    }
    std::variant<int, std::string, Entry> last = part;
    std::function<int(const Entry &)> weigh = [&](const Entry &item) {
        last = item;
        return item.number + static_cast<int>(groups.size() + shared.size());
    };
    const std::regex expression("(a|b)+c*[" + text + "]{2,3}");
    int sum = std::regex_search(text, expression) ? 1 : 0;
    for (const auto &[key, group] : groups)
        sum += std::visit([](const auto &value) { return int(sizeof(value)); }, last)
            + weigh(group.front());
    return sum;
}

} // namespace

#define PASTE_NOW(a, b) a##b
#define PASTE(a, b) PASTE_NOW(a, b)

extern "C" int PASTE(emberBenchPart, EMBER_PART)(const char *text);

extern "C" int PASTE(emberBenchPart, EMBER_PART)(const char *text)
{
    return use<EMBER_PART * 4>(text) + use<EMBER_PART * 4 + 1>(text) + use<EMBER_PART * 4 + 2>(text)
        + use<EMBER_PART * 4 + 3>(text);
}
