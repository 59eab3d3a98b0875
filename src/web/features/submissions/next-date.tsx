import { dayMs } from '#contract/durations';
import type { TimelineTask } from '#contract/submissions/calls';
import { useClockOffset } from '../../lib/page/page-time.ts';
import { useServerNow } from '../../lib/page/server-clock.ts';
import { isExcused } from '../../lib/record-words.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { FigureCard } from '../../ui/figure-card.tsx';
import { calendarDaysUntil, nextMidnight } from '../../ui/time-format.ts';
import { Time, useZone } from '../../ui/time.tsx';
import { useLiveTasks, type TimelineSnapshot } from './live-tasks.ts';

type NextDate = { sentence: string; at: string };

function joinNames(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  const lower = [first, ...rest.map((name) => name.toLowerCase())];
  const last = lower.pop() ?? '';
  return lower.length === 0 ? last : `${lower.join(', ')} and ${last}`;
}

type VivaDates = {
  deadline: string | null;
  /** As the office told the student; null for none. */
  told: string | null;
};

/** The told time until the viva has a mark, in place of its deadline. */
function vivaDate(tasks: readonly TimelineTask[], { deadline, told }: VivaDates, now: number) {
  const viva = tasks.find(({ task }) => task === 'viva');
  if (viva === undefined || viva.state === 'marked' || isExcused(viva)) return null;
  if (told !== null && Date.parse(told) > now) return { sentence: 'Your viva is on', at: Date.parse(told) };
  if (viva.state === 'submitted' || deadline === null || Date.parse(deadline) <= now) return null;
  return { sentence: 'The viva voce is due', at: Date.parse(deadline) };
}

/**
 * The next opening, the told time of the viva, or the deadline of a task without a submission, whichever is first; null
 * without.
 * @param now ms since 1970 UTC
 */
export function nextDate(tasks: readonly TimelineTask[], viva: VivaDates, now: number): NextDate | null {
  if (tasks[0]?.frozen) return null;
  const ahead = tasks.filter(({ opens_at }) => opens_at !== null && Date.parse(opens_at) > now);
  const opening = Math.min(...ahead.map(({ opens_at }) => Date.parse(opens_at as string)));
  const ofViva = vivaDate(tasks, viva, now);
  const open = tasks.filter(
    (task) => task.task !== 'viva' && task.state === 'open' && task.due_at !== null && !isExcused(task),
  );
  const due = Math.min(...open.map(({ due_at }) => Date.parse(due_at as string)).filter((at) => at > now));
  if (due < Math.min(opening, ofViva?.at ?? Infinity)) {
    const names = open.filter(({ due_at }) => Date.parse(due_at as string) === due);
    return {
      sentence: `${joinNames(names.map(({ task }) => taskLabel(task)))} ${names.length === 1 ? 'is' : 'are'} due`,
      at: new Date(due).toISOString(),
    };
  }
  if (ofViva !== null && ofViva.at < opening) {
    return { sentence: ofViva.sentence, at: new Date(ofViva.at).toISOString() };
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

/** Counted without a reload. */
const midnightsAhead = 40;

/** Nothing without a next date. Follows the clock. */
export function NextDateCard({ snapshot, told }: { snapshot: TimelineSnapshot; told: string | null }) {
  const zone = useZone();
  const { timeline, offset } = snapshot;
  const { viva_deadline } = timeline;
  const tasks = useLiveTasks(snapshot);
  const midnight = nextMidnight(Date.parse(timeline.now), zone);
  const now = useServerNow(useClockOffset(offset), [
    ...tasks.flatMap(({ opens_at }) => (opens_at === null ? [] : Date.parse(opens_at))),
    ...[viva_deadline, told].flatMap((at) => (at === null ? [] : Date.parse(at))),
    ...Array.from({ length: midnightsAhead }, (_, index) => midnight + index * dayMs),
  ]);
  const next = nextDate(tasks, { deadline: viva_deadline, told }, now);
  if (next === null) return null;
  const days = calendarDaysUntil(Date.parse(next.at), now, zone);
  return (
    <FigureCard title="Next date" figure={daysText(days)}>
      <p>
        <span>{`${next.sentence} `}</span>
        <Time value={next.at} />
      </p>
    </FigureCard>
  );
}
