import { useState } from 'react';
import { Link, useActionData } from 'react-router';
import { limits } from '#contract/limits';
import { invitationsAddress } from '#contract/people/intake-fields';
import { personAddress } from '#contract/people/people-view';
import type { AnswerOf } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NameAndPhone, ScoreAndGrade } from './person-fields.tsx';

/** Who was added or corrected by hand. */
export type AddedPerson = { added: AnswerOf<'addPerson'> };

const resultWords = {
  new: 'is added.',
  changed: 'is corrected.',
  unchanged: 'already has these details.',
} as const;

function AddedNote({ of: { s_id, result, has_account } }: { of: AddedPerson['added'] }) {
  return (
    <Notice tone="success">
      <span>{`${s_id} ${resultWords[result]} `}</span>
      {has_account ? (
        <Link to={personAddress(s_id)}>Open this person</Link>
      ) : (
        <Link to={invitationsAddress({ state: 'not-invited' })}>Go to the invitations</Link>
      )}
    </Notice>
  );
}

/** Adds a person as an import would, or corrects one by the same email. */
export function AddPerson({ email = '', batches }: { email?: string; batches: readonly string[] }) {
  const posted = useActionData<AddedPerson | object>();
  const [made, setMade] = useState(posted !== undefined && 'added' in posted ? posted.added : null);
  const form = useActionForm<AddedPerson>({ onDone: ({ added }) => setMade(added) });
  return (
    <ActionForm
      form={form}
      button={email === '' ? 'Add the person' : 'Correct the person'}
      variant="primary"
      narrow
      message={made !== null && !form.isBusy && <AddedNote of={made} />}
    >
      <TextField
        label="Email"
        {...form.field('email', email)}
        type="email"
        required
        maxLength={limits.email}
        autoComplete="off"
        hint="If somebody with this email is already listed, fields that you leave empty do not change."
      />
      <NameAndPhone form={form} />
      <SelectField label="Batch" {...form.field('batch')}>
        <option value="">No batch</option>
        {batches.map((batch) => (
          <option key={batch} value={batch}>
            {batch}
          </option>
        ))}
      </SelectField>
      <ScoreAndGrade form={form} />
    </ActionForm>
  );
}
