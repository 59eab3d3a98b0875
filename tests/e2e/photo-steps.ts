import { writeFileSync } from 'node:fs';
import { expect, type Page, type TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { readZip } from '#support/read-zip';
import { signInAs } from './demo.ts';
import { receiptSheet } from './submission-steps.ts';
import type { Portal } from './portal.ts';
import { visit } from './screens.ts';

export const photoNames = Array.from({ length: 12 }, (_, n) => `IMG_${n + 1}.jpg`);

/** A phone held upright: stored on its side with red on the left, to be shown with red on top. */
async function takePhoto(width: number, height: number, grain: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const noise = Math.random() * grain;
    const isLeft = at % width < width / 2;
    pixels.set([(isLeft ? 180 : 30) + noise, 40 + noise, (isLeft ? 30 : 180) + noise], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '9/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Picks twelve photos on a phone, closes the tab, and opens another: they are there. */
export async function pickPhotos(
  portal: Portal,
  page: Page,
  info: TestInfo,
  size: { width: number; height: number; grain: number },
): Promise<Page> {
  const photo = await takePhoto(size.width, size.height, size.grain);
  const { exif, orientation } = await sharp(photo).metadata();
  expect([exif === undefined, orientation]).toEqual([false, 6]);
  const paths = photoNames.map((name) => info.outputPath(name));
  for (const path of paths) writeFileSync(path, photo);
  await signInAs(portal, page, 'week2');
  await visit(page, '/WeeklySubmission');
  await page.getByLabel('File', { exact: true }).setInputFiles(paths);
  await expect(page.getByRole('button', { name: 'Remove IMG_12.jpg' })).toBeVisible();
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  const next = await page.context().newPage();
  await page.close();
  await visit(next, '/WeeklySubmission');
  for (const name of photoNames) await expect(next.getByText(name, { exact: true })).toBeVisible();
  return next;
}

/** What the server has of a submission with a receipt. */
export async function expectPackedPhotos(page: Page, longerSide: number): Promise<void> {
  const link = receiptSheet(page).getByRole('link', { name: 'week-2.zip', exact: true });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  const files = readZip(await answer.body());
  expect([...files.keys()]).toEqual(photoNames);
  for (const bytes of files.values()) {
    const { width, height, exif, orientation, icc, xmp } = await sharp(bytes).metadata();
    expect({ height, orientation, exif, xmp }).toEqual({
      height: longerSide,
      orientation: undefined,
      exif: undefined,
      xmp: undefined,
    });
    expect(width).toBeLessThan(height);
    expect(icc === undefined || icc.length < 1000).toBe(true);
    const at = async (top: number) => {
      const area = { left: Math.floor(width / 2), top, width: 8, height: 8 };
      const { dominant } = await sharp(await sharp(bytes).extract(area).png().toBuffer()).stats();
      return dominant.r > dominant.b ? 'red' : 'blue';
    };
    expect([await at(20), await at(height - 40)]).toEqual(['red', 'blue']);
  }
}
