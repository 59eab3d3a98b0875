import { Link, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { References } from '#contract/projects/calls';
import { resultAddress } from '#contract/results/addresses';
import type { StudentResult } from '#contract/results/result-calls';
import { ForumAfterConfirmation, NotPlacedYet } from '../features/forum/discussion-states.tsx';
import { NewestQuestions, type QuestionLine } from '../features/forum/news/newest-posts.tsx';
import { Grades } from '../features/marking/grades/grades.tsx';
import { OverviewDocument } from '../features/projects/overview-document.tsx';
import { overall } from '../features/results/result-words.ts';
import { WhereIStand } from '../features/results/where-i-stand.tsx';
import { NoProject, type ProjectAnswer } from '../features/projects/project-answer.tsx';
import { ReferenceLinks } from '../features/projects/reference-links.tsx';
import { useLiveTasks, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { valueOf, type Result } from '../lib/calls/deferred.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import type { ShownTask } from '../lib/withheld-marks.ts';
import { ResultPart } from './load-error.tsx';
import styles from './project-dashboard.module.css';

export function DocumentPanel({ project }: { project: Result<ProjectAnswer> }) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Project Overview Document</h2>
      <ResultPart result={project}>
        {(answer) =>
          'project' in answer ? (
            <OverviewDocument project={answer.project} />
          ) : (
            <NoProject reason={answer.missing} backTo="/StudentDashboard" />
          )
        }
      </ResultPart>
    </section>
  );
}

export function ReferencesPanel({ references }: { references: Result<References> }) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Reference Materials</h2>
      <ResultPart result={references}>{(value) => <ReferenceLinks references={value} />}</ResultPart>
      <Link to="/references" className={styles['more']}>
        Look up the references of another project
      </Link>
    </section>
  );
}

export function ForumPanel({
  batch,
  questions,
}: {
  /** Null for a student who waits for placement. */
  batch: string | null;
  /** Null while the forum waits for a confirmed address. */
  questions: Result<QuestionLine[]> | null;
}) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Discussion Forum</h2>
      {batch === null ? (
        <NotPlacedYet />
      ) : questions === null ? (
        <ForumAfterConfirmation />
      ) : (
        <ResultPart result={questions}>
          {(value) => <NewestQuestions questions={value} batch={batch} />}
        </ResultPart>
      )}
    </section>
  );
}

function ReadMark({ user, task }: { user: CurrentUser; task: ShownTask }) {
  const isShown = task.marks !== null || task.isWithheld === true;
  useReadNotices(user, isShown ? `task:${task.task}` : null);
  return null;
}

type GradesProps = {
  user: CurrentUser;
  briefs: readonly BriefWithRubric[];
  result: Result<StudentResult>;
};

function OwnGrades({ user, briefs, result, snapshot }: GradesProps & { snapshot: TimelineSnapshot }) {
  const { revalidate } = useRevalidator();
  const tasks = useLiveTasks(snapshot);
  const isWithheld = tasks.some((task) => task.isWithheld);
  const known = valueOf(result);
  return (
    <>
      {tasks.map((task) => (
        <ReadMark key={task.task} user={user} task={task} />
      ))}
      <Grades
        s_id={user.account}
        tasks={tasks}
        briefs={briefs}
        standing={
          known !== undefined && (
            <WhereIStand result={known} isWithheld={isWithheld}>
              <Link to={resultAddress}>How my result is made</Link>
            </WhereIStand>
          )
        }
        overall={known === undefined || isWithheld ? null : overall(known)}
        onChanged={() => void revalidate()}
      />
    </>
  );
}

export function GradesPanel({ timeline, ...props }: GradesProps & { timeline: Result<TimelineSnapshot> }) {
  return (
    <section className={styles['panel']}>
      {'error' in timeline && <h2 className="visually-hidden">My Grades</h2>}
      <ResultPart result={timeline}>{(snapshot) => <OwnGrades {...props} snapshot={snapshot} />}</ResultPart>
    </section>
  );
}
