import { createHash } from 'node:crypto';
import { drawLogo } from './draw-logo.ts';

/** `mail`: as a small PNG. */
export type Logo = { file: string; contentType: string; body: Buffer; mail: Buffer };

/** SVG: stored by earlier versions, which kept its shapes. */
const contentTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' };

export function parseLogo(stored: string | null): Logo | null {
  if (stored === null) return null;
  const [file = '', ...bytes] = stored.split(' ');
  const contentType = contentTypes[file.split('.')[1] ?? ''] as string;
  const [body, mail] = [0, 1].map((at) => Buffer.from(bytes[at] ?? '', 'base64')) as [Buffer, Buffer];
  return { file, contentType, body, mail };
}

export const storedForm = ({ file, body, mail }: Logo): string =>
  [file, body.toString('base64'), mail.toString('base64')].join(' ');

/** @throws 400 for another kind of file, or one that cannot be kept as it is */
export async function readLogo(bytes: Buffer): Promise<Logo> {
  const { ending, body, mail } = await drawLogo(bytes);
  const name = createHash('sha256').update(body).digest('hex').slice(0, 20);
  return { file: `${name}.${ending}`, contentType: contentTypes[ending] as string, body, mail };
}
