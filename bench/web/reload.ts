import { chromium } from '@playwright/test';

/** What a reload of a page transfers, when the browser has everything that it may keep. */
export type Reload = { kb: number; requests: number };

/**
 * Opens a page as a signed-in reader and loads it again.
 * @param cookie name and value
 */
export async function measureReload(url: string, cookie: string): Promise<Reload> {
  const browser = await chromium.launch({ executablePath: process.env['CHROME_PATH'] ?? '' });
  try {
    const context = await browser.newContext({ timezoneId: 'Asia/Kolkata' });
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    let [bytes, requests] = [0, 0];
    // Nothing for what comes out of the browser's own cache.
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      if (encodedDataLength === 0) return;
      bytes += encodedDataLength;
      requests++;
    });
    await page.reload({ waitUntil: 'networkidle' });
    return { kb: bytes / 1024, requests };
  } finally {
    await browser.close();
  }
}
