// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/vmlayout.h"

namespace ember::tests {

// The layout of OpenJDK 17 on x86-64, with variables at 0x10000 and on.
inline capture::hotspot::VmLayout layoutOfJava17()
{
    capture::hotspot::VmLayout layout;
    layout.version = 17;
    layout.heaps = 0x10000;
    layout.lowBound = 0x10008;
    layout.highBound = 0x10010;
    layout.threadList = 0x10018;
    layout.callStubReturn = 0x10020;
    layout.interpreterCode = 0x10028;
    layout.arrayData = 8;
    layout.heapMemory = 8;
    layout.heapSegments = 120;
    layout.heapLogSize = 256;
    layout.spaceLow = 16;
    layout.spaceHigh = 24;
    layout.blockUsed = 8;
    layout.blockSize = 16;
    layout.blobName = 96;
    layout.blobSize = 12;
    layout.codeBegin = 32;
    layout.codeEnd = 40;
    layout.frameSize = 28;
    layout.frameComplete = 20;
    layout.method = 112;
    layout.compileId = 304;
    layout.scopesData = 120;
    layout.deoptHandler = 128;
    layout.deoptMhHandler = 136;
    layout.originalPc = 300;
    layout.stubOffset = 252;
    layout.metadataOffset = 260;
    layout.scopesPcsOffset = 268;
    layout.scopesPcsEnd = 272;
    layout.compiledSize = 352;
    layout.scopeOffset = 4;
    layout.pcDescSize = 16;
    layout.invocationBci = -1;
    layout.constMethod = 8;
    layout.methodFlags = 50;
    layout.accessFlags = 40;
    layout.constants = 8;
    layout.constMethodSize = 24;
    layout.constFlags = 28;
    layout.codeSize = 32;
    layout.nameIndex = 34;
    layout.constMethodHead = 48;
    layout.hasLineTable = 1;
    layout.isHidden = 8;
    layout.poolHolder = 24;
    layout.poolLength = 60;
    layout.sourceFileIndex = 54;
    layout.poolHead = 72;
    layout.className = 24;
    layout.classConstants = 232;
    layout.symbolLength = 4;
    layout.symbolBody = 6;
    layout.threadsLength = 4;
    layout.threadsArray = 16;
    layout.anchor = 656;
    layout.stackBase = 592;
    layout.stackSize = 600;
    layout.lastPc = 8;
    layout.lastFp = 16;
    layout.wrapperAnchor = 32;
    layout.queueBuffer = 8;
    layout.queueLimit = 20;
    layout.codeletSize = 8;
    layout.codeletBytecode = 12;
    layout.frameSenderSp = -1;
    layout.frameMethod = -3;
    layout.frameBcp = -8;
    layout.frameLast = -9;
    layout.frameCallWrapper = -6;
    return layout;
}

} // namespace ember::tests
