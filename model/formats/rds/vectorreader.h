// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/itemflags.h"
#include "model/formats/rds/object.h"
#include "model/formats/rds/wordsource.h"

namespace ember::model::rds {

// Of texts that say none of their own.
enum class Encoding : std::uint8_t { Utf8, Latin1 };

// Reads the vectors of a serialization behind their flags, attributes aside. Lengths are held
// against what is left of the file before anything is made of them.
class VectorReader {
public:
    VectorReader(WordSource &words, StringTable &strings) : m_words(words), m_strings(strings) { }

    void setEncoding(Encoding encoding) { m_encoding = encoding; }

    std::uint64_t length();
    // Logicals, Integers, Reals.
    void readNumbers(Object &object, Item type);
    void readTexts(Object &object);
    // Complexes, Raws: no column of ours.
    void skip(Object &object, Item type);
    // One text, as UTF-8; an invalid index for NA.
    StringIndex text(const ItemFlags &flags);

private:
    WordSource &m_words;
    StringInterner m_strings;
    Encoding m_encoding = Encoding::Utf8;
};

} // namespace ember::model::rds
