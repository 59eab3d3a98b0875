import { Link } from 'react-router';
import { studentAddress } from '#contract/progress/batch-view';
import type { OutageReach } from '#contract/progress/schedule-calls';
import { errorMessage } from '../../lib/calls/client.ts';
import type { Result } from '../../lib/calls/deferred.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { countOf } from '../../ui/format-number.ts';
import { ActionForm, FormOutcome } from '../../ui/action-form.tsx';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { StaffReason } from '../people/staff-fields.tsx';
import cards from '../../ui/form-cards.module.css';
import styles from './dates.module.css';

export type OutageTimes = { from: string; to: string };

function Reach({ reach }: { reach: OutageReach }) {
  const { count, students } = reach;
  return (
    <>
      <p>
        {`Affected: ${countOf(count, 'student')}${count > students.length ? `; the first ${students.length} are shown` : ''}`}
      </p>
      <ul className={styles['students']}>
        {students.map(({ student, tasks }) => (
          <li key={student.s_id}>
            <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
            {tasks.map(({ task, due_then }) => (
              <span key={task} className={styles['task']}>
                <span>{`${taskLabel(task)} until `}</span>
                <Time value={due_then} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Granting({ times, reach }: { times: OutageTimes; reach: OutageReach }) {
  const form = useActionForm({ formName: 'outage', hidden: times });
  if (reach.count === 0)
    return (
      <>
        <FormOutcome failure={form.failure} />
        <p>No student is affected, or they already have the extension.</p>
      </>
    );
  return (
    <>
      <Reach reach={reach} />
      <ActionForm form={form} button={`Extend due dates of ${countOf(reach.count, 'student')}`} narrow>
        <StaffReason form={form} />
      </ActionForm>
    </>
  );
}

/** Extends deadlines: times, then affected students, then the button. */
export function OutageSection({
  zone,
  times,
  reach,
}: {
  zone: string;
  times: OutageTimes | null;
  /** Null before a time is chosen. */
  reach: Result<OutageReach> | null;
}) {
  return (
    <Stack gap={3}>
      <form method="get" className={cards['line']}>
        <TextField label="From" name="from" type="datetime-local" required defaultValue={times?.from ?? ''} />
        <TextField label="To" name="to" type="datetime-local" required defaultValue={times?.to ?? ''} />
        <Button type="submit" variant="secondary">
          Show affected students
        </Button>
      </form>
      <Small>{`Times are in ${zone}. Each due date moves by the length of the outage.`}</Small>
      {reach !== null && 'error' in reach && <Notice tone="error">{errorMessage(reach.error)}</Notice>}
      {reach !== null && 'value' in reach && times !== null && <Granting times={times} reach={reach.value} />}
    </Stack>
  );
}
