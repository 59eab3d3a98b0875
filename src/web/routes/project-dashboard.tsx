import { useLoaderData, useRevalidator, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { pageTitle } from '#contract/screens';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { StudentsOnly } from '../features/frame/students-only.tsx';
import { FoldedAnnouncements, readPinned } from '../features/notices/pinned-announcements.tsx';
import { readNewestQuestions } from '../features/forum/news/newest-posts.tsx';
import { readProject } from '../features/projects/read-project.ts';
import { NoSelection } from '../features/selections/no-selection.tsx';
import { readTimeline } from '../features/submissions/live-tasks.ts';
import { readBriefs, readReceipts } from '../features/submissions/read-submission-page.ts';
import { LiveTaskProgress, NextStepOfProject } from '../features/submissions/next-step-of-project.tsx';
import { NextStepSkeleton } from '../features/submissions/task-progress.tsx';
import { defer, toResult, type Deferred } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { LoadError } from './load-error.tsx';
import { ProjectTabs, type ProjectDashboardData } from './project-dashboard-tabs.tsx';
import styles from './project-dashboard.module.css';

export const meta = () => [{ title: pageTitle('Project Dashboard') }];

/** Null without a project. */
async function readDashboard(call: Call, { user, search }: Visit): Promise<ProjectDashboardData | null> {
  const { account: s_id, confirmation } = user;
  const params = { s_id };
  const [selections, timeline, questions, announcements, briefs, receipts] = await Promise.all([
    call('readSelection', { params }),
    toResult(readTimeline(call, s_id)),
    confirmation === 'needed' ? null : toResult(readNewestQuestions(call, s_id)),
    readPinned(call, user),
    readBriefs(call, s_id),
    // The tab shows a receipt again after a reload, and lists none.
    search.has('receipt') ? readReceipts(call, s_id).catch(() => []) : [],
  ]);
  // Only the first is used (specification, section 3).
  const selection = selections[0];
  if (selection === undefined) return null;
  const { p_id } = selection;
  const [project, references] = await Promise.all([
    toResult(readProject(call, p_id)),
    toResult(call('readReferences', { params: { p_id } })),
  ]);
  return { selection, timeline, project, references, questions, announcements, briefs, receipts };
}

type LoaderData = { user: CurrentUser; dashboard: Deferred<ProjectDashboardData | null> | null };

async function load(call: Call, visit: Visit): Promise<LoaderData> {
  const { user } = visit;
  return { user, dashboard: user.role === 'student' ? await defer(readDashboard(call, visit)) : null };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** What an address asks for beside its tab. */
function queryWithoutTab({ searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  rest.delete('tab');
  return rest.toString();
}

/** Switching tabs does not reload the data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isTabOnly =
    currentUrl.search !== nextUrl.search && queryWithoutTab(currentUrl) === queryWithoutTab(nextUrl);
  return !isTabOnly && defaultShouldRevalidate;
}

function ProjectScreen({ user, data }: { user: CurrentUser; data: ProjectDashboardData }) {
  const { revalidate } = useRevalidator();
  const { selection, timeline } = data;
  const notice = useNavigationNotice();
  useReadNotices(user, 'project');
  return (
    <>
      {notice !== null && <Notice tone="success">{notice}</Notice>}
      <FoldedAnnouncements user={user} announcements={data.announcements} />
      <p className={styles['greeting']}>
        Welcome, <strong>{selection.sp_name}</strong>. Your project <strong>{selection.p_name}</strong>{' '}
        started on <Time value={selection.start_date} />.
      </p>
      {'value' in timeline ? (
        <>
          <NextStepOfProject snapshot={timeline.value} />
          <LiveTaskProgress snapshot={timeline.value} compact />
        </>
      ) : (
        <LoadError
          title="Your next step could not be loaded"
          error={timeline.error}
          onRetry={() => void revalidate()}
        />
      )}
      <ProjectTabs user={user} data={data} onRetry={() => void revalidate()} />
    </>
  );
}

function ScreenSkeleton() {
  return (
    <>
      <Skeleton height="1.75rem" width="36rem" />
      <NextStepSkeleton />
      <Skeleton height="30rem" />
    </>
  );
}

export default function ProjectDashboard() {
  const { user, dashboard } = useLoaderData<LoaderData>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="PROJECT DASHBOARD" />
      <ConfirmNotice user={user} />
      {dashboard === null ? (
        <StudentsOnly user={user} />
      ) : (
        <AwaitData data={dashboard.data} skeleton={<ScreenSkeleton />}>
          {(data) => (data === null ? <NoSelection /> : <ProjectScreen user={user} data={data} />)}
        </AwaitData>
      )}
    </PageBody>
  );
}
