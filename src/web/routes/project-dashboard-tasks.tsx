import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Task } from '#contract/dates';
import type { ListedReceipt, TimelineTask } from '#contract/submissions/calls';
import { useLiveTasks, type TimelineSnapshot } from '../features/submissions/live-tasks.ts';
import { SubmittedAlready } from '../features/submissions/submitted-already.tsx';
import { BriefOfTask } from '../features/submissions/task-brief.tsx';
import { TaskState } from '../features/submissions/task-state.tsx';
import { useDelays } from '../features/vivas/day/use-delays.ts';
import { OwnViva } from '../features/vivas/own-viva.tsx';
import type { VivaTime } from '#contract/progress/viva-time-calls';
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
  const receipts = useReceipts(user, shown);
  const chosen = useChosenWeek(useLiveTasks(snapshot, receipts.receipts), user.account);
  return (
    <>
      <WeeklyForm
        chosen={chosen}
        receipts={receipts}
        briefs={briefs}
        declaration={snapshot.timeline.declaration}
        action="/WeeklySubmission"
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

const useTask = (snapshot: TimelineSnapshot, name: Task) =>
  useLiveTasks(snapshot).find(({ task }) => task === name);
const isSubmitted = ({ version, earlier_project }: TimelineTask) => version !== null && !earlier_project;

function Final({ snapshot, briefs }: Briefs & { snapshot: TimelineSnapshot }) {
  const task = useTask(snapshot, 'final');
  if (task === undefined) return null;
  return (
    <>
      <SubmittedAlready task={task} />
      <ButtonLink to="/FinalProjectSubmission" variant={isSubmitted(task) ? 'secondary' : 'primary'}>
        {isSubmitted(task) ? 'Go to Final Project Submission' : 'Submit the final project'}
      </ButtonLink>
      <TaskState task={task} />
      <BriefOfTask task={task} briefs={briefs} isOpen={!isSubmitted(task)} />
    </>
  );
}

export function FinalPanel({ timeline, briefs }: Props & Briefs) {
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Final Project Submission</h2>
      <ResultPart result={timeline}>{(snapshot) => <Final snapshot={snapshot} briefs={briefs} />}</ResultPart>
    </section>
  );
}

function Viva({ snapshot, hasTime }: { snapshot: TimelineSnapshot; hasTime: boolean }) {
  const task = useTask(snapshot, 'viva');
  if (task === undefined) return null;
  return (
    <>
      <SubmittedAlready task={task} />
      <ButtonLink to="/viva" variant={isSubmitted(task) ? 'secondary' : 'primary'}>
        {isSubmitted(task) ? 'Go to Viva Voce' : 'Prepare for the viva'}
      </ButtonLink>
      <TaskState task={task} deadline={snapshot.timeline.viva_deadline} hasTime={hasTime} />
    </>
  );
}

export function VivaPanel({ timeline, time }: Props & { time: VivaTime | null }) {
  useDelays(time);
  return (
    <section className={styles['panel']}>
      <h2 className="visually-hidden">Viva Voce</h2>
      <OwnViva time={time} />
      <ResultPart result={timeline}>
        {(snapshot) => <Viva snapshot={snapshot} hasTime={time !== null} />}
      </ResultPart>
    </section>
  );
}
