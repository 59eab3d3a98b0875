import { useState } from 'react';
import { signedPoints } from '#contract/projects/rubric-rules';
import { TextField } from '../../../ui/field.tsx';
import { Small } from '../../../ui/layout.tsx';
import {
  hasFullLines,
  isOverruling,
  lineField,
  reasonField,
  rubricField,
  rubricMarks,
  toggleFull,
  toggleLine,
  type PanelLine,
  type RubricChoice,
} from './rubric-choice.ts';
import styles from './rubrics.module.css';

/** 1 to 9, then 0. */
const digitOf = (index: number): string | null => (index < 10 ? String((index + 1) % 10) : null);

function Line({
  line,
  digit,
  isToggled,
  isFixed,
  onToggle,
}: {
  line: PanelLine;
  digit: string | null;
  isToggled: boolean;
  isFixed: boolean;
  onToggle: () => void;
}) {
  const { id, text, points, optional, isFormer } = line;
  return (
    <li>
      <label className={styles['line']}>
        <input
          type="checkbox"
          name={lineField(id)}
          checked={isToggled}
          aria-keyshortcuts={digit ?? undefined}
          aria-disabled={isFixed || undefined}
          onChange={() => !isFixed && onToggle()}
        />
        {digit !== null && (
          <kbd className={styles['digit']} aria-hidden="true">
            {digit}
          </kbd>
        )}
        <span className={styles['text']}>
          <span>{text}</span>
          {optional === true && <Small as="span"> (optional)</Small>}
          {isFormer === true && <Small as="span"> (the rubric has changed since)</Small>}
        </span>
        <span className={styles['points']}>{signedPoints(points)}</span>
      </label>
    </li>
  );
}

/** As the mentor left it: a phone has little room. */
let isRubricOpen = true;

/**
 * Key it by the submission.
 * @param marks as typed
 * @param onChange gets the choice and the marks to fill in; null leaves them
 */
export function RubricPanel({
  lines,
  value,
  marks,
  onChange,
  isFixed,
  reasonError,
}: {
  lines: readonly PanelLine[];
  value: RubricChoice;
  marks: string;
  onChange: (choice: RubricChoice, marks: string | null) => void;
  isFixed: boolean;
  reasonError: string | undefined;
}) {
  const [isOpenAtFirst] = useState(isRubricOpen);
  if (lines.length === 0) return null;
  const sum = rubricMarks(lines, value);
  return (
    <>
      <details
        className={styles['rubric']}
        open={isOpenAtFirst}
        onToggle={({ currentTarget }) => (isRubricOpen = currentTarget.open)}
      >
        <summary data-plain>
          <span>Rubric</span>
          <span aria-live="polite" className={styles['sum']}>
            {value.lines.length === 0 ? 'Nothing ticked yet' : `${sum} of 100 by the rubric`}
          </span>
        </summary>
        <input type="hidden" name={rubricField} value="shown" />
        {!isFixed && (
          <button
            type="button"
            className={styles['fullMarks']}
            data-needs-script=""
            onClick={() => {
              const next = toggleFull(lines, value);
              onChange(next.choice, next.marks);
            }}
          >
            {hasFullLines(lines, value) ? 'Untick all lines' : 'Give full marks'}
          </button>
        )}
        <ol className={styles['lines']} aria-label="Rubric">
          {lines.map((line, index) => (
            <Line
              key={line.id}
              line={line}
              digit={line.isFormer === true ? null : digitOf(index)}
              isToggled={value.lines.includes(line.id)}
              isFixed={isFixed}
              onToggle={() => {
                const next = toggleLine(lines, value, line.id);
                onChange(next.choice, next.marks);
              }}
            />
          ))}
        </ol>
      </details>
      {isOverruling(lines, value, marks) && (
        <TextField
          label={`Why ${marks.trim()} and not ${sum}?`}
          name={reasonField}
          hint="Only staff see the reason."
          value={value.reason}
          readOnly={isFixed}
          error={reasonError}
          onChange={({ target }) => onChange({ ...value, reason: target.value }, null)}
        />
      )}
    </>
  );
}
