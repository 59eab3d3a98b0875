import { useState, type FormEvent } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { IntakeDetails } from '#contract/people/intake-calls';
import { intakePath } from '#contract/people/intake-fields';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { usePostedForm } from '../../../lib/forms/use-text-form.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './intake.module.css';

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

/** The number that somebody has typed; null for none. */
export function readNumber(typed: string): number | null {
  const digits = typed.replace(/[\s,.]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Imports what the dry run has shown, whole; where it changes many, their number is typed first. */
export function ImportForm({ intake: { id, counts, people_there, must_type } }: { intake: IntakeDetails }) {
  const refused = usePostedForm('import');
  const [typed, setTyped] = useState('');
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  if (counts.wrong > 0)
    return (
      <Notice
        tone="warning"
        role="note"
        title={`${formatNumber(counts.wrong)} of the rows cannot be imported`}
      >
        <p>
          Correct or leave them out above, or correct your spreadsheet and{' '}
          <Link to={intakePath}>pick it again</Link>. Nothing is imported before every row is right.
        </p>
      </Notice>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const body = { changes: readNumber(typed) };
      await call('importIntake', { params: { id }, body, idempotencyKey: keyOf(JSON.stringify(body)) });
      await revalidate();
    });
  };
  const failure = error === null ? refused?.failure.message : errorMessage(error);
  return (
    <form method="post" className={styles['form']} onSubmit={submit} noValidate>
      <FormKey of="import" />
      <input type="hidden" name="act" value="import" />
      <p>
        {`${people(counts.new)} ${counts.new === 1 ? 'is' : 'are'} taken in, ${people(counts.changed)} changed. Whoever is not in the spreadsheet stays as they are.`}
      </p>
      {must_type !== null && (
        <TextField
          label={`This changes ${people(must_type)} of the ${formatNumber(people_there)} there. Type the number to go on.`}
          name="changes"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div>
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Importing…' : 'Import all of it'}
        </Button>
      </div>
    </form>
  );
}
