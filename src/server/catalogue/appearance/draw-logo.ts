import { httpErrors } from '../../platform/http/http-errors.ts';
import { pictureProgram } from '../../platform/pictures/picture-program.ts';

/** As it is shown, and as a small PNG for mails. */
export type DrawnLogo = { ending: 'png' | 'webp'; body: Buffer; mail: Buffer };

type Answer = { ending: DrawnLogo['ending']; body: string; mail: string };

const run = pictureProgram<Answer>(new URL('./logo-process.ts', import.meta.url), 'logo');

/**
 * Draws an SVG as a picture, and cleans a PNG or WebP, in a process that ends after `timeoutMs`.
 * @throws 400 for what cannot be drawn as it is; 503 while others are drawn
 */
export async function drawLogo(bytes: Buffer, timeoutMs?: number): Promise<DrawnLogo> {
  const answer = await run(bytes, timeoutMs);
  if (answer === null)
    throw httpErrors.badRequest('The logo takes too long to draw. Simplify it, or save it as PNG or WebP.');
  if ('refused' in answer) throw httpErrors.badRequest(`The logo ${answer.refused}.`);
  const { ending, body, mail } = answer;
  return { ending, body: Buffer.from(body, 'base64'), mail: Buffer.from(mail, 'base64') };
}
