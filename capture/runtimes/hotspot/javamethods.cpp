// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javamethods.h"

#include "capture/runtimes/copybytes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ember::capture::hotspot {

namespace {

constexpr std::uint32_t nativeFlag = 0x0100; // ACC_NATIVE of class files
// Limits: names of class files have at most 65 535 bytes, and methods as many of code.
constexpr std::size_t longestSymbol = 4096;
constexpr std::uint64_t largestMethod = 1U << 20U;
constexpr std::uint64_t largestLineTable = 1U << 17U;

bool isPointer(std::uint64_t address)
{
    return address != 0 && address % wordSize == 0;
}

// Whether a text can be a name: class files allow nearly everything, but no control characters are
// written by any compiler.
bool isName(const std::string &text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    });
}

} // namespace

JavaMethods::JavaMethods(const VmLayout &layout) : m_layout(layout)
{
    const auto add = [this](std::uint64_t offset, std::size_t size) {
        m_constantWords.add(static_cast<std::size_t>(offset), size);
    };
    add(layout.constants, sizeof(std::uint64_t));
    add(layout.constMethodSize, sizeof(std::uint32_t));
    add(layout.nameIndex, sizeof(std::uint16_t));
}

const JavaMethod *JavaMethods::at(std::uint64_t address, StopReader &reader)
{
    if (!isPointer(address))
        return nullptr;
    const auto found = m_methods.find(address);
    if (found != m_methods.end()) {
        if (found->second->seenAtStop == m_stop || isSame(address, *found->second, reader)) {
            found->second->seenAtStop = m_stop;
            return found->second.get();
        }
        m_bytes -= found->second->bytes();
        m_methods.erase(found);
    }
    if (m_methods.size() >= mostMethods || m_bytes >= mostBytes || m_nextNumber >= mostNumbers)
        return nullptr;
    auto method = readMethod(address, reader);
    if (!method)
        return nullptr;
    m_bytes += method->bytes();
    method->number = m_nextNumber++;
    method->seenAtStop = m_stop;
    return m_methods.emplace(address, std::move(method)).first->second.get();
}

bool JavaMethods::isSame(std::uint64_t address, const JavaMethod &method, StopReader &reader)
{
    constexpr auto pointer = SteadyWords().add(0);
    const auto constMethod = memberAt<std::uint64_t>(
        m_heads.find(address + m_layout.constMethod, sizeof(std::uint64_t), pointer, reader), 0);
    if (constMethod != method.constMethod)
        return false;
    const auto constant = m_heads.find(
        constMethod, static_cast<std::size_t>(m_layout.constMethodHead), m_constantWords, reader);
    const auto member = [&]<typename Value>(std::uint64_t offset, const Value &value) {
        return memberAt<Value>(constant, static_cast<std::size_t>(offset)) == value;
    };
    return !constant.empty() && member(m_layout.constants, method.constants)
        && member(m_layout.constMethodSize, method.sizeWord)
        && member(m_layout.nameIndex, method.nameIndex);
}

std::unique_ptr<JavaMethod> JavaMethods::readMethod(std::uint64_t address, StopReader &reader) const
{
    auto method = std::make_unique<JavaMethod>();
    const StructBytes head(
        reader, address,
        std::max({m_layout.constMethod, m_layout.accessFlags, m_layout.methodFlags}) + wordSize);
    method->constMethod = head.at<std::uint64_t>(m_layout.constMethod);
    if (!isPointer(method->constMethod))
        return nullptr;
    method->isNative = (head.at<std::uint32_t>(m_layout.accessFlags) & nativeFlag) != 0;
    method->isHidden = (head.at<std::uint16_t>(m_layout.methodFlags)
                        & static_cast<std::uint64_t>(m_layout.isHidden))
        != 0;
    const StructBytes constant(reader, method->constMethod, m_layout.constMethodHead);
    method->constants = constant.at<std::uint64_t>(m_layout.constants);
    method->sizeWord = constant.at<std::uint32_t>(m_layout.constMethodSize);
    method->nameIndex = constant.at<std::uint16_t>(m_layout.nameIndex);
    method->codeBegin = method->constMethod + m_layout.constMethodHead;
    method->codeSize = constant.at<std::uint16_t>(m_layout.codeSize);
    const auto size = std::uint64_t(method->sizeWord) * wordSize;
    if (!isPointer(method->constants) || size > largestMethod
        || size < m_layout.constMethodHead + method->codeSize)
        return nullptr;
    const auto flags = constant.at<std::uint16_t>(m_layout.constFlags);
    const bool hasLines = (flags & static_cast<std::uint64_t>(m_layout.hasLineTable)) != 0;
    if (!readNames(*method, reader) || (hasLines && !readLines(*method, size, reader)))
        return nullptr;
    return method;
}

// Reads the method's names by constants of its pool, which must be that of its class.
bool JavaMethods::readNames(JavaMethod &method, StopReader &reader) const
{
    const StructBytes pool(reader, method.constants, m_layout.poolHead);
    const auto holder = pool.at<std::uint64_t>(m_layout.poolHolder);
    const auto length = pool.at<std::uint32_t>(m_layout.poolLength);
    if (!isPointer(holder))
        return false;
    const StructBytes type(reader, holder,
                           std::max(m_layout.className, m_layout.classConstants) + wordSize);
    if (type.at<std::uint64_t>(m_layout.classConstants) != method.constants)
        return false;
    method.name = symbolOf(method.constants, length, method.nameIndex, reader);
    method.className = symbol(type.at<std::uint64_t>(m_layout.className), reader);
    std::replace(method.className.begin(), method.className.end(), '/', '.');
    // Names of hidden classes end with '+' and a number; Java writes '/' there.
    std::replace(method.className.begin(), method.className.end(), '+', '/');
    const auto file = pool.at<std::uint16_t>(m_layout.sourceFileIndex);
    if (file != 0)
        method.file = symbolOf(method.constants, length, file, reader);
    return isName(method.name) && isName(method.className)
        && (method.file.empty() || isName(method.file));
}

// Reads the line table, which follows the bytecodes.
bool JavaMethods::readLines(JavaMethod &method, std::uint64_t size, StopReader &reader) const
{
    const auto offset = m_layout.constMethodHead + method.codeSize;
    std::vector<std::byte> packed(std::min(size - offset, largestLineTable));
    if (!reader.read(method.constMethod + offset, packed))
        return false;
    method.lines = lineTable(packed, m_layout.numbers);
    return true;
}

std::string JavaMethods::symbolOf(std::uint64_t pool, std::uint32_t length, std::uint32_t index,
                                  StopReader &reader) const
{
    std::uint64_t address = 0;
    if (index == 0 || index >= length
        || !reader.readValue(pool + m_layout.poolHead + index * wordSize, address))
        return {};
    return symbol(address, reader);
}

std::string JavaMethods::symbol(std::uint64_t address, StopReader &reader) const
{
    std::uint16_t length = 0;
    if (!isPointer(address) || !reader.readValue(address + m_layout.symbolLength, length)
        || length > longestSymbol)
        return {};
    std::string text(length, '\0');
    if (!reader.read(address + m_layout.symbolBody, std::as_writable_bytes(std::span(text))))
        return {};
    return text;
}

} // namespace ember::capture::hotspot
