import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { backgroundLimits } from '#contract/certificates/wording';
import { pictureTypeOf } from '../../platform/pictures/clean-picture.ts';
import type { DrawnBackground } from './draw-background.ts';

// A process of its own, as for logos.

/** The words continue "The picture …". */
class Unusable extends Error {}

/** A4 at 212 dots an inch. */
const most = { width: 2_480, height: 1_754 };
const mostPixels = 40_000_000;
const mostBytes = 700 * 1024;
/** Milliseconds; the portal ends it earlier, unless the portal has ended itself. */
const longestMs = 40_000;

sharp.concurrency(1);
setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestMs).unref();

const { least, ratio } = backgroundLimits;

function checkShape(width: number, height: number): void {
  if (width * height > mostPixels) throw new Unusable('has more than 40 million pixels. Save it smaller');
  if (Math.abs(width / height / ratio - 1) > 0.05)
    throw new Unusable(
      `must have the shape of A4 landscape, such as ${most.width} × ${most.height} pixels. It has ${width} × ${height}`,
    );
  if (width < least.width || height < least.height)
    throw new Unusable(
      `is too small to print. It needs at least ${least.width} × ${least.height} pixels, and has ${width} × ${height}`,
    );
}

/** Relative luminance (WCAG) of a colour from 0 to 255. */
function luminance(rgb: Buffer, at: number): number {
  const [red, green, blue] = [0, 1, 2].map((part) => {
    const value = (rgb[at + part] ?? 0) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Below it the heading's green has less than 3 to 1. */
const leastLight = 0.35;
/** Of the part with words; ornaments of a corner may be dark. */
const mostDark = 0.1;

async function checkLight(picture: Buffer): Promise<void> {
  const grid = { width: 60, height: 42 };
  const rgb = await sharp(picture)
    .resize({ ...grid, fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  let [cells, dark] = [0, 0];
  for (let y = 4; y < grid.height - 4; y += 1)
    for (let x = 5; x < grid.width - 5; x += 1) {
      cells += 1;
      if (luminance(rgb, (y * grid.width + x) * 3) < leastLight) dark += 1;
    }
  if (dark > cells * mostDark) throw new Unusable('is too dark behind the words. Make it lighter');
}

async function draw(bytes: Buffer): Promise<DrawnBackground> {
  const type = pictureTypeOf(bytes);
  if (type === null || type === 'image/gif') throw new Unusable('must be a PNG, JPEG or WebP picture');
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  checkShape(autoOrient.width, autoOrient.height);
  // Paper is white.
  const drawn = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ ...most, fit: 'cover', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  await checkLight(drawn);
  for (const quality of [85, 70, 50, 30]) {
    const body = await sharp(drawn).webp({ quality }).toBuffer();
    if (body.length <= mostBytes) return { type: 'image/webp', body };
  }
  throw new Unusable('has too many details. Make it calmer, so that the words can be read');
}

async function answer(bytes: Buffer): Promise<object> {
  try {
    const { type, body } = await draw(bytes);
    return { type, body: body.toString('base64') };
  } catch (error) {
    return { refused: error instanceof Unusable ? error.message : 'is damaged. Save it again' };
  }
}

process.stdout.write(JSON.stringify(await answer(await buffer(process.stdin))));
