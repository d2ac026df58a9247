// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/names.h"
#include "model/tables/profilemaker.h"
#include "model/tables/tablevalues.h"

namespace ember::model::tables {

namespace {

InApp inAppOf(std::int32_t cell)
{
    if (isNa(cell) || cell == inAppNotSaid)
        return InApp::Unset;
    return cell == 1 ? InApp::Yes : InApp::No;
}

} // namespace

void ProfileMaker::addImages()
{
    const auto &rows = m_tables.mappings;
    const auto address = [&](StringIndex cell) {
        return toAddress(m_tables.text(cell)).value_or(0);
    };
    std::vector<Image> images(m_images.size());
    const auto &attributes = m_tables.mappingAttrs;
    for (std::size_t row = 0; row < rowCount(attributes); ++row) {
        if (const auto found = m_keys.mappings.find(attributes.mapping[row]))
            images[*found].attributes.push_back(
                {text(attributes.key[row]), text(attributes.value[row])});
    }
    for (std::size_t row = 0; row < images.size(); ++row) {
        const auto source = member(rows.source[row]);
        if (!source)
            continue;
        Image &image = images[row];
        image.process = process(rows.process[row]);
        if (isNa(rows.process[row]) && m_processes.empty())
            image.process = m_sourceProcesses[*source];
        image.type = text(rows.type[row]);
        image.codeFile = text(rows.filename[row]);
        image.debugFile = text(rows.debugFile[row]);
        image.debugId = text(rows.debugId[row]);
        image.codeId = text(rows.buildId[row]);
        image.address = address(rows.start[row]);
        image.size = address(rows.limit[row]) - image.address; // modulo 2⁶⁴, as it was written
        image.bias = address(rows.bias[row]);
        image.loaded = toTime(rows.loaded[row]);
        image.unloaded = toTime(rows.unloaded[row]);
        const auto symbols = rows.symbols[row];
        if (symbols > 0 && symbols <= static_cast<int>(SymbolState::Debug))
            image.symbols = static_cast<SymbolState>(symbols);
        m_images[row] = m_builder.addImage(std::move(image));
    }
}

FunctionIndex ProfileMaker::function(std::size_t row)
{
    auto &known = m_functions[row];
    if (known.isValid())
        return known;
    const auto &rows = m_tables.functions;
    Function function;
    function.startLine = toLine(rows.startLine[row]);
    if (const auto found = m_keys.functionAttrs.find(rows.id[row])) {
        const auto &attributes = m_tables.functionAttrs;
        function.startLine = toLine(rows.startLine[row], attributes.wideStartLine[*found]);
        function.name = text(attributes.functionName[*found]);
        function.rawName = text(attributes.rawName[*found]);
        function.module = text(attributes.module[*found]);
        function.package = text(attributes.package[*found]);
        function.file = text(attributes.file[*found]);
        function.absPath = text(attributes.absPath[*found]);
    } else {
        if (m_tables.text(rows.functionName[row]) != unknownFunction)
            function.name = text(rows.functionName[row]);
        if (rows.systemName[row] != rows.functionName[row])
            function.rawName = text(rows.systemName[row]);
        function.file = text(rows.filename[row]);
    }
    known = m_builder.function(function);
    return known;
}

FrameIndex ProfileMaker::frame(std::size_t location)
{
    auto &known = m_frames[location];
    if (known.isValid())
        return known;
    const auto &rows = m_tables.locations;
    Frame frame;
    if (const auto row = m_keys.functions.find(rows.function[location]))
        frame.function = function(*row);
    frame.line = toLine(rows.line[location]);
    if (const auto found = m_keys.locationAttrs.find(rows.id[location])) {
        const auto &attributes = m_tables.locationAttrs;
        const auto row = *found;
        frame.line = toLine(rows.line[location], attributes.wideLine[row]);
        frame.column = toLine(attributes.column[row], attributes.wideColumn[row]);
        frame.address = toAddress(m_tables.text(attributes.address[row]));
        frame.pc = toAddress(m_tables.text(attributes.pc[row])).value_or(0);
        if (const auto mapping = m_keys.mappings.find(attributes.mapping[row]))
            frame.image = m_images[*mapping];
        frame.inlined = attributes.inlined[row] == 1 ? Inlined::Yes : Inlined::No;
        frame.attributes = text(attributes.frameJson[row]);
        frame.inApp = inAppOf(attributes.inApp[row]);
        if (!isNa(attributes.inAppOfFile[row]))
            frame.inAppOfFile = inAppOf(attributes.inAppOfFile[row]);
        frame.platform = text(attributes.platform[row]);
    }
    known = m_builder.frame(frame);
    return known;
}

} // namespace ember::model::tables
