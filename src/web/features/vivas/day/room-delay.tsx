import { useRevalidator } from 'react-router';
import { delayByClock, delayStep, laterBy } from '#contract/vivas/day';
import type { RoomOfDay, VivaOfDay } from '#contract/vivas/day-calls';
import type { BodyOf } from '../../../lib/calls/client.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Row } from '../../../ui/layout.tsx';
import { DelayWords } from './delay-words.tsx';
import styles from './day.module.css';

export const readDelayForm = (fields: Fields): BodyOf<'setVivaDelay'> => ({
  minutes: Number(fields['minutes']),
  began: { minutes: Number(fields['shown']) },
});

/** One click says how late the room is. */
function DelayButton({
  day,
  room,
  name,
  minutes,
  words,
}: {
  day: string;
  room: RoomOfDay;
  name: string;
  minutes: number;
  words: string;
}) {
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName: 'delay',
    target: { day, room: room.id },
    name,
    keepsPlace: true,
    // The next click changes what is shown then.
    onRefused: () => void revalidate(),
    hidden: { minutes: String(minutes), shown: String(room.delay?.minutes ?? 0) },
  });
  return <ActionForm form={form} button={words} label={`${room.name}: ${words}`} variant="secondary" small />;
}

/** How late a room is, and the buttons that say so. @param vivas of the room, in order */
export function RoomDelay({
  day,
  room,
  vivas,
  now,
}: {
  day: string;
  room: RoomOfDay;
  vivas: readonly VivaOfDay[];
  /** Ms since 1970 UTC. */
  now: number;
}) {
  const current = room.delay?.minutes ?? 0;
  const byClock = delayByClock(vivas, now);
  return (
    <div className={styles['delay']}>
      <p>
        <strong>{room.name}</strong>
        <span>: </span>
        {room.delay === null ? <span>no delay is known</span> : <DelayWords delay={room.delay} />}
      </p>
      <Row gap={2}>
        {byClock !== null && byClock !== current && (
          <DelayButton
            day={day}
            room={room}
            name="clock"
            minutes={byClock}
            words={`Running ${countOf(byClock, 'minute')} late`}
          />
        )}
        <DelayButton
          day={day}
          room={room}
          name="more"
          minutes={laterBy(current, delayStep)}
          words={`${delayStep} minutes more`}
        />
        {current > 0 && (
          <>
            <DelayButton
              day={day}
              room={room}
              name="less"
              minutes={laterBy(current, -delayStep)}
              words={`${delayStep} minutes less`}
            />
            <DelayButton day={day} room={room} name="none" minutes={0} words="On time" />
          </>
        )}
      </Row>
    </div>
  );
}
