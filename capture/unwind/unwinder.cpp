// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/unwinder.h"

#include "capture/unwind/codewalk.h"
#include "capture/unwind/framestepper.h"
#include "capture/unwind/tablecache.h"

namespace ember::capture {

using model::UnwindMethod;

class Unwinder::Private {
public:
    Private(UnwindOptions unwindOptions, std::shared_ptr<TableCache> tables)
        : options(unwindOptions),
          images(std::move(tables))
    {
    }

    const UnwindOptions options;
    ImageTable images;
    CodeWalk walk;
};

Unwinder::Unwinder(UnwindOptions options, std::shared_ptr<TableCache> tables)
    : m_private(std::make_unique<Private>(options, std::move(tables)))
{
}

Unwinder::~Unwinder() = default;

void Unwinder::addImage(const MappedImage &image)
{
    m_private->images.add(image);
    m_private->walk.forget();
}

void Unwinder::removeImage(std::uint64_t start)
{
    m_private->images.remove(start);
    m_private->walk.forget();
}

bool Unwinder::knows(std::uint64_t pc) const
{
    return m_private->images.contains(pc);
}

UnwoundStack Unwinder::unwind(const Registers &registers, std::span<const StackCopy> copies,
                              MemoryReader *reader, const GoroutineStack &goroutine)
{
    UnwoundStack stack;
    unwind(registers, copies, reader, stack, goroutine);
    return stack;
}

void Unwinder::unwind(const Registers &registers, std::span<const StackCopy> copies,
                      MemoryReader *reader, UnwoundStack &stack, const GoroutineStack &goroutine)
{
    stack.frames.clear();
    stack.unknownPc = 0;
    stack.truncated = false;
    stack.frames.push_back({registers.pc, UnwindMethod::Leaf});

    StackMemory memory(copies, reader, registers.sp);
    FrameStepper stepper(m_private->images, m_private->walk, m_private->options.mode, memory,
                         registers, goroutine);
    while (const auto method = stepper.step()) {
        if (stack.frames.size() >= m_private->options.depthLimit) {
            stack.truncated = true;
            break;
        }
        stack.frames.push_back({stepper.pc(), *method});
    }
    stack.rootReached = stepper.isAtRoot();
    stack.needsMissingRegister = stepper.needsMissingRegister();
    stack.unknownPc = stepper.unknownPc();
    stack.beyondCopies = memory.beyondCopies();
    stack.deepestRead = memory.deepestRead();
    stack.apartFrom = memory.apartFrom();
    stack.apartDeepest = memory.apartDeepest();
    stack.isApartByFrames = memory.hasLeftByFrames();
    stack.goroutineOffset = stepper.goroutineOffset();
}

} // namespace ember::capture
