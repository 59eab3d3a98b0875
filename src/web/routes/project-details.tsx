import type { ReactNode } from 'react';
import { redirect, useLoaderData } from 'react-router';
import type { CurrentUser, StudentCourse } from '#contract/accounts/calls';
import { opensAt, type Task } from '#contract/dates';
import { minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Project } from '#contract/projects/calls';
import { homeOf } from '#contract/screens';
import type { Selection } from '#contract/selections/calls';
import type { ChoiceReason } from '#contract/selections/choosing';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { noticeAddress } from '../features/accounts/navigation-notice.ts';
import { DocumentFold } from '../features/projects/overview-document.tsx';
import {
  PictureBackdrop,
  PictureBanner,
  PictureBannerSkeleton,
} from '../features/projects/picture-backdrop.tsx';
import { ProjectList, ProjectStory, SeatsLeft } from '../features/projects/project-sections.tsx';
import { NoProject, readProject, type ProjectAnswer } from '../features/projects/project-answer.tsx';
import { AlreadyChosen, CannotChoose } from '../features/selections/cannot-choose.tsx';
import { ChooseProject } from '../features/selections/choose-project.tsx';
import { GuardianNotice } from '../features/selections/guardian-notice.tsx';
import { LowScoreReason } from '../features/selections/low-score.tsx';
import { readCourse } from '../features/selections/read-course.ts';
import { selectProject } from '../features/selections/select-project.ts';
import { OutsideChoosing } from '../features/selections/outside-choosing.tsx';
import { BriefText } from '../features/submissions/brief-text.tsx';
import { CallError } from '../lib/calls/call-error.ts';
import { defer, type Deferred } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { useFirstServerNow } from '../lib/page/page-time.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { taskLabel } from '../lib/task-label.ts';
import { useBack } from '../lib/use-back.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { Button } from '../ui/button.tsx';
import { Card, FoldCard } from '../ui/card.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack, ScreenHead } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Day } from '../ui/time.tsx';
import styles from './project-details.module.css';

export const meta = pageMeta('Project Details');

/** `student` is undefined for staff; without a course a student waits for placement. */
type Details = {
  answer: ProjectAnswer;
  selection: Selection | undefined;
  student: StudentCourse | undefined;
  briefs: readonly BriefWithRubric[];
};
type LoaderData = { user: CurrentUser; details: Deferred<Details> };

async function readDetails(call: Call, user: CurrentUser, id: string): Promise<Details> {
  const params = { s_id: user.account };
  const isStudent = user.role === 'student';
  const [answer, briefs, selections, student] = await Promise.all([
    readProject(call, id),
    // The choice does not wait for them.
    call('listBriefs', { params: { p_id: id } }).catch(() => []),
    isStudent ? call('readSelection', { params }) : [],
    isStudent ? readCourse(call, user.account, id) : undefined,
  ]);
  return { answer, briefs, selection: selections[0], student };
}

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  return { user, details: await defer(readDetails(call, user, params['id'] ?? '')) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'preference-saved': 'Your preference is saved. The office sees it.',
  'preference-removed': 'Your preference is removed.',
});

const prefer: SignedInHandler = async (call, { user, params, fields }) => {
  const { remove, 'Idempotency-Key': idempotencyKey } = fields;
  const id = params['id'] ?? '';
  const body = { p_id: remove === 'yes' ? null : id };
  await call('preferProject', { params: { s_id: user.account }, body, idempotencyKey });
  const notice = remove === 'yes' ? 'preference-removed' : 'preference-saved';
  return redirectWithNotice(`/projectDetails/${encodeURIComponent(id)}`, notice);
};

/** A script sends the same itself: unticking the box stops it, and it looks whether a lost choice has arrived. */
const choose: SignedInHandler = async (call, { user, params, fields }) => {
  if (fields['accept'] !== 'on') throw new CallError(400, 'bad_request', studentMessages.acceptTerms);
  const { message } = await selectProject(call, user, { id: params['id'] ?? '' });
  const isNew = message === messages.projectSelected;
  const notice = isNew ? 'project-selected' : 'project-selected-before';
  return redirect(noticeAddress('/ProjectDashboard1', notice), 303);
};

const submit: SignedInHandler = (call, form) =>
  (form.fields['act'] === 'prefer' ? prefer : choose)(call, form);
export const clientAction = browserAction(submit);
export const action = signedInAction(submit);

/** In the order in which they are shown; the others are said with the form. */
const inPlaceOfForm = [
  'archived',
  'incomplete',
  'no-batch',
  'other-course',
  'early',
  'over',
  'unconfirmed',
  'full',
] as const satisfies ChoiceReason[];

/** The form to choose this project, or why it cannot be chosen: the server says it, or refuses the choice. */
function Choice({
  user,
  project,
  details: { selection, student },
}: {
  user: CurrentUser;
  project: Project;
  details: Details;
}) {
  const onBack = useBack(homeOf(user));
  const back = (
    <Button variant="secondary" onClick={onBack}>
      Back
    </Button>
  );
  if (student === undefined) {
    return (
      <ChoiceCard title="Choose this project">
        <p>{`Students choose here. You are logged in as ${user.role} and can read the project.`}</p>
        <div>{back}</div>
      </ChoiceCard>
    );
  }
  if (selection !== undefined) {
    return (
      <ChoiceCard title="Your choice">
        <AlreadyChosen selection={selection} isThis={selection.p_id === project.id} back={back} />
      </ChoiceCard>
    );
  }
  const { s_refusals: refusals = [], s_course } = student;
  const [refusal] = inPlaceOfForm.flatMap((reason) => refusals.filter((one) => one.reason === reason));
  switch (refusal?.reason) {
    case 'archived':
    case 'incomplete':
      return (
        <ChoiceCard
          title={`This project is not offered ${refusal.reason === 'archived' ? 'any more' : 'yet'}`}
        >
          <p>Please choose another one.</p>
          <div>{back}</div>
        </ChoiceCard>
      );
    case 'no-batch':
    case 'other-course':
      return (
        <ChoiceCard
          title={s_course === null ? 'Choose this project' : 'This project belongs to another course'}
        >
          <CannotChoose ownCourse={s_course} projectCourse={project.course} back={back} />
        </ChoiceCard>
      );
    case 'early':
    case 'over':
      return (
        <ChoiceCard title={refusal.reason === 'early' ? 'Choosing is not open yet' : 'Choosing has ended'}>
          <OutsideChoosing course={student} state={refusal.reason} p_id={project.id} back={back} />
        </ChoiceCard>
      );
    case 'unconfirmed':
      return (
        <ChoiceCard title="Choose this project">
          {user.confirmation === 'none' ? <p>{refusal.message}</p> : <ConfirmNotice user={user} />}
          <div>{back}</div>
        </ChoiceCard>
      );
    case 'full':
      return (
        <ChoiceCard title="No seat is left">
          <SeatsLeft project={project} />
          <p>{refusal.message}</p>
          <div>{back}</div>
        </ChoiceCard>
      );
  }
  const isScoreLow = refusals.some(({ reason }) => reason === 'score');
  return (
    <ChoiceCard title={`Choose ${project.name}`}>
      <SeatsLeft project={project} />
      <GuardianNotice user={user} />
      {isScoreLow ? <LowScoreReason course={student} /> : <DatesOfChoice />}
      <ChooseProject user={user} project={project} onBack={onBack} />
    </ChoiceCard>
  );
}

/** The dates of somebody who chooses right now; no zone's days begin within a quarter of an hour. */
function DatesOfChoice() {
  const now = useFirstServerNow(0);
  const start = now - (now % (15 * minuteMs));
  const day = (task: Task) => <Day value={new Date(opensAt(task, start)).toISOString()} />;
  return (
    <p>
      <span>Your four weeks begin when you choose. If you choose today, Week 1 opens on </span>
      {day('week-1')}
      <span>, the final project on </span>
      {day('final')}
      <span>.</span>
    </p>
  );
}

function ChoiceCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="choose" className={styles['choose']}>
      <Stack>
        <h2 id="choose" className={styles['title']}>
          {title}
        </h2>
        {children}
      </Stack>
    </Card>
  );
}

function Tasks({ briefs }: { briefs: readonly BriefWithRubric[] }) {
  return (
    <FoldCard title="Tasks and how they are marked">
      <Stack>
        {briefs.map((brief) => (
          <section key={brief.task}>
            <h3>{taskLabel(brief.task)}</h3>
            <BriefText brief={brief} />
          </section>
        ))}
      </Stack>
    </FoldCard>
  );
}

function ScreenSkeleton() {
  return (
    <PictureBackdrop picture={undefined}>
      <PageBody className={styles['columns']}>
        <PictureBannerSkeleton className={styles['banner']} />
        <Card className={styles['story']}>
          <h1 className="visually-hidden">Project Details</h1>
          <Skeleton height="34rem" />
        </Card>
        <Card className={styles['prerequisites']}>
          <Skeleton height="14rem" />
        </Card>
        <Card className={styles['jobs']}>
          <Skeleton height="12rem" />
        </Card>
      </PageBody>
    </PictureBackdrop>
  );
}

function ProjectScreen({ user, details }: { user: CurrentUser; details: Details }) {
  const { answer, selection, briefs } = details;
  if ('missing' in answer) {
    return (
      <PageBody>
        <ScreenHead title="Project Details" />
        <NoProject reason={answer.missing} backTo={homeOf(user)} />
      </PageBody>
    );
  }
  const { project } = answer;
  // The description is first in the reading order; wide screens place it in the middle column.
  return (
    <PictureBackdrop picture={project.backgroundImage}>
      <PageBody className={styles['columns']}>
        <PictureBanner project={project} className={styles['banner']} />
        <ProjectStory project={project} className={styles['story']} />
        <ProjectList
          title="Prerequisite Knowledge"
          items={project.prerequisiteKnowledge}
          emptyText="Nothing in particular."
          className={styles['prerequisites']}
        />
        <Stack className={styles['document']}>
          <DocumentFold
            project={project}
            note={
              user.role === 'student' && selection === undefined
                ? 'Read it before you choose. You cannot change your choice.'
                : 'It describes the whole project.'
            }
          />
          {briefs.length > 0 && <Tasks briefs={briefs} />}
        </Stack>
        <Choice user={user} project={project} details={details} />
        <ProjectList
          title="Job Opportunities"
          items={project.jobOpportunities}
          emptyText="None listed yet."
          className={styles['jobs']}
        />
      </PageBody>
    </PictureBackdrop>
  );
}

export default function ProjectDetails() {
  const { user, details } = useLoaderData<LoaderData>();
  return (
    <AwaitData data={details.data} skeleton={<ScreenSkeleton />}>
      {(data) => <ProjectScreen user={user} details={data} />}
    </AwaitData>
  );
}
