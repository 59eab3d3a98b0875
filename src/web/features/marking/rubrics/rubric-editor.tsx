import { useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits';
import { marksOfLines, signedPoints } from '#contract/projects/rubric-rules';
import type { Rubric } from '#contract/projects/rubric-calls';
import { taskLabel } from '../../../lib/task-label.ts';
import { newIdempotencyKey } from '../../../lib/forms/idempotency-key.ts';
import { useDraft, useReturnedDraft } from '../../../lib/forms/use-draft.ts';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Small } from '../../../ui/layout.tsx';
import { FormConflict } from '../../../ui/conflict.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { countOf } from '../../../ui/format-number.ts';
import styles from './rubrics.module.css';
import {
  emptyLine,
  fieldsOfLine,
  isOvertaken,
  linesOfFields,
  onTopOfLines,
  parseBegan,
  parseDraft,
  parsePoints,
  storedRubric,
  type TypedLine,
} from './rubric-form.ts';
import { RubricRow } from './rubric-row.tsx';
import { aboutDraft } from '../../../lib/stored-names/changed.ts';
import { rubricDraft } from '../../../lib/stored-names/staff.ts';

/** Of lines neither optional nor negative, as far as they parse. */
function fullMarks(lines: readonly TypedLine[]): number {
  const points = lines
    .filter(({ text, optional }) => text.trim() !== '' && !optional)
    .map(({ points: typed }) => ({ points: Math.max(0, parsePoints(typed) ?? 0) }));
  return points.reduce((sum, { points: one }) => sum + Math.round(one * 100), 0) / 100;
}

const described = (lines: readonly { text: string; points: string | number }[]) =>
  lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, points }) => `${text} (${signedPoints(Number(points) || 0)})`)
    .join('\n');

const marks = (count: number) => countOf(count, 'mark');

export function RemarkQuestion({ rubric: { task, outdated, lines } }: { rubric: Rubric }) {
  const form = useActionForm({
    formName: 'remark',
    target: { outdated: String(outdated) },
    hidden: { began: JSON.stringify({ rubric: lines.map(({ id }) => id) }) },
  });
  if (outdated === 0) return null;
  return (
    <Notice tone="warning" role="note" title={`${marks(outdated)} given with an older rubric`}>
      <p>{`The rubric for ${taskLabel(task)} has changed. Recalculate these unreleased marks? Released marks, and marks set by hand, do not change.`}</p>
      <ActionForm form={form} button={`Recalculate ${marks(outdated)}`} />
    </Notice>
  );
}

/** Key it by project and task. */
export function RubricEditor({ userId, rubric }: { userId: string; rubric: Rubric }) {
  const key = rubricDraft(userId, rubric.project.id, rubric.task);
  const [about, setAbout] = useDraft(aboutDraft(key));
  const discard = () => {
    setDraft('');
    setAbout('');
  };
  const sent = useRef<readonly TypedLine[]>([]);
  const form = useActionForm<Rubric>({
    formName: 'save-rubric',
    keepsFields: true,
    fill: () => (sent.current = lines),
    onDone: (saved) => settle(saved),
  });
  const { revalidate } = useRevalidator();
  const { refused, values } = form;
  const [draft, setDraft] = useReturnedDraft(
    key,
    values && JSON.stringify({ original: values['original'] ?? '', lines: linesOfFields(values) }),
  );
  const stored = storedRubric(rubric);
  const typed = parseDraft(draft);
  const { original, lines } = typed ?? stored;
  // Ids of lines are ids of versions: equal ones are equal lines.
  const isAsStored = original === stored.original;
  const began = typed === null || isAsStored ? rubric.lines : parseBegan(about);
  const setLines = (changed: readonly TypedLine[]) => {
    // First, so that no tab takes the lines for those of a version before.
    if (typed === null || isAsStored) setAbout(JSON.stringify(rubric.lines));
    setDraft(JSON.stringify({ original, lines: changed }));
  };
  /** What was typed since it was sent stays. */
  const settle = useEffectEvent((saved: Rubric) => {
    if (JSON.stringify(lines) === JSON.stringify(sent.current)) return discard();
    setAbout(JSON.stringify(saved.lines));
    setDraft(JSON.stringify(onTopOfLines(lines, saved, began ?? [], sent.current)));
  });
  const change = (key: string, changed: Partial<TypedLine>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  const move = (index: number, by: -1 | 1) => {
    const next = [...lines];
    const [line] = next.splice(index, 1);
    if (line !== undefined) next.splice(index + by, 0, line);
    setLines(next);
  };
  const full = fullMarks(lines);
  const refusing = refused?.current as Rubric | undefined;
  const refusedFor =
    refusing === undefined || original === storedRubric(refusing).original ? undefined : refusing;
  // Known before it is sent, as where a draft is opened again.
  const isKnown = typed !== null && isOvertaken(typed, began, rubric);
  const current = form.isBusy ? undefined : (refusedFor ?? (isKnown ? rubric : undefined));
  const sendMine = (theirs: Rubric) => {
    setAbout(JSON.stringify(theirs.lines));
    setDraft(JSON.stringify(onTopOfLines(lines, theirs, began ?? [])));
    // With the beginning of the next render.
    setTimeout(() => {
      const element = form.attributes.ref.current;
      element?.requestSubmit(element.querySelector<HTMLButtonElement>('[type=submit]'));
    });
  };
  return (
    <ActionForm
      form={{ ...form, failure: refusing === undefined ? form.failure : undefined }}
      button="Save the rubric"
      variant="primary"
      gap={4}
      buttons="bottom-bar"
      noValidate
      message={
        current && (
          <FormConflict
            title={form.failure}
            fields={[
              { name: 'lines', label: 'Lines', theirs: described(current.lines), mine: described(lines) },
            ]}
            onKeepTheirs={() => {
              discard();
              void revalidate();
            }}
            onSendMine={() => sendMine(current)}
          />
        )
      }
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
            <Button variant="quiet" data-needs-script onClick={discard}>
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
      {began !== null && (
        <input
          type="hidden"
          name="began"
          value={JSON.stringify({ lines: JSON.stringify(began) })}
          autoComplete="off"
        />
      )}
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
