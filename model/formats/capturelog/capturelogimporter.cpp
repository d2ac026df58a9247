// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/capturelogimporter.h"

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logreader.h"

namespace ember::model::capturelog {

Confidence CaptureLogImporter::sniff(const FileStart &start) const
{
    return start.bytes().starts_with(fileMagic) ? Confidence::Certain : Confidence::No;
}

Result<Import> CaptureLogImporter::read(std::vector<ImportFile> files,
                                        const ImportOptions &options) const
{
    const InAppRule rule;
    ReadOptions reading;
    reading.resolver = options.resolver;
    reading.inApp = options.inApp != nullptr ? options.inApp : &rule;
    reading.stop = options.stop;
    Import import;
    for (auto &file : files) {
        EMBER_RETURN_IF_ERROR(file.load());
        auto log = readCaptureLog(file.name, file.bytes.view(), reading);
        if (!log && log.error().code == ErrorCode::Cancelled)
            return log.error();
        if (!log) {
            import.refused.push_back(log.error());
            auto &detail = import.refused.back().detail;
            detail = "capture log, " + detail;
            continue;
        }
        import.profiles.push_back({std::move(log->profile),
                                   std::string(format()),
                                   {file.name},
                                   false,
                                   std::move(log->view)});
        import.log.add(log->log);
        file = {};
    }
    return import;
}

} // namespace ember::model::capturelog
