import { Link } from 'react-router';
import type { Examiner } from '#contract/examiners/examiner-calls';
import { vivasAddress } from '#contract/vivas/addresses';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { countOf } from '../../ui/format-number.ts';
import { FoldSummary } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';

type Open = Pick<Examiner, 'to_come' | 'without_result'>;

function openWords({ to_come, without_result }: Open): string[] {
  return [
    to_come > 0 && `${countOf(to_come, 'viva')} to come. Choose another examiner in the plan.`,
    without_result > 0 && `${countOf(without_result, 'viva')} without a released result.`,
  ].filter((words) => words !== false);
}

function Remove({ name, examiner: { to_come, without_result } }: { name: string; examiner: Examiner }) {
  const form = useSeenAction({ formName: 'remove-examiner', seen: { to_come, without_result } });
  return (
    <details>
      <FoldSummary>Remove examiner</FoldSummary>
      <ActionForm form={form} button={`Remove ${name}`} variant="danger">
        <ul>
          {openWords({ to_come, without_result, ...form.changed }).map((words) => (
            <li key={words}>{words}</li>
          ))}
          <li>{`${name} will no longer see any student. Their texts and marks stay.`}</li>
        </ul>
      </ActionForm>
    </details>
  );
}

/** Of who only examines: since when, what is open, and the removal. */
export function ExaminerSection({ name, examiner }: { name: string; examiner: Examiner }) {
  const { removed_at, invited_at, batches } = examiner;
  return (
    <>
      <p>
        <span>{removed_at === null ? 'Invited on ' : 'Removed on '}</span>
        <Day value={removed_at ?? invited_at} />
        <span>. Sees the students of their vivas only.</span>
      </p>
      {batches.length > 0 && (
        <ul>
          {batches.map((batch) => (
            <li key={batch}>
              <Link to={vivasAddress(batch)}>{`Vivas of ${batch}`}</Link>
            </li>
          ))}
        </ul>
      )}
      {removed_at === null ? (
        <Remove name={name} examiner={examiner} />
      ) : (
        openWords(examiner).map((words) => <p key={words}>{words}</p>)
      )}
    </>
  );
}
