import { limits } from '#contract/limits';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextArea, TextField } from '../../../ui/field.tsx';
import styles from './rubrics.module.css';
import { fieldsOfLine, type TypedLine } from './rubric-form.ts';

export function RubricRow({
  line,
  index,
  isLast,
  error,
  onChange,
  onMove,
}: {
  line: TypedLine;
  index: number;
  isLast: boolean;
  error?: string | undefined;
  onChange: (changed: Partial<TypedLine>) => void;
  onMove: (by: -1 | 1) => void;
}) {
  const names = fieldsOfLine(index);
  const place = index + 1;
  return (
    <li>
      <fieldset className={styles['row']}>
        <legend className="visually-hidden">{`Line ${place}`}</legend>
        <input type="hidden" name={names.id} value={line.id ?? ''} autoComplete="off" />
        <TextArea
          label={`Line ${place}`}
          name={names.text}
          rows={1}
          maxLength={limits.rubricLine}
          autoComplete="off"
          value={line.text}
          onChange={({ target }) => onChange({ text: target.value.replaceAll('\n', ' ') })}
        />
        <TextField
          label="Points"
          name={names.points}
          inputMode="text"
          autoComplete="off"
          value={line.points}
          error={error}
          onChange={({ target }) => onChange({ points: target.value })}
        />
        <div className={styles['optional']}>
          <Checkbox
            label="Optional"
            name={names.optional}
            checked={line.optional}
            onChange={({ target }) => onChange({ optional: target.checked })}
          />
        </div>
        <div className={styles['moves']} data-needs-script>
          <Button
            variant="quiet"
            small
            aria-label={`Move line ${place} up`}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            ↑
          </Button>
          <Button
            variant="quiet"
            small
            aria-label={`Move line ${place} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            ↓
          </Button>
        </div>
      </fieldset>
    </li>
  );
}
