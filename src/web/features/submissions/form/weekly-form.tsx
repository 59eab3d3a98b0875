import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseWeek, weeks, weekTask, type Week } from '#contract/dates';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Timeline, TimelineTask } from '#contract/submissions/calls';
import { isExcused } from '../../../lib/record-words.ts';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useDraft, useDraftsOpen } from '../../../lib/forms/use-draft.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Time } from '../../../ui/time.tsx';
import { SubmissionTask } from './submission-task.tsx';
import type { Receipts } from '../submission-page.ts';
import { weekDraft } from '../../../lib/stored-names/student.ts';

/** The first that is open without a submission, else the last that is open. */
function defaultWeek(weekTasks: { week: Week; task: TimelineTask }[], requested: Week | null): Week | null {
  const open = weekTasks.filter(({ task }) => task.state !== 'locked');
  const week =
    open.find(({ week }) => week === requested) ??
    open.find(({ task }) => task.state === 'open' && !isExcused(task)) ??
    open.at(-1);
  return week?.week ?? null;
}

/** In the outbox, as its form names it; null without one. A saved week comes before those that were refused. */
function useWaitingWeek(savedWeek: string): string | null {
  const waiting = useOutbox().find(
    ({ call, state }) =>
      call === 'uploadWeek' && state !== 'done' && (state !== 'refused' || savedWeek === ''),
  );
  const week = waiting?.body?.['selectedWeek'];
  return typeof week === 'string' ? week : null;
}

/** As chosen, else from address, outbox or drafts. */
export function useChosenWeek(tasks: readonly TimelineTask[], s_id: string) {
  const [search] = useSearchParams();
  const refused = useRefusedForm();
  const weekTasks = weeks.flatMap((week) => {
    const task = tasks.find((one) => one.task === weekTask(week));
    return task === undefined ? [] : [{ week, task }];
  });
  const [savedWeek, saveWeek] = useDraft(weekDraft(s_id));
  const isDraftsOpen = useDraftsOpen();
  const waitingWeek = useWaitingWeek(savedWeek);
  const requested = search.get('week');
  const preselect = () =>
    defaultWeek(
      weekTasks,
      parseWeek(refused?.values['selectedWeek'] ?? requested ?? waitingWeek ?? savedWeek),
    );
  // Again when drafts and outbox are read or the address names another week: never while the student works.
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
  const week = chosen ?? preselected.week ?? defaultWeek(weekTasks, null);
  return {
    /** Null while no week is open. */
    week,
    weekTasks,
    task: weekTasks.find((one) => one.week === week)?.task,
    choose(next: Week) {
      setChosen(next);
      saveWeek(String(next));
    },
    forget: () => saveWeek(''),
  };
}
type ChosenWeek = ReturnType<typeof useChosenWeek>;

/** Weeks 1 to 4 (specification, section 2); locked weeks are disabled options and say so. */
function WeekSelect({ chosen: { week: value, weekTasks, choose } }: { chosen: ChosenWeek }) {
  const next = value === null ? weekTasks.find(({ task }) => task.state === 'locked') : undefined;
  return (
    <SelectField
      label="Week"
      name="selectedWeek"
      hint={
        next?.task.opens_at && (
          <>
            <span>{`Week ${next.week} opens on `}</span>
            <Time value={next.task.opens_at} />
            <span>.</span>
          </>
        )
      }
      value={value ?? ''}
      onChange={(event) => choose(Number(event.target.value) as Week)}
    >
      {value === null && (
        <option value="" disabled>
          No week is open yet
        </option>
      )}
      {weekTasks.map(({ week, task }) => (
        <option key={week} value={week} disabled={task.state === 'locked'}>
          {task.state === 'locked' ? `Week ${week} (You are not eligible now!!)` : `Week ${week}`}
        </option>
      ))}
    </SelectField>
  );
}

/** Or its receipt. Before one is open, the weeks alone. */
export function WeeklyForm({
  chosen,
  receipts,
  briefs = [],
  declaration,
  action,
  onSubmitted,
}: {
  chosen: ChosenWeek;
  receipts: Receipts;
  /** Empty where they are not loaded. */
  briefs?: readonly BriefWithRubric[];
  declaration: Timeline['declaration'];
  /** The screen that takes the form without script, if it is another. */
  action?: string;
  onSubmitted?: () => void;
}) {
  const { week, task } = chosen;
  const select = <WeekSelect chosen={chosen} />;
  if (task === undefined) return <Card>{select}</Card>;
  return (
    <SubmissionTask
      call="uploadWeek"
      task={task}
      briefs={briefs}
      declaration={declaration}
      first={select}
      extra={{ selectedWeek: String(week) }}
      receipts={receipts}
      {...(action !== undefined && { action })}
      // The draft belongs to this week, also when it is opened again.
      onReturned={() => week !== null && chosen.choose(week)}
      onSubmitted={() => {
        chosen.forget();
        onSubmitted?.();
      }}
    />
  );
}
