import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { StudentDetails } from '../features/courses/student-details.tsx';
import { WaitingForPlacement } from '../features/courses/waiting-for-placement.tsx';
import { ProjectCards } from '../features/projects/project-cards.tsx';
import { isScoreLow, LowScore } from '../features/selections/low-score.tsx';
import { StepBeforeProject } from '../features/selections/step-before-project.tsx';
import { TaskProgress } from '../features/submissions/task-progress.tsx';
import { EmptyState } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import type { DashboardData } from './student-dashboard-data.ts';
import styles from './student-dashboard.module.css';

type Props = { dashboard: DashboardData };

/** The next step, or its load error. */
function NextStep({ user, dashboard: { course, selection, timeline } }: Props & { user: CurrentUser }) {
  const { revalidate } = useRevalidator();
  const error = 'error' in selection ? selection.error : 'error' in timeline ? timeline.error : null;
  if (error !== null) {
    return (
      <LoadError title="Your next step could not be loaded" error={error} onRetry={() => void revalidate()} />
    );
  }
  // Later tasks are irrelevant without eligibility.
  if (isScoreLow(course)) return <LowScore course={course} batch={user.batch} />;
  return (
    <>
      <StepBeforeProject course={course} onCheckAgain={() => void revalidate()} />
      {'value' in timeline && <TaskProgress tasks={timeline.value.timeline.tasks} />}
    </>
  );
}

function Projects({ dashboard: { course, projects } }: Props) {
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
        <p>{`The academy has not published projects for ${course.s_course ?? ''} yet. Ask your mentor or the academy's office when they come.`}</p>
      </EmptyState>
    );
  }
  return <ProjectCards projects={projects.value} state={{ student: course }} />;
}

/** The dashboard before a choice, or if the choice could not be loaded. */
export function ChoiceAhead({ user, dashboard }: Props & { user: CurrentUser }) {
  return (
    <>
      <NextStep user={user} dashboard={dashboard} />
      <div className={styles['columns']}>
        <StudentDetails course={dashboard.course} />
        <section aria-labelledby="available-projects" className={styles['projects']}>
          <h2 id="available-projects" tabIndex={-1}>
            Available Projects
          </h2>
          <Projects dashboard={dashboard} />
        </section>
      </div>
    </>
  );
}
