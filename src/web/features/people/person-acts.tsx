import type { ReactNode } from 'react';
import { limits } from '#contract/limits';
import type { Person } from '#contract/people/calls';
import type { PeopleAct } from '#contract/people/people-view';
import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useStaffForm } from '../../lib/forms/use-staff-form.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { FoldCard } from '../../ui/fold-card.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { SuspensionReason } from './people-reach.tsx';
import styles from './person-acts.module.css';
import { ResetLink } from './person-reset-link.tsx';

type Of = { person: Person };

/** A form of one act on this person, as on many. */
function ActForm({
  person,
  act,
  label,
  variant = 'secondary',
  children,
}: Of & {
  act: PeopleAct;
  label: string;
  variant?: 'secondary' | 'danger';
  children?: (
    values: Readonly<Record<string, string>>,
    errorAt: (name: string) => string | undefined,
  ) => ReactNode;
}) {
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    act,
    async ({ batch, reason }, idempotencyKey) => {
      const body = { act, ids: [person.id], ...(batch !== undefined && { batch }) };
      await call('actOnPeople', {
        body: { ...body, ...(reason !== undefined && { reason }) },
        idempotencyKey,
      });
    },
    `person-${act}`,
  );
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of={act} />
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="id" value={person.id} />
      {children?.(values, errorAt)}
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant={variant} busy={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  );
}

function Profile({ person }: Of) {
  const params = { s_id: person.s_id };
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'profile',
    async ({ name = '', phone = '' }, idempotencyKey) => {
      await call('correctProfile', { params, body: { name, phone }, idempotencyKey });
    },
    'person-profile',
  );
  return (
    <form key={`${person.s_name} ${person.phone}`} method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="profile" />
      <input type="hidden" name="act" value="profile" />
      <TextField
        label="Name"
        name="name"
        error={errorAt('name')}
        required
        maxLength={limits.name}
        defaultValue={values['name'] ?? person.s_name}
        autoComplete="off"
      />
      <TextField
        label="Phone Number"
        name="phone"
        error={errorAt('phone')}
        type="tel"
        inputMode="numeric"
        required={person.role === 'student'}
        defaultValue={values['phone'] ?? person.phone ?? ''}
        autoComplete="off"
      />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Correct name and phone
        </Button>
      </div>
    </form>
  );
}

function Address({ person }: Of) {
  const params = { s_id: person.s_id };
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'address',
    async ({ email = '', reason = '' }, idempotencyKey) => {
      await call('correctAddress', { params, body: { email, reason }, idempotencyKey });
    },
    'person-address',
  );
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="address" />
      <input type="hidden" name="act" value="address" />
      <p>{`The new address counts as confirmed by your word, and the person logs in with it. ${person.s_id} is told, if it was confirmed, and nobody else can use it.`}</p>
      <TextField
        label="New address"
        name="email"
        error={errorAt('email')}
        type="email"
        required
        maxLength={limits.email}
        defaultValue={values['email'] ?? ''}
        autoComplete="off"
      />
      <TextArea
        label="Reason"
        name="reason"
        error={errorAt('reason')}
        rows={2}
        required
        maxLength={limits.reason}
        defaultValue={values['reason'] ?? ''}
        hint="For the record among staff."
      />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Correct the address
        </Button>
      </div>
    </form>
  );
}

/** What is corrected of a person: name, phone, address. */
export function PersonCorrections({ person }: Of) {
  return (
    <div className={styles['folds']}>
      <FoldCard title="Name and phone">
        <Profile person={person} />
      </FoldCard>
      <FoldCard title="Address">
        <Address key={person.s_id} person={person} />
      </FoldCard>
    </div>
  );
}

/** Where a student belongs. */
export function PersonPlacement({ person }: Of) {
  const { places } = person;
  if (places.length === 0) return <p>The catalogue has no batch to place anybody in.</p>;
  return (
    <ActForm
      key={person.batch}
      person={person}
      act="place"
      label={person.batch === null ? 'Place in this batch' : 'Move to this batch'}
    >
      {(values, errorAt) => (
        <SelectField
          label="Batch"
          name="batch"
          error={errorAt('batch')}
          defaultValue={values['batch'] ?? places.find((batch) => batch === person.batch) ?? places[0]}
          hint={
            person.project === null
              ? undefined
              : 'With a project a student moves to batches of its course alone; undo the choice first for another one.'
          }
        >
          {places.map((batch) => (
            <option key={batch} value={batch}>
              {batch}
            </option>
          ))}
        </SelectField>
      )}
    </ActForm>
  );
}

/** Who gets into the account, and who does not. */
export function PersonAccess({ person }: Of) {
  const isSuspended = person.suspended_at !== null;
  return (
    <div className={styles['folds']}>
      {person.confirmed_at === null && (
        <ActForm person={person} act="confirm" label="Confirm the address">
          {() => (
            <p>{`By your word that ${person.s_id} is this person’s: what was imported about the address arrives with it.`}</p>
          )}
        </ActForm>
      )}
      {!isSuspended && (
        <FoldCard title="A new password">
          {person.mails && (
            <ActForm person={person} act="send-reset" label={`Mail a link to ${person.s_id}`} />
          )}
          <ResetLink key={person.id} person={person} />
        </FoldCard>
      )}
      {person.sessions > 0 && (
        <FoldCard title="Log out everywhere">
          <ActForm person={person} act="sign-out" label="End all sessions" />
        </FoldCard>
      )}
      {isSuspended ? (
        <ActForm person={person} act="bring-back" label="Bring the account back" />
      ) : (
        !person.is_own && (
          <FoldCard title="Suspend">
            <ActForm person={person} act="suspend" label="Suspend the account" variant="danger">
              {(values, errorAt) => (
                <>
                  <p>
                    Nobody can log in to the account, all sessions end at once, and no mail goes to it until
                    it is brought back. Everything stays.
                  </p>
                  <SuspensionReason value={values['reason']} error={errorAt('reason')} />
                </>
              )}
            </ActForm>
          </FoldCard>
        )
      )}
    </div>
  );
}
