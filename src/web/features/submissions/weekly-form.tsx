import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseWeek, weeks, weekTask, type Week } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions';
import { useRefusedForm } from '../../lib/refused-form.ts';
import { useDraft, useDraftsOpen } from '../../lib/use-draft.ts';
import { Card } from '../../ui/card.tsx';
import { pendingSubmissionKey, readPendingSubmission } from './pending-submission.ts';
import { SubmissionTask } from './submission-task.tsx';
import type { Receipts } from './use-receipts.ts';
import { WeekSelect } from './week-select.tsx';

/** The default week: the first that is open without a submission, else the last that is open. */
function defaultWeek(
  weekTasks: { week: Week; task: { state: string } }[],
  requested: Week | null,
): Week | null {
  const open = weekTasks.filter(({ task }) => task.state !== 'locked');
  const week =
    open.find(({ week }) => week === requested) ??
    open.find(({ task }) => task.state === 'open') ??
    open.at(-1);
  return week?.week ?? null;
}

/** The draft key of the chosen week; `about` marks it as metadata of the drafts. */
const weekKey = (s_id: string) => `about ${s_id} week`;

/** The form for a week's work: the week that is open, and what is handed in for it. Before one is open, the weeks alone. */
export function WeeklyForm({
  tasks,
  receipts,
  action,
  onHandedIn,
}: {
  tasks: readonly TimelineTask[];
  receipts: Receipts;
  /** The screen that takes the form without its script, where it stands on another one. */
  action?: string;
  onHandedIn?: () => void;
}) {
  const { s_id } = receipts.student;
  const [search] = useSearchParams();
  const refused = useRefusedForm();
  const weekTasks = weeks.flatMap((week) => {
    const task = tasks.find((one) => one.task === weekTask(week));
    return task === undefined ? [] : [{ week, task }];
  });
  const [savedWeek, saveWeek] = useDraft(weekKey(s_id));
  const isDraftsOpen = useDraftsOpen();
  const preselect = () => {
    const key = pendingSubmissionKey(s_id, 'uploadWeek');
    const interrupted = isDraftsOpen ? readPendingSubmission(key) : null;
    const requested = interrupted?.isOn
      ? interrupted.fields['selectedWeek']
      : (refused?.values['selectedWeek'] ?? search.get('week') ?? savedWeek);
    return defaultWeek(weekTasks, parseWeek(requested ?? ''));
  };
  // Set once, and again when the drafts are there: the selection never changes by itself while one works.
  const [preselected, setPreselected] = useState(() => ({ week: preselect(), isDraftsOpen }));
  if (preselected.isDraftsOpen !== isDraftsOpen) setPreselected({ week: preselect(), isDraftsOpen });
  const [chosen, setChosen] = useState<Week | null>(null);
  const choose = (next: Week) => {
    setChosen(next);
    saveWeek(String(next));
  };
  const week = chosen ?? preselected.week ?? defaultWeek(weekTasks, null);
  const standing = weekTasks.find((one) => one.week === week)?.task;
  const select = <WeekSelect weeks={weekTasks} value={week} onChange={choose} />;
  if (standing === undefined) return <Card>{select}</Card>;
  return (
    <SubmissionTask
      call="uploadWeek"
      standing={standing}
      before={select}
      extra={{ selectedWeek: String(week) }}
      receipts={receipts}
      {...(action !== undefined && { action })}
      onHandedIn={() => {
        saveWeek('');
        onHandedIn?.();
      }}
    />
  );
}
