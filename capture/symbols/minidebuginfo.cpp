// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/minidebuginfo.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>

#include <memory>
#include <unistd.h>

namespace ember::capture {

namespace {

struct DwflEnd {
    void operator()(Dwfl *dwfl) const { dwfl_end(dwfl); }
};

// Callback that finds no separate debug file: only the file itself counts here.
int noDebugFile(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                GElf_Word, char **)
{
    return -1;
}

Binding bindingOf(const GElf_Sym &symbol)
{
    switch (GELF_ST_BIND(symbol.st_info)) {
    case STB_LOCAL: return Binding::Local;
    case STB_WEAK: return Binding::Weak;
    default: return Binding::Global;
    }
}

} // namespace

// Uses libdwfl, which unpacks the xz-compressed section.
std::vector<Symbol> miniDebugSymbols(const ElfFile &file)
{
    std::vector<Symbol> symbols;
    if (file.section(".gnu_debugdata") == nullptr || file.descriptor() < 0)
        return symbols;
    Dwfl_Callbacks callbacks{};
    callbacks.find_debuginfo = noDebugFile;
    callbacks.section_address = dwfl_offline_section_address;
    const std::unique_ptr<Dwfl, DwflEnd> dwfl(dwfl_begin(&callbacks));
    const int descriptor = ::dup(file.descriptor());
    Dwfl_Module *module =
        dwfl_report_offline(dwfl.get(), file.path().c_str(), file.path().c_str(), descriptor);
    if (module == nullptr) {
        ::close(descriptor);
        return symbols;
    }
    dwfl_report_end(dwfl.get(), nullptr, nullptr);
    GElf_Addr bias = 0;
    dwfl_module_getelf(module, &bias);
    const int count = dwfl_module_getsymtab(module);
    for (int i = 1; i < count; ++i) {
        GElf_Sym symbol{};
        GElf_Addr address = 0;
        GElf_Word section = 0;
        const char *name =
            dwfl_module_getsym_info(module, i, &symbol, &address, &section, nullptr, nullptr);
        if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || section == SHN_UNDEF)
            continue;
        const auto start = address - bias;
        symbols.push_back(
            {start, start + symbol.st_size, name, bindingOf(symbol), symbol.st_size != 0});
    }
    return symbols;
}

} // namespace ember::capture
