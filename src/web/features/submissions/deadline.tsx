import type { TimelineTask } from '#contract/submissions/calls';
import { useServerNow } from '../../lib/page/server-clock.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './deadline.module.css';

/** The text after the deadline. */
function whatRemains(task: TimelineTask | undefined): string {
  if (task?.marks != null) return 'Your viva is marked. There is nothing left to do here.';
  if (task?.version != null) return 'You have submitted. A new version will be marked as late.';
  return 'You can still submit. Your work will be marked as late.';
}

/** The countdown to the viva's deadline and the deadline as text; after it the countdown stays at zero. */
export function Deadline({
  at,
  offset,
  task,
}: {
  /** An ISO instant. */
  at: string;
  offset: number;
  /** The viva; the text after the deadline depends on its state. */
  task: TimelineTask | undefined;
}) {
  const until = Date.parse(at);
  const isPassed = useServerNow(offset, [until]) >= until;
  return (
    <section className={styles['deadline']}>
      <h2>{isPassed ? 'The deadline has passed' : 'Time left'}</h2>
      <Countdown until={until} offset={offset} passed={whatRemains(task)} />
      <p className={styles['text']}>
        <span>{`${isPassed ? 'The deadline was' : 'The deadline is'} `}</span>
        <Time value={at} />
        <span>.</span>
      </p>
    </section>
  );
}
