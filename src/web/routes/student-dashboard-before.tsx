import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { StudentDetails } from '../features/courses/student-details.tsx';
import { UnreadAnnouncements } from '../features/notices/pinned-announcements.tsx';
import { SinceYouWereHere } from '../features/notices/since-you-were-here.tsx';
import { ProjectCards } from '../features/projects/project-cards.tsx';
import { HowItIsMade } from '../features/results/how-it-is-made.tsx';
import { GuardianNotice } from '../features/selections/guardian-notice.tsx';
import { LowScore } from '../features/selections/low-score.tsx';
import { isRefusedFor } from '../features/selections/read-course.ts';
import { StepBeforeProject } from '../features/selections/step-before-project.tsx';
import { TaskProgress } from '../features/submissions/task-progress.tsx';
import { valueOf } from '../lib/calls/deferred.ts';
import { OfficeContact } from '../lib/office-contact.tsx';
import { describeTypedBatch } from '../lib/session/typed-batch.ts';
import { FoldCard } from '../ui/card.tsx';
import { Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import type { DashboardData } from './student-dashboard-data.ts';
import styles from './student-dashboard.module.css';

type Props = { user: CurrentUser; dashboard: DashboardData };

/** Says that a student's batch differs from the one typed at signup, until the office has placed them. */
function TypedBatchNotice({ user: { batch }, dashboard: { course } }: Props) {
  if (batch === null || course.s_typedbatch === null) return null;
  const text = describeTypedBatch(course.s_typedbatch, batch, course.s_typedjoining === 'invited');
  return text === null ? null : (
    <Notice tone="warning" role="note">
      <span>{text}</span>
      <OfficeContact />
    </Notice>
  );
}

function NextStep({ user, dashboard: { course, selection, timeline, projects } }: Props) {
  const { revalidate } = useRevalidator();
  const error = 'error' in selection ? selection.error : 'error' in timeline ? timeline.error : null;
  if (error !== null) return <LoadError title="Your next step could not be loaded" error={error} />;
  if (isRefusedFor(course, 'score')) {
    return (
      <>
        <GuardianNotice user={user} />
        <LowScore course={course} batch={user.batch} />
      </>
    );
  }
  const offered = projects === null ? [] : (valueOf(projects) ?? []);
  const preferred = offered.find(({ id }) => id === course.s_choosing?.preferred);
  return (
    <StepBeforeProject
      user={user}
      course={course}
      preferredName={preferred?.name}
      onCheckAgain={() => void revalidate()}
    />
  );
}

function Projects({ dashboard: { course, projects } }: Pick<Props, 'dashboard'>) {
  if (projects === null) return <p>The projects of your course appear here once you are in a batch.</p>;
  if ('error' in projects)
    return <LoadError title="The projects could not be loaded" error={projects.error} />;
  if (projects.value.length === 0) {
    return (
      <EmptyState title="No projects yet">
        <p>{`The academy has not published projects for ${course.s_course ?? ''} yet. Ask your mentor or the office when you can choose.`}</p>
      </EmptyState>
    );
  }
  return <ProjectCards projects={projects.value} state={{ student: course }} />;
}

/** The dashboard before a choice, or if the choice could not be loaded. */
export function ChoiceAhead(props: Props) {
  const { user, dashboard } = props;
  const { course, timeline, announcements, news } = dashboard;
  const result = valueOf(dashboard.result);
  const tasks = valueOf(timeline)?.timeline.tasks;
  return (
    <>
      <TypedBatchNotice {...props} />
      <NextStep {...props} />
      <div className={styles['columns']}>
        <Stack as="section" gap={2} aria-labelledby="available-projects" className={styles['main']}>
          <h2 id="available-projects" tabIndex={-1} className={styles['heading']}>
            Available Projects
          </h2>
          <Projects dashboard={dashboard} />
        </Stack>
        <Stack className={styles['side']}>
          <StudentDetails course={course} />
          {result !== undefined && user.batch !== null && (
            <FoldCard title="How your result is made" open={result.rule.version > 0}>
              <HowItIsMade rule={result.rule} />
            </FoldCard>
          )}
          <UnreadAnnouncements user={user} announcements={announcements} />
          <SinceYouWereHere user={user} news={news} />
        </Stack>
      </div>
      {/* Later tasks are irrelevant without eligibility. */}
      {tasks !== undefined && !isRefusedFor(course, 'score') && <TaskProgress tasks={tasks} />}
    </>
  );
}
