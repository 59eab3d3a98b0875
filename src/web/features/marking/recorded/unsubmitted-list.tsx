import { useState } from 'react';
import { Link } from 'react-router';
import type { Task } from '#contract/dates';
import { recordedAddress, type UnsubmittedSkip } from '#contract/marking/recorded';
import type { RecordedForSeveral, Unsubmitted, UnsubmittedStudent } from '#contract/marking/recorded-calls';
import { limits } from '#contract/limits';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { call } from '../../../lib/calls/client.ts';
import { focusFromTop } from '../../../lib/focus.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { markWords, visibility } from '../../../lib/record-words.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useMore } from '../../../lib/use-more.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { CardTable } from '../../../ui/card-table.tsx';
import { Checkbox, TextArea } from '../../../ui/field.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Small, Stack } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import styles from '../release/release.module.css';
import own from './unsubmitted.module.css';

const chosenName = 'student ';
export const chosenStudents = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => name.startsWith(chosenName))
    .map((name) => name.slice(chosenName.length));

const skipWords: Record<UnsubmittedSkip, string> = {
  submitted: 'Has submitted',
  extension: 'Has an extension that still runs',
  request: 'Has requested an extension',
  recorded: 'Recorded already',
  not_due: 'Not due yet',
  not_in_batch: 'No longer in this batch',
  frozen: 'The result is frozen',
};

function Outcome({
  outcome: { recorded, skipped, released },
  takesFocus,
}: {
  outcome: RecordedForSeveral;
  takesFocus: boolean;
}) {
  return (
    <div ref={takesFocus ? focusFromTop : undefined} tabIndex={-1}>
      <Notice
        tone={recorded.length === 0 ? 'warning' : 'success'}
        title={`“Not submitted” recorded for ${countOf(recorded.length, 'student')}`}
      >
        {recorded.length > 0 && (
          <p>{released ? 'Students see it now.' : 'Only staff see it until you release it.'}</p>
        )}
        {skipped.length > 0 && (
          <>
            <p>Left out:</p>
            <ul>
              {skipped.map(({ s_id, message }) => (
                <li key={s_id}>{message}</li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  );
}

function Due({ row: { due_at, extended } }: { row: UnsubmittedStudent }) {
  return (
    <>
      <Time value={due_at} />
      {extended && <span>, extended</span>}
    </>
  );
}

const otherRecord = 'Absent, excused or marks';

function Student({
  row,
  task,
  isChosen,
  onChoose,
}: {
  row: UnsubmittedStudent;
  task: Task;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { s_id, s_name } = row.student;
  return (
    <tr>
      <th scope="row" aria-label={s_name}>
        <label className={styles['choice']}>
          <input
            type="checkbox"
            name={chosenName + s_id}
            value="yes"
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span>{s_name}</span>
        </label>
      </th>
      <td data-label="Due">
        <Due row={row} />
      </td>
      <td data-label="Email">{s_id}</td>
      <td data-label="Other">
        <Link to={recordedAddress(s_id, task)} aria-label={`${otherRecord} for ${s_name}`}>
          {otherRecord}
        </Link>
      </td>
    </tr>
  );
}

function LeftOut({ row, task, skip }: { row: UnsubmittedStudent; task: Task; skip: UnsubmittedSkip }) {
  const { student, record } = row;
  return (
    <tr>
      <th scope="row">
        <Link to={recordedAddress(student.s_id, task)}>{student.s_name}</Link>
      </th>
      <td data-label="Due">
        <Due row={row} />
      </td>
      <td data-label="Why">
        {record === null ? skipWords[skip] : `${markWords(record)}, ${visibility(record.released)}`}
      </td>
    </tr>
  );
}

/** Who would get it, and who is left out and why; afterwards, whom it skipped. */
export function UnsubmittedList({
  first,
  posted,
}: {
  first: Unsubmitted;
  /** Of a form posted without scripts. */
  posted: RecordedForSeveral | undefined;
}) {
  const { batch, task } = first;
  const [list, setList] = useState({ first, students: first.students, next: first.next });
  const current = list.first === first ? list : { first, students: first.students, next: first.next };
  if (current !== list) setList(current);
  const { students, next } = current;
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [done, setDone] = useState<RecordedForSeveral | null>(null);
  const more = useMore(next !== null, async () => {
    const page = await call('listUnsubmitted', {
      params: { batch },
      query: { task, after: next ?? undefined },
    });
    setList({ first, students: [...students, ...page.students], next: page.next });
  });
  const form = useActionForm<RecordedForSeveral>({ formName: 'record', keepsFields: true, onDone: setDone });
  const outcome = done ?? posted;
  const possible = students.filter(({ skip }) => skip === null);
  const isChosen = ({ student: { s_id } }: UnsubmittedStudent, at: number) =>
    changed.get(s_id) ?? at < limits.peopleAtOnce;
  const chosen = possible.filter(isChosen).length;
  const left = students.flatMap((of) => (of.skip === null ? [] : [{ of, skip: of.skip }]));
  const name = taskLabel(task);
  return (
    <>
      {outcome !== undefined && (
        <Outcome key={JSON.stringify(outcome)} outcome={outcome} takesFocus={done !== null} />
      )}
      {possible.length === 0 && next !== null ? (
        <Small>Nobody yet. There are more students.</Small>
      ) : possible.length === 0 ? (
        <EmptyState title={`Nobody to record for ${name}`}>
          <p>
            {left.length === 0
              ? 'Students who have submitted nothing by the due date appear here.'
              : 'Everybody who has submitted nothing is left out below.'}
          </p>
        </EmptyState>
      ) : (
        <ActionForm
          form={form}
          button={`Record “Not submitted” for ${countOf(chosen, 'student')}`}
          variant="primary"
          buttons="bottom-bar"
          further={
            <Small as="span">
              {chosen === 0 ? 'Select the students first.' : `Each gets 0 out of 100 for ${name}.`}
            </Small>
          }
        >
          <CardTable
            caption={`Students who have not submitted ${name}`}
            columns={['Student', 'Due', 'Email', 'Other']}
            className={styles['table']}
          >
            {possible.map((of, at) => (
              <Student
                key={of.student.s_id}
                row={of}
                task={task}
                isChosen={isChosen(of, at)}
                onChoose={(is) => setChanged(new Map(changed).set(of.student.s_id, is))}
              />
            ))}
          </CardTable>
          <div className={own['words']}>
            <TextArea
              label="Comment for all of them"
              name="comments"
              rows={2}
              maxLength={limits.markComments}
            />
          </div>
          <Checkbox label="Release at once: students see it and are notified" name="released" value="yes" />
        </ActionForm>
      )}
      {left.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="left-out">
          <h2 id="left-out">Left out</h2>
          <CardTable
            caption={`Left out for ${name}`}
            columns={['Student', 'Due', 'Why']}
            className={styles['table']}
          >
            {left.map(({ of, skip }) => (
              <LeftOut key={of.student.s_id} row={of} task={task} skip={skip} />
            ))}
          </CardTable>
        </Stack>
      )}
      <MoreButton more={more}>Show more students</MoreButton>
    </>
  );
}
