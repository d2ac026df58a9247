// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolizer.h"

#include <utility>

namespace ember::app {

// Symbolizes with debuginfod servers, after everything was looked up locally. JIT-compiled code is
// still resolved by the local symbolizer, as its files may be gone by now.
class ServerNames : public model::FrameResolver {
public:
    // `local` must outlive this.
    ServerNames(capture::Symbolizer &local, capture::SymbolPaths paths)
        : m_local(local),
          m_asking(std::move(paths))
    {
        m_asking.provideFilesOf(local);
    }

    std::vector<model::ResolvedFrame> resolve(const model::ImageKey &image,
                                              std::uint64_t address) override
    {
        return image.maker ? m_local.resolve(image, address) : m_asking.resolve(image, address);
    }

    model::SymbolState state(const model::ImageKey &image) override
    {
        return image.maker ? m_local.state(image) : m_asking.state(image);
    }

private:
    capture::Symbolizer &m_local;
    capture::Symbolizer m_asking;
};

} // namespace ember::app
