// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a file in speedscope's page, prints the page's own list of profiles ("name", tab, "total")
// and has speedscope export the file into a folder.
//
//     node speedscope.mjs NODE_MODULES CHROMIUM FILE FOLDER
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, chromium, file, folder] = process.argv.slice(2);
const puppeteer = createRequire(path.join(modules, 'any.js'))('puppeteer-core');
const browser = await puppeteer.launch({
    executablePath: chromium,
    headless: true,
    args: ['--no-sandbox', '--allow-file-access-from-files'],
});
try {
    const page = await browser.newPage();
    const browsing = await page.createCDPSession();
    await browsing.send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: folder,
        eventsEnabled: true,
    });
    const exported = new Promise((resolve) => {
        browsing.on('Browser.downloadProgress', (event) => {
            if (event.state === 'completed') resolve();
        });
    });
    const index = path.join(modules, 'speedscope/dist/release/index.html');
    await page.goto(pathToFileURL(index).href);
    const input = await page.waitForSelector('input[type=file]');
    await input.uploadFile(file);
    await page.waitForFunction(() => document.body.innerText.includes('Sandwich'));
    // The list of profiles opens by itself where there are several.
    const rows = await page.$$eval('table tr', (all) =>
        all.map((row) => [...row.cells].map((cell) => cell.textContent).slice(-2).join('\t')));
    console.log(rows.slice(1).join('\n'));
    await page.evaluate(() => {
        const tools = [...document.querySelectorAll('div')];
        tools.filter((tool) => tool.textContent.endsWith('Export')).pop().click();
    });
    await exported;
} finally {
    await browser.close();
}
