import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseWeek, weeks, weekTask, type Week } from '#contract/dates';
import type { Brief } from '#contract/projects/brief-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useDraft, useDraftsOpen } from '../../../lib/forms/use-draft.ts';
import { Card } from '../../../ui/card.tsx';
import { SubmissionTask } from './submission-task.tsx';
import type { Receipts } from '../use-receipts.ts';
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

/** The week of a hand-in that is in the outbox, as its form names it; null without one. */
function useWaitingWeek(): string | null {
  const act = useOutbox().find(({ call, state }) => call === 'uploadWeek' && state !== 'done');
  const week = act?.body?.['selectedWeek'];
  return typeof week === 'string' ? week : null;
}

/** The draft key of the chosen week; `about` marks it as metadata of the drafts. */
const weekKey = (s_id: string) => `about ${s_id} week`;

/** The form for a week's work: the week that is open, and what is handed in for it. Before one is open, the weeks alone. */
export function WeeklyForm({
  tasks,
  receipts,
  briefs = [],
  action,
  onHandedIn,
}: {
  tasks: readonly TimelineTask[];
  receipts: Receipts;
  /** What the project asks for; none where that is not loaded. */
  briefs?: readonly Brief[];
  /** The screen that takes the form without its script, where it stands on another one. */
  action?: string;
  onHandedIn?: () => void;
}) {
  const { account: s_id } = receipts.student;
  const [search] = useSearchParams();
  const refused = useRefusedForm();
  const weekTasks = weeks.flatMap((week) => {
    const task = tasks.find((one) => one.task === weekTask(week));
    return task === undefined ? [] : [{ week, task }];
  });
  const [savedWeek, saveWeek] = useDraft(weekKey(s_id));
  const isDraftsOpen = useDraftsOpen();
  const waitingWeek = useWaitingWeek();
  const requested = search.get('week');
  const preselect = () =>
    defaultWeek(
      weekTasks,
      parseWeek(refused?.values['selectedWeek'] ?? requested ?? waitingWeek ?? savedWeek),
    );
  // Set once, and again when the device's drafts and hand-ins are there, or another week is asked for by the address: the
  // selection never changes by itself while one works.
  const [preselected, setPreselected] = useState(() => ({
    week: preselect(),
    isDraftsOpen,
    requested,
    waitingWeek,
  }));
  const [chosen, setChosen] = useState<Week | null>(null);
  const isNew =
    preselected.isDraftsOpen !== isDraftsOpen ||
    preselected.requested !== requested ||
    preselected.waitingWeek !== waitingWeek;
  if (isNew) {
    const isGone = preselected.waitingWeek !== null && waitingWeek === null;
    const week = isGone ? preselected.week : preselect();
    setPreselected({ week, isDraftsOpen, requested, waitingWeek });
    if (preselected.requested !== requested) setChosen(null);
  }
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
      briefs={briefs}
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
