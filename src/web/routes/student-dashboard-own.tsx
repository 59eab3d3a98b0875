import type { CurrentUser } from '#contract/accounts/calls';
import type { Selection } from '#contract/selections/calls';
import { StudentDetails } from '../features/courses/student-details.tsx';
import { NewestAnswers } from '../features/forum/news/newest-posts.tsx';
import { NewestMarkCard } from '../features/marking/grades/newest-mark-card.tsx';
import { UnreadAnnouncements } from '../features/notices/pinned-announcements.tsx';
import { SinceYouWereHere } from '../features/notices/since-you-were-here.tsx';
import { Finish } from '../features/courses/finish.tsx';
import { finalMarks, isFinished } from '../features/courses/final-marks.ts';
import { OwnProject } from '../features/projects/own-project.tsx';
import { OtherProjects } from '../features/projects/other-projects.tsx';
import { LiveTaskProgress, NextStepOfProject } from '../features/submissions/next-step-of-project.tsx';
import { NextDateCard } from '../features/submissions/next-date.tsx';
import { valueOf } from '../lib/calls/deferred.ts';
import { Stack } from '../ui/layout.tsx';
import { LoadError, ResultPart } from './load-error.tsx';
import type { DashboardData } from './student-dashboard-data.ts';
import styles from './student-dashboard.module.css';

type Props = { user: CurrentUser; selection: Selection; dashboard: DashboardData };

/** The next step and the progress; a finished project has its closed arch below them. */
function Top({ user, selection, dashboard: { timeline, result } }: Props) {
  if ('error' in timeline)
    return <LoadError title="Your next step could not be loaded" error={timeline.error} />;
  const marks = finalMarks(timeline.value.timeline.tasks, valueOf(result));
  return (
    <>
      <NextStepOfProject snapshot={timeline.value} />
      <LiveTaskProgress snapshot={timeline.value} />
      {marks !== null && <Finish project={selection.p_name} student={user} marks={marks} />}
    </>
  );
}

function News({ user, dashboard: { timeline, answers, vivaTime, news } }: Omit<Props, 'selection'>) {
  const snapshot = valueOf(timeline);
  return (
    <>
      <SinceYouWereHere user={user} news={news} />
      {snapshot !== undefined && (
        <div className={styles['figures']}>
          <NewestMarkCard tasks={snapshot.timeline.tasks} />
          {!isFinished(snapshot.timeline.tasks) && (
            <NextDateCard snapshot={snapshot} told={vivaTime?.starts_at ?? null} />
          )}
        </div>
      )}
      {answers !== null && (
        <ResultPart result={answers} title="The newest answers could not be loaded">
          {(newest) => <NewestAnswers answers={newest} batch={user.batch} />}
        </ResultPart>
      )}
    </>
  );
}

function Others({ selection, dashboard: { course, projects } }: Omit<Props, 'user'>) {
  if (projects === null) return null;
  if ('error' in projects)
    return <LoadError title="The projects could not be loaded" error={projects.error} />;
  const others = projects.value.filter(({ id }) => id !== selection.p_id);
  return <OtherProjects projects={others} state={{ student: course }} />;
}

/** Status and news; everything else is on the project dashboard. */
export function OwnDashboard(props: Props) {
  const { user, selection, dashboard } = props;
  const { course, projects, retired: archived, announcements } = dashboard;
  const offered = projects === null ? undefined : valueOf(projects);
  return (
    <>
      <Top {...props} />
      <UnreadAnnouncements user={user} announcements={announcements} />
      <div className={styles['columns']}>
        <Stack className={styles['main']}>
          <OwnProject
            selection={selection}
            card={offered?.find(({ id }) => id === selection.p_id) ?? archived}
          />
          <News {...props} />
          <Stack as="section" gap={2} aria-labelledby="available-projects">
            <h2 id="available-projects" tabIndex={-1} className={styles['heading']}>
              Available Projects
            </h2>
            <Others {...props} />
          </Stack>
        </Stack>
        <Stack className={styles['side']}>
          <StudentDetails course={course} />
        </Stack>
      </div>
    </>
  );
}
