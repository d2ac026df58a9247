// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

// The user's keychain: the Secret Service of the desktop, or KWallet. It keeps secrets by name.
// Each call waits for the keychain, which may ask the user for a password, but not for ever. Main
// thread only, whose events are handled meanwhile. Signals that end the process take effect
// afterwards.
namespace ember::app {

struct KeychainAnswer {
    enum class Kind {
        Done,
        NoEntry, // there is no secret of this name
        NoKeychain, // there is no keychain, it refuses, or it does not answer
    };
    Kind kind = Kind::NoKeychain;
    QString secret; // the secret that was found
    QString detail; // why there is no keychain; untranslated
};

KeychainAnswer keepInKeychain(const QString &name, const QString &secret);
KeychainAnswer findInKeychain(const QString &name);
KeychainAnswer removeFromKeychain(const QString &name);

} // namespace ember::app
