import { Link } from 'react-router';
import { batchCertificatesAddress } from '#contract/certificates/paths';
import { limits } from '#contract/limits';
import { recordStatusLabels } from '#contract/marking/recorded';
import { studentAddress } from '#contract/progress/batch-view';
import { freezeAddress, sheetAddress } from '#contract/results/addresses';
import type { BatchFreezes, NextRelease, NextResult } from '#contract/results/freeze-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { Checkbox, SelectField, TextArea } from '../../ui/field.tsx';
import { countOf } from '../../ui/format-number.ts';
import { FoldSummary, Small } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { passedWords } from './result-words.ts';

type Next = BatchFreezes['next'];

const isChanging = ({ standing }: NextResult) => standing !== 'frozen';
const isIncomplete = (one: NextResult) => isChanging(one) && one.state === 'incomplete';
export const incompleteIn = (next: Next): NextResult[] => next.students.filter(isIncomplete);
const isOf = (students: readonly NextResult[], { s_id }: NextResult['student']): boolean =>
  students.some(({ student }) => student.s_id === s_id);
const tasksIn = (tasks: NextResult['open']) => tasks.map(taskLabel).join(', ');

function StudentCell({ student: { s_id, s_name } }: Pick<NextResult, 'student'>) {
  return (
    <th scope="row">
      <Link to={studentAddress(s_id)}>{s_name}</Link>
    </th>
  );
}

/** What is about to happen, in numbers. */
export function FreezeSummary({ next }: { next: Next }) {
  const changing = next.students.filter(isChanging);
  const incomplete = incompleteIn(next).length;
  const frozen = next.students.length - changing.length;
  const withIncomplete = next.releases.filter(({ student }) => isOf(incompleteIn(next), student)).length;
  const releases = next.releases.length - withIncomplete;
  return (
    <ul>
      {(changing.length > 0 || frozen === 0) && (
        <li>{`${countOf(changing.length - incomplete, 'result')} can be frozen.`}</li>
      )}
      {releases > 0 && <li>{`${countOf(releases, 'mark is', 'marks are')} released with them.`}</li>}
      {incomplete > 0 && (
        <li>{`${countOf(incomplete, 'result is', 'results are')} incomplete, with ${countOf(withIncomplete, 'unreleased mark')}.`}</li>
      )}
      {frozen > 0 && (
        <li>{`${countOf(frozen, 'result is', 'results are')} frozen already and will not change.`}</li>
      )}
    </ul>
  );
}

/** Named before anything is frozen. */
export function Incomplete({ students }: { students: readonly NextResult[] }) {
  return (
    <CardTable caption="Incomplete results" columns={['Student', 'Missing', 'So far']}>
      {students.map((one) => (
        <tr key={one.student.s_id}>
          <StudentCell {...one} />
          <td data-label="Missing">{tasksIn(one.open)}</td>
          <td data-label="So far">{one.so_far ?? 'No marks'}</td>
        </tr>
      ))}
    </CardTable>
  );
}

const markOf = ({ status, marks }: NextRelease) =>
  status === 'marked' ? String(marks) : recordStatusLabels[status];

/** With who marked it. */
export function Releases({ next }: { next: Next }) {
  const { releases } = next;
  const incomplete = incompleteIn(next);
  if (releases.length === 0) return <p>Every mark is released already.</p>;
  return (
    <CardTable caption="Marks that are released" columns={['Student', 'Task', 'Marks', 'Marked by']}>
      {releases.map((one) => (
        <tr key={`${one.student.s_id} ${one.task}`}>
          <StudentCell {...one} />
          <td data-label="Task">{taskLabel(one.task)}</td>
          <td data-label="Marks">
            <span>{markOf(one)}</span>
            {one.seen !== null && <CellNote>{`The student sees ${one.seen} now`}</CellNote>}
          </td>
          <td data-label="Marked by">
            <span>{one.marked_by ?? 'Unknown'}</span>
            {isOf(incomplete, one.student) && <CellNote>Only if frozen as incomplete</CellNote>}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

const standings: Record<NextResult['standing'], string> = { new: 'New', opened: 'Opened', frozen: 'Frozen' };

function Notes({ under_review, newer_version, opened }: NextResult) {
  return (
    <>
      {under_review.length > 0 && <CellNote isSentence>{`Under review: ${tasksIn(under_review)}`}</CellNote>}
      {newer_version.length > 0 && (
        <CellNote isSentence>{`A newer version is not marked: ${tasksIn(newer_version)}`}</CellNote>
      )}
      {opened !== null && <CellNote isSentence>{`${opened.by}: ${opened.reason}`}</CellNote>}
    </>
  );
}

function outcomeOf(one: NextResult): string {
  const words = [passedWords(one), one.grade].filter((word) => word !== null);
  if (words.length > 0) return words.join(', ');
  return one.state === 'complete' ? 'No pass mark' : '–';
}

export function NextResults({ students }: { students: readonly NextResult[] }) {
  if (students.length === 0) return <p>No student of this batch has a project yet.</p>;
  return (
    <CardTable caption="Results" columns={['Student', 'Result', 'Outcome', 'State']}>
      {students.map((one) => (
        <tr key={one.student.s_id}>
          <StudentCell {...one} />
          <td data-label="Result">
            {one.state === 'complete' ? one.result : one.state === 'excused' ? 'Excused' : 'Incomplete'}
          </td>
          <td data-label="Outcome">{outcomeOf(one)}</td>
          <td data-label="State">
            <span>{standings[one.standing]}</span>
            <Notes {...one} />
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

/** For the office. Nothing is frozen that is not in the list. */
export function FreezeForm({ batch, next }: { batch: string; next: Next }) {
  const form = useActionForm({ formName: 'freeze', hidden: { digest: next.digest } });
  const incomplete = incompleteIn(next);
  const changing = next.students.filter(isChanging).length;
  if (next.students.length === 0) return <p key="none">There is no result to freeze.</p>;
  if (changing === 0)
    return (
      <p key="all">
        <span>Every result is frozen. </span>
        <Link to={batchCertificatesAddress(batch)}>Issue the certificates</Link>
      </p>
    );
  return (
    <ActionForm
      form={form}
      button="Freeze results"
      variant="primary"
      narrow
      further={
        <Link to={freezeAddress(batch)} replace preventScrollReset>
          Load the list again
        </Link>
      }
    >
      {incomplete.length > 0 && (
        <Checkbox
          label={`Freeze ${countOf(incomplete.length, 'incomplete result')} as incomplete`}
          name="incomplete"
          value="freeze"
          hint="Without this they are left out, and their marks are not released."
        />
      )}
      {next.number > 1 && (
        <TextArea
          label="Why is there another sheet?"
          {...form.field('reason')}
          rows={2}
          required
          maxLength={limits.reason}
        />
      )}
      <Small>
        After this nobody can change marks, names, projects, starts or extensions of these students. The
        office can open a result with a reason.
      </Small>
    </ActionForm>
  );
}

/** For the office. */
export function OpenResult({ students }: { students: readonly NextResult[] }) {
  const form = useActionForm({
    formName: 'open',
    fill(sent) {
      const chosen = students.find(({ student: { s_id } }) => s_id === sent.get('student'));
      if (chosen?.since !== undefined) sent.set('began', JSON.stringify({ since: chosen.since }));
    },
  });
  const frozen = students.filter(({ standing }) => standing === 'frozen');
  if (frozen.length === 0) return null;
  return (
    <details>
      <FoldSummary>Open a frozen result</FoldSummary>
      <ActionForm form={form} button="Open the result" narrow>
        <SelectField label="Student" {...form.field('student')} required>
          <option value="">Choose a student</option>
          {frozen.map(({ student: { s_id, s_name } }) => (
            <option key={s_id} value={s_id}>
              {s_name}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="Why is it opened?"
          {...form.field('reason')}
          rows={3}
          required
          maxLength={limits.reason}
          hint="For the audit log. The student is notified that the result is open."
        />
      </ActionForm>
    </details>
  );
}

export function Sheets({ batch, freezes }: Pick<BatchFreezes, 'batch' | 'freezes'>) {
  if (freezes.length === 0) return <p>Nothing is frozen yet.</p>;
  return (
    <ul>
      {freezes.map(({ number, students, by, at, reason }) => (
        <li key={number}>
          <Link to={sheetAddress(batch, number)}>{`Sheet ${number}`}</Link>
          <span>{`: ${countOf(students, 'result')}, by ${by}, `}</span>
          <Time value={at} />
          {reason !== null && <Small>{reason}</Small>}
        </li>
      ))}
    </ul>
  );
}

const why: Record<Next['left_out'][number]['why'], string> = {
  no_project: 'has no project',
  other_batch: 'is frozen in another batch',
};

export function LeftOut({ students }: { students: Next['left_out'] }) {
  return (
    <ul>
      {students.map(({ s_id, s_name, why: reason }) => (
        <li key={s_id}>{`${s_name} ${why[reason]}.`}</li>
      ))}
    </ul>
  );
}
