// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/result.h"

namespace ember::model {

const char *codeName(ErrorCode code)
{
    switch (code) {
        using enum ErrorCode;
    case FileNotFound: return "FileNotFound";
    case FileUnreadable: return "FileUnreadable";
    case FileEmpty: return "FileEmpty";
    case FileTooBig: return "FileTooBig";
    case FileNotWritable: return "FileNotWritable";
    case FileInUse: return "FileInUse";
    case FileIsInput: return "FileIsInput";
    case DiskFull: return "DiskFull";
    case FileSizeLimited: return "FileSizeLimited";
    case UnknownFormat: return "UnknownFormat";
    case Truncated: return "Truncated";
    case SyntaxError: return "SyntaxError";
    case WrongType: return "WrongType";
    case UnsupportedVersion: return "UnsupportedVersion";
    case NothingToShow: return "NothingToShow";
    case FormatCannotHold: return "FormatCannotHold";
    case CommandNotFound: return "CommandNotFound";
    case CommandNotExecutable: return "CommandNotExecutable";
    case TraceNotPermitted: return "TraceNotPermitted";
    case SetuidTarget: return "SetuidTarget";
    case UnsupportedArchitecture: return "UnsupportedArchitecture";
    case ProcessGone: return "ProcessGone";
    case MemoryHidden: return "MemoryHidden";
    case StacksCut: return "StacksCut";
    case CaptureFailed: return "CaptureFailed";
    case InvalidDsn: return "InvalidDsn";
    case UnknownDestination: return "UnknownDestination";
    case SecretMissing: return "SecretMissing";
    case NetworkError: return "NetworkError";
    case TimedOut: return "TimedOut";
    case TooLarge: return "TooLarge";
    case RateLimited: return "RateLimited";
    case Cancelled: return "Cancelled";
    case InvalidArgument: return "InvalidArgument";
    }
    return "Unknown";
}

} // namespace ember::model
