import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { layout1, type Paper } from '#server/certificates/layouts/layout-1';
import { qrPath } from '#server/platform/qr-path';

/** A sheet of A4 at 96 dots an inch. */
const sheet = { width: 1_123, height: 794 };
/** Of the kept pictures: two pixels a millimetre. */
const kept = { width: 594, height: 420 };

const number = 'CERT-2026-7K3M-92QX-W4TDA';
const address = `https://portal.example.org/verify/${number}`;
const dataOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

const certificate: Paper = {
  language: 'en',
  name: 'Lakshmi Nair',
  heading: 'Certificate of completion',
  sentence: 'has completed the course MERN at ICTAK with the capstone project Tokens & Queues.',
  result: '72.5 of 100',
  grade: 'First class',
  lines: [],
  academy: 'ICT Academy of Kerala',
  signatory: 'Latha Menon',
  role: 'Head of academics',
  issued_on: '29 November 2026',
  number,
  address,
  qr: qrPath(address),
  logo: null,
  background: null,
};

const statement: Paper = {
  ...certificate,
  name: 'Venkatanarasimharajuvaripeta Subrahmanyam Krishnamurthy Iyer',
  heading: 'Statement of marks',
  sentence: 'took part in the course MERN at ICTAK. '.repeat(10).trim(),
  lines: [
    'Week 1: 80 of 100',
    'Week 2: absent',
    'Week 3: excused',
    'Week 4: 80 of 100',
    'Final project: 80 of 100',
    'Viva voce: no mark',
    'Missing: Week 2, Viva voce',
    'Weeks 1 to 4: 40 of 100, at least 50 needed to pass',
  ],
};

/** A logo, and a picture in the shape of the paper. */
async function pictures() {
  const drawn = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer();
  const open = (width: number, height: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  return {
    logo: dataOf(await drawn(`${open(480, 160)}<circle cx="80" cy="80" r="70" fill="#0d5a50"/></svg>`)),
    background: dataOf(
      await drawn(
        `${open(1_485, 1_050)}<rect width="1485" height="1050" fill="#fdf4dc"/><rect x="40" y="40" width="1405" height="970" fill="none" stroke="#b08d3c" stroke-width="16"/></svg>`,
      ),
    ),
  };
}

async function keptPapers(): Promise<Record<string, Paper>> {
  const { logo, background } = await pictures();
  return {
    certificate,
    statement: { ...statement, logo },
    behind: { ...certificate, logo, background },
  };
}

const inter = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
/** In the place of the layout's first font, so that every machine has the same letters. */
const font = `<style>@font-face { font-family: Georgia; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(inter).toString('base64')}) }</style>`;

/** As it is printed. */
async function print(page: Page, paper: Paper, style = font): Promise<Buffer> {
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: 'print' });
  await page.setContent(layout1(paper).replace('</head>', `${style}</head>`));
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot();
}

/** Place and size of each element, in hundredths of the sheet's width, and its colours. */
const boxesIn = (page: Page): Promise<[string, number[], string][]> =>
  page.evaluate(() => {
    const of = document.querySelector('.sheet') as Element;
    const { width, left, top } = of.getBoundingClientRect();
    const parts = [...of.querySelectorAll(':not(br, wbr)')];
    return parts.map((part) => {
      const box = part.getBoundingClientRect();
      const places = [box.left - left, box.top - top, box.width, box.height];
      const { color, backgroundColor, borderTopColor, outlineColor } = getComputedStyle(part);
      return [
        `${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}`,
        places.map((place) => Math.round((place / width) * 10_000) / 100),
        [color, backgroundColor, borderTopColor, outlineColor].join(' '),
      ];
    });
  });

/** Antialiasing of browsers differs by less. */
const tolerance = { threshold: 0.04, maxDiffPixelRatio: 0.002 };

for (const name of ['certificate', 'statement', 'behind'])
  test(`layout 1 prints as it was kept: ${name}`, async ({ page }) => {
    const picture = await print(page, (await keptPapers())[name] as Paper);
    const info = test.info();
    const file = info.snapshotPath(`layout-1-${name}.json`);
    const boxes = await boxesIn(page);
    if (['all', 'changed'].includes(info.config.updateSnapshots))
      writeFileSync(file, `${JSON.stringify(boxes)}\n`);
    const former = JSON.parse(readFileSync(file, 'utf8')) as typeof boxes;
    const looks = (of: typeof boxes) => of.map(([part, , colours]) => [part, colours]);
    expect(looks(boxes)).toEqual(looks(former));
    for (const [at, [part, places]] of boxes.entries())
      for (const [of, place] of places.entries())
        expect(Math.abs(place - (former[at]?.[1][of] ?? 0)), `${part}: ${places}`).toBeLessThan(0.1);
    const small = await sharp(picture)
      .resize({ ...kept, fit: 'fill' })
      .png()
      .toBuffer();
    expect(small).toMatchSnapshot(`layout-1-${name}.png`, tolerance);
  });

/** What of a part is not within the frame, and what of the paper is over what is before it. */
const outsideOf = (page: Page, part: string): Promise<string[]> =>
  page.evaluate((of) => {
    const frame = (document.querySelector('.frame') as Element).getBoundingClientRect();
    const outside = [...document.querySelectorAll(`${of} :not(br, wbr)`)].flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isAcross = left >= frame.left - 1 && right <= frame.right + 1;
      const isIn = isAcross && top >= frame.top - 1 && bottom <= frame.bottom + 1;
      return isIn ? [] : [one.outerHTML.slice(0, 80)];
    });
    if (of !== '.frame') return outside;
    const parts = [...document.querySelectorAll('.logo, .words > *, .foot')];
    const over = parts.filter((one, place) => {
      const before = parts[place - 1]?.getBoundingClientRect().bottom ?? 0;
      return one.getBoundingClientRect().top < before - 1;
    });
    return [...outside, ...over.map((one) => `over what is before it: ${one.outerHTML.slice(0, 80)}`)];
  }, part);

/** Sixty letters as people count them, in words. */
const sixty = (letter: string) => Array.from({ length: 6 }, () => letter.repeat(10)).join(' ');

test('the longest texts of every script stay on the one sheet, beside and below each other', async ({
  page,
}) => {
  const { logo, background } = await pictures();
  const long = {
    heading: 'Certificate of completion '.repeat(3),
    sentence: 'took part in the course '.repeat(25),
    signatory: 'Latha Menon '.repeat(6),
    role: 'Head of academics '.repeat(6),
    logo,
    background,
  };
  // Nobody writes so; the foot with the QR code stays on the sheet.
  const absurd = {
    heading: 'W'.repeat(80),
    sentence: 'W'.repeat(600),
    signatory: 'W'.repeat(80),
    role: 'W'.repeat(120),
    academy: 'W'.repeat(60),
  };
  const names = ['W', 'ക്ഷ', 'ന്റെ', 'ൻ', 'क्षि', 'க்ஷெ'].map(sixty);
  for (const name of [...names, 'W'.repeat(60)])
    for (const more of [{}, long, absurd])
      for (const paper of [certificate, statement]) {
        await print(page, { ...paper, name, ...more }, '');
        expect(await outsideOf(page, more === absurd ? '.foot' : '.frame'), name).toEqual([]);
      }
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g)).toEqual([
    '/MediaBox [0 0 841.91998 594.95996]',
  ]);
});

test('its QR code is read from the picture; a dark screen changes nothing', async ({ page }) => {
  for (const paper of Object.values(await keptPapers())) {
    const picture = await print(page, paper);
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    expect(decodeQR({ width, height, data }, { timeLimit: 5_000 })).toBe(address);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect((await page.screenshot()).equals(picture)).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
  }
});
