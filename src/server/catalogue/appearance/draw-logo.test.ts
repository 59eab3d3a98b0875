import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import sharp from 'sharp';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { drawLogo } from './draw-logo.ts';

const svg = (inside: string, box = 'viewBox="0 0 90 30"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${inside}</svg>`);
const shape = '<path d="M0 0h90v30h-90z" fill="#07c"/>';

/** The size, and the colour in the middle. */
async function seen(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [`${info.width}x${info.height}`, data.toString('hex', at, at + 4)];
}

/** Each is drawn as browsers show it. */
const parts = {
  'a class in CDATA': '<style><![CDATA[.a{fill:#07c}]]></style><path class="a" d="M0 0h90v30h-90z"/>',
  'a style beside an attribute': '<path d="M0 0h90v30h-90z" fill="#f00" style="fill:#07c"/>',
  'a part that is used': `<defs><g id="b">${shape}</g></defs><use href="#b"/>`,
  'a gradient by class':
    '<style>.c{fill:url(#g)}</style><linearGradient id="g"><stop stop-color="#07c"/></linearGradient><path class="c" d="M0 0h90v30h-90z"/>',
};

test(`${Object.keys(parts).join(', ')}: drawn as browsers show them`, async () => {
  // One below the other: each drawing is a process.
  const rows = Object.values(parts).map((part, n) => `<g transform="translate(0 ${30 * n})">${part}</g>`);
  const { ending, body, mail } = await drawLogo(svg(rows.join(''), 'viewBox="0 0 90 120"'));
  expect(ending).toBe('webp');
  for (const [picture, size] of [
    [body, '240x320'],
    [mail, '60x80'],
  ] as const) {
    const { width, height } = await sharp(picture).metadata();
    expect(`${width}x${height}`).toBe(size);
    for (const [n, name] of Object.keys(parts).entries()) {
      const row = { left: 0, top: (n * height) / 4, width, height: height / 4 };
      // A mail's picture has few colours.
      expect((await seen(await sharp(picture).extract(row).toBuffer()))[1], name).toMatch(/^0[01]77ccff$/);
    }
  }
});

test('what is not drawn stays transparent, and the shape of the picture stays', async () => {
  const { body } = await drawLogo(
    svg('<path d="M0 0h90v1h-90z"/>', 'width="10in" height="10in" viewBox="0 0 90 90"'),
  );
  expect(await seen(body)).toEqual(['320x320', '00000000']);
});

// The first one loads modules.
beforeAll(() => drawLogo(Buffer.from('x')).catch(() => {}));

const nested = (count: number) =>
  `${Array.from({ length: count }, (_, n) => `<g id="i${n}"><use href="#z"/>`).join('')}${'</g>'.repeat(count)}`;

test.each([
  ['a long style', svg(`<style>${'a'.repeat(50_000)}</style>${shape}`), null],
  ['a comment of styles', svg(`<!-- ${'<style '.repeat(25_000)}-->${shape}`), null],
  ['deep parts that use parts', svg(`${nested(1_000)}<path id="z" d="M0 0h9v9z"/>`), 'cannot be drawn'],
  ['letters', svg(`<text y="20">ICT</text>${shape}`), 'contains letters'],
  ['nothing to see', svg('<path d="M0 0h9v9z" fill="none"/>'), 'shows nothing'],
  ['a compressed file', gzipSync(svg(shape)), 'is compressed (SVGZ)'],
  ['a size beyond any screen', svg(shape, 'width="1e9" height="1e9" viewBox="0 0 90 30"'), 'cannot be drawn'],
  ['one byte', Buffer.from('<'), 'cannot be drawn'],
])('%s takes none of the serving thread', async (_, bytes, words) => {
  const before = process.threadCpuUsage();
  const answer = await drawLogo(bytes).catch(({ message }: Error) => message);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(50);
  if (words === null) expect(answer).toMatchObject({ ending: 'webp' });
  else expect(answer).toContain(`The logo ${words}`);
});

test('a drawing that does not end is ended', async () => {
  const masks = Array.from(
    { length: 24 },
    (_, n) => `<mask id="m${n + 1}">${`<rect width="90" height="30" mask="url(#m${n})"/>`.repeat(2)}</mask>`,
  );
  const growing = svg(`${masks.join('')}<rect width="90" height="30" mask="url(#m24)"/>`);
  await expect(drawLogo(growing, 1_000)).rejects.toThrow('The logo takes too long to draw.');
  expect(await drawLogo(svg(shape))).toMatchObject({ ending: 'webp' });
});

test('the portal ends a drawing after twenty seconds of its own accord, and takes no endless answer', async () => {
  const drawing = vi.spyOn(childProcess, 'execFile');
  // The named imports follow.
  syncBuiltinESMExports();
  onTestFinished(() => {
    drawing.mockRestore();
    syncBuiltinESMExports();
  });
  await drawLogo(svg(shape));
  expect(drawing.mock.calls.map(([, , options]) => options)).toEqual([
    { timeout: 20_000, killSignal: 'SIGKILL', maxBuffer: 4 * 1024 * 1024, env: {} },
  ]);
});

test('a picture of too many pixels is refused, a smaller one kept as it is', async () => {
  const blank = (width: number) =>
    sharp({ create: { width, height: 4_001, channels: 3, background: '#07c' } })
      .png()
      .toBuffer();
  await expect(drawLogo(await blank(4_000))).rejects.toThrow('more than 16 million pixels');
  const { ending, body } = await drawLogo(await blank(400));
  expect([ending, ...(await seen(body))]).toEqual(['png', '400x4001', '0077ccff']);
});
