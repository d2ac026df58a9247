// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a page of ours, uses it, and prints what it says as JSON. With FOLDER, also pictures of it.
//
//     node htmlpage.mjs NODE_MODULES CHROMIUM FILE SEARCH [FOLDER]
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, chromium, file, searched, folder] = process.argv.slice(2);
const puppeteer = createRequire(path.join(modules, 'any.js'))('puppeteer-core');
const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: ['--no-sandbox'] });

async function pictures(page) {
    const sizes = { usual: [1280, 720], small: [420, 700], low: [800, 360], '4k': [3840, 2160] };
    for (const scheme of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        for (const [size, [width, height]] of Object.entries(sizes)) {
            await page.setViewport({ width, height });
            for (const mode of ['graph', 'time']) {
                await page.$eval('#' + mode, (button) => button.click());
                await new Promise((resolve) => setTimeout(resolve, 200));
                await page.screenshot({ path: path.join(folder, `${mode}-${scheme}-${size}.png`) });
            }
        }
    }
    await page.setViewport({ width: 1280, height: 720 });
}

try {
    const page = await browser.newPage();
    const seen = { requests: [], errors: [], dialogs: 0 };
    page.on('request', (request) => seen.requests.push(request.url()));
    page.on('pageerror', (error) => seen.errors.push(String(error)));
    page.on('console', (message) => seen.errors.push(message.text()));
    page.on('dialog', (dialog) => { ++seen.dialogs; dialog.dismiss(); });
    await page.setViewport({ width: 1280, height: 720 });
    await page.goto(pathToFileURL(file).href);
    const text = (id) => page.$eval('#' + id, (element) => element.textContent);
    const isOff = (id) => page.$eval('#' + id, (element) => element.disabled);
    const frame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); await frame(); };

    const said = { title: await text('title'), facts: await text('facts'), notes: await text('notes') };
    said.threads = await page.$$eval('#threads option', (all) => all.map((one) => one.textContent));
    said.measures = await page.$$eval('#measures option', (all) => all.map((one) => one.textContent));
    said.isChartOff = await isOff('time');
    // What begins below the canvas' axis is the box of everything; the calls are below it.
    const box = await page.$eval('#canvas', (canvas) => { const { x, y } = canvas.getBoundingClientRect(); return { x, y }; });
    await page.mouse.move(box.x + 30, box.y + 20 + 9);
    await frame();
    said.tip = await text('tip');
    await page.mouse.click(box.x + 30, box.y + 20 + 18 + 9);
    said.clicked = await text('selected');
    said.isResetOffBefore = await isOff('reset');
    await press('ArrowDown');
    said.callee = await text('selected');
    await press('Enter');
    said.isResetOffZoomed = await isOff('reset');
    await page.click('#reset');
    await frame();
    said.isResetOffAfter = await isOff('reset');
    await page.focus('#canvas');
    await press('+');
    said.isResetOffByKey = await isOff('reset');
    await press('Escape');
    await press('/');
    await page.keyboard.type(searched);
    await frame();
    said.matched = await text('matched');
    await press('Enter');
    said.match = await text('selected');
    await press('Escape');
    if (!said.isChartOff) {
        await page.click('#time');
        await page.focus('#canvas');
        await press('Escape', 'ArrowDown');
        said.firstOfChart = await text('selected');
    }
    if (folder) await pictures(page);
    Object.assign(said, { requests: [...seen.requests], errors: [...seen.errors] });
    // What the policy of the page refuses: a script, a picture, a request.
    said.refused = await page.evaluate(async () => {
        window.ran = false;
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        const picture = new Image();
        const drawn = new Promise((resolve) => { picture.onload = () => resolve(true); picture.onerror = () => resolve(false); });
        picture.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
        const asked = await fetch('http://127.0.0.1:9/').then(() => true, (error) => String(error));
        return { ran: window.ran, drawn: await drawn, asked };
    });
    said.elements = await page.$$eval('*', (all) => all.map((one) => one.localName).join(' '));
    console.log(JSON.stringify({ ...seen, ...said }));
} finally {
    await browser.close();
}
