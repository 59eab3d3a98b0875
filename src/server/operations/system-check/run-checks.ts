import type { AppContext } from '../../platform/context.ts';
import { isoInstant } from '#contract/dates';
import { alarmOf, type AlarmKind } from '../../platform/alarms/alarm-kinds.ts';
import type { OpenAlarm } from '../../platform/alarms/alarms.ts';
import { ok, runCheck, type Check, type CheckLine } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { nameChecks, settingsChecks } from './settings-checks.ts';
import { restoredChecks } from './restored-checks.ts';
import { journalCheck } from '../journal/journal-state.ts';
import { storageChecks } from './storage-checks.ts';
import { workChecks } from './work-checks.ts';

export const checks: readonly Check[] = [
  ...databaseChecks,
  ...storageChecks,
  journalCheck,
  ...restoredChecks,
  ...nameChecks,
  ...workChecks,
  ...settingsChecks,
];

type Found = Awaited<ReturnType<typeof runCheck>>;

const isAbout = ({ loss }: Found, kind: AlarmKind): boolean => loss?.kind === kind && loss.facts.length > 0;

/** A check fails while an alarm of it is on, whatever it finds now; what lasts and was acknowledged is a warning. */
function withAlarms(found: Found, open: readonly OpenAlarm[], { isDemo }: { isDemo: boolean }): CheckLine {
  const { loss, ...line } = found;
  const own = open.filter(({ kind }) => alarmOf(kind).check === line.id);
  if (own.length === 0) {
    const isAcknowledged = loss !== undefined && loss.facts.length > 0 && !isDemo;
    return isAcknowledged ? { ...line, state: 'warn', found: `${line.found}, as acknowledged` } : line;
  }
  const said = own.map(({ kind, facts, since }) => ({
    found: `${alarmOf(kind).found(facts)} (since ${isoInstant(since)})`,
    todo: isAbout(found, kind) ? null : alarmOf(kind).todo,
  }));
  if (line.todo !== null) said.push(line);
  const kinds = own.map(({ kind }) => kind).join(' ');
  return {
    ...line,
    state: 'fail',
    found: said.map((one) => one.found).join('. '),
    todo: [
      ...said.flatMap(({ todo }) => todo ?? []),
      `This alarm stays until you run npx capstone acknowledge ${kinds} --reason TEXT.`,
    ].join(' '),
  };
}

const isDemoOf = ({ settings }: AppContext) => ({ isDemo: settings.demo !== null });

export async function runChecks(context: AppContext, chosen = checks): Promise<CheckLine[]> {
  const lines = await Promise.all(chosen.map((check) => runCheck(check, context)));
  const open = await context.alarms.open();
  return lines.map((line) => withAlarms(line, open, isDemoOf(context)));
}

/** Checks that database, files and keys belong together. */
export async function findMismatch(context: AppContext): Promise<CheckLine[]> {
  const lines = await runChecks(context, restoredChecks);
  return lines.filter(({ state }) => state !== 'ok');
}

/** For the start: what was lost, now or before. Never throws. */
export async function logMismatch(context: AppContext): Promise<void> {
  try {
    const found = await Promise.all(
      checks.filter(({ isAtStart }) => isAtStart === true).map((check) => runCheck(check, context)),
    );
    // While stopping, every check fails.
    if (context.lifecycle.stopping.aborted) return;
    const open = await context.alarms.open();
    for (const { id, title } of checks) {
      const line = found.find((one) => one.id === id) ?? { id, title, ...ok('') };
      const { state, found: words, todo } = withAlarms(line, open, isDemoOf(context));
      if (state !== 'ok') context.log.warn(`${title}: ${words}. ${todo}`);
    }
  } catch (error) {
    context.log.warn(error, 'the check of database, files and keys failed');
  }
}
