import { useRef, useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits';
import { marksOfLines, signedPoints } from '#contract/projects/rubric-rules';
import type { Rubric } from '#contract/projects/rubric-calls';
import { CallError } from '../../../lib/calls/call-error.ts';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { clearScreenMessage, tellScreen } from '../../../lib/screen-message.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './rubric-editor.module.css';
import {
  emptyLine,
  lineAmiss,
  linesBody,
  linesOfFields,
  parsePoints,
  pointsHint,
  rubricAddress,
  typedLines,
  type TypedLine,
} from './rubric-form.ts';
import { RubricRow } from './rubric-row.tsx';

const idsOf = ({ lines }: Rubric) => lines.map(({ id }) => id).join(' ');

/** The full marks, as far as they can be read: what is not optional and not taken off. */
function fullMarks(lines: readonly TypedLine[]): number {
  const points = lines
    .filter(({ text, optional }) => text.trim() !== '' && !optional)
    .map(({ points: typed }) => ({ points: Math.max(0, parsePoints(typed) ?? 0) }));
  return points.reduce((sum, { points: one }) => sum + Math.round(one * 100), 0) / 100;
}

/** The lines of a rubric, to change. Key it by the rubric that it was begun from: a form does not change under a hand. */
export function RubricEditor({ rubric }: { rubric: Rubric }) {
  const posted = useRefusedForm();
  const refused = posted?.values['act'] === 'save-rubric' ? posted : undefined;
  const [lines, setLines] = useState<TypedLine[]>(() =>
    refused === undefined ? typedLines(rubric.lines) : linesOfFields(refused.values),
  );
  const [amiss, setAmiss] = useState<string | null>(() =>
    refused?.field === 'points' ? (lineAmiss(linesOfFields(refused.values))?.key ?? null) : null,
  );
  const count = useRef(0);
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  // What a refused form was begun from, so that it is compared with what its mentor saw.
  const original = refused?.values['original'] ?? idsOf(rubric);
  const change = (key: string, changed: Partial<TypedLine>) => {
    setAmiss(null);
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...lines];
    const [line] = next.splice(index, 1);
    if (line !== undefined) next.splice(index + by, 0, line);
    setLines(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = lineAmiss(lines);
    setAmiss(wrong?.key ?? null);
    clearScreenMessage();
    if (wrong !== null) return;
    const body = { lines: linesBody(lines), original: original === '' ? [] : original.split(' ') };
    void run(async () => {
      const { project, task } = rubric;
      const idempotencyKey = keyOf(JSON.stringify(body));
      await call('changeRubric', { params: { p_id: project.id, task }, body, idempotencyKey });
      await revalidate();
      tellScreen('rubric-saved');
    });
  };
  const full = fullMarks(lines);
  const current = (error instanceof CallError ? error.current : refused?.current) as Rubric | undefined;
  const failure =
    error === null ? (refused?.field === null ? refused.failure.message : undefined) : errorMessage(error);
  return (
    <form method="post" className={styles['form']} noValidate onSubmit={submit}>
      <FormKey of="save-rubric" />
      <input type="hidden" name="act" value="save-rubric" />
      <input type="hidden" name="original" value={original} autoComplete="off" />
      <ol className={styles['lines']}>
        {lines.map((line, index) => (
          <RubricRow
            key={line.key}
            line={line}
            index={index}
            isLast={index === lines.length - 1}
            error={amiss === line.key ? pointsHint : undefined}
            onChange={(changed) => change(line.key, changed)}
            onMove={(by) => move(index, by)}
          />
        ))}
      </ol>
      <p className={styles['sum']} role="status">
        {`${
          full === 100
            ? 'The lines that are not optional come to 100.'
            : `The lines that are not optional come to ${full}, not to 100.`
        } ${marksOfLines([{ points: full }]) < full ? 'Marks are never above 100.' : ''}`}
      </p>
      <p className={styles['hint']}>
        A line without a text is taken out. Points below 0 take something off. Optional lines count beside the
        full marks.
      </p>
      <MessageRoom>
        {failure !== undefined && (
          <Notice tone="error" title={failure}>
            {current !== undefined && (
              <>
                <p>Yours stand above. There now:</p>
                <ul className={styles['theirs']}>
                  {current.lines.map(({ id, text, points }) => (
                    <li key={id}>{`${text} (${signedPoints(points)})`}</li>
                  ))}
                </ul>
                <p>
                  <a href={rubricAddress(current.project.id, current.task)}>Begin again from those</a>
                </p>
              </>
            )}
          </Notice>
        )}
      </MessageRoom>
      <div className={styles['actions']}>
        <Button type="submit" busy={isBusy}>
          Save the rubric
        </Button>
        <Button
          variant="secondary"
          data-needs-script
          disabled={lines.length >= limits.rubricLines}
          onClick={() => setLines([...lines, emptyLine(`added-${++count.current}`)])}
        >
          Add a line
        </Button>
      </div>
    </form>
  );
}
