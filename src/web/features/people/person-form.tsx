import { useState } from 'react';
import { Link, useActionData } from 'react-router';
import { limits } from '#contract/limits';
import { invitationsAddress } from '#contract/people/intake-fields';
import type { KnownPerson } from '#contract/people/intake-calls';
import { importedAddress, personAddress } from '#contract/people/people-view';
import type { AnswerOf } from '../../lib/calls/client.ts';
import type { RefusedForm } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
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
      {result === 'new' ? (
        <Link to={invitationsAddress({ state: 'not-invited' })}>Go to the invitations</Link>
      ) : (
        <Link to={has_account ? personAddress(s_id) : importedAddress(s_id)}>Open this person</Link>
      )}
    </Notice>
  );
}

const emptyFields: Fields = { email: '', name: '', phone: '', batch: '', exit_score: '', grade: '' };

const labels = {
  email: 'Email',
  name: 'Name',
  phone: 'Phone Number',
  batch: 'Batch',
  exit_score: 'Exit score',
  grade: 'Grade',
};

const shown = ({ email, name, phone, batch, exit_score, grade }: KnownPerson): Fields => ({
  email,
  name,
  phone,
  batch,
  exit_score,
  grade,
});

export function readAdded(fields: Fields) {
  const { email = '', name, phone, batch, exit_score, grade } = fields;
  return { email: email.trim(), name, phone, batch, exit_score, grade };
}

type Posted = AddedPerson | RefusedForm | undefined;

function PersonForm({
  batches,
  added,
  onAdded,
}: {
  batches: readonly string[];
  added: AddedPerson['added'] | null;
  onAdded: (added: AddedPerson['added'], isWhole: boolean) => void;
}) {
  const posted = useActionData<Posted>();
  const current = posted !== undefined && 'current' in posted ? (posted.current as KnownPerson) : null;
  const form = useChangeForm<AddedPerson>({
    changes: { stored: current === null ? emptyFields : shown(current), labels, shown },
    onDone: ({ added: one }, hasMore) => onAdded(one, !hasMore),
  });
  const { value: batch } = form.field('batch');
  const email = form.field('email');
  return (
    <ChangeForm
      form={form}
      button="Add the person"
      variant="primary"
      narrow
      message={added !== null && !form.isBusy && <AddedNote of={added} />}
    >
      <TextField
        label="Email"
        {...email}
        onChange={(event) => {
          // What was stored about another email is no longer meant.
          if (form.now['email'] !== '') form.begin(emptyFields);
          email.onChange(event);
        }}
        type="email"
        required
        maxLength={limits.email}
        autoComplete="off"
        hint="If details are stored about this email, you can compare them before you save."
      />
      <NameAndPhone form={form} />
      <SelectField label="Batch" {...form.field('batch')}>
        <option value="">No batch</option>
        {[...new Set([...batches, batch].filter((name) => name !== ''))].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <ScoreAndGrade form={form} />
    </ChangeForm>
  );
}

/** Adds a person as an import would, or corrects one by the same email. */
export function AddPerson({ batches }: { batches: readonly string[] }) {
  const posted = useActionData<Posted>();
  const [added, setAdded] = useState(posted !== undefined && 'added' in posted ? posted.added : null);
  const [count, setCount] = useState(0);
  return (
    <PersonForm
      // The next person begins with an empty form.
      key={count}
      {...{ batches, added }}
      onAdded={(one, isWhole) => {
        setAdded(one);
        if (isWhole) setCount((before) => before + 1);
      }}
    />
  );
}
