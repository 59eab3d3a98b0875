import { Link, useLocation } from 'react-router';
import { studentMessages } from '#contract/student-messages';
import { endSentence } from '../../lib/end-sentence.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { errorMessage, failureOf } from '../../lib/calls/call-error.ts';
import { loginAddress } from '../../lib/session/session.ts';
import { Notice } from '../../ui/notice.tsx';
import type { More } from '../../lib/use-more.ts';

export function ForumAfterConfirmation() {
  return (
    <EmptyState title="The forum opens when you confirm your email">
      <p>Only the students and mentors of your batch can read it.</p>
    </EmptyState>
  );
}

export function NotPlacedYet() {
  return (
    <EmptyState
      title="You have no forum yet"
      action={
        <ButtonLink to="/StudentDashboard" variant="secondary">
          Back to the dashboard
        </ButtonLink>
      }
    >
      <p>{studentMessages.notPlacedYet}</p>
    </EmptyState>
  );
}

function OwnDiscussionLink({ batch }: { batch: string }) {
  return (
    <ButtonLink to={`/discussion/${encodeURIComponent(batch)}`}>{`Go to the forum of ${batch}`}</ButtonLink>
  );
}

export function ForeignDiscussion({ batch, own }: { batch: string; own: string | null }) {
  return (
    <EmptyState
      title="This forum belongs to another batch"
      action={own !== null && <OwnDiscussionLink batch={own} />}
    >
      <p>{`Only the students and mentors of ${batch} can use its forum.`}</p>
    </EmptyState>
  );
}

export function UnknownDiscussion({ batch, own }: { batch: string; own: string | null }) {
  return (
    <EmptyState
      title="There is no batch with this name"
      action={own !== null && <OwnDiscussionLink batch={own} />}
    >
      <p>{`No batch is called ${endSentence(batch)} It may have been renamed, or the address is incomplete.`}</p>
    </EmptyState>
  );
}

/** Typed text stays as a draft, also through a new login. */
function FailureText({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const isSignedOut = failureOf(error)?.status === 401;
  return (
    <>
      <span>{`${errorMessage(error)} `}</span>
      {isSignedOut && (
        <Link to={loginAddress(pathname)} reloadDocument>
          Log in again
        </Link>
      )}
    </>
  );
}

export const DiscussionError = ({ error }: { error: unknown }) => (
  <Notice tone="error">
    <FailureText error={error} />
  </Notice>
);

/** With the way to log in again. */
export const withWords = (more: More) => ({
  ...more,
  failure: more.error === null ? null : <FailureText error={more.error} />,
});
