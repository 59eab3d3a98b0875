import { Mutex, withTimeout } from 'async-mutex';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { httpErrors } from '../http/http-errors.ts';

/** Milliseconds; includes the start of the process, 0.3 s on a quiet machine. */
const longestMs = 20_000;
const mostAnswered = 4 * 1024 * 1024;

/** @param words continue "The logo …" */
export type Refused = { refused: string };

/**
 * A program that gets a picture on its input and answers JSON, one at a time in a process of its own: a drawing
 * library cannot be stopped in the middle of a picture otherwise.
 * @param what such as `logo`
 * @returns null for one that took too long or failed. @throws 503 while others are drawn
 */
export function pictureProgram<Answer>(url: URL, what: string) {
  const program = fileURLToPath(url);
  const busy = httpErrors.busy(`Another ${what} is being drawn.`, 10);
  const oneAtATime = withTimeout(new Mutex(), longestMs, busy);
  const run = (bytes: Buffer, timeout: number): Promise<Answer | Refused | null> =>
    new Promise((resolve) => {
      const bounds = { timeout, killSignal: 'SIGKILL', maxBuffer: mostAnswered } as const;
      // Without the settings: it needs none of the secrets.
      const child = execFile(process.execPath, [program], { ...bounds, env: {} }, (error, stdout) =>
        resolve(error === null ? (JSON.parse(stdout) as Answer | Refused) : null),
      );
      child.stdin?.on('error', () => {}).end(bytes);
    });
  return (bytes: Buffer, timeoutMs = longestMs) => oneAtATime.runExclusive(() => run(bytes, timeoutMs));
}
