import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Selection } from '#contract/selections/calls';
import { StudentDetails } from '../features/courses/student-details.tsx';
import { NewestAnswers } from '../features/forum/news/newest-posts.tsx';
import { NewestMarkCard } from '../features/marking/grades/newest-mark-card.tsx';
import { SinceYouWereHere } from '../features/notices/since-you-were-here.tsx';
import { Finish } from '../features/courses/finish.tsx';
import { finalMarks } from '../features/courses/final-marks.ts';
import { OtherProjects } from '../features/projects/other-projects.tsx';
import { OwnProject } from '../features/projects/own-project.tsx';
import { LiveTaskProgress, NextStepOfProject } from '../features/submissions/next-step-of-project.tsx';
import { NextDoorCard } from '../features/submissions/next-door-card.tsx';
import { valueOf } from '../lib/calls/deferred.ts';
import { LoadError } from './load-error.tsx';
import type { DashboardData } from './student-dashboard-data.ts';
import styles from './student-dashboard.module.css';

type Props = { user: CurrentUser; selection: Selection; dashboard: DashboardData };

/** The project with its next step and tasks; a finished one below its closed arch. */
function Top({ user, selection, dashboard: { timeline, projects, retired } }: Props) {
  const { revalidate } = useRevalidator();
  const offered = projects === null ? undefined : valueOf(projects);
  const card = offered?.find(({ id }) => id === selection.p_id) ?? retired;
  if ('error' in timeline) {
    return (
      <OwnProject selection={selection} card={card}>
        <LoadError
          title="Your next step could not be loaded"
          error={timeline.error}
          onRetry={() => void revalidate()}
        />
      </OwnProject>
    );
  }
  const { tasks } = timeline.value.timeline;
  const marks = finalMarks(tasks);
  return (
    <>
      {marks !== null && <Finish project={selection.p_name} student={user} marks={marks} />}
      <OwnProject selection={selection} card={card}>
        <NextStepOfProject snapshot={timeline.value} />
      </OwnProject>
      <LiveTaskProgress snapshot={timeline.value} />
    </>
  );
}

function News({ user, dashboard: { timeline, answers, news } }: Omit<Props, 'selection'>) {
  const { revalidate } = useRevalidator();
  const snapshot = valueOf(timeline);
  return (
    <>
      <SinceYouWereHere user={user} news={news} />
      {snapshot !== undefined && (
        <div className={styles['figures']}>
          <NewestMarkCard tasks={snapshot.timeline.tasks} />
          {finalMarks(snapshot.timeline.tasks) === null && <NextDoorCard snapshot={snapshot} />}
        </div>
      )}
      {answers !== null &&
        ('error' in answers ? (
          <LoadError
            title="The newest answers could not be loaded"
            error={answers.error}
            onRetry={() => void revalidate()}
          />
        ) : (
          <NewestAnswers answers={answers.value} batch={user.batch} />
        ))}
    </>
  );
}

function Others({ selection, dashboard: { course, projects } }: Omit<Props, 'user'>) {
  const { revalidate } = useRevalidator();
  if (projects === null) return null;
  if ('error' in projects) {
    return (
      <LoadError
        title="The projects could not be loaded"
        error={projects.error}
        onRetry={() => void revalidate()}
      />
    );
  }
  const others = projects.value.filter(({ id }) => id !== selection.p_id);
  return <OtherProjects projects={others} state={{ student: course }} />;
}

/** The dashboard with a project: status and news. Everything else is on the project dashboard. */
export function OwnDashboard(props: Props) {
  return (
    <>
      <Top {...props} />
      <div className={styles['columns']} data-own>
        <StudentDetails course={props.dashboard.course} />
        <div className={styles['projects']}>
          <News {...props} />
          <section aria-labelledby="available-projects" className={styles['others']}>
            <h2 id="available-projects" tabIndex={-1}>
              Available Projects
            </h2>
            <Others {...props} />
          </section>
        </div>
      </div>
    </>
  );
}
