import { useLoaderData, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Selection } from '#contract/selections/calls';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { selectionNotices } from '../features/selections/selection-notices.ts';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { readPinned } from '../features/notices/pinned-announcements.tsx';
import { readNewestQuestions } from '../features/forum/news/newest-posts.tsx';
import { readProject } from '../features/projects/project-answer.tsx';
import { readStanding } from '../features/results/read-standing.ts';
import { readOwnViva } from '../features/vivas/read-own-viva.ts';
import { readBriefs, readReceipts } from '../features/submissions/submission-page.ts';
import { NextStepSkeleton } from '../features/submissions/task-progress.tsx';
import { defer, toResult, type Deferred } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { Skeleton, EmptyState } from '../ui/states.tsx';
import { Day } from '../ui/time.tsx';
import styles from './project-dashboard.module.css';
import { ProjectTabs, type ProjectDashboardData } from './project-dashboard-tabs.tsx';
import { ButtonLink } from '../ui/button.tsx';

export const meta = pageMeta('Project Dashboard');

async function readDashboard(call: Call, { user, search }: Visit): Promise<ProjectDashboardData | null> {
  const { account: s_id, confirmation } = user;
  const params = { s_id };
  const [selections, standing, viva, questions, announcements, briefs, receipts] = await Promise.all([
    call('readSelection', { params }),
    readStanding(call, s_id),
    readOwnViva(call, s_id),
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
  return {
    selection,
    ...standing,
    viva: viva.time,
    project,
    references,
    questions,
    announcements,
    briefs,
    receipts,
  };
}

type LoaderData = { user: CurrentUser; dashboard: Deferred<ProjectDashboardData | null> | null };

async function load(call: Call, visit: Visit): Promise<LoaderData> {
  const { user } = visit;
  return { user, dashboard: user.role === 'student' ? await defer(readDashboard(call, visit)) : null };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

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
  const notice = useNavigationNotice(selectionNotices);
  useReadNotices(user, 'project');
  return (
    <>
      {notice !== null && <Notice tone="success">{notice}</Notice>}
      <ProjectTabs user={user} data={data} />
    </>
  );
}

function ScreenSkeleton() {
  return (
    <>
      <NextStepSkeleton />
      <Skeleton height="30rem" />
    </>
  );
}

function Greeting({ selection: { sp_name, p_name, start_date } }: { selection: Selection }) {
  return (
    <p>
      Welcome, <strong>{sp_name}</strong>. Your project <strong>{p_name}</strong> started on{' '}
      <Day value={start_date} />.
    </p>
  );
}

export default function ProjectDashboard() {
  const { user, dashboard } = useLoaderData<LoaderData>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="PROJECT DASHBOARD">
        {dashboard !== null && (
          <AwaitData data={dashboard.data} skeleton={null}>
            {(data) => data !== null && <Greeting selection={data.selection} />}
          </AwaitData>
        )}
      </ScreenHead>
      <ConfirmNotice user={user} />
      {dashboard === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={dashboard.data} skeleton={<ScreenSkeleton />}>
          {(data) => (data === null ? <NoSelection /> : <ProjectScreen user={user} data={data} />)}
        </AwaitData>
      )}
    </PageBody>
  );
}

function NoSelection() {
  return (
    <EmptyState
      title="You have not chosen a project yet"
      action={<ButtonLink to="/StudentDashboard">See the available projects</ButtonLink>}
    >
      <p>
        Your project's document, references, submissions and marks appear here after your choice. Read the
        projects of your course first: you cannot change your choice.
      </p>
    </EmptyState>
  );
}
