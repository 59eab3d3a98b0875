import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { cleanPicture, pictureTypeOf } from '../../platform/pictures/clean-picture.ts';
import { BrokenPicture } from '../../platform/pictures/picture.ts';
import { checkSvg, UnusableLogo } from './check-svg.ts';
import type { DrawnLogo } from './draw-logo.ts';

// A process of its own: a drawing library cannot be stopped in the middle of a picture otherwise.

/** Paper needs the most: 8 cm at 300 dots an inch. */
const most = { width: 960, height: 320 };
/** Twice the size that a mail shows. */
const mostOfMail = { width: 320, height: 80 };
/** A picture larger than this is no logo, and takes memory on every phone. */
const mostPixels = 16_000_000;
const mostBytes = 200 * 1024;

/** Milliseconds; the portal ends it earlier, unless the portal has ended itself. */
const longestMs = 40_000;

sharp.concurrency(1);
setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestMs).unref();

const damaged = 'is damaged. Save it again';
const notThese = 'must be an SVG, PNG or WebP picture';
const undrawable = 'cannot be drawn. Simplify it, or save it as PNG or WebP';

/** Few mail programs show SVG or WebP. */
const forMail = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: mostPixels })
    .resize({ ...mostOfMail, fit: 'inside' })
    .png({ palette: true })
    .toBuffer();

async function drawSvg(bytes: Buffer): Promise<Buffer> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== 'svg') throw new UnusableLogo(notThese);
  const scale = Math.min(most.width / width, most.height / height);
  const density = Math.max(1, Math.min(72 * scale, 100_000));
  const { data, info } = await sharp(bytes, { density, limitInputPixels: mostPixels })
    .ensureAlpha()
    .resize({ ...most, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (data.every((value, at) => at % 4 !== 3 || value === 0))
    throw new UnusableLogo('shows nothing. Save it again, with its shapes visible');
  const drawn = sharp(data, { raw: info });
  const exact = await drawn.clone().webp({ lossless: true }).toBuffer();
  return exact.length <= mostBytes ? exact : drawn.webp({ quality: 90 }).toBuffer();
}

async function draw(bytes: Buffer): Promise<DrawnLogo> {
  const type = pictureTypeOf(bytes);
  if (type === 'image/png' || type === 'image/webp') {
    const { bytes: body, width, height } = cleanPicture(type, bytes);
    if (width * height > mostPixels)
      throw new UnusableLogo('has more than 16 million pixels. Save it smaller');
    const ending = type === 'image/png' ? 'png' : 'webp';
    return { ending, body, mail: await forMail(body) };
  }
  if (type !== null) throw new UnusableLogo(notThese);
  if (bytes.readUInt16BE(0) === 0x1f8b) throw new UnusableLogo('is compressed (SVGZ). Save it as plain SVG');
  checkSvg(bytes.toString('utf8'));
  const body = await drawSvg(bytes);
  return { ending: 'webp', body, mail: await forMail(body) };
}

async function answer(bytes: Buffer): Promise<object> {
  try {
    const { ending, body, mail } = await draw(bytes);
    return { ending, body: body.toString('base64'), mail: mail.toString('base64') };
  } catch (error) {
    if (error instanceof UnusableLogo) return { refused: error.message };
    const isPicture = error instanceof BrokenPicture || pictureTypeOf(bytes) !== null;
    return { refused: isPicture ? damaged : undrawable };
  }
}

process.stdout.write(JSON.stringify(await answer(await buffer(process.stdin))));
