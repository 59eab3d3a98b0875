import { useState, type ReactNode } from 'react';
import { Link, useRevalidator } from 'react-router';
import { officeNameAddress } from '#contract/certificates/paths';
import { isScoreLow, limits } from '#contract/limits';
import type { Person } from '#contract/people/calls';
import type { BulkActionName } from '#contract/people/people-view';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FoldCard } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';
import { StaffReason } from './staff-fields.tsx';
import { CorrectDetails } from './correct-details.tsx';
import { ResetLink } from './person-reset-link.tsx';

type Of = { person: Person };

/** The bulk action, on this person alone. */
function usePersonAction({ id, suspended_at }: Person, formName: BulkActionName) {
  const began = formName === 'bring-back' && { began: JSON.stringify({ [id]: suspended_at }) };
  return useActionForm({ formName, hidden: { id, ...began } });
}

/** The same without fields. */
function PersonAction({
  person,
  formName,
  button,
  children,
}: Of & { formName: BulkActionName; button: string; children?: ReactNode }) {
  return (
    <ActionForm form={usePersonAction(person, formName)} button={button} narrow>
      {children}
    </ActionForm>
  );
}

function Address({ person }: Of) {
  const shown = ({ s_id }: Pick<Person, 's_id'>) => ({ email: s_id });
  const labels = { email: 'Email' };
  const form = useChangeForm({ formName: 'address', changes: { stored: shown(person), labels, shown } });
  const former =
    person.confirmed_at === null
      ? ''
      : ` After the change, no other account can use ${person.s_id}, and we send a message there.`;
  return (
    <ChangeForm form={form} button="Correct the email" narrow>
      <p>{`The person logs in with the new email and does not have to confirm it.${former}`}</p>
      <TextField
        label="Email"
        {...form.field('email')}
        type="email"
        required
        maxLength={limits.email}
        autoComplete="off"
      />
      <StaffReason form={form} />
    </ChangeForm>
  );
}

function Suspension({ person }: Of) {
  const form = usePersonAction(person, 'suspend');
  return (
    <ActionForm form={form} button="Suspend the account" variant="danger" narrow>
      <p>
        Nobody can log in to the account, and it gets no email. All sessions end at once. All data is kept.
      </p>
      <StaffReason form={form} />
    </ActionForm>
  );
}

/** Refused where a colleague has moved the person since. */
function usePlacing(
  { id, batch }: Person,
  { onDone, ...hidden }: { batch?: string; onDone?: () => void } = {},
) {
  const { revalidate } = useRevalidator();
  return useActionForm({
    formName: 'place',
    hidden: { id, began: JSON.stringify({ [id]: batch }), ...hidden },
    onRefused: () => void revalidate(),
    ...(onDone && { onDone }),
  });
}

function MoveBack({ person, batch }: Of & { batch: string }) {
  return <ActionForm form={usePlacing(person, { batch })} button={`Undo: back to ${batch}`} small />;
}

function Placement({ person, form }: Of & { form: ReturnType<typeof usePlacing> }) {
  const { batch: own, places, project } = person;
  return (
    <ActionForm form={form} button={own === null ? 'Place in this batch' : 'Move to this batch'} narrow>
      <SelectField
        label="Batch"
        {...form.field('batch', places.find((batch) => batch === own) ?? places[0])}
        hint={
          project === null
            ? undefined
            : 'Only batches of the same course. For another course, undo the project choice first.'
        }
      >
        {places.map((batch) => (
          <option key={batch} value={batch}>
            {batch}
          </option>
        ))}
      </SelectField>
    </ActionForm>
  );
}

export function PersonCorrections({ person }: Of) {
  return (
    <Stack gap={2}>
      <FoldCard title={person.role === 'student' ? 'Name, phone, score, grade' : 'Name and phone'}>
        <CorrectDetails key={person.id} person={person} />
      </FoldCard>
      <FoldCard title="Email">
        <Address key={person.id} person={person} />
      </FoldCard>
      {person.role === 'student' && <Link to={officeNameAddress(person.s_id)}>Name on the certificate</Link>}
    </Stack>
  );
}

/** A move can be undone in place. */
export function PersonPlacement({ person }: Of) {
  const [former, setFormer] = useState<string | null>(null);
  const form = usePlacing(person, { onDone: () => setFormer(person.batch) });
  if (person.places.length === 0) return <p>The catalogue has no batches yet.</p>;
  const canUndo = former !== null && former !== person.batch && person.places.includes(former);
  const placement = <Placement key={person.batch} person={person} form={form} />;
  return (
    <>
      {/* A move is rare. */}
      {person.batch === null ? (
        placement
      ) : (
        <FoldCard title="Move to another batch" open={form.failure !== undefined}>
          {placement}
        </FoldCard>
      )}
      {canUndo && <MoveBack key={former} person={person} batch={former} />}
    </>
  );
}

/** For a student whose batch chooses no more. */
export function OfficeChoice({ person }: Of) {
  const { choices = [], preferred } = person;
  const form = usePersonAction(person, 'choose-project');
  if (isScoreLow(person.exit_score))
    return (
      <p>{`The exit score is below ${limits.exitScoreMin}. You can choose a project after you correct the score.`}</p>
    );
  return (
    <ActionForm form={form} button="Choose this project" narrow>
      <p>Choosing has ended for this batch. The four weeks begin at once, and the student is notified.</p>
      <SelectField label="Project" required {...form.field('p_id', preferred?.id ?? '')}>
        {preferred === undefined && <option value="">Select a project</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === preferred?.id ? `${name} (preferred)` : name}
          </option>
        ))}
      </SelectField>
    </ActionForm>
  );
}

/** Confirmation, password, sessions, suspension. */
export function PersonAccess({ person }: Of) {
  const isSuspended = person.suspended_at !== null;
  return (
    <Stack gap={2}>
      {person.confirmed_at === null && (
        <PersonAction person={person} formName="confirm" button="Confirm the email">
          <p>{`You confirm that ${person.s_id} belongs to this person. Imported data is then added to the account.`}</p>
        </PersonAction>
      )}
      {!isSuspended && (
        <FoldCard title="New password">
          {person.mails && (
            <PersonAction person={person} formName="send-reset" button={`Email a link to ${person.s_id}`} />
          )}
          <ResetLink key={person.id} person={person} />
        </FoldCard>
      )}
      {(person.sessions > 0 || person.has_calendar) && (
        <FoldCard title="Log out everywhere">
          <PersonAction person={person} formName="sign-out" button="End all sessions">
            {person.has_calendar && <p>This also ends the person’s calendar link.</p>}
          </PersonAction>
        </FoldCard>
      )}
      {isSuspended ? (
        <PersonAction person={person} formName="bring-back" button="Reactivate the account" />
      ) : (
        !person.is_own && (
          <FoldCard title="Suspend">
            <Suspension person={person} />
          </FoldCard>
        )
      )}
    </Stack>
  );
}
