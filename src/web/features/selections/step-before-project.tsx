import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { CurrentUser, StudentCourse } from '#contract/accounts/calls';
import { endSentence } from '../../lib/end-sentence.ts';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { describeTypedBatch } from '../../lib/session/typed-batch.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Time } from '../../ui/time.tsx';
import { GuardianNotice } from './guardian-notice.tsx';
import { ChoosingTime } from './outside-choosing.tsx';
import { isRefusedFor } from './read-course.ts';

/** Leads to the projects; before its script it is a link within the page. */
function showProjects(event: MouseEvent): void {
  event.preventDefault();
  const heading = document.getElementById('available-projects');
  heading?.scrollIntoView({ behavior: 'smooth' });
  heading?.focus({ preventScroll: true });
}

function GuardianFirst({ guardian, time }: { guardian: 'missing' | 'unconfirmed'; time: ReactNode }) {
  if (guardian === 'missing') {
    return (
      <Callout
        label="Next step"
        sentence="Tell the office who your parent or guardian is. You can choose a project once the office has confirmed your guardian."
        time={time}
        action={<ButtonLink to="/account#guardian">Add your guardian</ButtonLink>}
      />
    );
  }
  return (
    <Callout
      label="Next step"
      sentence={
        <>
          <span>
            Wait until the office has confirmed your guardian. You can choose a project after that.{' '}
          </span>
          <Link to="/account#guardian">See your entry</Link>
        </>
      }
      time={time}
    />
  );
}

/** Wait for placement, name the guardian, or choose. */
export function StepBeforeProject({
  user,
  course,
  preferredName,
  onCheckAgain,
}: {
  user: CurrentUser;
  course: StudentCourse;
  /** Undefined without a preference. */
  preferredName: string | undefined;
  onCheckAgain: () => void;
}) {
  const { s_course, s_typedbatch, s_typedjoining } = course;
  if (s_course === null) {
    const typed =
      s_typedbatch === null ? null : describeTypedBatch(s_typedbatch, null, s_typedjoining === 'invited');
    return (
      <>
        <GuardianNotice user={user} />
        <Callout
          label="You are waiting for a batch"
          sentence={typed ?? 'The office will place you in a batch. You do not need to do anything.'}
          time={<OfficeContact />}
          action={<Button onClick={onCheckAgain}>Check again</Button>}
        />
      </>
    );
  }
  const toProjects = (
    <Link to="#available-projects" reloadDocument onClick={showProjects}>
      See the projects
    </Link>
  );
  const state = (['early', 'over'] as const).find((reason) => isRefusedFor(course, reason)) ?? 'open';
  const { until } = course.s_choosing ?? {};
  const timeOfChoice =
    state !== 'open' ? (
      <ChoosingTime course={course} state={state} />
    ) : (
      until != null && (
        <>
          <span>You can choose until </span>
          <Time value={until} />
          <span>.</span>
        </>
      )
    );
  if (user.guardian !== undefined && state !== 'over') {
    return <GuardianFirst guardian={user.guardian} time={timeOfChoice || undefined} />;
  }
  if (state !== 'open') {
    return (
      <Callout
        label={state === 'early' ? 'Next step' : 'Choosing has ended'}
        sentence={
          <>
            {timeOfChoice}
            <span> </span>
            {toProjects}
          </>
        }
        time={
          preferredName === undefined
            ? 'Open a project to say that you prefer it.'
            : `You prefer ${endSentence(preferredName)}`
        }
      />
    );
  }
  return (
    <Callout
      label="Next step"
      sentence={
        <>
          <span>Choose your project. You cannot change your choice. </span>
          {toProjects}
        </>
      }
      time={
        <>
          <span>Your four weeks begin when you choose. </span>
          {timeOfChoice}
        </>
      }
    />
  );
}
