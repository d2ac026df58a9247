// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"

#include <cstdint>

namespace ember::model::sentry {

// A capture of profiles of transactions (model::isOfTransactions), cut for V1: each profile is of
// one transaction (SPEC V1-12).
struct TransactionCut : Cut {
    std::uint64_t transactionsLeft = 0; // of which there are not enough samples
};

// Cuts the chosen samples by the times of the transactions that their processes reported. One that
// took longer than the longest piece has several. Samples of several transactions are in a piece of
// each; those of none are lost.
TransactionCut cutAtTransactions(const Profile &profile, const Selection &selection,
                                 const CutLimits &limits);

// The transaction that a piece was cut for, else the one whose time is most like its own; invalid:
// none. Linear in the transactions where it is not known.
TransactionIndex transactionOf(const Profile &profile, const Piece &piece);

} // namespace ember::model::sentry
