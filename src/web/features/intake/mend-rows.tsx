import { useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import type { IntakeRow } from '#contract/intake';
import { intakeFieldLabels } from '#contract/intake-fields';
import { call, errorMessage, type BodyOf } from '../../lib/client.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './dry-run.module.css';

type Cell = IntakeRow['cells'][number];

/** Mends rows of a spreadsheet, tries it again and says what was done. */
function useMending(id: string) {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const mend = (body: BodyOf<'mendIntake'>, done: string) => {
    tellScreen('');
    return run(async () => {
      await call('mendIntake', { params: { id }, body });
      await revalidate();
      tellScreen(done);
    });
  };
  const failure = (
    <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
  );
  return { isBusy, mend, failure };
}

/** A cell that is wrong: what it is to say, and for a batch the one that is likely to be meant. */
export function MendCell({
  intake,
  line,
  cell: { field, typed = '', near },
}: {
  intake: string;
  line: number;
  cell: Cell;
}) {
  const [text, setText] = useState<string | null>(null);
  const { isBusy, mend, failure } = useMending(intake);
  const label = intakeFieldLabels[field];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void mend({ cell: { line, field, value: (text ?? '').trim() } }, `Row ${line} is changed.`);
  };
  return (
    <div className={styles['mend']} data-needs-script>
      {near !== undefined && (
        <Button
          small
          busy={isBusy}
          onClick={() =>
            void mend({ batch: { typed, name: near } }, `All rows with “${typed}” are of batch ${near} now.`)
          }
        >
          {`Use ${near} for all rows with “${typed}”`}
        </Button>
      )}
      {text === null ? (
        <Button variant="quiet" small onClick={() => setText(typed)}>
          {`Edit ${label.toLowerCase()}`}
        </Button>
      ) : (
        <form onSubmit={submit} className={styles['mend']}>
          <TextField
            label={`${label} in row ${line}`}
            value={text}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" variant="secondary" small busy={isBusy}>
            {`Save ${label.toLowerCase()}`}
          </Button>
        </form>
      )}
      {failure}
    </div>
  );
}

/** Leaves rows out of the import. */
export function LeaveOut({
  intake,
  lines,
  label,
}: {
  intake: string;
  lines: readonly number[];
  label: string;
}) {
  const { isBusy, mend, failure } = useMending(intake);
  const done = lines.length === 1 ? `Row ${lines[0]} is left out.` : `${lines.length} rows are left out.`;
  return (
    <div data-needs-script>
      <Button variant="quiet" small busy={isBusy} onClick={() => void mend({ leave_out: [...lines] }, done)}>
        {label}
      </Button>
      {failure}
    </div>
  );
}
