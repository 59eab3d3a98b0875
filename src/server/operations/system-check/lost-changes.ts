import { dayMs } from '#contract/durations';
import { newestEvents, presentEvents, type NotedEvent } from '../../audit/noted-events.ts';
import type { AppContext } from '../../platform/context.ts';
import { readNote, writeNote } from './machine-notes.ts';

type Context = Pick<AppContext, 'database' | 'settings' | 'alarms' | 'clock'>;

/** Below the shortest retention of the audit log. */
const longestMs = 150 * dayMs;

const describe = ({ at, act }: NotedEvent): string => `${act} of ${new Date(at).toISOString()}`;

/**
 * Raises an alarm for noted audit lines that are missing, and notes the newest: an older copy may lack no submission.
 * @returns whether it is stored
 */
export async function noteChanges(context: Context): Promise<boolean> {
  const { database, settings, clock, alarms } = context;
  if (settings.demo !== null) return true;
  const noted = (await readNote(context, 'newest-changes'))
    .split('\n')
    .map((line): NotedEvent => {
      const [at, act = ''] = line.split(' ');
      return { at: Number(at), act };
    })
    .filter(({ at, act }) => at > clock.now() - longestMs && act !== '');
  const present = await presentEvents(database.reader, noted);
  const lost = noted.filter((one) => !present(one));
  if (!(await alarms.raise('older-copy', lost.map(describe)))) return false;
  const newest = (await newestEvents(database.reader)).map(({ at, act }) => `${at} ${act}`);
  if (newest.length > 0 || noted.length > 0) await writeNote(context, 'newest-changes', newest.join('\n'));
  return true;
}
