import { limits } from '#contract/limits';
import { marksOfLines, signedPoints } from '#contract/projects/rubric-rules';
import type { Rubric } from '#contract/projects/rubric-calls';
import { taskLabel } from '../../../lib/task-label.ts';
import { newIdempotencyKey } from '../../../lib/forms/idempotency-key.tsx';
import { useReturnedDraft } from '../../../lib/forms/use-draft.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Small } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { countOf } from '../../../ui/format-number.ts';
import styles from './rubrics.module.css';
import {
  emptyLine,
  fieldsOfLine,
  linesOfFields,
  parseDraft,
  parsePoints,
  rubricAddress,
  storedRubric,
  type TypedLine,
} from './rubric-form.ts';
import { RubricRow } from './rubric-row.tsx';
import { rubricDraft } from '../../../lib/stored-names/staff.ts';

/** Of lines neither optional nor negative, as far as they parse. */
function fullMarks(lines: readonly TypedLine[]): number {
  const points = lines
    .filter(({ text, optional }) => text.trim() !== '' && !optional)
    .map(({ points: typed }) => ({ points: Math.max(0, parsePoints(typed) ?? 0) }));
  return points.reduce((sum, { points: one }) => sum + Math.round(one * 100), 0) / 100;
}

/** A concurrent edit. */
function Theirs({ rubric: { lines, project, task }, onRestart }: { rubric: Rubric; onRestart: () => void }) {
  return (
    <>
      <p>Your version is above. Somebody else has saved this:</p>
      <ul>
        {lines.map(({ id, text, points }) => (
          <li key={id}>{`${text} (${signedPoints(points)})`}</li>
        ))}
      </ul>
      <p>
        <a href={rubricAddress(project.id, task)} onClick={onRestart}>
          Start again from the saved version
        </a>
      </p>
    </>
  );
}

const submissions = (count: number) => countOf(count, 'submission');

export function RemarkQuestion({ rubric: { task, outdated } }: { rubric: Rubric }) {
  const form = useActionForm({ act: 'remark', of: { outdated: String(outdated) } });
  if (outdated === 0) return null;
  return (
    <Notice tone="warning" role="note" title={`${submissions(outdated)} marked with an older rubric`}>
      <p>{`The rubric for ${taskLabel(task)} has changed. Recalculate these unreleased marks? Released marks, and marks set by hand, do not change.`}</p>
      <ActionForm form={form} button={`Recalculate ${submissions(outdated)}`} />
    </Notice>
  );
}

/** Key it by project and task. */
export function RubricEditor({ userId, rubric }: { userId: string; rubric: Rubric }) {
  const form = useActionForm({ act: 'save-rubric', keepsFields: true, onDone: () => setDraft('') });
  const { refused, values } = form;
  const [draft, setDraft] = useReturnedDraft(
    rubricDraft(userId, rubric.project.id, rubric.task),
    values && JSON.stringify({ original: values['original'] ?? '', lines: linesOfFields(values) }),
  );
  // A draft compares with what its mentor saw.
  const { original, lines } = parseDraft(draft) ?? storedRubric(rubric);
  const setLines = (changed: readonly TypedLine[]) => {
    // Saving removes the draft.
    if (!form.isBusy) setDraft(JSON.stringify({ original, lines: changed }));
  };
  const change = (key: string, changed: Partial<TypedLine>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  const move = (index: number, by: -1 | 1) => {
    const next = [...lines];
    const [line] = next.splice(index, 1);
    if (line !== undefined) next.splice(index + by, 0, line);
    setLines(next);
  };
  const full = fullMarks(lines);
  const current = refused?.current as Rubric | undefined;
  return (
    <ActionForm
      form={form}
      button="Save the rubric"
      variant="primary"
      gap={4}
      buttons="bottom-bar"
      noValidate
      conflict={current && <Theirs rubric={current} onRestart={() => setDraft('')} />}
      further={
        <>
          <Button
            variant="secondary"
            data-needs-script
            disabled={lines.length >= limits.rubricLines}
            onClick={() => setLines([...lines, emptyLine(`added-${newIdempotencyKey()}`)])}
          >
            Add a line
          </Button>
          {draft !== '' && current === undefined && (
            <Button variant="quiet" data-needs-script onClick={() => setDraft('')}>
              Discard changes
            </Button>
          )}
          <p role="status" className={styles['full']} data-off={full !== 100 || undefined}>
            {`Points of required lines: ${full} of 100.${
              marksOfLines([{ points: full }]) < full ? ' Marks are never above 100.' : ''
            }`}
          </p>
        </>
      }
    >
      <input type="hidden" name="original" value={original} autoComplete="off" />
      <div className={styles['editor']}>
        <div className={styles['heads']} aria-hidden="true">
          <span>Line</span>
          <span>Points</span>
          <span>Optional</span>
        </div>
        <ol className={styles['rows']}>
          {lines.map((line, index) => (
            <RubricRow
              key={line.key}
              line={line}
              index={index}
              isLast={index === lines.length - 1}
              error={form.errorAt(fieldsOfLine(index).points)}
              onChange={(changed) => change(line.key, changed)}
              onMove={(by) => move(index, by)}
            />
          ))}
        </ol>
      </div>
      <Small>Empty lines are removed. Negative points are deducted. Optional lines give extra marks.</Small>
    </ActionForm>
  );
}
