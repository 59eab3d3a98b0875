import { redirect, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { messages } from '#contract/messages';
import type { Project } from '#contract/projects';
import { homeOf, pageTitle } from '#contract/screens';
import type { Selection } from '#contract/selections';
import { noticeAddress } from '../features/accounts/navigation-notice.ts';
import { NoProject } from '../features/projects/no-project.tsx';
import { PictureBackdrop } from '../features/projects/picture-backdrop.tsx';
import { ProjectList, ProjectStory } from '../features/projects/project-sections.tsx';
import { readProject, type ProjectAnswer } from '../features/projects/read-project.ts';
import { AlreadyChosen } from '../features/selections/already-chosen.tsx';
import { ChooseProject } from '../features/selections/choose-project.tsx';
import { CallError } from '../lib/call-error.ts';
import { defer, type Deferred } from '../lib/deferred.ts';
import type { Call } from '../lib/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/screen-loader.ts';
import { signedInAction } from '../lib/signed-in-action.ts';
import { useBack } from '../lib/use-back.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import styles from './project-details.module.css';

export const meta = () => [{ title: pageTitle('Project Details') }];

type Details = { answer: ProjectAnswer; selection: Selection | undefined };
type LoaderData = { user: CurrentUser; details: Deferred<Details> };

async function readDetails(call: Call, user: CurrentUser, id: string): Promise<Details> {
  const [answer, selections] = await Promise.all([
    readProject(call, id),
    user.role === 'student' ? call('readSelection', { params: { s_id: user.s_id } }) : [],
  ]);
  return { answer, selection: selections[0] };
}

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  return { user, details: await defer(readDetails(call, user, params['id'] ?? '')) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const action = signedInAction(async (call, { user, params, fields }) => {
  if (fields['accept'] !== 'on') throw new CallError(400, 'bad_request', messages.acceptTerms);
  const body = { sp_id: user.s_id, p_id: params['id'] ?? '' };
  const { message } = await call('selectProject', { body });
  // 201 for a new selection, 200 for an existing one: both lead to the dashboard.
  const isNew = message === messages.projectSelected;
  const notice = isNew ? 'project-selected' : 'project-selected-before';
  return redirect(noticeAddress('/ProjectDashboard1', notice), 303);
});

function Choice({
  user,
  project,
  selection,
}: {
  user: CurrentUser;
  project: Project;
  selection?: Selection | undefined;
}) {
  const back = useBack(homeOf(user));
  return (
    <Card as="section" aria-labelledby="choose" className={styles['choose']}>
      <h2 id="choose" className={styles['title']}>
        {selection === undefined ? 'Choose this project' : 'Your choice'}
      </h2>
      {user.role === 'student' ? (
        <>
          {selection && <AlreadyChosen selection={selection} isThis={selection.p_id === project.id} />}
          <ChooseProject user={user} project={project} onBack={back} />
        </>
      ) : (
        <>
          <p>Students choose here. You are signed in as {user.role} and can read the project.</p>
          <Button variant="secondary" onClick={back} className={styles['back']}>
            Back
          </Button>
        </>
      )}
    </Card>
  );
}

function ScreenSkeleton() {
  return (
    <PictureBackdrop picture={undefined}>
      <PageBody className={styles['columns']}>
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

function ProjectScreen({ user, details: { answer, selection } }: { user: CurrentUser; details: Details }) {
  const { revalidate } = useRevalidator();
  if ('missing' in answer) {
    return (
      <PageBody className={styles['missing']}>
        <ScreenHead title="Project Details" />
        <NoProject reason={answer.missing} backTo={homeOf(user)} onRetry={() => void revalidate()} />
      </PageBody>
    );
  }
  const { project } = answer;
  // The description is first in the reading order; wide screens place it in the middle column.
  return (
    <PictureBackdrop picture={project.backgroundImage}>
      <PageBody className={styles['columns']}>
        <ProjectStory project={project} className={styles['story']} />
        <ProjectList
          title="Prerequisite Knowledge"
          items={project.prerequisiteKnowledge}
          emptyText="Nothing in particular."
          className={styles['prerequisites']}
        />
        <ProjectList
          title="Job Opportunities"
          items={project.jobOpportunities}
          emptyText="None listed yet."
          className={styles['jobs']}
        />
        <Choice user={user} project={project} selection={selection} />
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
