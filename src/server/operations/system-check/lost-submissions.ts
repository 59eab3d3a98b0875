import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#contract/durations';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { gauge } from '../../platform/metrics/metric-registry.ts';
import { hasSubmission, newestSubmissions, presentNumbers } from '../../submissions/queries.ts';
import { counted } from './check.ts';
import { noteFile, readNote, writeNote } from './machine-notes.ts';

/**
 * The note `newest-submission`: an id, then a receipt number a line. Only the numbers prove anything: an older
 * copy uses the lost ids again, and PostgreSQL skips ids after a fail-over. The id is for version 1.0.0.
 */
type Note = { id: number; numbers: string[] };

type Context = Pick<AppContext, 'database' | 'settings' | 'givenReceipts'>;

export type LostSubmissions = {
  /** Receipt numbers, or `#314` for an id noted by version 1.0.0. */
  numbers: string[];
  /** The note. */
  file: string;
};

const notedNumbers = 20;

async function readSubmissionNote(context: Context): Promise<Note> {
  const [first = '', ...numbers] = (await readNote(context, 'newest-submission')).split('\n');
  return { id: Number.parseInt(first, 10) || 0, numbers };
}

const isKnownById = ({ id, numbers }: Note): boolean => id > 0 && numbers.length === 0;

async function missingOf(context: Context, note: Note): Promise<string[]> {
  const { reader } = context.database;
  if (isKnownById(note)) return (await hasSubmission(reader, note.id)) ? [] : [`#${note.id}`];
  const present = await presentNumbers(reader, note.numbers);
  return note.numbers.filter((number) => !present.has(number));
}

const found = (context: Context, numbers: string[]): LostSubmissions | null =>
  numbers.length === 0 ? null : { numbers, file: noteFile(context, 'newest-submission') };

/** A demo's reset removes submissions. */
const isWatched = ({ settings }: Context): boolean => settings.demo === null;

/** Changes nothing. @returns null where every noted submission is there */
export async function findLostSubmissions(context: Context): Promise<LostSubmissions | null> {
  if (!isWatched(context)) return null;
  return found(context, await missingOf(context, await readSubmissionNote(context)));
}

async function writeSubmissionNote(context: Context, keptId: number | null, lost: readonly string[]) {
  const newest = await newestSubmissions(context.database.reader, notedNumbers);
  const id = keptId ?? newest[0]?.id ?? 0;
  if (id === 0 && lost.length === 0) return;
  const numbers = [...lost, ...newest.map(({ number }) => number)];
  await writeNote(context, 'newest-submission', [id, ...numbers].join('\n'));
}

/**
 * Notes the newest submissions. Missing ones stay in the note, whatever comes later, until they are acknowledged.
 * @returns them
 */
export async function noteSubmissions(context: Context): Promise<LostSubmissions | null> {
  const given = context.givenReceipts.slice();
  if (!isWatched(context)) return null;
  const note = await readSubmissionNote(context);
  const lost = await missingOf(context, note);
  const present = await presentNumbers(context.database.reader, given);
  lost.push(...given.filter((number) => !present.has(number) && !lost.includes(number)));
  await writeSubmissionNote(context, lost.length > 0 ? note.id : null, lost);
  context.givenReceipts.splice(0, given.length);
  return found(context, lost);
}

/** By the operator: nobody expects them back. @returns those that were missing */
export async function acknowledgeLostSubmissions(
  context: Context & Pick<AppContext, 'clock'>,
): Promise<string[]> {
  const lost = await findLostSubmissions(context);
  if (lost === null) return [];
  const { numbers } = lost;
  await context.database.transaction((writer) =>
    recordAuditEvent(writer, {
      at: context.clock.now(),
      actorId: null,
      act: 'acknowledge-loss',
      subject: counted(numbers.length, 'submission'),
      after: { receipts: numbers },
    }),
  );
  await writeSubmissionNote(context, null, []);
  return numbers;
}

/** A class that submits at once is one look. */
const gatherMs = 1_000;

/**
 * Looks a second after a submission, after a lost connection of the database, and every minute: a fail-over to
 * an older copy causes no other error. Adds the readiness check and the metric.
 * @returns `start`; `stop` notes what is pending
 */
export function watchLostSubmissions(
  context: Context & Pick<AppContext, 'events' | 'log' | 'readiness' | 'metrics'>,
): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let lost: LostSubmissions | null = null;
  let watching: ReturnType<typeof watch> | undefined;

  async function look(): Promise<void> {
    await sleep(gatherMs, null, { signal: stopping.signal, ref: false }).catch(() => {});
    const before = lost?.numbers.length ?? 0;
    lost = await noteSubmissions(context);
    const now = lost?.numbers.length ?? 0;
    if (now > before)
      context.log.error(
        { count: now, receipts: lost?.numbers.slice(0, 5) },
        'the database has lost submissions that have receipts: it is an older copy. See npx capstone doctor',
      );
    else if (now === 0 && before > 0) context.log.info('no noted submission is missing any more');
  }

  context.readiness.add({
    name: 'submissions',
    // It serves; every machine of this database would leave at once.
    isOwnFault: false,
    keptMs: 0,
    check() {
      if (lost !== null) throw new Error(`${counted(lost.numbers.length, 'submission')} lost`);
    },
  });
  context.metrics.push(
    gauge(
      'capstone_submissions_lost',
      'Submissions noted on this machine that the database lacks',
      () => lost?.numbers.length ?? 0,
    ),
  );
  return {
    start() {
      watching = watch(context.events, {
        topics: ['submissions'],
        everyMs: minuteMs,
        look,
        // The database's own failures are logged elsewhere; receipts given meanwhile stay pending.
        onError() {},
      });
      watching.lookNow();
    },
    async stop() {
      stopping.abort();
      await watching?.stop();
    },
  };
}
