// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/profile/profile.h"
#include "model/profile/scripts.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ember::model {

class ProfileBuilder;

// A stack table that takes stacks which were not recorded but are shown. Equal ones have an equal
// index; the recorded ones keep theirs. For one thread at a time.
class EnteredStacks {
public:
    virtual ~EnteredStacks() = default;
    virtual StackIndex enter(StackIndex caller, FrameIndex leaf) = 0;
    virtual const StackTable &table() const = 0;
};

// Enters stacks into the table of a profile that is being built. The builder must outlive it.
class StacksOfBuilder : public EnteredStacks {
public:
    explicit StacksOfBuilder(ProfileBuilder &builder) : m_builder(builder) { }

    StackIndex enter(StackIndex caller, FrameIndex leaf) override;
    const StackTable &table() const override;

private:
    ProfileBuilder &m_builder;
};

// Enters stacks into a copy of the table of a profile, which itself must not change.
class CopiedStacks : public EnteredStacks {
public:
    explicit CopiedStacks(const Profile &profile);

    StackIndex enter(StackIndex caller, FrameIndex leaf) override;

    const StackTable &table() const override { return m_table; }

private:
    StackTable m_table;
    RowSet m_rows;
};

// Whether an interpreter's own functions are shown among those of the scripts that it runs.
enum class InterpreterFunctions : std::uint8_t { Shown, Folded };

// Makes a copy of a profile in which stacks of scripts have no frames of the interpreter:
//
//   recorded   _start   main   run   f()   call   sqrt   vm     folded   f()   sqrt
//              libc     interpreter  script        libm  vm              script
//
// So what the interpreter does for a function becomes the function's own time. Native code that a
// script calls stays, with the C library below it; so does a program that embeds an interpreter.
// What the C library and the interpreter do before the first script function is left out.
//
// Once a thread has run a script, what its interpreter does by itself (an event loop that waits) is
// one call with the C library below it. Threads that run no script stay as they are: compilers,
// garbage collectors, and what a thread does before its first script.
//
// Fed with the growing snapshots of one profile, in one thread. Frames, functions, threads, samples
// and recorded stacks keep their indices.
class InterpreterFold {
public:
    // `stacks` has all stacks of the profile.
    explicit InterpreterFold(EnteredStacks &stacks) : m_stacks(stacks) { }

    // Returns the folded copy, or `profile` itself if there is nothing to fold.
    ProfilePointer update(const ProfilePointer &profile);

private:
    struct Node {
        StackIndex folded; // the stack without frames of the interpreter; valid if hasScript
        bool hasScript = false;
        bool isRuntimeOnly = true; // whether all frames are of the C library and the interpreter
    };

    struct Thread {
        std::shared_ptr<const ThreadSamples> recorded;
        std::shared_ptr<const ThreadSamples> published;
        // The shown stacks of the samples read so far; absent while none differs from the recorded
        // one.
        std::optional<Column<SampleIndex, StackIndex>> own;
        std::size_t read = 0;
        bool hasRunScript = false;
    };

    // What is shown of a stack without scripts.
    struct ByItself {
        StackIndex shown = emptyStack;
        FrameIndex begin; // the interpreter's outermost frame that is shown; invalid: none
        bool hasLibrary = false; // whether `begin` has called the C library
        bool isCalledByLibrary = false; // whether the C library has called `begin`
    };

    void updateStacks();
    Node nodeOf(const StackNode &stack);
    StackIndex foldedPrefix(StackIndex stack);
    StackIndex byItself(StackIndex stack);
    StackIndex shown(StackIndex stack, Thread &thread);
    template<typename Answer, typename Step>
    Answer steppedTo(StackIndex stack, Answer root, std::unordered_map<StackIndex, Answer> &known,
                     const Step &step);
    void read(Thread &thread, const std::shared_ptr<const ThreadSamples> &recorded);

    EnteredStacks &m_stacks;
    ScriptRoles m_roles;
    std::vector<Node> m_nodes; // by stack
    // By stack of native callers of a script: what they become.
    std::unordered_map<StackIndex, StackIndex> m_prefixes;
    std::unordered_map<StackIndex, ByItself> m_byItself;
    // Stacks on the way from a stack to its callers, only while a function runs.
    std::vector<StackIndex> m_way;
    std::vector<Thread> m_threads; // by ThreadIndex
};

} // namespace ember::model
