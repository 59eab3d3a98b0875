import type { CurrentUser } from '#contract/accounts/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { Time } from '../../../ui/time.tsx';
import { RecordLink } from '../../courses/record-link.tsx';
import { ActFold, ActForm, PresentPassword } from '../act-form.tsx';
import { ConsentTopics } from './consent-topics.tsx';
import { AccountGroup, Topic } from './account-group.tsx';

export function DataGroup({ user, account }: { user: CurrentUser; account: OwnAccount | undefined }) {
  return (
    <AccountGroup id="data">
      {user.role === 'student' && (
        <Topic title="Your record">
          <p>One ZIP file with all your submissions, signed receipts, released marks and forum posts.</p>
          <RecordLink s_id={user.s_id} />
        </Topic>
      )}
      {account !== undefined && <ConsentTopics {...account} />}
      {account !== undefined && (
        <Topic title="Delete your account">
          <DeletionForm askedAt={account.deletion_asked_at} isStudent={user.role === 'student'} />
        </Topic>
      )}
    </AccountGroup>
  );
}

function DeletionForm({ askedAt, isStudent }: { askedAt: string | null; isStudent: boolean }) {
  if (askedAt !== null) {
    return (
      <>
        <p key="asked">
          You requested this on <Time value={askedAt} />. The academy's office will contact you. Until then
          nothing changes.
        </p>
        <ActForm act="withdraw-deletion" button="Cancel request" />
      </>
    );
  }
  return (
    <>
      <p>
        {isStudent
          ? "The academy's office deletes your name, email, texts and files. Your marks and receipt numbers are kept, without your name. Download your copy first."
          : "The academy's office deletes accounts."}
      </p>
      <ActFold act="ask-deletion" summary="Request deletion">
        <ActForm act="ask-deletion" button="Send request" variant="danger">
          {(errorOf) => <PresentPassword error={errorOf('current_password')} />}
        </ActForm>
      </ActFold>
    </>
  );
}
