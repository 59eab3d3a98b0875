import type { Person } from '#contract/people/calls';
import { consentFormWords, consentNames } from '#contract/accounts/consent';
import type { ConsentState, GuardianView } from '#contract/accounts/consent-calls';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { FoldCard } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { guardianChanges, GuardianFields } from '../accounts/own-account/guardian-fields.tsx';
import styles from './person-actions.module.css';

function Agreed({ state: { subject, current, given, asks } }: { state: ConsentState }) {
  return (
    <Fact name={consentNames[subject]}>
      {given.length === 0 && <div>No consent is recorded.</div>}
      {given.map(({ version, form, given_at, withdrawn_at, sha256 }) => (
        <div key={given_at} title={`SHA-256 ${sha256}`}>
          <span>{`Version ${version}, ${consentFormWords[form]}, `}</span>
          <Time value={given_at} />
          {withdrawn_at !== null && (
            <>
              <span>, withdrawn </span>
              <Time value={withdrawn_at} />
            </>
          )}
        </div>
      ))}
      {asks && <div>{`Will be asked for version ${current.version}.`}</div>}
    </Fact>
  );
}

function Guardian({ guardian }: { guardian: GuardianView | null }) {
  const form = useChangeForm({ formName: 'guardian', changes: guardianChanges(guardian) });
  const removal = useSeenAction({
    formName: 'guardian-remove',
    seen: { name: guardian?.name ?? '', contact: guardian?.contact ?? '' },
  });
  const isConfirmed = guardian?.confirmed_at != null;
  return (
    <Stack gap={3}>
      <ChangeForm form={form} button={isConfirmed ? 'Correct the guardian' : 'Confirm the guardian'} narrow>
        <p>
          {guardian === null
            ? 'For a student under 18. Only the student and the office see the guardian.'
            : isConfirmed
              ? 'Confirmed. Only the student and the office see the guardian.'
              : 'The student is under 18, and can choose a project after you have confirmed the guardian.'}
        </p>
        <GuardianFields field={form.field} />
      </ChangeForm>
      {guardian !== null && (
        <ActionForm
          form={removal}
          button="Remove: 18 or older"
          small
          conflict={
            removal.changed !== null && <p>{`${removal.changed.name}, ${removal.changed.contact}`}</p>
          }
        />
      )}
    </Stack>
  );
}

/** What a student agreed to, and the guardian of who is under 18. */
export function PersonConsent({ person: { id, consents = [], guardian } }: { person: Person }) {
  return (
    <Stack gap={3}>
      <dl className={styles['facts']}>
        {consents.map((state) => (
          <Agreed key={state.subject} state={state} />
        ))}
      </dl>
      {guardian !== undefined && (
        <FoldCard key={id} title="Guardian" open={guardian !== null}>
          <Guardian guardian={guardian} />
        </FoldCard>
      )}
    </Stack>
  );
}
