import { Link, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Task } from '#contract/dates';
import type { ListedReceipt, Timeline, TimelineTask } from '#contract/submissions/calls';
import { useLiveTasks, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { BriefOfTask } from '../features/submissions/task-brief.tsx';
import { TaskState } from '../features/submissions/task-state.tsx';
import { useReceipts } from '../features/submissions/submission-page.ts';
import { useChosenWeek, WeeklyForm } from '../features/submissions/form/weekly-form.tsx';
import type { Result } from '../lib/calls/deferred.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ResultPart } from './load-error.tsx';
import styles from './project-dashboard.module.css';

/** `briefs` by task. */
type Briefs = { briefs: readonly BriefWithRubric[] };
type WeeklyProps = Briefs & { user: CurrentUser; receipts: ListedReceipt[] };
type Props = { timeline: Result<TimelineSnapshot> };

function Weekly({ user, snapshot, briefs, receipts: shown }: WeeklyProps & { snapshot: TimelineSnapshot }) {
  const { revalidate } = useRevalidator();
  const receipts = useReceipts(user, shown);
  const chosen = useChosenWeek(useLiveTasks(snapshot), user.account);
  return (
    <>
      <WeeklyForm
        chosen={chosen}
        receipts={receipts}
        briefs={briefs}
        declaration={snapshot.timeline.declaration}
        action="/WeeklySubmission"
        // Also refreshes the next step above.
        onSubmitted={() => void revalidate()}
      />
      <Link to="/WeeklySubmission" className={styles['more']}>
        All submissions and receipts
      </Link>
    </>
  );
}

/** The form of the open week. */
export function WeeklyPanel({ timeline, ...props }: Props & WeeklyProps) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Weekly Submission</h2>
      <ResultPart result={timeline}>{(snapshot) => <Weekly {...props} snapshot={snapshot} />}</ResultPart>
    </section>
  );
}

const taskOf = ({ tasks }: Timeline, name: Task) => tasks.find(({ task }) => task === name);
const isHandedIn = ({ version }: TimelineTask) => version !== null;

export function FinalPanel({ timeline, briefs }: Props & Briefs) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Final Project Submission</h2>
      <ResultPart result={timeline}>
        {({ timeline }) => {
          const task = taskOf(timeline, 'final');
          return (
            task && (
              <>
                <ButtonLink to="/FinalProjectSubmission" variant={isHandedIn(task) ? 'secondary' : 'primary'}>
                  {isHandedIn(task) ? 'Go to Final Project Submission' : 'Submit the final project'}
                </ButtonLink>
                <TaskState task={task} />
                <BriefOfTask task={task} briefs={briefs} isOpen={!isHandedIn(task) || task.earlier_project} />
              </>
            )
          );
        }}
      </ResultPart>
    </section>
  );
}

export function VivaPanel({ timeline }: Props) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Viva Voce</h2>
      <ResultPart result={timeline}>
        {({ timeline }) => {
          const task = taskOf(timeline, 'viva');
          return (
            task && (
              <>
                <ButtonLink to="/viva" variant={isHandedIn(task) ? 'secondary' : 'primary'}>
                  {isHandedIn(task) ? 'Go to Viva Voce' : 'Prepare for the viva'}
                </ButtonLink>
                <TaskState task={task} deadline={timeline.viva_deadline} />
              </>
            )
          );
        }}
      </ResultPart>
    </section>
  );
}
