import { dayMs } from '#contract/durations';
import { useClockOffset } from '../../lib/page/page-time.ts';
import { useServerNow } from '../../lib/page/server-clock.ts';
import { FigureCard } from '../../ui/figure-card.tsx';
import { calendarDaysUntil, nextMidnight } from '../../ui/time-format.ts';
import { Time } from '../../ui/time.tsx';
import { useZone } from '../../ui/zone.ts';
import { tasksAt, type TimelineSnapshot } from './live-tasks.ts';
import { daysText, nextDoor } from './next-door.ts';

/** The days that a screen left open may count by itself. */
const midnightsAhead = 40;

/** The days until the next opening or deadline, which follow the clock; nothing when nothing is to come. */
export function NextDoorCard({ snapshot: { timeline, offset } }: { snapshot: TimelineSnapshot }) {
  const zone = useZone();
  const { tasks, viva_deadline } = timeline;
  const midnight = nextMidnight(Date.parse(timeline.now), zone);
  const now = useServerNow(useClockOffset(offset), [
    ...tasks.flatMap(({ opens_at }) => (opens_at === null ? [] : Date.parse(opens_at))),
    ...(viva_deadline === null ? [] : [Date.parse(viva_deadline)]),
    ...Array.from({ length: midnightsAhead }, (_, index) => midnight + index * dayMs),
  ]);
  const door = nextDoor(tasksAt(tasks, now), viva_deadline, now);
  if (door === null) return null;
  const days = calendarDaysUntil(Date.parse(door.at), now, zone);
  return (
    <FigureCard title="Next date" figure={daysText(days)}>
      <p>
        <span>{`${door.sentence} `}</span>
        <Time value={door.at} />
      </p>
    </FigureCard>
  );
}
