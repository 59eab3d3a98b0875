import { Link } from 'react-router';
import type { Task } from '#contract/dates';
import type { StudentTime, TimeEvent } from '#contract/progress/schedule-calls';
import type { StaffStudent } from '#contract/progress/student-calls';
import { vivasAddress } from '#contract/vivas/addresses';
import { beganFields } from '../../lib/forms/began-fields.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { formatFullInstant } from '../../ui/time-format.ts';
import { formatTyped } from '../../ui/typed-time.ts';
import { Time } from '../../ui/time.tsx';
import { FoldCard } from '../../ui/card.tsx';
import { StaffReason } from '../people/staff-fields.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './student.module.css';

const untilField = (task: Task | '') => `until-${task}`;

/** The due dates as they are shown; a day is typed in place of one. */
const dueDates = (time: StudentTime): Fields =>
  Object.fromEntries(time.tasks.map(({ task, due_at }) => [untilField(task), due_at ?? '']));

const isDay = (value: string) => value.length === 'YYYY-MM-DD'.length;

/** @param fields posted before the script was ready, they have the day under another task's name */
export function readExtension(fields: Fields) {
  const task = fields['task'] as Task;
  const name = untilField(task);
  const posted = Object.entries(fields).find(([field]) => field.startsWith(untilField('')));
  const began = beganFields(fields)?.[name];
  const until = fields[name] ?? fields['until'] ?? posted?.[1] ?? '';
  return {
    task,
    until,
    reason: fields['reason'] ?? '',
    ...(began !== undefined && { began: { until: began } }),
  };
}

/** A due date does not move the viva itself, which only the office does. */
function VivaTime({ at, to }: { at: string; to: string | null }) {
  return (
    <Notice tone="info" role="note">
      <span>The viva is on </span>
      <Time value={at} />
      <span>. A later due date does not move it. </span>
      {to === null ? (
        <>
          <span>Ask the office for another viva time.</span>
          <OfficeContact />
        </>
      ) : (
        <Link to={to}>Give another viva time</Link>
      )}
    </Notice>
  );
}

function Extension({ time, planOf }: { time: StudentTime; planOf: string | null }) {
  const due = time.tasks.filter(({ common_due_at }) => common_due_at !== null);
  const form = useChangeForm({
    formName: 'extend',
    changes: {
      stored: dueDates(time),
      shown: dueDates,
      labels: Object.fromEntries(due.map(({ task }) => [untilField(task), taskLabel(task)])),
      words(_, value) {
        if (value === '') return '';
        if (isDay(value)) return formatTyped(value);
        return formatFullInstant(Date.parse(value), { name: time.zone });
      },
    },
  });
  const [first] = due;
  if (first === undefined) return <p>The batch has no due dates, so nothing is late.</p>;
  const task = (form.values['task'] ?? first.task) as Task;
  const until = form.field(untilField(task));
  return (
    <ChangeForm form={form} button="Grant extension" narrow>
      <SelectField label="Task" {...form.field('task')} value={task}>
        {due.map((one) => (
          <option key={one.task} value={one.task}>
            {taskLabel(one.task)}
          </option>
        ))}
      </SelectField>
      {task === 'viva' && time.viva_at !== undefined && <VivaTime at={time.viva_at} to={planOf} />}
      <TextField
        key={task}
        label="Due at the end of"
        {...until}
        error={until.error ?? form.errorAt('until')}
        value={isDay(until.value) ? until.value : ''}
        type="date"
        required
        hint={`Time zone: ${time.zone}. A new extension replaces the earlier one.`}
      />
      <StaffReason form={form} />
    </ChangeForm>
  );
}

const startOf = ({ start }: StudentTime): Fields => ({ start: start ?? '' });

export const readStart = (fields: Fields) => ({
  ...changedBody(fields, ({ start = '' }) => ({ start })),
  reason: fields['reason'] ?? '',
});

function Start({ time }: { time: StudentTime }) {
  const form = useChangeForm({
    formName: 'start',
    changes: {
      stored: startOf(time),
      shown: startOf,
      labels: { start: 'Project start' },
      words: (_, value) => formatTyped(value),
    },
  });
  return (
    <ChangeForm form={form} button="Save the start date" narrow>
      <TextField
        label="The project started on"
        {...form.field('start')}
        type="datetime-local"
        required
        hint={`Time zone: ${time.zone}. Weeks and due dates follow the new start.`}
      />
      <StaffReason form={form} />
    </ChangeForm>
  );
}

type Chosen = Pick<StudentTime, 'start_date'> & { project: NonNullable<StudentTime['project']> };

function UndoChoice({ project, start_date }: Chosen) {
  const hidden = { p_id: project.id, began: JSON.stringify({ start_date }) };
  const form = useActionForm({ formName: 'undo', hidden });
  return (
    <ActionForm form={form} button={`Undo the choice of ${project.name}`} variant="danger" narrow>
      <p>{`The student chooses a project again, and weeks count from that day. Submissions for ${project.name} are kept.`}</p>
      <StaffReason form={form} />
    </ActionForm>
  );
}

function What({ event }: { event: TimeEvent }) {
  const { kind, task, due_at, project, start_before } = event;
  if (kind === 'selection-undone') return <span>{`Choice of ${project?.name ?? ''} undone`}</span>;
  if (kind === 'start-corrected')
    return (
      <>
        <span>Start corrected. The earlier start: </span>
        {start_before === null ? <span>another date</span> : <Time value={start_before} />}
      </>
    );
  return (
    <>
      <span>{`${task !== null ? taskLabel(task) : ''}: ${kind === 'outage' ? 'extension after an outage' : 'extension'}, until `}</span>
      {due_at !== null && <Time value={due_at} />}
    </>
  );
}

/** Newest first. */
function TimeEvents({ events }: { events: readonly TimeEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Stack as="ul" gap={3} aria-label="Extensions and corrections">
      {events.map((event) => (
        <li key={`${event.at} ${event.kind} ${event.task ?? ''}`} className={styles['action']}>
          <p>
            <What event={event} />
          </p>
          <Small>
            <span>{`${event.by}, `}</span>
            <TimeAgo value={event.at} />
          </Small>
          <LinkedText text={event.reason} />
        </li>
      ))}
    </Stack>
  );
}

export function StudentTimeSection({
  student,
  time,
  isAdministrator,
}: {
  student: StaffStudent;
  time: StudentTime;
  isAdministrator: boolean;
}) {
  const due = time.tasks.filter(({ due_at }) => due_at !== null);
  const { batch } = student;
  const planOf =
    isAdministrator && batch !== null ? vivasAddress(batch, { student: student.student.s_id }) : null;
  return (
    <Stack gap={3}>
      <dl className={styles['dates']}>
        {due.map(({ task, due_at, common_due_at }) => (
          <Fact key={task} name={taskLabel(task)}>
            <span>Due </span>
            <Time value={due_at as string} />
            {due_at !== common_due_at && (
              <Small as="span">
                , for everybody <Time value={common_due_at as string} />
              </Small>
            )}
          </Fact>
        ))}
        {student.start_date !== null && (
          <Fact name="Project start">
            <Time value={student.start_date} />
          </Fact>
        )}
        <Fact name="Signed up">
          <Time value={student.signed_up_at} />
        </Fact>
      </dl>
      {time.project === null ? (
        <p>There are no dates until the student chooses a project.</p>
      ) : (
        <>
          <FoldCard title="Extension for a task">
            <Extension time={time} planOf={planOf} />
          </FoldCard>
          <FoldCard title="Change the start date">
            <Start time={time} />
          </FoldCard>
        </>
      )}
      {isAdministrator && time.project !== null && (
        <FoldCard title="Another project">
          <UndoChoice project={time.project} start_date={time.start_date} />
        </FoldCard>
      )}
      <TimeEvents events={time.acts} />
    </Stack>
  );
}
