import { Link } from 'react-router';
import { attendanceWords, vivaDayAddress } from '#contract/vivas/day';
import type { VivaDay, VivaOfDay } from '#contract/vivas/day-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useRevalidator } from 'react-router';
import { ActionForm } from '../../../ui/action-form.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CardTable, CellNote } from '../../../ui/card-table.tsx';
import { formatTyped } from '../../../ui/typed-time.ts';
import { ClockTime } from './clock-time.tsx';
import { shownOf } from './record-viva.tsx';
import styles from './day.module.css';

function Undo({ viva }: { viva: VivaOfDay }) {
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName: 'undo',
    target: { student: viva.student.s_id },
    keepsPlace: true,
    // The next click undoes what is shown then.
    onRefused: () => void revalidate(),
    hidden: { began: JSON.stringify(shownOf(viva)) },
  });
  return (
    <ActionForm form={form} button="Undo" label={`Undo for ${viva.student.s_name}`} variant="quiet" small />
  );
}

/** What is recorded, in words. */
function State({ attendance }: Pick<VivaOfDay, 'attendance'>) {
  if (attendance === null) return <span>–</span>;
  const { state, reason, from, to } = attendance;
  const times = from === '' ? '' : to === '' ? ` from ${from}` : ` from ${from} to ${to}`;
  return (
    <>
      <strong>{`${attendanceWords[state]}${times}`}</strong>
      {reason !== '' && <CellNote isSentence>{reason}</CellNote>}
    </>
  );
}

/** @param now by the server's clock @param isOffice can undo at any time @param addressOf a student's page */
export function DayList({
  view,
  now,
  isOffice,
  addressOf,
}: {
  view: VivaDay;
  now: number;
  isOffice: boolean;
  addressOf: (s_id: string) => string;
}) {
  const { day, vivas, rooms, batch } = view;
  const roomOf = new Map(rooms.map((room) => [room.id, room.name]));
  const isOpen = ({ attendance }: VivaOfDay) =>
    attendance !== null && (isOffice || Date.parse(attendance.undo_until) >= now);
  return (
    <CardTable
      caption={day === null ? 'Vivas' : `Vivas on ${formatTyped(day)}`}
      columns={['Time', 'Student', 'Room', 'Examiners', 'Recorded', 'Change']}
    >
      {vivas.map((viva) => (
        <tr key={viva.student.s_id}>
          <th scope="row" className={styles['time']}>
            <ClockTime value={viva.starts_at} />
          </th>
          <td data-label="Student">
            <Link to={addressOf(viva.student.s_id)}>{viva.student.s_name}</Link>
            <CellNote>{viva.project}</CellNote>
            {viva.repeat === true && <CellNote>Repeat</CellNote>}
            {viva.suspended === true && <CellNote isSentence>Suspended</CellNote>}
          </td>
          <td data-label="Room">{roomOf.get(viva.room)}</td>
          <td data-label="Examiners">{viva.examiners.join(', ')}</td>
          <td data-label="Recorded">
            <State attendance={viva.attendance} />
          </td>
          <td className={styles['change']}>
            <ButtonLink
              small
              variant="secondary"
              to={vivaDayAddress(batch, { day, student: viva.student.s_id })}
              aria-label={`Record the viva of ${viva.student.s_name}`}
            >
              Record
            </ButtonLink>
            {isOpen(viva) && <Undo viva={viva} />}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
