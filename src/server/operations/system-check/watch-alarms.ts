import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#contract/durations';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { alarmMetric, type OpenAlarm } from '../../platform/alarms/alarms.ts';
import { alarmOf, type AlarmKind } from '../../platform/alarms/alarm-kinds.ts';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import { gauge } from '../../platform/metrics/metric-registry.ts';
import { counted } from './check.ts';
import { noteChanges } from './lost-changes.ts';
import { noteSubmissions, renewSubmissionNote } from './lost-submissions.ts';
import { noteServedKey } from './served-key.ts';

type Context = Pick<AppContext, 'database' | 'settings' | 'clock' | 'secrets' | 'givenReceipts' | 'alarms'>;

/** What this machine noted, against the database. Each asks for the very rows. */
export async function compareNotes(context: Context): Promise<void> {
  const looks = await Promise.allSettled(
    [noteSubmissions, noteChanges, noteServedKey].map((look) => look(context)),
  );
  for (const look of looks) if (look.status === 'rejected') throw look.reason;
}

/**
 * By the operator, who has seen to it.
 * @param kinds all if empty
 * @param reason null without one, as by the command's former name
 * @returns those that were on
 */
export async function acknowledgeAlarms(
  context: Context,
  kinds: readonly AlarmKind[],
  reason: string | null,
): Promise<OpenAlarm[]> {
  await compareNotes(context);
  const all = await context.alarms.open();
  const chosen = all.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  if (chosen.length === 0) return [];
  await context.alarms.acknowledge(chosen, async (writer) => {
    for (const { kind, facts } of chosen)
      await recordAuditEvent(writer, {
        at: context.clock.now(),
        actorId: null,
        act: 'acknowledge-loss',
        subject: kind === 'lost-submissions' ? counted(facts.length, 'submission') : alarmOf(kind).title,
        after: { ...(kind === 'lost-submissions' ? { receipts: facts } : { facts }), reason },
      });
  });
  await renewSubmissionNote(context);
  return chosen;
}

/** A class that submits at once is one look. */
const gatherMs = 1_000;

/**
 * Looks a second after a submission, after a lost connection of the database, and every minute: a fail-over to
 * an older copy causes no other error. Adds the readiness check and the metrics.
 * @returns `start`; `stop` notes what is pending
 */
export function watchAlarms(context: AppContext): { start(): void; stop(): Promise<void> } {
  const { alarms } = context;
  const stopping = new AbortController();
  let lost = 0;
  let watching: ReturnType<typeof watch> | undefined;

  async function look(): Promise<void> {
    await sleep(gatherMs, null, { signal: stopping.signal, ref: false }).catch(() => {});
    await compareNotes(context);
    lost = (await alarms.open()).find(({ kind }) => kind === 'lost-submissions')?.facts.length ?? 0;
  }

  context.readiness.add({
    name: 'submissions',
    // It serves; every machine of this database would leave at once.
    isOwnFault: false,
    keptMs: 0,
    check() {
      if (lost > 0) throw new Error(`${counted(lost, 'submission')} lost`);
    },
  });
  context.metrics.push(
    gauge(
      'capstone_submissions_lost',
      'Submissions noted on this machine that the database lacks',
      () => lost,
    ),
    alarmMetric(alarms),
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
