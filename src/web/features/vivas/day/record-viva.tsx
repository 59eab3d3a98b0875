import { Link } from 'react-router';
import { attendanceWords, dayLimits, vivaDayAddress, type Attendance } from '#contract/vivas/day';
import type { RoomOfDay, VivaDay, VivaOfDay } from '#contract/vivas/day-calls';
import type { BodyOf } from '../../../lib/calls/client.ts';
import { beganFields } from '../../../lib/forms/began-fields.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import cards from '../../../ui/form-cards.module.css';
import { FoldSummary, Row, Small, Stack } from '../../../ui/layout.tsx';
import { ClockTime } from './clock-time.tsx';
import { DelayWords } from './delay-words.tsx';
import styles from './day.module.css';

/** In the members of a body: what the page has shown. */
export const shownOf = ({ attendance }: VivaOfDay) => ({
  state: attendance?.state ?? null,
  reason: attendance?.reason ?? '',
  from: attendance?.from ?? '',
  to: attendance?.to ?? '',
});

export function readAttendanceForm(fields: Fields): BodyOf<'recordAttendance'> {
  const { shown } = fields;
  const began = beganFields({ ...(shown !== undefined && { began: shown }) });
  return {
    starts_at: fields['starts_at'] ?? '',
    state: (fields['state'] ?? 'came') as Attendance,
    reason: fields['reason'] ?? '',
    from: fields['from'] ?? '',
    to: fields['to'] ?? '',
    ...(began !== null && { began }),
  };
}

type Of = { view: VivaDay; viva: VivaOfDay };

function useRecordForm({ viva }: Of, state: Attendance) {
  return useActionForm({
    formName: 'attend',
    target: { student: viva.student.s_id, state },
    keepsPlace: true,
    hidden: { starts_at: viva.starts_at, shown: JSON.stringify(shownOf(viva)) },
  });
}

/** After a colleague's change. */
function ShowStored({ view, viva }: Of) {
  return (
    <Link to={vivaDayAddress(view.batch, { day: view.day, student: viva.student.s_id })}>
      Show what is recorded
    </Link>
  );
}

function StateButton({
  viva,
  state,
  isMain = false,
}: {
  viva: Of;
  state: 'came' | 'absent';
  isMain?: boolean;
}) {
  const form = useRecordForm(viva, state);
  const { s_name } = viva.viva.student;
  return (
    <ActionForm
      form={form}
      button={attendanceWords[state]}
      label={`${s_name}: ${attendanceWords[state].toLowerCase()}`}
      variant={isMain ? 'primary' : 'secondary'}
      small
      conflict={form.refusal?.code === 'conflict' && <ShowStored {...viva} />}
    />
  );
}

function ExcusedForm({ viva }: { viva: Of }) {
  const form = useRecordForm(viva, 'excused');
  const stored = viva.viva.attendance;
  return (
    <ActionForm
      form={form}
      button="Absent with this reason"
      conflict={form.refusal?.code === 'conflict' && <ShowStored {...viva} />}
    >
      <TextField
        label="Reason for the absence"
        {...form.field('reason', stored?.state === 'excused' ? stored.reason : '')}
        maxLength={dayLimits.reason}
        required
      />
    </ActionForm>
  );
}

function BrokenForm({ viva }: { viva: Of }) {
  const form = useRecordForm(viva, 'broken_off');
  const stored = viva.viva.attendance?.state === 'broken_off' ? viva.viva.attendance : null;
  return (
    <ActionForm
      form={form}
      button="Broken off"
      conflict={form.refusal?.code === 'conflict' && <ShowStored {...viva} />}
    >
      <div className={cards['pair']}>
        <TextField label="Broken off from" type="time" {...form.field('from', stored?.from)} required />
        <TextField
          label="Until"
          type="time"
          {...form.field('to', stored?.to)}
          hint="Leave it empty if the viva did not continue."
        />
        <TextField label="Reason" {...form.field('reason', stored?.reason)} maxLength={dayLimits.reason} />
      </div>
    </ActionForm>
  );
}

/** One viva, large: when, who, and what became of it. */
export function RecordViva({
  view,
  viva,
  room,
  title,
  isFirst,
  addressOf,
}: Of & {
  room: RoomOfDay | undefined;
  title: string;
  /** Of the screen: its button is the main one. */
  isFirst: boolean;
  /** A student's page. */
  addressOf: (s_id: string) => string;
}) {
  const { student, attendance } = viva;
  const id = `viva-${student.s_id}`;
  const of = { view, viva };
  const delay = room?.delay ?? null;
  return (
    <Stack as="section" gap={3} className={styles['record']} aria-labelledby={id}>
      <div>
        <Small>{title}</Small>
        <h2 id={id} className={styles['who']}>
          <ClockTime value={viva.starts_at} />
          <Link to={addressOf(student.s_id)}>{student.s_name}</Link>
        </h2>
        <Small>
          {[
            viva.repeat === true ? 'Repeat' : '',
            viva.suspended === true ? 'Suspended' : '',
            room?.name,
            `${viva.minutes} minutes`,
            viva.project,
            viva.examiners.join(', '),
          ]
            .filter((part) => part !== undefined && part !== '')
            .join(' · ')}
        </Small>
        {delay !== null && delay.minutes > 0 && (
          <Small className={styles['late']}>
            <DelayWords delay={delay} />
          </Small>
        )}
        {attendance !== null && (
          <p>
            <strong>{attendanceWords[attendance.state]}</strong>
            <span>{`, recorded by ${attendance.by} at `}</span>
            <ClockTime value={attendance.at} />
          </p>
        )}
      </div>
      <Row gap={2}>
        <StateButton viva={of} state="came" isMain={isFirst} />
        <StateButton viva={of} state="absent" />
        {room?.link != null && (
          <a href={room.link} target="_blank" rel="noreferrer">
            Open the meeting
          </a>
        )}
      </Row>
      <details>
        <FoldSummary>Absent with a reason, or broken off</FoldSummary>
        <div className={cards['columns']}>
          <ExcusedForm viva={of} />
          <BrokenForm viva={of} />
        </div>
      </details>
    </Stack>
  );
}
