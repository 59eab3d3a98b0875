import { Mutex, withTimeout } from 'async-mutex';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { httpErrors } from '../../platform/http/http-errors.ts';

/** As it is shown, and as a small PNG for mails. */
export type DrawnLogo = { ending: 'png' | 'webp'; body: Buffer; mail: Buffer };

const program = fileURLToPath(new URL('./logo-process.ts', import.meta.url));
/** Milliseconds; includes the start of the process, 0.3 s on a quiet machine. */
const longestMs = 20_000;
const mostAnswered = 4 * 1024 * 1024;

type Answer = { refused: string } | { ending: DrawnLogo['ending']; body: string; mail: string };

function run(bytes: Buffer, timeout: number): Promise<Answer | null> {
  const bounds = { timeout, killSignal: 'SIGKILL', maxBuffer: mostAnswered } as const;
  return new Promise((resolve) => {
    // Without the settings: it needs none of the secrets.
    const child = execFile(process.execPath, [program], { ...bounds, env: {} }, (error, stdout) =>
      resolve(error === null ? (JSON.parse(stdout) as Answer) : null),
    );
    child.stdin?.on('error', () => {}).end(bytes);
  });
}

const oneAtATime = withTimeout(new Mutex(), longestMs, httpErrors.busy('Another logo is being drawn.', 10));

/**
 * Draws an SVG as a picture, and cleans a PNG or WebP, in a process that ends after `timeoutMs`.
 * @throws 400 for what cannot be drawn as it is; 503 while others are drawn
 */
export async function drawLogo(bytes: Buffer, timeoutMs = longestMs): Promise<DrawnLogo> {
  const answer = await oneAtATime.runExclusive(() => run(bytes, timeoutMs));
  if (answer === null)
    throw httpErrors.badRequest('The logo takes too long to draw. Simplify it, or save it as PNG or WebP.');
  if ('refused' in answer) throw httpErrors.badRequest(`The logo ${answer.refused}.`);
  const { ending, body, mail } = answer;
  return { ending, body: Buffer.from(body, 'base64'), mail: Buffer.from(mail, 'base64') };
}
