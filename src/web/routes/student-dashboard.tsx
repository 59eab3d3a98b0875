import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { StudentDetailsSkeleton } from '../features/courses/student-details.tsx';
import { NextStepSkeleton } from '../features/submissions/task-progress.tsx';
import { defer, valueOf, type Deferred } from '../lib/calls/deferred.ts';
import { endSentence } from '../lib/end-sentence.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack, ScreenHead } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { ChoiceAhead } from './student-dashboard-before.tsx';
import { readStudentDashboard, type DashboardData } from './student-dashboard-data.ts';
import { OwnDashboard } from './student-dashboard-own.tsx';
import styles from './student-dashboard.module.css';

export const meta = pageMeta('Student Dashboard');

type LoaderData = { user: CurrentUser; dashboard: Deferred<DashboardData> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  return { user, dashboard: user.role === 'student' ? await defer(readStudentDashboard(call, user)) : null };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function StudentHome({ user, dashboard }: { user: CurrentUser; dashboard: DashboardData }) {
  const chosen = valueOf(dashboard.selection)?.[0];
  return chosen === undefined ? (
    <ChoiceAhead user={user} dashboard={dashboard} />
  ) : (
    <OwnDashboard user={user} selection={chosen} dashboard={dashboard} />
  );
}

/** Before it is known whether there is a project. */
function StudentHomeSkeleton() {
  return (
    <>
      <NextStepSkeleton />
      <div className={styles['columns']}>
        <Stack className={styles['main']}>
          <Skeleton height="9rem" />
          <Skeleton height="20rem" />
        </Stack>
        <div className={styles['side']}>
          <StudentDetailsSkeleton />
        </div>
      </div>
    </>
  );
}

export default function StudentDashboard() {
  const { user, dashboard } = useLoaderData<LoaderData>();
  return (
    <PageBody>
      <ScreenHead title="Student Dashboard">
        {dashboard !== null && <p>{endSentence(`Welcome, ${user.s_name}`)}</p>}
      </ScreenHead>
      <ConfirmNotice user={user} />
      {dashboard === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={dashboard.data} skeleton={<StudentHomeSkeleton />}>
          {(data) => <StudentHome user={user} dashboard={data} />}
        </AwaitData>
      )}
    </PageBody>
  );
}
