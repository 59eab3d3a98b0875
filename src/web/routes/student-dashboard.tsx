import { useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import type { StudentCourse } from '#contract/accounts';
import type { ProjectCard } from '#contract/projects';
import { pageTitle } from '#contract/screens';
import type { Selection } from '#contract/selections';
import { StudentsOnly } from '../features/accounts/students-only.tsx';
import { StudentDetails, StudentDetailsSkeleton } from '../features/courses/student-details.tsx';
import { WaitingForPlacement } from '../features/courses/waiting-for-placement.tsx';
import { ProjectCards, ProjectCardsSkeleton } from '../features/projects/project-cards.tsx';
import { ChosenProject } from '../features/selections/chosen-project.tsx';
import { StepBeforeProject } from '../features/selections/step-before-project.tsx';
import { readTimeline, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { NextStepOfProject } from '../features/submissions/next-step-of-project.tsx';
import { NextStepSkeleton, TaskProgress } from '../features/submissions/task-progress.tsx';
import { defer, toResult, valueOf, type Deferred, type Result } from '../lib/deferred.ts';
import type { Call } from '../lib/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/screen-loader.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { EmptyState } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from './student-dashboard.module.css';

export const meta = () => [{ title: pageTitle('Student Dashboard') }];

type DashboardData = {
  course: StudentCourse;
  selection: Result<Selection[]>;
  timeline: Result<TimelineSnapshot>;
  /** Null while the student waits for placement. */
  projects: Result<ProjectCard[]> | null;
};

async function readDashboard(call: Call, { s_id }: CurrentUser): Promise<DashboardData> {
  const params = { s_id };
  const [course, selection, timeline] = await Promise.all([
    call('readStudentCourse', { params }),
    toResult(call('readSelection', { params })),
    toResult(readTimeline(call, s_id)),
  ]);
  const { s_course } = course;
  const projects =
    s_course === null
      ? null
      : await toResult(call('listAvailableProjects', { params: { course: s_course } }));
  return { course, selection, timeline, projects };
}

type LoaderData = { user: CurrentUser; dashboard: Deferred<DashboardData> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  return { user, dashboard: user.role === 'student' ? await defer(readDashboard(call, user)) : null };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** The next step, or its load error. */
function NextStep({ dashboard: { course, selection, timeline } }: { dashboard: DashboardData }) {
  const { revalidate } = useRevalidator();
  const error = 'error' in selection ? selection.error : 'error' in timeline ? timeline.error : null;
  if (error !== null) {
    return (
      <LoadError title="Your next step could not be loaded" error={error} onRetry={() => void revalidate()} />
    );
  }
  if (valueOf(selection)?.[0] === undefined || !('value' in timeline)) {
    return (
      <>
        <StepBeforeProject course={course} onCheckAgain={() => void revalidate()} />
        {'value' in timeline && <TaskProgress tasks={timeline.value.timeline.tasks} />}
      </>
    );
  }
  return <NextStepOfProject snapshot={timeline.value} />;
}

function Projects({ dashboard: { course, selection, projects } }: { dashboard: DashboardData }) {
  const { revalidate } = useRevalidator();
  if (projects === null) return <WaitingForPlacement />;
  if ('error' in projects) {
    return (
      <LoadError
        title="The projects could not be loaded"
        error={projects.error}
        onRetry={() => void revalidate()}
      />
    );
  }
  if (projects.value.length === 0) {
    return (
      <EmptyState title="No projects yet">
        <p>
          The academy has not published projects for {course.s_course} yet. Please ask your mentor when they
          come.
        </p>
      </EmptyState>
    );
  }
  return (
    <ProjectCards
      projects={projects.value}
      chosen={valueOf(selection)?.[0]?.p_id}
      state={{ student: course }}
    />
  );
}

function StudentHome({ dashboard }: { dashboard: DashboardData }) {
  const chosen = valueOf(dashboard.selection)?.[0];
  return (
    <>
      <NextStep dashboard={dashboard} />
      <div className={styles['columns']}>
        <StudentDetails course={dashboard.course} />
        <section aria-labelledby="available-projects" className={styles['projects']}>
          {chosen !== undefined && <ChosenProject selection={chosen} />}
          <h2 id="available-projects" tabIndex={-1}>
            Available Projects
          </h2>
          <Projects dashboard={dashboard} />
        </section>
      </div>
    </>
  );
}

function StudentHomeSkeleton() {
  return (
    <>
      <NextStepSkeleton />
      <div className={styles['columns']}>
        <StudentDetailsSkeleton />
        <section className={styles['projects']}>
          <h2>Available Projects</h2>
          <ProjectCardsSkeleton />
        </section>
      </div>
    </>
  );
}

export default function StudentDashboard() {
  const { user, dashboard } = useLoaderData<LoaderData>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Student Dashboard">
        {dashboard !== null && <p>Welcome, {user.s_name}.</p>}
      </ScreenHead>
      {dashboard === null ? (
        <StudentsOnly user={user} />
      ) : (
        <AwaitData data={dashboard.data} skeleton={<StudentHomeSkeleton />}>
          {(data) => <StudentHome dashboard={data} />}
        </AwaitData>
      )}
    </PageBody>
  );
}
