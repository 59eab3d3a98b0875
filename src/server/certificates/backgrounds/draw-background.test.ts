import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { drawBackground } from './draw-background.ts';

const size = { width: 1_400, height: 990 };

/** A plain picture in the shape of the paper. */
const picture = (background: string, of: { width: number; height: number } = size, ending = 'png') =>
  sharp({ create: { ...of, channels: 3, background } })
    .toFormat(ending as 'png')
    .toBuffer();

// The first one loads modules.
beforeAll(() => drawBackground(Buffer.from('x')).catch(() => {}));

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['an SVG', () => Buffer.from('<svg/>'), 'The picture must be a PNG, JPEG or WebP picture.'],
  ['a PDF', () => Buffer.from('%PDF-1.7'), 'The picture must be a PNG, JPEG or WebP picture.'],
  ['a GIF', () => picture('#fff', size, 'gif'), 'The picture must be a PNG, JPEG or WebP picture.'],
  ['damaged', () => Buffer.from('\x89PNG\r\n\x1a\nx', 'latin1'), 'The picture is damaged.'],
  [
    'cut off',
    async () =>
      (
        await sharp({
          create: {
            ...size,
            channels: 3,
            background: '#fff',
            noise: { type: 'gaussian', mean: 200, sigma: 20 },
          },
        })
          .jpeg()
          .toBuffer()
      ).subarray(0, 30_000),
    'The picture is damaged.',
  ],
  [
    'upright',
    () => picture('#fff', { width: 1_754, height: 2_480 }),
    'The picture must have the shape of A4 landscape, such as 2480 × 1754 pixels. It has 1754 × 2480.',
  ],
  ['wide', () => picture('#fff', { width: 1_920, height: 1_080 }), 'The picture must have the shape'],
  [
    'small',
    () => picture('#fff', { width: 800, height: 566 }),
    'The picture is too small to print. It needs at least 1240 × 877 pixels, and has 800 × 566.',
  ],
  [
    'huge',
    () => picture('#fff', { width: 8_000, height: 5_657 }),
    'The picture has more than 40 million pixels. Save it smaller.',
  ],
  ['dark', () => picture('#246'), 'The picture is too dark behind the words. Make it lighter.'],
])('a picture that is %s is refused with why', async (_, make, message) => {
  const file = await make();
  await expect(drawBackground(file)).rejects.toThrow(message);
});

test('it is drawn anew: nothing else that was in the file is kept, sideways ones are turned, and clear is white', async () => {
  const { width, height } = size;
  const sideways = await sharp({ create: { width: height, height: width, channels: 3, background: '#fed' } })
    .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { bytes, type } = await drawBackground(sideways);
  expect(type).toBe('image/webp');
  expect(bytes.toString('latin1')).not.toContain('SECRET');
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  const clear = await sharp({ create: { ...size, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const [pixel] = await sharp((await drawBackground(clear)).bytes)
    .raw()
    .toBuffer();
  expect(pixel).toBe(255);
  const large = await drawBackground(await picture('#fff', { width: 4_000, height: 2_829 }));
  expect(await sharp(large.bytes).metadata()).toMatchObject({ width: 2_480, height: 1_754 });
});

test('a drawing that takes too long is ended', async () => {
  await expect(drawBackground(await picture('#fff'), 1)).rejects.toThrow(
    'The picture takes too long to draw.',
  );
});
