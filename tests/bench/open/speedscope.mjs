// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a file in speedscope's page, in a browser without a window of 1920×1080, and prints how many
// seconds after the page was given it two frames have been drawn with the chart, how many after the
// browser was started, and how many after that the page was there.
//
//     node speedscope.mjs NODE_MODULES CHROMIUM FILE
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, chromium, file] = process.argv.slice(2);
const longest = 300_000; // ms
const puppeteer = createRequire(path.join(modules, 'any.js'))('puppeteer-core');
const started = performance.now();
const browser = await puppeteer.launch({
    executablePath: chromium,
    headless: true,
    protocolTimeout: longest,
    defaultViewport: { width: 1920, height: 1080 },
    args: ['--no-sandbox', '--allow-file-access-from-files'],
});
try {
    const page = await browser.newPage();
    const index = path.join(modules, 'speedscope/dist/release/index.html');
    await page.goto(pathToFileURL(index).href);
    const input = await page.waitForSelector('input[type=file]');
    const secondsToPage = (performance.now() - started) / 1000;
    await input.evaluate((element) => {
        const begin = () => {
            const given = performance.now();
            const done = () => {
                window.secondsToOpen = (performance.now() - given) / 1000;
            };
            // The views can be chosen from when there is a profile.
            const look = () => {
                if (!document.body.textContent.includes('Sandwich')) requestAnimationFrame(look);
                else requestAnimationFrame(() => requestAnimationFrame(done));
            };
            requestAnimationFrame(look);
        };
        element.addEventListener('change', begin, { capture: true });
    });
    await input.uploadFile(file);
    const seconds = await page.waitForFunction(() => window.secondsToOpen, { timeout: longest });
    const withBrowser = (performance.now() - started) / 1000;
    console.log(await seconds.jsonValue(), withBrowser, secondsToPage);
} finally {
    await browser.close();
}
