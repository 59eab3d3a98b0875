import type { AppContext } from '../../platform/context.ts';
import { adviceOnRefusal, BucketRefused } from '../../platform/files/bucket-refused.ts';
import { damageLine, firstLine } from '../../platform/start-errors.ts';

export type CheckState = 'ok' | 'warn' | 'fail';

/** What a check has found, and what to do about it; null where nothing is to be done. */
export type Finding = { state: CheckState; found: string; todo: string | null };

export type Check = {
  id: string;
  title: string;
  /** Whatever it throws is a failure of what it looks at. */
  run(context: AppContext): Promise<Finding>;
};

export type DoctorLine = Pick<Check, 'id' | 'title'> & Finding;

export const ok = (found: string): Finding => ({ state: 'ok', found, todo: null });
export const warn = (found: string, todo: string): Finding => ({ state: 'warn', found, todo });
export const fail = (found: string, todo: string): Finding => ({ state: 'fail', found, todo });

/** How long a check may take: what hangs is told, too. */
const longestMs = 15_000;

/** What is found where a check has thrown. */
function explain(cause: unknown): Finding {
  const damage = damageLine(cause);
  if (damage !== null) return fail(damage, 'npx capstone backup shows what can still be read.');
  if (cause instanceof BucketRefused) return fail(firstLine(cause), adviceOnRefusal(cause));
  return fail(firstLine(cause), 'See what the message names; the log tells more.');
}

/** Runs a check to its end, whatever becomes of it. */
export async function runCheck({ id, title, run }: Check, context: AppContext): Promise<DoctorLine> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<Finding>((resolve) => {
    const found = `No answer within ${longestMs / 1000} seconds`;
    timer = setTimeout(
      () => resolve(fail(found, 'See whether it, and the line to it, still work.')),
      longestMs,
    );
  });
  try {
    return { id, title, ...(await Promise.race([run(context), timeUp])) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { id, title, ...explain(cause) };
  } finally {
    clearTimeout(timer);
  }
}

export const megabytes = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** A length of time in words, rounded down. */
export function lengthOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;
