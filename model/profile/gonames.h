// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ember::model {

// Whether a function with this name and source file is Go code: its file is one of Go's, or of
// Go's assembler ("runtime.memmove" in "….s").
bool isGoFunction(std::string_view name, std::string_view file);

// The package of a Go function, as Sentry's SDK for Go writes `module`: "example.com/shop/cart" of
// "example.com/shop/cart.(*Cart).Sum". "" of functions that the compiler made ("type..eq.T").
std::string_view goPackage(std::string_view name);

// Whether Go's standard library or runtime has this package. `file` is the function's source file.
bool isGoStandardPackage(std::string_view package, std::string_view file);

// Whether Sentry's SDK for Go marks code of this package as not the user's own.
bool isGoCodeOfOthers(std::string_view package, std::string_view file);

} // namespace ember::model
