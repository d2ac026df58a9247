// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/procreader.h"
#include "capture/unwind/unwinder.h"
#include "model/profile/sample.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

// Interface to the runtimes of script languages: how the recorder gets the functions that an
// interpreter or a just-in-time compiler runs, out of the memory of a stopped thread.
//
// The work is done in two places. While the thread is stopped a ScriptCopier copies what its script
// stack is made of; each microsecond counts. Later a ScriptDecoder makes frames of the copy. The
// form of the bytes between the two is up to the runtime; the sampler and the queue pass them on as
// they are.
//
// A runtime is a folder below capture/runtimes: its ScriptRuntime, the table of layouts that it
// knows by version, and its search, which runtimecandidate.h declares and runtimecandidate.cpp
// lists. Everything that comes from the target is hostile: limit lengths, counts and depths, cut
// cycles.
namespace ember::capture {

using model::ScriptFunctionSerial;

// A thread that is stopped, or proven to have slept while it was read.
struct StoppedThread {
    pid_t process = 0;
    pid_t thread = 0; // thread id as this process sees it, not as a container does
    Registers registers; // of the thread; `told`: which of them are known
    std::uint64_t threadPointer = 0; // fs_base on x86-64, as of its newest stop; 0: not known
    StackCopy stack; // what was copied of its stack, from sp on; may be empty
};

// Reads the memory of a process whose thread is stopped. The other threads of the process run on.
class StopReader {
public:
    using Piece = MemoryPiece;

    virtual ~StopReader() = default;

    // Reads all pieces by one system call. Returns how many of them, from the first on, were read
    // whole: the kernel stops at the first address that is not mapped, so put sure things first. At
    // most `mostPieces`.
    virtual std::size_t read(std::span<const Piece> pieces) = 0;

    static constexpr std::size_t mostPieces = 1024;

    bool read(std::uint64_t address, std::span<std::byte> into)
    {
        const Piece piece{address, into};
        return read(std::span(&piece, 1)) == 1;
    }

    template<typename Value>
    bool readValue(std::uint64_t address, Value &value)
    {
        return read(address, std::as_writable_bytes(std::span(&value, 1)));
    }
};

// Copies the script stacks of one process. Belongs to the sampler's thread. Remembers what the
// decoder has been given already (the names of functions), so that it is copied once.
class ScriptCopier {
public:
    virtual ~ScriptCopier() = default;

    // Appends what the thread's script stack is made of to `to`, at most mostCopied bytes; nothing
    // if the thread runs no script or cannot be read.
    virtual void copy(const StoppedThread &thread, StopReader &reader,
                      std::vector<std::byte> &to) = 0;
    // Returns whether memory that copy() took as it was at an earlier stop is unchanged since. If
    // not, the copy is to be thrown away. Call after copy(), once the thread runs again.
    virtual bool confirm(StopReader & /*reader*/) { return true; }
    // Tells that the last copy was thrown away: the decoder has not got what that copy held.
    virtual void discardLast() = 0;
    // Tells that copies were lost on their way, nobody knows which: the decoder must get everything
    // anew.
    virtual void startOver() = 0;
    // Tells that the thread has ended; its id may be used again.
    virtual void forget(pid_t thread) = 0;

    static constexpr std::size_t mostCopied = std::size_t(1) << 20U;
};

// A function of a script, as its language names it. Identity: all members together.
struct ScriptFunction {
    std::string name; // "Thread.run", "<module>"; "": the language gives it none
    std::string module; // in the language's spelling: "urllib3.connection"; "": not known
    std::string file; // as the runtime has it, absolute or relative; "": none
    std::uint32_t firstLine = 0; // 0: not known

    friend bool operator==(const ScriptFunction &, const ScriptFunction &) = default;
};

// Gives functions numbers, the same number for equal ones, over all processes of the capture.
class ScriptFunctions {
public:
    virtual ~ScriptFunctions() = default;
    // Invalid: there are too many.
    virtual ScriptFunctionSerial serial(const ScriptFunction &function) = 0;
};

// A frame of a script stack.
struct ScriptFrame {
    ScriptFunctionSerial function;
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0; // 0: not known
    // For ScriptPlacing::ByEntry: this frame was entered from native code, so a native frame of the
    // interpreter's function stands for it and for the frames on its leaf side up to the next
    // entry.
    bool isEntry = false;
    // For ScriptPlacing::ByNativeFrame: index in ScriptSample::native of the frame that this one
    // lies in; frames inlined into it have the same index.
    std::size_t nativeFrame = 0;
};

enum class ScriptRead : std::uint8_t {
    Whole,
    Partial, // the leaf side is right, callers are missing
    Torn, // the copy contradicts itself, as in the midst of a change: nothing is to be shown
    Refused, // the process has another layout than was taken for granted: nothing will ever come
};

struct ScriptStack {
    std::vector<ScriptFrame> frames; // leaf first
    ScriptRead read = ScriptRead::Whole;
};

// A copy and what else is known of the sample.
struct ScriptSample {
    std::span<const std::byte> copy; // as ScriptCopier::copy() has made it
    const Registers &registers;
    std::span<const StackCopy> stacks; // copied pieces of the thread's stack
    const UnwoundStack &native; // unwound from `registers` and `stacks`
};

// Makes frames of the copies of one process. Belongs to the unwinding thread; the target runs on
// meanwhile, and may be gone. Gets the copies in the order in which they were made, and all of them
// except where the copier was told otherwise.
class ScriptDecoder {
public:
    virtual ~ScriptDecoder() = default;
    // Fills `stack`, whose memory is reused. A copy that cannot be understood is Torn.
    virtual void decode(const ScriptSample &sample, ScriptFunctions &functions,
                        ScriptStack &stack) = 0;
};

// How script frames take the place of native ones. A native frame of script code is one whose pc
// isScriptCode() accepts.
enum class ScriptPlacing : std::uint8_t {
    // Each native frame of script code stands for one entry: see ScriptFrame::isEntry.
    ByEntry,
    // The script frames replace all native frames from the first one of script code on.
    FromScriptCode,
    // The decoder has found the native frame of each script frame: see ScriptFrame::nativeFrame.
    ByNativeFrame,
};

// A runtime as found in a process: where it lies and which layout it has. Immutable, so that both
// threads and a forked child, whose memory is a copy, can use it.
class ScriptRuntime {
public:
    virtual ~ScriptRuntime() = default;

    // Sentry's name of the platform: "python", "node", "java", "ruby", "php".
    virtual std::string_view platform() const = 0;
    // The name for users: "Python 3.11".
    virtual std::string title() const = 0;
    virtual ScriptPlacing placing() const = 0;
    // Whether a native frame at this address stands for script frames: the interpreter's loop, or
    // code that a compiler made.
    virtual bool isScriptCode(std::uint64_t pc) const = 0;

    // ByEntry: whether a compiler of the runtime's makes code at run time that the interpreter's
    // function calls or jumps to. Native frames of such code stand for script frames, too.
    virtual bool hasCompiler() const { return false; }

    // Whether the copier finds a thread's stack by its thread pointer only, which cannot be read of
    // a thread that sleeps.
    virtual bool needsThreadPointer() const { return false; }

    // Whether a native frame at this address may lie between the interpreter's function and code of
    // the compiler that it calls.
    virtual bool isPassage(std::uint64_t /*pc*/) const { return false; }

    virtual std::unique_ptr<ScriptCopier> makeCopier() const = 0;
    virtual std::unique_ptr<ScriptDecoder> makeDecoder() const = 0;
};

} // namespace ember::capture
