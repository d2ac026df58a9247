// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

// Files with a name that their owner removes in the end: where a signal ends the program before,
// they would stay.
namespace ember::model {

// Any thread. Of very many at a time the last ones are not remembered.
void rememberTemporary(const std::string &path);
void forgetTemporary(const std::string &path);

// From now on SIGINT, SIGTERM and SIGHUP, where they end the program, remove these first. For
// programs that are one command; once, from the main thread, before others are started.
void removeTemporariesOnSignals();

} // namespace ember::model
