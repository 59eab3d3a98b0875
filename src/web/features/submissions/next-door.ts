import type { TimelineTask } from '#contract/submissions/calls';
import { taskLabel } from '../../lib/task-label.ts';

/** What opens or ends next, and when. */
export type Door = { sentence: string; at: string };

function joinNames(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  const lower = [first, ...rest.map((name) => name.toLowerCase())];
  const last = lower.pop() ?? '';
  return lower.length === 0 ? last : `${lower.join(', ')} and ${last}`;
}

/**
 * The next opening, or the next due day or viva's deadline while nothing is handed in for it, whichever comes first; null
 * when nothing is to come.
 * @param now milliseconds since 1970 UTC
 */
export function nextDoor(
  tasks: readonly TimelineTask[],
  vivaDeadline: string | null,
  now: number,
): Door | null {
  const ahead = tasks.filter(({ opens_at }) => opens_at !== null && Date.parse(opens_at) > now);
  const opening = Math.min(...ahead.map(({ opens_at }) => Date.parse(opens_at as string)));
  const isVivaDue = tasks.some(
    ({ task, state }) => task === 'viva' && (state === 'locked' || state === 'open'),
  );
  const deadline = vivaDeadline === null || !isVivaDue ? Infinity : Date.parse(vivaDeadline);
  const open = tasks.filter(
    ({ task, state, due_at }) => task !== 'viva' && state === 'open' && due_at !== null,
  );
  const due = Math.min(...open.map(({ due_at }) => Date.parse(due_at as string)).filter((at) => at > now));
  if (due < Math.min(opening, deadline)) {
    const names = open.filter(({ due_at }) => Date.parse(due_at as string) === due);
    return {
      sentence: `${joinNames(names.map(({ task }) => taskLabel(task)))} ${names.length === 1 ? 'is' : 'are'} due`,
      at: new Date(due).toISOString(),
    };
  }
  if (deadline > now && deadline < opening) {
    return { sentence: 'The viva voce is due', at: new Date(deadline).toISOString() };
  }
  if (opening === Infinity) return null;
  const together = ahead.filter(({ opens_at }) => Date.parse(opens_at as string) === opening);
  return {
    sentence: `${joinNames(together.map(({ task }) => taskLabel(task)))} ${together.length === 1 ? 'opens' : 'open'}`,
    at: new Date(opening).toISOString(),
  };
}

export function daysText(days: number): string {
  if (days <= 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}
