// SPDX-License-Identifier: GPL-3.0-or-later
// The script of the page: draws the data that FORMAT.md describes. Names are foreign text: they are
// drawn by the canvas or set as textContent, never as markup.
'use strict';
(() => {
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const canvas = byId('canvas');
const pen = canvas.getContext('2d');
const scroller = byId('chart');
const rowHeight = 18;
const axisHeight = 20;
const stateHeight = 8;
const stateNames = ['state not known', 'running', 'ready, waits for a CPU', 'waiting', 'changes often'];

// What is shown. A lane is what one thread has, or the graph; a box is a place in a row of a lane.
const shown = { profile: 0, mode: 'graph', thread: -1, measure: 0 };
let lanes = [];
let contentHeight = 0;
let whole = 1; // length of the axis: the graph's total, or the profile's time
let view = { from: 0, to: 1 };
let selected = null; // {lane, row, at}
let hovered = null;
let matches = null; // by name: 1 if it matches the search
let colours = [];
let ink = {};

const profile = () => data.profiles[shown.profile];

// ---- texts

const round = (number) => number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
function timeText(ns) {
    const units = [[60e9, 'min'], [1e9, 's'], [1e6, 'ms'], [1e3, 'µs']];
    for (const [size, unit] of units)
        if (Math.abs(ns) >= size && !(unit === 'min' && ns < 600e9)) return round(ns / size) + ' ' + unit;
    return Math.round(ns) + ' ns';
}
function amountText(amount, unit) {
    if (unit === 'ns') return timeText(amount);
    if (unit === 'bytes') {
        for (const [size, name] of [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']])
            if (amount >= size) return round(amount / size) + ' ' + name;
    }
    const number = amount.toLocaleString('en', { maximumFractionDigits: 2 });
    return unit ? number + ' ' + unit : number;
}
const shareText = (part, all) => all > 0 ? (100 * part / all).toFixed(part / all < 0.0995 ? 2 : 1) + ' %' : '0 %';
const nameOf = (name) => profile().names[name][0];
function titleOf(name) {
    return name >= 0 ? nameOf(name) : `${-1 - name} small calls, drawn together`;
}

// ---- data to rows

// Boxes of a lane at one depth, in the order of their starts.
const emptyRow = () => ({ start: [], end: [], name: [], self: [] });
function push(row, start, end, name, self) {
    row.start.push(start); row.end.push(end); row.name.push(name); row.self.push(self);
}

// A graph is [depth, name, total, …], callers before their callees.
function graphLane(graph) {
    const rows = [emptyRow()];
    push(rows[0], 0, graph.total, null, graph.total);
    const next = [0]; // by depth: where the next box begins
    for (let at = 0; at < graph.nodes.length; at += 3) {
        const [depth, name, total] = [graph.nodes[at] + 1, graph.nodes[at + 1], graph.nodes[at + 2]];
        rows[depth] ??= emptyRow();
        const start = depth === 1 ? next[1] ?? 0 : next[depth];
        push(rows[depth], start, start + total, name, total);
        const above = rows[depth - 1];
        above.self[above.self.length - 1] -= total;
        next[depth] = start + total;
        next[depth + 1] = start;
    }
    return { title: '', rows, states: null };
}

// A row of the chart is [gap, duration, name, self, …] in units of the profile.
function chartLane(thread) {
    const rows = thread.rows.map((flat) => {
        const row = emptyRow();
        let time = 0;
        for (let at = 0; at < flat.length; at += 4) {
            time += flat[at];
            push(row, time, time + flat[at + 1], flat[at + 2], flat[at + 3]);
            time += flat[at + 1];
        }
        return row;
    });
    const states = thread.states.length ? emptyRow() : null;
    let time = 0;
    for (let at = 0; at < thread.states.length; at += 2) {
        if (thread.states[at + 1] >= 0)
            push(states, time, time + thread.states[at], thread.states[at + 1], 0);
        time += thread.states[at];
    }
    return { title: thread.title, rows, states };
}

function graph() {
    const graphs = profile().measures[shown.measure].graphs;
    return graphs[shown.thread + 1] ?? { total: 0, nodes: [] };
}

function layOut() {
    if (shown.mode === 'graph') {
        lanes = [graphLane(graph())];
        whole = lanes[0].rows[0].end[0];
    } else {
        const threads = profile().threads;
        lanes = (shown.thread < 0 ? threads : [threads[shown.thread]]).map(chartLane);
        whole = profile().length;
    }
    let top = axisHeight;
    for (const lane of lanes) {
        lane.top = top;
        lane.first = top + (lane.title ? rowHeight : 0) + (lane.states ? stateHeight : 0);
        top = lane.first + lane.rows.length * rowHeight + (lane.title ? 6 : 0);
    }
    contentHeight = top;
    whole = whole || 1;
    view = { from: 0, to: whole };
    selected = hovered = null;
    byId('tip').hidden = true;
    tellSelected();
    redraw();
}

// ---- colours

function hash(text) {
    let sum = 2166136261;
    for (let at = 0; at < text.length; ++at) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619);
    return ((sum ^ (sum >>> 13)) >>> 0) / 4294967296;
}
function luminance(hue, saturation, light) {
    const channel = (n) => {
        const k = (n + hue / 30) % 12;
        const value = light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}
// Own code is warm by function, libraries are cool and pale by module; where neither is known, the
// whole circle by function.
function colourOf([name, module, , own], isDark, tellsOwn) {
    let [hue, saturation, light] = [360 * hash(name), 0.5, isDark ? 0.34 : 0.76];
    if (tellsOwn && own) [hue, saturation] = [8 + 44 * hash(name), isDark ? 0.6 : 0.85];
    else if (tellsOwn) [hue, saturation] = [175 + 110 * hash(module || name), isDark ? 0.2 : 0.35];
    light += (hash(name + '.') - 0.5) * 0.08;
    const bright = luminance(hue, saturation, light);
    return {
        fill: `hsl(${hue.toFixed(0)} ${(100 * saturation).toFixed(0)}% ${(100 * light).toFixed(0)}%)`,
        ink: (bright + 0.05) ** 2 > 0.0525 ? '#000' : '#fff',
    };
}
const dark = matchMedia('(prefers-color-scheme: dark)');
function chooseColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['back', 'ink', 'faint', 'line', 'mark', 'running', 'ready', 'waiting', 'mixed', 'small'])
        ink[name] = style.getPropertyValue('--' + name).trim();
    const names = profile().names;
    const tellsOwn = names.some((name) => name[3]) && names.some((name) => !name[3]);
    colours = names.map((name) => colourOf(name, dark.matches, tellsOwn));
}

// ---- drawing

let isAsked = false;
function redraw() {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => { isAsked = false; draw(); });
}

const width = () => canvas.clientWidth;
const toX = (place) => (place - view.from) / (view.to - view.from) * width();
const toPlace = (x) => view.from + x / width() * (view.to - view.from);

// The first box that ends after the place.
function firstAfter(row, place) {
    let [low, high] = [0, row.end.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (row.end[middle] > place) high = middle; else low = middle + 1;
    }
    return low;
}

function draw() {
    const scale = devicePixelRatio || 1;
    const height = scroller.clientHeight;
    canvas.style.height = height + 'px';
    byId('space').style.height = Math.max(0, contentHeight - height) + 'px';
    if (canvas.width !== Math.round(width() * scale) || canvas.height !== Math.round(height * scale)) {
        canvas.width = Math.round(width() * scale);
        canvas.height = Math.round(height * scale);
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = ink.back;
    pen.fillRect(0, 0, width(), height);
    pen.font = '12px ui-monospace, "DejaVu Sans Mono", monospace';
    pen.textBaseline = 'middle';
    const letter = pen.measureText('m').width;
    for (const lane of lanes) drawLane(lane, height, letter);
    drawAxis();
    byId('reset').disabled = view.from === 0 && view.to === whole;
}

function drawLane(lane, height, letter) {
    const scrolled = scroller.scrollTop;
    if (lane.title && lane.top - scrolled < height && lane.first - scrolled > 0) {
        pen.fillStyle = ink.ink;
        pen.fillText(lane.title, 4, lane.top - scrolled + rowHeight / 2);
        if (lane.states) drawStates(lane.states, lane.first - stateHeight - scrolled);
    }
    const first = Math.max(0, Math.floor((scrolled + axisHeight - lane.first) / rowHeight));
    const last = Math.min(lane.rows.length - 1, Math.floor((scrolled + height - lane.first) / rowHeight));
    for (let row = first; row <= last; ++row)
        drawRow(lane, row, lane.first + row * rowHeight - scrolled, letter);
}

// Heights tell the states apart, too.
function drawStates(row, y) {
    const looks = [['small', 2], ['running', 7], ['ready', 5], ['waiting', 2], ['mixed', 3]];
    let drawn = -1;
    for (let at = firstAfter(row, view.from); at < row.start.length && row.start[at] < view.to; ++at) {
        const right = toX(row.end[at]);
        if (right < drawn + 0.5) continue;
        const left = Math.max(toX(row.start[at]), drawn);
        const [colour, size] = looks[row.name[at]];
        pen.fillStyle = ink[colour];
        pen.fillRect(left, y + 7 - size, Math.max(right - left, 0.5), size);
        drawn = right;
    }
}

function isSame(place, lane, row, at) {
    return place && place.lane === lane && place.row === row && place.at === at;
}

function drawRow(lane, number, y, letter) {
    const row = lane.rows[number];
    let drawn = -1; // how far the row is drawn: boxes below half a pixel are drawn once
    for (let at = firstAfter(row, view.from); at < row.start.length && row.start[at] < view.to; ++at) {
        const right = Math.min(toX(row.end[at]), width() + 2);
        if (right < drawn + 0.5) continue;
        const left = Math.max(toX(row.start[at]), -2);
        drawn = right;
        const name = row.name[at];
        const colour = name === null || name < 0 ? { fill: ink.small, ink: ink.ink } : colours[name];
        const isMatch = matches && name !== null && name >= 0 && matches[name];
        pen.globalAlpha = matches && !isMatch && name !== null ? 0.3 : 1;
        pen.fillStyle = colour.fill;
        const size = Math.max(right - left - (right - left > 3 ? 1 : 0), 0.5);
        pen.fillRect(left, y, size, rowHeight - 1);
        const room = Math.floor((size - 6) / letter);
        if (room >= 3) {
            pen.globalAlpha = 1;
            const text = name === null ? allText() : titleOf(name);
            pen.fillStyle = matches && !isMatch && name !== null ? ink.ink : colour.ink;
            pen.fillText(text.length > room ? text.slice(0, room - 1) + '…' : text,
                Math.max(left, 0) + 3, y + rowHeight / 2, size);
        }
        pen.globalAlpha = 1;
        const isSelected = isSame(selected, lane, number, at);
        if (isSelected || isSame(hovered, lane, number, at) || (isMatch && size > 3)) {
            pen.strokeStyle = isSelected ? ink.mark : ink.ink;
            pen.lineWidth = isSelected ? 2 : 1;
            pen.strokeRect(left + 1, y + 1, Math.max(size - 2, 1), rowHeight - 3);
        }
    }
}

function drawAxis() {
    pen.fillStyle = ink.back;
    pen.fillRect(0, 0, width(), axisHeight);
    pen.fillStyle = ink.faint;
    if (shown.mode === 'graph') {
        pen.fillText('wide: much ' + profile().measures[shown.measure].name + '; the largest first', 4, axisHeight / 2, width());
        return;
    }
    const unit = profile().unit;
    const [from, to] = [view.from * unit, view.to * unit];
    const rough = (to - from) / Math.max(1, width() / 110);
    let step = 10 ** Math.floor(Math.log10(rough));
    for (const factor of [1, 2, 5, 10])
        if (step * factor >= rough) { step *= factor; break; }
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
        const x = toX(time / unit);
        pen.fillRect(x, axisHeight - 6, 1, 6);
        pen.fillText(timeText(time), x + 3, axisHeight / 2);
    }
}

// ---- boxes in words

function allText() {
    const total = lanes[0].rows[0].end[0];
    return 'all: ' + amountText(total, profile().measures[shown.measure].unit);
}

function linesOf(place) {
    const row = place.lane.rows[place.row];
    const [name, length] = [row.name[place.at], row.end[place.at] - row.start[place.at]];
    if (name === null) return [allText()];
    const lines = [titleOf(name)];
    const isGraph = shown.mode === 'graph';
    const unit = isGraph ? profile().measures[shown.measure].unit : 'ns';
    const scale = isGraph ? 1 : profile().unit;
    const amount = (number) => `${amountText(number * scale, unit)} (${shareText(number, whole)})`;
    if (!isGraph) lines.push(`at ${timeText(row.start[place.at] * scale)}`);
    if (name >= 0) {
        lines.push(`total ${amount(length)}, self ${amount(Math.max(row.self[place.at], 0))}`);
        const [, module, file] = profile().names[name];
        if (module) lines.push('in ' + module);
        if (file) lines.push(file);
    } else {
        lines.push(isGraph ? `total ${amount(length)}` : `${amount(row.self[place.at])} of ${timeText(length * scale)}`);
    }
    return lines;
}

function tellSelected() {
    byId('selected').textContent = selected ? linesOf(selected).join(' · ') : '';
    byId('keys').hidden = selected !== null;
}

function laneAt(y) {
    const place = y + scroller.scrollTop;
    return lanes.find((lane) => place >= lane.top && place < lane.first + lane.rows.length * rowHeight);
}

// The box at a point of the canvas.
function boxAt(x, y) {
    const lane = y >= axisHeight ? laneAt(y) : null;
    const number = lane ? Math.floor((y + scroller.scrollTop - lane.first) / rowHeight) : -1;
    if (number < 0) return null;
    const row = lane.rows[number];
    const at = firstAfter(row, toPlace(x));
    return at < row.start.length && toX(row.start[at]) <= x + 1 ? { lane, row: number, at } : null;
}

function stateAt(x, y) {
    const lane = y >= axisHeight ? laneAt(y) : null;
    const top = lane?.states ? lane.first - stateHeight - scroller.scrollTop : Infinity;
    if (y < top || y >= top + stateHeight) return null;
    const at = firstAfter(lane.states, toPlace(x));
    if (at >= lane.states.start.length || lane.states.start[at] > toPlace(x)) return null;
    const unit = profile().unit;
    return [stateNames[lane.states.name[at]], `at ${timeText(lane.states.start[at] * unit)}`,
        `for ${timeText((lane.states.end[at] - lane.states.start[at]) * unit)}`];
}

function showTip(lines, x, y) {
    const tip = byId('tip');
    tip.hidden = !lines;
    if (!lines) return;
    tip.replaceChildren(...lines.map((line) => {
        const part = document.createElement('div');
        part.textContent = line.length > 400 ? line.slice(0, 400) + '…' : line;
        return part;
    }));
    const [w, h] = [tip.offsetWidth, tip.offsetHeight];
    tip.style.left = Math.max(0, Math.min(x + 12, innerWidth - w - 4)) + 'px';
    tip.style.top = (y + 16 + h > innerHeight ? Math.max(0, y - h - 8) : y + 16) + 'px';
}

// ---- zoom and selection

function setView(from, to) {
    const length = Math.min(Math.max(to - from, whole * 1e-9), whole);
    const start = Math.min(Math.max(from, 0), whole - length);
    view = length >= whole ? { from: 0, to: whole } : { from: start, to: start + length };
    redraw();
}
function zoomBy(factor, x) {
    const place = toPlace(x);
    setView(place - (place - view.from) * factor, place + (view.to - place) * factor);
}
function zoomTo(place) {
    const row = place.lane.rows[place.row];
    setView(row.start[place.at], row.end[place.at]);
}
function reset() { setView(0, whole); }

// Selects a box and brings it into the picture.
function select(place) {
    selected = place;
    tellSelected();
    if (place) {
        const row = place.lane.rows[place.row];
        const [start, end] = [row.start[place.at], row.end[place.at]];
        if (end <= view.from || start >= view.to) {
            const half = (view.to - view.from) / 2;
            setView((start + end) / 2 - half, (start + end) / 2 + half);
        }
        const y = place.lane.first + place.row * rowHeight;
        if (y < scroller.scrollTop + axisHeight) scroller.scrollTop = y - axisHeight;
        if (y + rowHeight > scroller.scrollTop + scroller.clientHeight)
            scroller.scrollTop = y + rowHeight - scroller.clientHeight;
    }
    redraw();
}

function step(key) {
    if (!selected) {
        const lane = lanes.find((one) => one.rows.length && one.rows[0].start.length);
        if (lane) select({ lane, row: 0, at: Math.min(firstAfter(lane.rows[0], view.from), lane.rows[0].start.length - 1) });
        return;
    }
    const { lane, row, at } = selected;
    const here = lane.rows[row];
    if (key === 'ArrowLeft' && at > 0) select({ lane, row, at: at - 1 });
    if (key === 'ArrowRight' && at + 1 < here.start.length) select({ lane, row, at: at + 1 });
    const other = row + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0);
    if (other === row) return;
    const next = lane.rows[other];
    const found = next ? firstAfter(next, key === 'ArrowDown' ? here.start[at] : (here.start[at] + here.end[at]) / 2) : -1;
    if (next && found < next.start.length && next.start[found] < here.end[at]) {
        select({ lane, row: other, at: found });
        return;
    }
    // Beyond a lane's rows lies the next lane.
    const neighbour = lanes[lanes.indexOf(lane) + other - row];
    const edge = neighbour?.rows[key === 'ArrowDown' ? 0 : neighbour.rows.length - 1];
    if (edge?.start.length && (!next || key === 'ArrowDown'))
        select({ lane: neighbour, row: neighbour.rows.indexOf(edge),
            at: Math.min(firstAfter(edge, here.start[at]), edge.start.length - 1) });
}

// ---- search

function search() {
    const asked = byId('search').value.trim().toLowerCase();
    const names = profile().names;
    matches = asked ? names.map((name) => name[0].toLowerCase().includes(asked) || name[1].toLowerCase().includes(asked)) : null;
    byId('matched').textContent = matches ? matchText() : '';
    redraw();
}

// The share of the outermost matching calls: what they call is in it already.
function matchText() {
    const { total, nodes } = graph();
    let sum = 0;
    let within = Infinity;
    for (let at = 0; at < nodes.length; at += 3) {
        const depth = nodes[at];
        if (depth > within) continue;
        within = Infinity;
        if (nodes[at + 1] >= 0 && matches[nodes[at + 1]]) {
            sum += nodes[at + 2];
            within = depth;
        }
    }
    const count = matches.filter(Boolean).length;
    const unit = profile().measures[shown.measure].unit;
    return `${shareText(sum, total)} of ${amountText(total, unit)}, ${count} function${count === 1 ? '' : 's'}`;
}

function nextMatch() {
    if (!matches) return;
    const all = [];
    for (const lane of lanes)
        lane.rows.forEach((row, number) => row.name.forEach((name, at) => {
            if (name !== null && name >= 0 && matches[name]) all.push({ lane, row: number, at });
        }));
    const now = all.findIndex((place) => selected && isSame(selected, place.lane, place.row, place.at));
    if (all.length) select(all[(now + 1) % all.length]);
}

// ---- controls

function fill(list, texts, chosen) {
    list.replaceChildren(...texts.map((text, value) => {
        const option = document.createElement('option');
        option.textContent = text;
        option.value = value;
        return option;
    }));
    list.value = chosen;
    list.parentElement.hidden = texts.length < 2;
}

function showProfile() {
    const one = profile();
    Object.assign(shown, { thread: -1, measure: 0, mode: one.measures.length ? 'graph' : 'chart' });
    document.title = one.title + ' – flame graph';
    byId('title').textContent = one.title;
    const facts = one.facts.map(([name, value]) => `${name}: ${value}`);
    if (one.startMs !== null) facts.unshift(new Date(one.startMs).toISOString().replace('T', ' ').replace(/\..*/, ' UTC'));
    if (one.isTimed) facts.unshift(timeText(one.length * one.unit));
    byId('facts').textContent = facts.join(' · ');
    byId('notes').replaceChildren(...one.notes.map((note) => {
        const item = document.createElement('li');
        item.textContent = note;
        return item;
    }));
    byId('notes').hidden = one.notes.length === 0;
    fill(byId('threads'), ['All threads', ...one.threads.map((thread) => thread.title)].slice(one.threads.length === 1 ? 1 : 0), 0);
    fill(byId('measures'), one.measures.map((measure) => measure.name), 0);
    chooseColours();
    showMode();
}

function showMode() {
    const isGraph = shown.mode === 'graph';
    byId('graph').setAttribute('aria-pressed', isGraph);
    byId('time').setAttribute('aria-pressed', !isGraph);
    byId('time').disabled = !profile().isTimed;
    byId('measures').disabled = !isGraph;
    canvas.setAttribute('aria-label', (isGraph ? 'Flame graph' : 'Flame chart') + '; the arrow keys go from call to call');
    layOut();
    scroller.scrollTop = 0;
    search();
}

fill(byId('profiles'), data.profiles.map((one) => one.title), 0);
byId('profiles').addEventListener('change', (event) => { shown.profile = Number(event.target.value); showProfile(); });
byId('threads').addEventListener('change', (event) => { shown.thread = Number(event.target.value) - 1; showMode(); });
byId('measures').addEventListener('change', (event) => { shown.measure = Number(event.target.value); showMode(); });
byId('graph').addEventListener('click', () => { shown.mode = 'graph'; showMode(); });
byId('time').addEventListener('click', () => { shown.mode = 'chart'; showMode(); });
byId('reset').addEventListener('click', reset);
byId('search').addEventListener('input', search);
byId('search').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') nextMatch();
    if (event.key === 'Escape') { event.target.value = ''; search(); canvas.focus(); }
});

// ---- mouse and keys

const pointOf = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
let pressed = null; // {x, view, hasMoved}
canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    pressed = { x: event.clientX, view, hasMoved: false };
    canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointermove', (event) => {
    const [x, y] = pointOf(event);
    if (pressed && Math.abs(event.clientX - pressed.x) > 3) pressed.hasMoved = true;
    if (pressed?.hasMoved) {
        const moved = (event.clientX - pressed.x) / width() * (pressed.view.to - pressed.view.from);
        setView(pressed.view.from - moved, pressed.view.to - moved);
    }
    hovered = pressed?.hasMoved ? null : boxAt(x, y);
    showTip(hovered ? linesOf(hovered) : stateAt(x, y), event.clientX, event.clientY);
    redraw();
});
canvas.addEventListener('pointerup', (event) => {
    if (pressed && !pressed.hasMoved) select(boxAt(...pointOf(event)));
    pressed = null;
});
canvas.addEventListener('pointerleave', () => { hovered = null; showTip(null); redraw(); });
canvas.addEventListener('dblclick', (event) => {
    const place = boxAt(...pointOf(event));
    if (place) zoomTo(place);
});
canvas.addEventListener('wheel', (event) => {
    if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoomBy(2 ** (event.deltaY / 200), pointOf(event)[0]);
    } else if (event.shiftKey || event.deltaX) {
        event.preventDefault();
        const moved = (event.deltaX || event.deltaY) / width() * (view.to - view.from);
        setView(view.from + moved, view.to + moved);
    }
}, { passive: false });
canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const length = view.to - view.from;
    const actions = {
        ArrowLeft: () => step(event.key), ArrowRight: () => step(event.key),
        ArrowUp: () => step(event.key), ArrowDown: () => step(event.key),
        Enter: () => selected && zoomTo(selected), Escape: () => { reset(); select(null); }, 0: reset,
        '+': () => zoomBy(0.5, width() / 2), '-': () => zoomBy(2, width() / 2),
        w: () => zoomBy(0.5, width() / 2), s: () => zoomBy(2, width() / 2),
        a: () => setView(view.from - length / 5, view.to - length / 5),
        d: () => setView(view.from + length / 5, view.to + length / 5),
        n: nextMatch,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
});
document.addEventListener('keydown', (event) => {
    const isField = /INPUT|SELECT/.test(event.target.tagName);
    if ((event.key === '/' && !isField) || (event.key === 'f' && (event.ctrlKey || event.metaKey))) {
        event.preventDefault();
        byId('search').focus();
        byId('search').select();
    }
});
scroller.addEventListener('scroll', () => { showTip(null); redraw(); });
new ResizeObserver(redraw).observe(scroller);
dark.addEventListener('change', () => { chooseColours(); redraw(); });
showProfile();
canvas.focus();
})();
