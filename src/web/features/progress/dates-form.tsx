import { useState } from 'react';
import {
  type DueDays,
  type DueTask,
  dueTasks,
  maxDueDays,
  maxExtensionDays,
} from '#contract/submissions/due-days';
import type { BatchDates } from '#contract/progress/schedule-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import { stepOf } from '../../lib/date-in.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './dates.module.css';
import type { Fields } from '../../lib/forms/form-fields.ts';

type TypedDates = BodyOf<'setBatchDates'>;

/** For each task: days after the opening, or a day, or neither. */
function readDue(fields: Fields): TypedDates['due'] {
  const due: DueDays = {};
  for (const task of dueTasks) {
    const days = fields[`${task}-days`]?.trim() ?? '';
    const date = fields[`${task}-date`] ?? '';
    if (days !== '' && date !== '')
      refuseInvalid({ field: `${task}-date`, message: 'Enter days after the opening or a date, not both' });
    if (days !== '') due[task] = { days: Number(days) };
    else if (date !== '') due[task] = { date };
  }
  return Object.fromEntries(dueTasks.map((task) => [task, due[task] ?? null])) as TypedDates['due'];
}

/** A page of an earlier version sends neither the days of an extension nor when projects are chosen. */
export function readDates(fields: Fields): TypedDates {
  const due = readDue(fields);
  const days = fields['extension_days']?.trim();
  const { choose_from: from, choose_until: until } = fields;
  if (from && until && until <= from)
    refuseInvalid({ field: 'choose_until', message: 'Choosing must end after it begins' });
  return {
    start: fields['start'] ?? '',
    viva_deadline: fields['viva_deadline'] || null,
    due,
    ...(days !== undefined && { extension_days: days === '' ? null : Number(days) }),
    ...(from !== undefined && { choose_from: from || null }),
    ...(until !== undefined && { choose_until: until || null }),
  };
}

/** The dates that were seen, which the form carries; undefined where nothing is compared. */
export function readOriginal(fields: Fields): TypedDates['original'] {
  try {
    return JSON.parse(fields['original'] ?? '') as TypedDates['original'];
  } catch {
    return undefined;
  }
}

/** By staff. */
function settable(of: BatchDates) {
  const { batch: _, zone: __, ...dates } = of;
  return dates;
}

type ShownDay = BatchDates['due'][DueTask];

function dueWords(day: ShownDay): string {
  if (day === null) return 'not due';
  if (day.date !== undefined) return `due ${day.date}`;
  return `due ${day.days} ${day.days === 1 ? 'day' : 'days'} after it opens`;
}

function datesWords({ start, viva_deadline, due, extension_days: days, ...choosing }: BatchDates): string {
  const when = (word: string, time: string | null | undefined) =>
    time == null ? [] : [`choosing ${word} ${time.replace('T', ' ')}`];
  const tasks = dueTasks.map((task) => `${taskLabel(task)} ${dueWords(due[task])}`);
  const viva =
    viva_deadline === null ? 'default viva deadline' : `viva deadline ${viva_deadline.replace('T', ' ')}`;
  const extension = days == null ? 'no automatic extension' : `automatic extension up to ${days} days`;
  const choices = [...when('from', choosing.choose_from), ...when('until', choosing.choose_until)];
  return [`Start ${start}`, viva, ...choices, ...tasks, extension].join('; ');
}

function DueFields({
  task,
  day,
  form,
}: {
  task: DueTask;
  day: ShownDay;
  form: ReturnType<typeof useActionForm<BatchDates>>;
}) {
  return (
    <fieldset className={styles['row']}>
      <legend>{taskLabel(task)}</legend>
      <TextField
        label="Days after it opens"
        {...form.field(`${task}-days`, String(day?.days ?? ''))}
        type="number"
        min={1}
        max={maxDueDays}
        inputMode="numeric"
      />
      <TextField label="Or on a date" {...form.field(`${task}-date`, day?.date ?? '')} type="date" />
    </fieldset>
  );
}

export function DatesForm({ dates }: { dates: BatchDates }) {
  // As last shown: others' changes are found by comparing.
  const [seen, setSeen] = useState(dates);
  const form = useActionForm<BatchDates>({
    act: 'dates',
    keepsFields: true,
    onDone: setSeen,
    onRefused: ({ current }) => current !== undefined && setSeen(current as BatchDates),
  });
  const theirs = form.refused?.current as BatchDates | undefined;
  const timeField = (name: 'viva_deadline' | 'choose_from' | 'choose_until') => ({
    ...form.field(name, dates[name] ?? ''),
    type: 'datetime-local',
    step: stepOf(dates[name] ?? ''),
  });
  return (
    <ActionForm
      form={form}
      button="Save the dates"
      variant="primary"
      buttons="bottom-bar"
      noValidate
      conflict={
        theirs && `Somebody else has saved: ${datesWords(theirs)}. If you save again, you replace it.`
      }
    >
      <input type="hidden" name="original" value={JSON.stringify(settable(theirs ?? seen))} />
      <div className={styles['columns']}>
        <fieldset className={styles['card']}>
          <legend>Due dates</legend>
          {dueTasks.map((task) => (
            <DueFields key={task} task={task} day={dates.due[task]} form={form} />
          ))}
          <TextField
            label="Viva deadline"
            {...timeField('viva_deadline')}
            hint="Leave empty for 35 days after each project’s start."
          />
          <Small>{`Times are in ${dates.zone}. Work is due at the end of the day, at least 24 hours after it opens for the student. Later work is accepted and marked late. New dates do not change receipts that students already have.`}</Small>
        </fieldset>
        <Stack>
          <TextField
            label="The batch starts on"
            {...form.field('start', dates.start)}
            type="date"
            required
            hint="Students see this date. Their weeks count from the day they choose a project."
          />
          <fieldset className={styles['card']}>
            <legend>Choosing a project</legend>
            <div className={styles['pair']}>
              <TextField label="From" {...timeField('choose_from')} />
              <TextField label="Until" {...timeField('choose_until')} />
            </div>
            <Small>
              Leave empty for no limits. After the end, the office chooses for students without a project.
            </Small>
          </fieldset>
          <fieldset className={styles['card']}>
            <legend>Automatic extension</legend>
            <TextField
              label="Days after the due date"
              {...form.field('extension_days', String(dates.extension_days ?? ''))}
              type="number"
              min={1}
              max={maxExtensionDays}
              inputMode="numeric"
              hint="A student’s first request is granted at once if it is for at most this many days. Leave empty to decide on each request."
            />
          </fieldset>
        </Stack>
      </div>
    </ActionForm>
  );
}
