import { maxReviewDays } from '#contract/marking/review-time';
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
import { beganFields } from '../../lib/forms/began-fields.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import type { Compared } from '../../lib/forms/use-stored-fields.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/field.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import cards from '../../ui/form-cards.module.css';
import styles from './dates.module.css';

type TypedDates = BodyOf<'setBatchDates'>;

const daysOf = (fields: Fields, task: DueTask) => fields[`${task}-days`]?.trim() ?? '';
const dateOf = (fields: Fields, task: DueTask) => fields[`${task}-date`] ?? '';

/** For each task: days after the opening, or a day, or neither. */
function dueOf(fields: Fields): TypedDates['due'] {
  const due: DueDays = {};
  for (const task of dueTasks) {
    const [days, date] = [daysOf(fields, task), dateOf(fields, task)];
    if (days !== '') due[task] = { days: Number(days) };
    else if (date !== '') due[task] = { date };
  }
  return Object.fromEntries(dueTasks.map((task) => [task, due[task] ?? null])) as TypedDates['due'];
}

function refuseInvalidDates(fields: Fields): void {
  for (const task of dueTasks)
    if (daysOf(fields, task) !== '' && dateOf(fields, task) !== '')
      refuseInvalid({ field: `${task}-date`, message: 'Enter days after the opening or a date, not both' });
  const { choose_from: from, choose_until: until } = fields;
  if (from && until && until <= from)
    refuseInvalid({ field: 'choose_until', message: 'Choosing must end after it begins' });
}

/** A page of an earlier version sends neither the days of an extension or a review nor when projects are chosen. */
function datesOf(fields: Fields): TypedDates {
  const days = fields['extension_days']?.trim();
  const reviews = fields['review_days']?.trim();
  const { choose_from: from, choose_until: until } = fields;
  return {
    start: fields['start'] ?? '',
    viva_deadline: fields['viva_deadline'] || null,
    due: dueOf(fields),
    ...(days !== undefined && { extension_days: days === '' ? null : Number(days) }),
    ...(from !== undefined && { choose_from: from || null }),
    ...(until !== undefined && { choose_until: until || null }),
    ...(reviews !== undefined && { review_days: reviews === '' ? null : Number(reviews) }),
  };
}

/** The dates that a page of an earlier version carries; undefined where nothing is compared. */
function readOriginal(fields: Fields): TypedDates['original'] {
  try {
    return JSON.parse(fields['original'] ?? '') as TypedDates['original'];
  } catch {
    return undefined;
  }
}

/** With `original` for a server that does not know `began`. */
export function readDates(fields: Fields): TypedDates {
  refuseInvalidDates(fields);
  const began = beganFields(fields);
  return {
    ...changedBody(fields, datesOf),
    original: began === null ? readOriginal(fields) : datesOf(began),
  };
}

type ShownDay = BatchDates['due'][DueTask];

const shown = (dates: BatchDates): Fields => ({
  start: dates.start,
  viva_deadline: dates.viva_deadline ?? '',
  choose_from: dates.choose_from ?? '',
  choose_until: dates.choose_until ?? '',
  extension_days: String(dates.extension_days ?? ''),
  // A server of an earlier version has none.
  review_days: String(dates.review_days ?? ''),
  ...Object.fromEntries(
    dueTasks.flatMap((task) => {
      const day: ShownDay = dates.due[task];
      return [
        [`${task}-days`, String(day?.days ?? '')],
        [`${task}-date`, day?.date ?? ''],
      ];
    }),
  ),
});

const labels: Readonly<Record<string, string>> = {
  start: 'Start',
  viva_deadline: 'Viva deadline',
  choose_from: 'Choosing a project: from',
  choose_until: 'Choosing a project: until',
  extension_days: 'Automatic extension',
  review_days: 'Mark reviews',
  ...Object.fromEntries(
    dueTasks.flatMap((task) => [
      [`${task}-days`, `${taskLabel(task)}: days after it opens`],
      [`${task}-date`, `${taskLabel(task)}: on a date`],
    ]),
  ),
};

function words(name: string, value: string): string {
  if (value === '') return '';
  if (!name.endsWith('days')) return formatTyped(value);
  return value === '1' ? '1 day' : `${value} days`;
}

const compared: Compared = {
  read: datesOf,
  groups: ['due'],
  units: Object.fromEntries(dueTasks.map((task) => [`due.${task}`, [`${task}-days`, `${task}-date`]])),
};

function DueFields({ task, form }: { task: DueTask; form: ReturnType<typeof useChangeForm> }) {
  return (
    <fieldset className={`${cards['row']} ${styles['rows']}`}>
      <legend>{taskLabel(task)}</legend>
      <TextField
        label="Days after it opens"
        {...form.field(`${task}-days`)}
        type="number"
        min={1}
        max={maxDueDays}
        inputMode="numeric"
      />
      <TextField label="Or on a date" {...form.field(`${task}-date`)} type="date" />
    </fieldset>
  );
}

export function DatesForm({ dates }: { dates: BatchDates }) {
  const form = useChangeForm({
    formName: 'dates',
    changes: { stored: shown(dates), labels, shown, words, compared },
  });
  const timeField = (name: 'viva_deadline' | 'choose_from' | 'choose_until') => ({
    ...form.field(name),
    type: 'datetime-local',
    step: stepOf(dates[name] ?? ''),
  });
  return (
    <ChangeForm form={form} button="Save the dates" variant="primary" buttons="bottom-bar" noValidate>
      <div className={cards['columns']}>
        <fieldset className={cards['card']}>
          <legend>Due dates</legend>
          {dueTasks.map((task) => (
            <DueFields key={task} task={task} form={form} />
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
            {...form.field('start')}
            type="date"
            required
            hint="Students see this date. Their weeks count from the day they choose a project."
          />
          <fieldset className={cards['card']}>
            <legend>Choosing a project</legend>
            <div className={cards['pair']}>
              <TextField label="From" {...timeField('choose_from')} />
              <TextField label="Until" {...timeField('choose_until')} />
            </div>
            <Small>
              Leave empty for no limits. After the end, the office chooses for students without a project.
            </Small>
          </fieldset>
          <div className={cards['pair']}>
            <fieldset className={cards['card']}>
              <legend>Automatic extension</legend>
              <TextField
                label="Days after the due date"
                {...form.field('extension_days')}
                type="number"
                min={1}
                max={maxExtensionDays}
                inputMode="numeric"
                hint="A student’s first request is granted at once if it is for at most this many days. Leave empty to decide on each request."
              />
            </fieldset>
            <fieldset className={cards['card']}>
              <legend>Mark reviews</legend>
              <TextField
                label="Days after the release"
                {...form.field('review_days')}
                type="number"
                min={1}
                max={maxReviewDays}
                inputMode="numeric"
                hint="Students can request a review of a mark until the end of this day. If the number changes later, the days count again. Leave empty for no limit."
              />
            </fieldset>
          </div>
        </Stack>
      </div>
    </ChangeForm>
  );
}
