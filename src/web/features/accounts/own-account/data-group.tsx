import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { consentFormWords, consentNames } from '#contract/accounts/consent';
import type { ConsentState } from '#contract/accounts/consent-calls';
import { Time } from '../../../ui/time.tsx';
import { RecordLink } from '../../courses/record-link.tsx';
import { SettingsFold, SettingsForm } from '../settings-form.tsx';
import { PresentPassword } from '../present-password.tsx';
import { AccountGroup, Topic } from './account-group.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SettingsChangeForm } from './settings-change-form.tsx';
import { guardianChanges, GuardianFields } from './guardian-fields.tsx';

export function DataGroup({ user, account }: { user: CurrentUser; account: OwnAccount | undefined }) {
  return (
    <AccountGroup id="data">
      {user.role === 'student' && (
        <Topic title="Your record">
          <p>One ZIP file with all your submissions, signed receipts, released marks and forum posts.</p>
          <RecordLink s_id={user.s_id} />
        </Topic>
      )}
      {account !== undefined && <ConsentTopics account={account} />}
      {account !== undefined && (
        <Topic title="Delete your account">
          <DeletionForm account={account} isStudent={user.role === 'student'} />
        </Topic>
      )}
    </AccountGroup>
  );
}

function DeletionForm({ account, isStudent }: { account: OwnAccount; isStudent: boolean }) {
  const askedAt = account.deletion_asked_at;
  if (askedAt !== null) {
    return (
      <>
        <p key="asked">
          You requested this on <Time value={askedAt} />. The office will contact you. Until then nothing
          changes.
        </p>
        <SettingsForm formName="withdraw-deletion" button="Cancel request" />
      </>
    );
  }
  return (
    <>
      <p>
        {isStudent
          ? 'The office deletes your name, email, texts and files. Your marks and receipt numbers are kept, without your name. Download your copy first.'
          : 'The office deletes accounts.'}
      </p>
      <SettingsFold formName="ask-deletion" summary="Request deletion">
        <SettingsForm formName="ask-deletion" button="Send request" variant="danger">
          {({ errorAt }) => <PresentPassword account={account} error={errorAt('current_password')} />}
        </SettingsForm>
      </SettingsFold>
    </>
  );
}

const agreedTo = { terms: 'the terms', privacy: 'the privacy notice' } as const;

/** What was agreed to, and what follows from withdrawing it. */
function Consent({
  state: { subject, current, given },
  account,
}: {
  state: ConsentState;
  account: OwnAccount;
}) {
  const isLeaving = account.deletion_asked_at !== null;
  const [newest] = given;
  const isGiven = newest !== undefined && newest.withdrawn_at === null;
  const name = consentNames[subject];
  return (
    <Stack gap={2}>
      <p>
        <Link to={`/${subject}`}>{name}</Link>
        <span>{`, version ${current.version}. `}</span>
        {newest === undefined && <span>{`Please agree to ${agreedTo[subject]}.`}</span>}
        {newest !== undefined && (
          <>
            <span>{`You agreed to version ${newest.version} ${consentFormWords[newest.form]}, `}</span>
            <Time value={newest.given_at} />
            <span>.</span>
          </>
        )}
        {newest?.withdrawn_at != null && (
          <>
            <span> You withdrew this on </span>
            <Time value={newest.withdrawn_at} />
            <span>.</span>
          </>
        )}
      </p>
      {isGiven ? (
        <SettingsFold formName={`withdraw-${subject}`} summary="Withdraw">
          <p>
            The office gets a request to delete your account, and contacts you. Until then your account works
            as before.
          </p>
          <p>Deletion removes your name, texts and files for good. Download your record first.</p>
          <SettingsForm formName={`withdraw-${subject}`} button="Withdraw consent" variant="danger">
            {({ errorAt }) => <PresentPassword account={account} error={errorAt('current_password')} />}
          </SettingsForm>
        </SettingsFold>
      ) : (
        <>
          {isLeaving && <p>To keep your account, agree and cancel the deletion request below.</p>}
          <SettingsForm formName={`agree-${subject}`} button={`Agree to ${agreedTo[subject]}`}>
            {() => <input type="hidden" name="version" value={current.version} />}
          </SettingsForm>
        </>
      )}
    </Stack>
  );
}

export function ConsentTopics({ account }: { account: OwnAccount }) {
  const { consents = [], guardian } = account;
  return (
    <>
      {guardian !== undefined && (
        <Topic title="Your guardian" id="guardian">
          {guardian.confirmed_at === null ? (
            <>
              <p>
                {guardian.name === null
                  ? 'You are under 18. Tell the office who your parent or guardian is.'
                  : 'The office will confirm your guardian. You can correct the entry until then.'}
              </p>
              <SettingsChangeForm
                formName="guardian"
                button="Save guardian"
                changes={guardianChanges(guardian)}
              >
                {({ field }) => <GuardianFields field={field} />}
              </SettingsChangeForm>
            </>
          ) : (
            <p>{`${guardian.name}, ${guardian.contact}. Confirmed by the office, which can correct it.`}</p>
          )}
          <p>Only you and the office see this.</p>
        </Topic>
      )}
      {consents.length > 0 && (
        <Topic title="Terms and privacy" id="consent">
          {consents.map((state) => (
            <Consent key={state.subject} state={state} account={account} />
          ))}
        </Topic>
      )}
    </>
  );
}
