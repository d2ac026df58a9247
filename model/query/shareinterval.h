// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::model {

// Where a share really lies, as far as samples can tell; 0 … 1.
struct ShareInterval {
    double low = 0;
    double high = 1;
};

// The share of something that was seen in `hits` of `samples` samples, with 95 % confidence:
// Wilson's score interval (J. Am. Stat. Assoc. 22, 1927).
//
// It takes each sample for a draw of its own, as another run of the same program would make them.
// Where few long calls make up the samples, neighbours are not independent of each other and this
// run is known better than it says; a program that works in step with the sampler is known worse.
ShareInterval shareInterval(std::uint64_t hits, std::uint64_t samples);

} // namespace ember::model
