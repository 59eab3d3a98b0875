import { useEffect, useMemo } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { vivaAddress } from '#contract/examiners/addresses';
import { studentAddress } from '#contract/progress/batch-view';
import { minuteMs, dayMs } from '#contract/durations';
import { vivasAddress } from '#contract/vivas/addresses';
import { nextViva, vivaDayAddress } from '#contract/vivas/day';
import type { VivaDay, VivaOfDay } from '#contract/vivas/day-calls';
import type { Call } from '../../../lib/calls/client.ts';
import { whenSeen } from '../../../lib/offline/seen-answers.ts';
import { useClockOffset, useFirstServerNow } from '../../../lib/page/page-time.ts';
import { clockOffset, useServerNow } from '../../../lib/page/server-clock.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { formatTyped } from '../../../ui/typed-time.ts';
import { DayList } from './day-list.tsx';
import { followTimes } from './follow-times.ts';
import { RecordViva } from './record-viva.tsx';
import { RoomDelay } from './room-delay.tsx';

/** With the server's clock offset at arrival, in milliseconds; null where it came with the page. */
export type VivaDaySnapshot = { view: VivaDay; offset: number | null };

/** For loaders. @throws CallError */
export async function readDay(call: Call, batch: string, day: string | null): Promise<VivaDaySnapshot> {
  const query = day === null ? {} : { day };
  const view = await call('readVivaDay', { params: { batch }, query });
  return { view, offset: clockOffset(view.now, whenSeen(view)) };
}

/** Ms since 1970 UTC; rerenders each minute. */
function useMinute(measured: number | null): number {
  const offset = useClockOffset(measured);
  const first = useFirstServerNow(offset);
  const minutes = useMemo(
    () =>
      Array.from(
        { length: dayMs / minuteMs },
        (_, index) => (Math.floor(first / minuteMs) + index + 1) * minuteMs,
      ),
    [first],
  );
  return useServerNow(offset, minutes);
}

function Days({ view: { batch, day, days } }: { view: VivaDay }) {
  if (days.length < 2) return null;
  return (
    <Row as="nav" gap={2} aria-label="Day">
      {days.map((one) => (
        <ButtonLink
          key={one}
          small
          replace
          variant="choice"
          to={vivaDayAddress(batch, { day: one })}
          aria-current={one === day ? 'page' : undefined}
        >
          {formatTyped(one)}
        </ButtonLink>
      ))}
    </Row>
  );
}

const first = (vivas: readonly VivaOfDay[]) => Date.parse(vivas[0]?.starts_at ?? '');
const last = (vivas: readonly VivaOfDay[]) => Date.parse(vivas.at(-1)?.starts_at ?? '');

/** @param student whose viva is recorded; null: the next of each room */
export function VivaDayView({
  snapshot: { view, offset },
  student,
  user,
}: {
  snapshot: VivaDaySnapshot;
  student: string | null;
  user: CurrentUser;
}) {
  const { vivas, rooms, day } = view;
  const addressOf = user.examiner === true ? vivaAddress : studentAddress;
  const now = useMinute(offset);
  const { revalidate } = useRevalidator();
  const [from, to] = [first(vivas), last(vivas)];
  useEffect(() => {
    const leaving = new AbortController();
    followTimes(() => void revalidate(), { from, to, signal: leaving.signal });
    return () => leaving.abort();
  }, [revalidate, from, to]);
  if (day === null || vivas.length === 0)
    return (
      <>
        <Days view={view} />
        <EmptyState
          title="No vivas on this day"
          action={
            user.role === 'administrator' && (
              <ButtonLink variant="secondary" to={vivasAddress(view.batch)}>
                Open the plan
              </ButtonLink>
            )
          }
        >
          <p>The office plans the vivas of this batch.</p>
        </EmptyState>
      </>
    );
  const isToday = view.today === day;
  const roomOf = (viva: VivaOfDay) => rooms.find(({ id }) => id === viva.room);
  const delayOf = (viva: VivaOfDay) => roomOf(viva)?.delay?.minutes ?? 0;
  const ofRoom = (id: string) => vivas.filter((viva) => viva.room === id);
  const chosen = vivas.find((viva) => viva.student.s_id === student);
  const next = rooms.flatMap(({ id }) => nextViva(ofRoom(id), now, delayOf) ?? []);
  return (
    <Stack gap={4}>
      <Days view={view} />
      {isToday &&
        rooms.map((room) => (
          <RoomDelay key={room.id} day={day} room={room} vivas={ofRoom(room.id)} now={now} />
        ))}
      {(chosen === undefined ? next : [chosen]).map((viva, index) => (
        <RecordViva
          key={viva.student.s_id}
          view={view}
          viva={viva}
          room={roomOf(viva)}
          isFirst={index === 0}
          addressOf={addressOf}
          title={chosen === undefined ? 'Next viva' : 'Record this viva'}
        />
      ))}
      {next.length === 0 && <Small>The time of every viva of this day has passed.</Small>}
      <DayList view={view} now={now} isOffice={user.role === 'administrator'} addressOf={addressOf} />
    </Stack>
  );
}
