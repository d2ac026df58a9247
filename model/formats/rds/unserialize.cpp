// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/unserialize.h"

#include "model/core/text.h"
#include "model/formats/rds/object.h"
#include "model/formats/rds/wordsource.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace ember::model::rds {

// Limits how much more than the bytes of a file its compact forms may stand for: 100 bytes can
// represent a thousand million numbers. Tables that are compact in one column are not in another,
// so honest files stay within the limit.
class ExpansionBudget {
public:
    explicit ExpansionBudget(std::size_t fileSize) : m_left(fileSize + always) { }

    // Takes `elements` from the budget; false if not enough is left.
    bool take(std::uint64_t elements)
    {
        m_isExceeded = m_isExceeded || elements > m_left;
        if (m_isExceeded)
            return false;
        m_left -= elements;
        return true;
    }

    bool isExceeded() const { return m_isExceeded; }

private:
    static constexpr std::uint64_t always = std::uint64_t(1) << 20U;
    std::uint64_t m_left;
    bool m_isExceeded = false;
};

// Expands R's compact form of class `name`: compact_intseq, compact_realseq, deferred_string,
// wrap_*. A wrapped vector is returned itself. Returns an invalid index, with `reason`, if that is
// not possible.
ObjectIndex expanded(Objects &objects, std::string_view name, ObjectIndex state,
                     ExpansionBudget &budget, std::string &reason);

// Encoding of texts without a flag for it.
enum class Encoding : std::uint8_t { Utf8, Latin1 };

// Reads the vectors of a serialization after their flags, without attributes. Checks lengths
// against what is left of the file before it allocates.
class VectorReader {
public:
    VectorReader(WordSource &words, StringTable &strings) : m_words(words), m_strings(strings) { }

    void setEncoding(Encoding encoding) { m_encoding = encoding; }

    std::uint64_t length();
    // Reads Logicals, Integers, Reals.
    void readNumbers(Object &object, Item type);
    void readTexts(Object &object);
    // Skips Complexes and Raws, which no column has.
    void skip(Object &object, Item type);
    // Reads a text, as UTF-8; an invalid index for NA.
    StringIndex text(const ItemFlags &flags);

private:
    WordSource &m_words;
    StringInterner m_strings;
    Encoding m_encoding = Encoding::Utf8;
};

namespace {

// Memory of a text, in elements of the budget.
constexpr std::uint64_t textWeight = 16;

// The first element of a state: R writes a pair, later versions may write a list.
ObjectIndex firstOf(const Objects &objects, ObjectIndex state)
{
    const Object &object = objects[state];
    if (const auto *const members = contentOf<Members>(object); members && !members->empty())
        return members->front().value;
    const Elements &elements = elementsOf(object);
    return elements.empty() ? Objects::null : elements.front();
}

bool fitsInteger(double number)
{
    return number > std::numeric_limits<std::int32_t>::min()
        && number <= std::numeric_limits<std::int32_t>::max();
}

// Expands a compact sequence. `state` has three numbers: count, first, step.
ObjectIndex expandedSequence(Objects &objects, ObjectIndex state, Kind kind,
                             ExpansionBudget &budget, std::string &reason)
{
    const auto *const numbers = contentOf<tables::Reals>(objects[state]);
    if (numbers == nullptr || numbers->size() != 3 || !((*numbers)[0] >= 0)) {
        reason = "a compact sequence is three numbers";
        return {};
    }
    const double count = (*numbers)[0];
    const double first = (*numbers)[1];
    const double step = (*numbers)[2];
    constexpr double most = 1e18;
    if (count > most || !budget.take(static_cast<std::uint64_t>(count))) {
        reason = "a compact sequence of more elements than a file of this size has use for";
        return {};
    }
    const auto size = static_cast<std::size_t>(count);
    const auto at = [&](std::size_t place) { return first + step * static_cast<double>(place); };
    Object object;
    object.kind = kind;
    if (kind == Kind::Reals) {
        auto &reals = object.content.emplace<tables::Reals>(size);
        for (std::size_t place = 0; place < size; ++place)
            reals[place] = at(place);
        return objects.add(std::move(object));
    }
    if (size > 0 && !(fitsInteger(first) && fitsInteger(at(size - 1)))) {
        reason = "a compact sequence of integers that do not have 32 bits";
        return {};
    }
    auto &integers = object.content.emplace<tables::Integers>(size);
    for (std::size_t place = 0; place < size; ++place)
        integers[place] = static_cast<std::int32_t>(at(place));
    return objects.add(std::move(object));
}

std::string numberText(std::int32_t number)
{
    return std::to_string(number); // same in any locale
}

// Spells a number as R does, with up to 15 digits.
std::string numberText(double number)
{
    if (std::isinf(number))
        return number > 0 ? "Inf" : "-Inf";
    constexpr int digits = 15;
    std::array<char, 40> text{};
    return {text.data(),
            std::to_chars(text.data(), text.data() + text.size(), number,
                          std::chars_format::general, digits)
                .ptr};
}

// Expands deferred texts. `state` has the numbers, and how they are to be spelled.
ObjectIndex expandedTexts(Objects &objects, ObjectIndex state, ExpansionBudget &budget,
                          std::string &reason)
{
    const auto source = firstOf(objects, state);
    Object object;
    object.kind = Kind::Texts;
    auto &texts = object.content.emplace<tables::Texts>();
    const auto spell = [&](const auto &numbers) {
        if (!budget.take(textWeight * numbers.size())) {
            reason = "more deferred texts than a file of this size has use for";
            return;
        }
        StringInterner strings(objects.strings);
        for (const auto number : numbers)
            texts.push_back(tables::isNa(number) ? tables::naText
                                                 : strings.intern(numberText(number)));
    };
    if (const auto *const integers = contentOf<tables::Integers>(objects[source]))
        spell(*integers);
    else if (const auto *const reals = contentOf<tables::Reals>(objects[source]))
        spell(*reals);
    else
        reason = "deferred texts are of numbers";
    return reason.empty() ? objects.add(std::move(object)) : ObjectIndex();
}

} // namespace

ObjectIndex expanded(Objects &objects, std::string_view name, ObjectIndex state,
                     ExpansionBudget &budget, std::string &reason)
{
    if (name == "compact_intseq")
        return expandedSequence(objects, state, Kind::Integers, budget, reason);
    if (name == "compact_realseq")
        return expandedSequence(objects, state, Kind::Reals, budget, reason);
    if (name == "deferred_string")
        return expandedTexts(objects, state, budget, reason);
    if (name.starts_with("wrap_"))
        return firstOf(objects, state);
    reason = "vectors of the class " + std::string(name) + " are not known";
    return {};
}

namespace {

std::string utf8OfLatin1(std::string_view bytes)
{
    std::string text;
    for (const char letter : bytes)
        appendUtf8(text, static_cast<unsigned char>(letter));
    return text;
}

} // namespace

std::uint64_t VectorReader::length()
{
    const auto length = m_words.integer();
    if (length >= 0)
        return static_cast<std::uint64_t>(length);
    if (length != -1) {
        m_words.fail(ErrorCode::SyntaxError, "a negative length");
        return 0;
    }
    const auto upper = static_cast<std::uint32_t>(m_words.integer());
    const auto lower = static_cast<std::uint32_t>(m_words.integer());
    return std::uint64_t(upper) << 32U | lower;
}

void VectorReader::readNumbers(Object &object, Item type)
{
    const auto count = length();
    const bool areReals = type == Item::Reals;
    if (!m_words.hasRoomFor(count, areReals ? Word::Real : Word::Integer))
        return;
    if (areReals) {
        object.kind = Kind::Reals;
        for (auto &number : object.content.emplace<tables::Reals>(count))
            number = m_words.real();
        return;
    }
    object.kind = type == Item::Logicals ? Kind::Logicals : Kind::Integers;
    for (auto &number : object.content.emplace<tables::Integers>(count))
        number = m_words.integer();
}

void VectorReader::skip(Object &object, Item type)
{
    object.kind = Kind::Other;
    const auto elements = length();
    const bool areBytes = type == Item::Raws;
    const auto word = areBytes ? Word::Byte : Word::Real;
    const auto count = areBytes ? elements : 2 * elements;
    if (!m_words.hasRoomFor(elements, word) || !m_words.hasRoomFor(count, word))
        return;
    for (std::uint64_t place = 0; place < count && !m_words.fault(); ++place) {
        if (areBytes)
            m_words.skipByte();
        else
            m_words.real();
    }
}

void VectorReader::readTexts(Object &object)
{
    const auto count = length();
    object.kind = Kind::Texts;
    auto &texts = object.content.emplace<tables::Texts>();
    if (!m_words.hasRoomFor(count, Word::Text))
        return;
    texts.reserve(count);
    for (std::uint64_t place = 0; place < count && !m_words.fault(); ++place) {
        const ItemFlags flags(m_words.integer());
        if (flags.type != Item::Text)
            m_words.fail(ErrorCode::SyntaxError, "an element of a text vector is a text");
        texts.push_back(text(flags));
    }
}

StringIndex VectorReader::text(const ItemFlags &flags)
{
    const auto length = m_words.integer();
    if (length < 0 && length != -1)
        m_words.fail(ErrorCode::SyntaxError, "a negative length of a text");
    if (length < 0 || !m_words.hasRoomFor(static_cast<std::uint64_t>(length), Word::Letter))
        return tables::naText;
    const auto bytes = m_words.text(static_cast<std::size_t>(length));
    return m_strings.intern(flags.isLatin1 || (m_encoding == Encoding::Latin1 && !flags.isUtf8)
                                ? utf8OfLatin1(bytes)
                                : validUtf8(bytes));
}

namespace {

// The deepest nesting that is read: no tables are nested deeper, and the call stack is limited.
constexpr unsigned deepest = 500;

class Parser {
public:
    Parser(WordSource &words, Unserialized &result, const std::stop_token &stop)
        : m_words(words),
          m_objects(result.objects),
          m_vectors(words, result.objects.strings),
          m_stop(stop),
          m_budget(words.size())
    {
    }

    ObjectIndex run(Item &type)
    {
        readVersion();
        const ItemFlags flags(m_words.integer());
        type = flags.type;
        return isStopped() ? Objects::null : item(flags, 0);
    }

private:
    void readVersion();
    ObjectIndex item(unsigned depth);
    ObjectIndex item(const ItemFlags &flags, unsigned depth);
    ObjectIndex vector(const ItemFlags &flags, unsigned depth);
    ObjectIndex pairlist(ItemFlags flags, unsigned depth);
    ObjectIndex symbol(unsigned depth);
    ObjectIndex reference(const ItemFlags &flags);
    ObjectIndex nameTexts(unsigned depth);
    ObjectIndex opaque(unsigned items, const ItemFlags &flags, unsigned depth);
    ObjectIndex compact(unsigned depth);
    void readAttributes(Object &object, const ItemFlags &flags, unsigned depth);
    void readElements(Object &object, std::uint64_t length, unsigned depth);

    ObjectIndex fail(ErrorCode code, const std::string &reason)
    {
        m_words.fail(code, reason);
        return Objects::null;
    }

    bool isStopped() const { return m_words.fault().has_value(); }

    ObjectIndex refer(ObjectIndex object)
    {
        m_references.push_back(object);
        return object;
    }

    WordSource &m_words;
    Objects &m_objects;
    VectorReader m_vectors;
    const std::stop_token &m_stop;
    ExpansionBudget m_budget;
    std::vector<ObjectIndex> m_references; // numbered from 1 in the file
};

void Parser::readVersion()
{
    const auto version = m_words.integer();
    m_words.integer(); // version of R that wrote the file
    m_words.integer(); // oldest version of R that can read it
    if (version != 2 && version != 3)
        fail(ErrorCode::UnsupportedVersion,
             "serialization version " + std::to_string(version) + "; 2 and 3 are read");
    if (version != 3)
        return;
    const auto length = m_words.integer();
    if (length < 0 || !m_words.hasRoomFor(static_cast<std::uint64_t>(length), Word::Letter))
        return;
    const auto encoding = m_words.text(static_cast<std::size_t>(length));
    if (encoding == "ISO-8859-1" || encoding == "latin1")
        m_vectors.setEncoding(Encoding::Latin1);
}

ObjectIndex Parser::item(unsigned depth)
{
    if (depth > deepest)
        return fail(ErrorCode::SyntaxError,
                    "values are nested more than " + std::to_string(deepest) + " deep");
    if (m_stop.stop_requested())
        return fail(ErrorCode::Cancelled, {});
    const ItemFlags flags(m_words.integer());
    return isStopped() ? Objects::null : item(flags, depth);
}

ObjectIndex Parser::item(const ItemFlags &flags, unsigned depth)
{
    switch (flags.type) {
    case Item::Null:
    case Item::GlobalEnvironment:
    case Item::Unbound:
    case Item::MissingArgument:
    case Item::BaseNamespace:
    case Item::EmptyEnvironment:
    case Item::BaseEnvironment: return Objects::null;
    case Item::Reference: return reference(flags);
    case Item::Symbol: return symbol(depth);
    case Item::Persistent:
    case Item::Package:
    case Item::Namespace: return nameTexts(depth);
    case Item::Pairlist:
    case Item::Language:
    case Item::Closure:
    case Item::Promise:
    case Item::Dots: return pairlist(flags, depth);
    case Item::Environment:
        m_words.integer(); // whether the environment is locked
        return opaque(4, ItemFlags(), depth);
    case Item::Pointer: return opaque(2, flags, depth);
    case Item::WeakReference: return opaque(0, flags, depth);
    case Item::Compact: return compact(depth);
    case Item::Special:
    case Item::Builtin:
        m_vectors.text(flags); // name of the function
        return Objects::null;
    default: return vector(flags, depth);
    }
}

ObjectIndex Parser::reference(const ItemFlags &flags)
{
    const auto place = flags.reference != 0 ? flags.reference : m_words.integer();
    if (place < 1 || static_cast<std::size_t>(place) > m_references.size())
        return fail(ErrorCode::SyntaxError,
                    "a reference to value " + std::to_string(place) + " of "
                        + std::to_string(m_references.size()));
    return m_references[static_cast<std::size_t>(place) - 1];
}

ObjectIndex Parser::symbol(unsigned depth)
{
    const auto name = item(depth + 1);
    const auto *const texts = contentOf<tables::Texts>(m_objects[name]);
    if (texts == nullptr || texts->size() != 1)
        return fail(ErrorCode::SyntaxError, "the name of a symbol is a text");
    return refer(m_objects.add({Kind::Symbol, texts->front(), {}}));
}

// Reads the names of things that R finds outside the file.
ObjectIndex Parser::nameTexts(unsigned depth)
{
    m_words.integer(); // always 0
    Object ignored;
    readElements(ignored, m_vectors.length(), depth);
    return refer(m_objects.add({Kind::Other, {}, {}}));
}

// Reads a value that no table is made of. Values within it may refer to it.
ObjectIndex Parser::opaque(unsigned items, const ItemFlags &flags, unsigned depth)
{
    const auto object = refer(m_objects.add({Kind::Other, {}, {}}));
    for (unsigned count = 0; count < items; ++count)
        item(depth + 1);
    if (flags.hasAttributes)
        item(depth + 1);
    return object;
}

// Reads a pairlist in a loop: lists are long, and their tails would nest too deep.
ObjectIndex Parser::pairlist(ItemFlags flags, unsigned depth)
{
    const auto type = flags.type;
    Members members;
    while (!isStopped()) {
        if (flags.hasAttributes)
            item(depth + 1);
        Member member;
        if (flags.hasTag) {
            const auto tag = item(depth + 1);
            if (const auto *const name = contentOf<StringIndex>(m_objects[tag]))
                member.tag = *name;
        }
        member.value = item(depth + 1);
        members.push_back(member);
        flags = ItemFlags(m_words.integer());
        if (flags.type == Item::Null || isStopped())
            break;
        if (flags.type != type) { // a pair whose other half is no pairlist
            members.push_back({{}, item(flags, depth + 1)});
            break;
        }
    }
    return m_objects.add({Kind::Pairlist, std::move(members), {}});
}

ObjectIndex Parser::compact(unsigned depth)
{
    const auto info = item(depth + 1);
    const auto state = item(depth + 1);
    const auto attributes = item(depth + 1);
    const auto *const words = contentOf<Members>(m_objects[info]);
    if (isStopped() || words == nullptr || words->empty())
        return fail(ErrorCode::SyntaxError, "a compact vector has the name of its class");
    const auto *const name = contentOf<StringIndex>(m_objects[words->front().value]);
    const std::string className(m_objects.text(name != nullptr ? *name : StringIndex()));
    std::string reason;
    const auto vector = expanded(m_objects, className, state, m_budget, reason);
    if (!vector.isValid() || !reason.empty())
        return fail(m_budget.isExceeded() ? ErrorCode::FileTooBig : ErrorCode::UnsupportedVersion,
                    reason);
    if (const auto *const members = contentOf<Members>(m_objects[attributes]);
        members != nullptr && vector != Objects::null)
        m_objects.edit(vector).attributes = *members;
    return vector;
}

ObjectIndex Parser::vector(const ItemFlags &flags, unsigned depth)
{
    Object object;
    switch (flags.type) {
    case Item::Text:
        object.kind = Kind::Texts;
        object.content = tables::Texts{m_vectors.text(flags)};
        break;
    case Item::Logicals:
    case Item::Integers:
    case Item::Reals: m_vectors.readNumbers(object, flags.type); break;
    case Item::Complexes:
    case Item::Raws: m_vectors.skip(object, flags.type); break;
    case Item::Texts: m_vectors.readTexts(object); break;
    case Item::List:
    case Item::Expressions: readElements(object, m_vectors.length(), depth); break;
    case Item::Structure: object.kind = Kind::Other; break;
    default:
        return fail(ErrorCode::UnsupportedVersion,
                    "values of type " + std::to_string(static_cast<int>(flags.type))
                        + " are not read");
    }
    readAttributes(object, flags, depth);
    return m_objects.add(std::move(object));
}

void Parser::readAttributes(Object &object, const ItemFlags &flags, unsigned depth)
{
    if (!flags.hasAttributes || isStopped())
        return;
    const auto attributes = item(depth + 1);
    if (const auto *const members = contentOf<Members>(m_objects[attributes]))
        object.attributes = *members;
}

void Parser::readElements(Object &object, std::uint64_t length, unsigned depth)
{
    object.kind = Kind::List;
    auto &elements = object.content.emplace<Elements>();
    if (!m_words.hasRoomFor(length, Word::Item))
        return;
    for (std::uint64_t place = 0; place < length && !isStopped(); ++place)
        elements.push_back(item(depth + 1));
}

} // namespace

bool looksSerialized(std::string_view firstBytes)
{
    using namespace std::string_view_literals;
    for (const auto start : {"X\n\0\0\0\2"sv, "X\n\0\0\0\3"sv, "B\n\2\0\0\0"sv, "B\n\3\0\0\0"sv,
                             "A\n2\n"sv, "A\n3\n"sv, "RDX2\nX\n"sv, "RDX3\nX\n"sv, "RDA2\nA\n"sv,
                             "RDA3\nA\n"sv, "RDB2\nB\n"sv, "RDB3\nB\n"sv}) {
        if (firstBytes.starts_with(start))
            return true;
    }
    return false;
}

Result<Unserialized> unserialize(std::string_view file, const std::stop_token &stop)
{
    constexpr std::size_t variablesMark = 5; // "RDX3\n"
    const auto words = wordSourceOf(file, file.starts_with("RD") ? variablesMark : 0);
    if (words == nullptr)
        return Error{ErrorCode::UnknownFormat, {}, "rds, byte 0: not what R's saveRDS() writes"};
    Unserialized result;
    result.root = Parser(*words, result, stop).run(result.rootType);
    if (words->fault())
        return *words->fault();
    return result;
}

} // namespace ember::model::rds
