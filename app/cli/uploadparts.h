// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/openfiles.h"
#include "app/settings/symbolsettings.h"
#include "app/upload/outgoingenvelope.h"
#include "app/upload/sentrypage.h"
#include "app/upload/uploadpreview.h"
#include "capture/procfs/elfidentity.h"
#include "model/formats/sentry/files/chunkwriter.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ember::app {

// The envelopes of some of the files, and the page on which Sentry shows them.
struct Outgoing {
    QList<OutgoingEnvelope> envelopes;
    SentryPage page;
};

// Makes the envelopes of files: one for each chunk, for each V1 profile with its transaction, and
// for each other transaction. Prints findings and errors. Files are read part by part, so that
// memory does not grow with their number. Several parts are read and written twice, and handed on
// the second time only: nothing may leave if one is refused, and the parts of a session must agree
// about what only all of them show.
class UploadPreparation {
public:
    // Takes the envelopes of a part; false ends the work.
    using Take = std::function<bool(const Outgoing &)>;

    // `format`: what --as asks for, "" for nothing.
    UploadPreparation(SymbolSettings symbols, QString format, model::sentry::ChunkOptions options)
        : m_symbols(std::move(symbols)),
          m_format(std::move(format)),
          m_options(std::move(options))
    {
    }

    // Sets the preview to which each envelope that is handed on is added; it must outlive this.
    // nullptr: none.
    void setPreview(UploadPreview *preview) { m_preview = preview; }

    // Hands the envelopes of the named files on; call once. Returns false if a file cannot be read
    // or written as chunks, or no file has a profile (the reason is printed), or if `take` has.
    // Nothing was handed on then, unless `take` ended it or a file changed between the two
    // readings.
    bool prepare(const QStringList &names, const Take &take);

    // Whether all that the files hold was read: see isAllRead().
    bool isAllRead() const { return m_isAllRead; }

private:
    enum class Pass {
        Only,
        First, // what is written is dropped
        Second,
    };

    std::optional<Outgoing> part(const InputFiles &input, const std::vector<std::string> &paths,
                                 Pass pass);
    bool write(const model::ImportedProfile &imported, Pass pass, Outgoing &all);
    bool areUnchanged(const std::vector<std::string> &paths) const;

    SymbolSettings m_symbols;
    QString m_format;
    model::sentry::ChunkOptions m_options;
    UploadPreview *m_preview = nullptr;
    model::sentry::SessionParts m_sessions;
    bool m_hasProfile = false;
    // Error about the first part of a session that has nothing to show.
    std::optional<model::Error> m_empty;
    bool m_hasContent = false; // some part has chunks or transactions
    bool m_isAllRead = true;
    std::map<std::string, capture::FileIdentity> m_files; // as they were at the first reading
};

} // namespace ember::app
