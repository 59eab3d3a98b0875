import type { AppContext } from '../../platform/context.ts';
import { adviceOnRefusal, BucketRefused } from '../../platform/files/bucket-refused.ts';
import type { AlarmKind } from '../../platform/alarms/alarm-kinds.ts';
import { damageLine, firstLine } from '../../platform/start-errors.ts';

export type CheckState = 'ok' | 'warn' | 'fail';

export type Finding = { state: CheckState; found: string; todo: string | null };

/** What an alarm is raised for. `isAll`: there are no other facts of the kind. */
export type Loss = { kind: AlarmKind; facts: readonly string[]; isAll: boolean };

export type Check = {
  id: string;
  title: string;
  /** Looks for losses: at the start as well. */
  isAtStart?: true;
  /** An exception counts as a failed check. */
  run(context: AppContext): Promise<Finding & { loss?: Loss }>;
};

export type CheckLine = Pick<Check, 'id' | 'title'> & Finding;

export const ok = (found: string): Finding => ({ state: 'ok', found, todo: null });
export const warn = (found: string, todo: string): Finding => ({ state: 'warn', found, todo });
export const fail = (found: string, todo: string): Finding => ({ state: 'fail', found, todo });

const timeoutMs = 15_000;

function explain(cause: unknown): Finding {
  const damage = damageLine(cause);
  if (damage !== null) return fail(damage, 'Run npx capstone backup to save what can still be read.');
  if (cause instanceof BucketRefused) return fail(firstLine(cause), adviceOnRefusal(cause));
  return fail(firstLine(cause), 'Read the message; the log has details.');
}

/** Raises the alarm of what is lost. Never throws. @returns with the loss, unless its alarm could not be stored */
export async function runCheck(
  { id, title, run }: Check,
  context: AppContext,
): Promise<CheckLine & { loss?: Loss | undefined }> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<Finding & { loss?: Loss }>((resolve) => {
    const found = `No answer within ${timeoutMs / 1000} seconds`;
    timer = setTimeout(
      () => resolve(fail(found, 'Check that it runs and can be reached over the network.')),
      timeoutMs,
    );
  });
  try {
    const line = { id, title, ...(await Promise.race([run(context), timeUp])) };
    const { loss } = line;
    if (loss === undefined) return line;
    const isStored = await context.alarms[loss.isAll ? 'settle' : 'raise'](loss.kind, loss.facts);
    return isStored ? line : { ...line, loss: undefined };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { id, title, ...explain(cause) };
  } finally {
    clearTimeout(timer);
  }
}

export const shownSize = (bytes: number): string =>
  bytes < 1e3
    ? counted(bytes, 'byte')
    : bytes < 1e5
      ? `${Math.round(bytes / 1e3)} KB`
      : bytes < 1e9
        ? `${(bytes / 1e6).toFixed(1)} MB`
        : `${(bytes / 1e9).toFixed(1)} GB`;

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
