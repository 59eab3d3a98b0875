import { createHash } from 'node:crypto';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { pictureProgram } from '../../platform/pictures/picture-program.ts';

export type DrawnBackground = { type: 'image/webp'; body: Buffer };
export type Background = { sha256: string; type: string; bytes: Buffer };

type Answer = { type: DrawnBackground['type']; body: string };
const run = pictureProgram<Answer>(new URL('./background-process.ts', import.meta.url), 'picture');

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Draws it anew at the size of the paper, without anything else that was in the file.
 * @throws 400 for what cannot be printed behind words; 503 while others are drawn
 */
export async function drawBackground(file: Buffer, timeoutMs?: number): Promise<Background> {
  const answer = await run(file, timeoutMs);
  if (answer === null) throw httpErrors.badRequest('The picture takes too long to draw. Save it smaller.');
  if ('refused' in answer) throw httpErrors.badRequest(`The picture ${answer.refused}.`);
  const bytes = Buffer.from(answer.body, 'base64');
  return { sha256: sha256Of(bytes), type: answer.type, bytes };
}
