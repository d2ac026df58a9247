// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/codecache.h"
#include "capture/runtimes/hotspot/javacopy.h"
#include "capture/runtimes/hotspot/javamethods.h"
#include "capture/runtimes/hotspot/javawalk.h"
#include "capture/runtimes/hotspot/vmlayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ember::capture::hotspot {

// Where generated code lies in the processes of a runtime. Found by the copier once the VM has
// started, and used by the unwinding thread.
struct CodeBounds {
    std::atomic<std::uint64_t> low{0};
    std::atomic<std::uint64_t> high{0}; // 0: not known yet

    bool contains(std::uint64_t address) const
    {
        return address >= low.load(std::memory_order_relaxed)
            && address < high.load(std::memory_order_acquire);
    }
};

// Walks the Java stacks of a process while a thread is stopped. Compiled code and methods are
// remembered, so that most stops read a few words only.
class JavaCopier final : public ScriptCopier {
public:
    JavaCopier(const VmLayout &layout, std::shared_ptr<CodeBounds> bounds);

    void copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to) override;
    bool confirm(StopReader &reader) override;
    void discardLast() override;
    void startOver() override;
    void forget(pid_t thread) override;

private:
    // A thread of the target as the VM knows it, by the address of its JavaThread; 0: it is no Java
    // thread.
    struct KnownThread {
        std::uint64_t address = 0;
        std::uint64_t stackBase = 0;
        std::uint64_t stackSize = 0;
        std::uint64_t list = 0; // address of the VM's list of threads when the thread was looked
                                // for
    };

    struct Anchor {
        std::uint64_t sp = 0, pc = 0, fp = 0;
    };

    const KnownThread *findThread(const StoppedThread &thread, StopReader &reader, Anchor &anchor);
    bool isSame(const KnownThread &known, std::uint64_t sp, StopReader &reader, Anchor &anchor);
    KnownThread searchThread(std::uint64_t sp, std::uint64_t list, StopReader &reader) const;
    void write(JavaCopyWriter &writer, std::uint64_t pc, std::uint64_t sp, WalkEnd end);
    void copyCandidates(const StoppedThread &thread, JavaWalk &walk, BudgetReader &reader,
                        JavaCopyWriter &writer);

    const VmLayout m_layout;
    std::shared_ptr<CodeBounds> m_bounds;
    CodeCache m_code;
    JavaMethods m_methods;
    std::unordered_map<pid_t, KnownThread> m_threads;
    std::unordered_set<std::uint32_t> m_told; // numbers of the methods that the decoder has
    std::vector<std::uint32_t> m_toldLast; // numbers of the methods that the last copy described
    // Kept to reuse their memory.
    std::vector<JavaFrame> m_frames;
    std::vector<std::byte> m_threadBytes; // content of a JavaThread
};

// Makes frames of what a JavaCopier has copied.
class JavaDecoder final : public ScriptDecoder {
public:
    explicit JavaDecoder(std::shared_ptr<const CodeBounds> bounds) : m_bounds(std::move(bounds)) { }

    void decode(const ScriptSample &sample, ScriptFunctions &functions,
                ScriptStack &stack) override;

private:
    bool isOfThread(const JavaCopyItem &start, const UnwoundStack &native) const;

    std::shared_ptr<const CodeBounds> m_bounds;
    std::unordered_map<std::uint32_t, ScriptFunctionSerial> m_functions; // by the copier's numbers
};

} // namespace ember::capture::hotspot
