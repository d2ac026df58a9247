// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/unserialize.h"

#include "model/formats/rds/altrep.h"
#include "model/formats/rds/itemflags.h"
#include "model/formats/rds/vectorreader.h"
#include "model/formats/rds/wordsource.h"

#include <memory>

namespace ember::model::rds {

namespace {

// Nobody's tables are nested deeper, and our own stack ends somewhere.
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
    std::vector<ObjectIndex> m_references; // counted from 1 in the file
};

void Parser::readVersion()
{
    const auto version = m_words.integer();
    m_words.integer(); // the R that wrote it
    m_words.integer(); // the R that can read it
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
        m_words.integer(); // is it locked
        return opaque(4, ItemFlags(), depth);
    case Item::Pointer: return opaque(2, flags, depth);
    case Item::WeakReference: return opaque(0, flags, depth);
    case Item::Compact: return compact(depth);
    case Item::Special:
    case Item::Builtin:
        m_vectors.text(flags); // its name
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

// Names of what R finds outside the file.
ObjectIndex Parser::nameTexts(unsigned depth)
{
    m_words.integer(); // always 0
    Object ignored;
    readElements(ignored, m_vectors.length(), depth);
    return refer(m_objects.add({Kind::Other, {}, {}}));
}

// What no table is made of, but may be referred to, also from within.
ObjectIndex Parser::opaque(unsigned items, const ItemFlags &flags, unsigned depth)
{
    const auto object = refer(m_objects.add({Kind::Other, {}, {}}));
    for (unsigned count = 0; count < items; ++count)
        item(depth + 1);
    if (flags.hasAttributes)
        item(depth + 1);
    return object;
}

// Lists are long, their tails are not nested.
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
        if (flags.type != type) { // a pair whose other half is no list
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
