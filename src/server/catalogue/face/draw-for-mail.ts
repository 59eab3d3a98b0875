/** Twice the size that a mail shows. */
const most = { width: 320, height: 80 };

/** A drawing larger than this is no logo, and would take memory. */
const mostPixels = 16_000_000;

export class UndrawableLogo extends Error {}

/**
 * A small PNG of a logo: few mail programs show SVG or WebP.
 * @throws UndrawableLogo
 */
export async function drawForMail(logo: Buffer): Promise<Buffer> {
  // Loads a native library: only when a logo is stored.
  const { default: sharp } = await import('sharp');
  try {
    const { format, width, height } = await sharp(logo, { limitInputPixels: false }).metadata();
    const scale = Math.min(most.width / width, most.height / height);
    const density = format === 'svg' ? { density: Math.max(1, Math.min(72 * scale, 100_000)) } : {};
    return await sharp(logo, { ...density, limitInputPixels: mostPixels })
      .resize({ ...most, fit: 'inside' })
      .png({ palette: true })
      .timeout({ seconds: 5 })
      .toBuffer();
  } catch (error) {
    throw new UndrawableLogo('The logo cannot be drawn', { cause: error });
  }
}
