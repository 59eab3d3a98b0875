import { useLoaderData, useRevalidator, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import type { References } from '#contract/projects';
import { pageTitle } from '#contract/screens';
import type { Selection } from '#contract/selections';
import { useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { StudentsOnly } from '../features/accounts/students-only.tsx';
import { readProject, type ProjectAnswer } from '../features/projects/read-project.ts';
import { NoSelection } from '../features/selections/no-selection.tsx';
import { readTimeline, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { NextStepOfProject } from '../features/submissions/next-step-of-project.tsx';
import { NextStepSkeleton } from '../features/submissions/task-progress.tsx';
import { defer, toResult, type Deferred, type Result } from '../lib/deferred.ts';
import { call } from '../lib/client.ts';
import { requireSignedIn } from '../lib/session.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { ProjectTabs } from './project-dashboard-tabs.tsx';
import { LoadError } from './load-error.tsx';
import styles from './project-dashboard.module.css';

export const meta = () => [{ title: pageTitle('Project Dashboard') }];

export type ProjectDashboardData = {
  selection: Selection;
  read: Result<TimelineSnapshot>;
  project: Result<ProjectAnswer>;
  references: Result<References>;
};

/** Null without a project. */
async function load({ s_id }: CurrentUser): Promise<ProjectDashboardData | null> {
  const params = { s_id };
  const [selections, read] = await Promise.all([
    call('readSelection', { params }),
    toResult(readTimeline(s_id)),
  ]);
  // Only the first is used (specification, section 3).
  const selection = selections[0];
  if (selection === undefined) return null;
  const { p_id } = selection;
  const [project, references] = await Promise.all([
    toResult(readProject(p_id)),
    toResult(call('readReferences', { params: { p_id } })),
  ]);
  return { selection, read, project, references };
}

type LoaderData = { user: CurrentUser; desk: Deferred<ProjectDashboardData | null> | null };

export async function clientLoader({ request }: { request: Request }): Promise<LoaderData> {
  const user = await requireSignedIn(request);
  return { user, desk: user.role === 'student' ? await defer(load(user)) : null };
}

/** Another tab needs no new data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

function ProjectScreen({ user, desk }: { user: CurrentUser; desk: ProjectDashboardData }) {
  const { revalidate } = useRevalidator();
  const { selection, read } = desk;
  const notice = useNavigationNotice();
  return (
    <>
      {notice !== null && <Notice tone="success">{notice}</Notice>}
      <p className={styles['greeting']}>
        Welcome, <strong>{selection.sp_name}</strong>. Your project <strong>{selection.p_name}</strong>{' '}
        started on <Time value={selection.start_date} />.
      </p>
      {'value' in read ? (
        <NextStepOfProject snapshot={read.value} />
      ) : (
        <LoadError
          title="Your next step could not be loaded"
          error={read.error}
          onRetry={() => void revalidate()}
        />
      )}
      <ProjectTabs user={user} desk={desk} onRetry={() => void revalidate()} />
    </>
  );
}

function ScreenSkeleton() {
  return (
    <>
      <Skeleton height="1.75rem" width="min(36rem, 100%)" />
      <NextStepSkeleton />
      <Skeleton height="30rem" />
    </>
  );
}

export default function ProjectDashboard() {
  const { user, desk } = useLoaderData<LoaderData>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="PROJECT DASHBOARD" />
      {desk === null ? (
        <StudentsOnly user={user} />
      ) : (
        <AwaitData data={desk.data} skeleton={<ScreenSkeleton />}>
          {(data) => (data === null ? <NoSelection /> : <ProjectScreen user={user} desk={data} />)}
        </AwaitData>
      )}
    </PageBody>
  );
}
