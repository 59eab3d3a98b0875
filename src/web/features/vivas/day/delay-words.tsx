import { countOf } from '../../../ui/format-number.ts';
import { ClockTime } from './clock-time.tsx';

type Delay = { minutes: number; as_of: string };

/** How late a room is, as somebody has said. */
export function DelayWords({ delay: { minutes, as_of } }: { delay: Delay }) {
  return (
    <>
      <span>
        {minutes === 0 ? 'On time, as of ' : `Running about ${countOf(minutes, 'minute')} late, as of `}
      </span>
      <ClockTime value={as_of} />
    </>
  );
}
