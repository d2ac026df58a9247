// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/imagesymbols.h"

#include <string>
#include <vector>

namespace ember::model::capturelog {

// Payloads of Symbols records that hold these names, each well below the limit of a record.
std::vector<std::string> encodeSymbols(const ImageSymbols &symbols);

// What is wrong with the payload shows in from.hasFailed().
ImageSymbols decodeSymbols(ByteReader &from);

} // namespace ember::model::capturelog
