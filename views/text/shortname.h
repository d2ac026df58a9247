// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ember::views {

// Returns the function's own name, for places that are too narrow for the full one: a qualified C++
// or Rust name without its scopes, template arguments, parameters and return type. Any other name
// stays whole.
//
//   void ns::(anonymous namespace)::run<int>(Options const&)   run
//   std::ostream& operator<<(std::ostream&, Point)             operator<<
QString shortName(const QString &name);

// Returns a C++ or Rust name with its scopes, but without template arguments, parameters, return
// type and "(anonymous namespace)": "ns::run" and "operator<<" for the examples above.
QString scopedName(const QString &name);

} // namespace ember::views
