import { useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { dueTasks, maxDueDays, type DueTask } from '#contract/submissions/due-days';
import type { BatchDates } from '#contract/progress/schedule-calls';
import { CallError, call, errorMessage } from '../../lib/calls/client.ts';
import { fieldsOf } from '../../lib/forms/form-fields.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { readDates, type TypedDates, type WrongDue } from '../../lib/read-dates.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { clearScreenMessage, tellScreen } from '../../lib/screen-message.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './dates-form.module.css';

/** What staff set, of what a batch's dates say. */
const settable = ({ start, viva_deadline, due }: BatchDates) => ({ start, viva_deadline, due }) as TypedDates;

type ShownDay = BatchDates['due'][DueTask];

function dueWords(day: ShownDay): string {
  if (day === null) return 'not due';
  if (day.date !== undefined) return `due ${day.date}`;
  return `due ${day.days} ${day.days === 1 ? 'day' : 'days'} after it opens`;
}

/** A batch's dates in words. */
function datesWords({ start, viva_deadline, due }: BatchDates): string {
  const tasks = dueTasks.map((task) => `${taskLabel(task)} ${dueWords(due[task])}`);
  const viva =
    viva_deadline === null
      ? 'no viva deadline of its own'
      : `viva deadline ${viva_deadline.replace('T', ' ')}`;
  return [`Start ${start}`, viva, ...tasks].join('; ');
}

function DueFields({
  task,
  day,
  values,
  error,
}: {
  task: DueTask;
  day: ShownDay;
  /** What was typed into a form that came back. */
  values: Readonly<Record<string, string>>;
  error: string | undefined;
}) {
  const [days, date] = [`${task}-days`, `${task}-date`];
  return (
    <fieldset className={styles['due']}>
      <legend>{`${taskLabel(task)} is due`}</legend>
      <TextField
        label="Days after it opens"
        name={days}
        type="number"
        min={1}
        max={maxDueDays}
        inputMode="numeric"
        defaultValue={values[days] ?? day?.days ?? ''}
        error={error}
      />
      <TextField label="Or on a day" name={date} type="date" defaultValue={values[date] ?? day?.date ?? ''} />
    </fieldset>
  );
}

/** Start, viva deadline and due days of a batch. */
export function DatesForm({ dates }: { dates: BatchDates }) {
  const refused = useRefusedForm();
  const posted = refused?.values['act'] === 'dates' ? refused : undefined;
  const values = posted?.values ?? {};
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const [wrong, setWrong] = useState<WrongDue | null>(null);
  // What is compared with: what the form began with, or was saved last, or others have set meanwhile, once that was shown.
  const [seen, setSeen] = useState(dates);
  const [theirs, setTheirs] = useState((posted?.current as BatchDates | undefined) ?? null);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = readDates(fieldsOf(new FormData(event.currentTarget)));
    clearScreenMessage();
    setWrong('field' in typed ? typed : null);
    if ('field' in typed) return;
    const original = settable(theirs ?? seen);
    const body = { ...typed, original };
    void run(async () => {
      try {
        const params = { batch: dates.batch };
        const idempotencyKey = keyOf(JSON.stringify(body));
        setSeen(await call('setBatchDates', { params, body, idempotencyKey }));
      } catch (failure) {
        if (failure instanceof CallError && failure.current !== undefined)
          setTheirs(failure.current as BatchDates);
        throw failure;
      }
      keyOf('');
      setTheirs(null);
      await revalidate();
      tellScreen('dates-saved');
    });
  };
  const failure = error === null ? posted?.failure.message : errorMessage(error);
  const errorAt = (task: DueTask) =>
    wrong?.field === `${task}-days`
      ? wrong.message
      : posted?.field === `${task}-days`
        ? posted.failure.message
        : undefined;
  return (
    <form method="post" className={styles['form']} onSubmit={submit} noValidate>
      <FormKey of="dates" />
      <input type="hidden" name="act" value="dates" />
      <input type="hidden" name="original" value={JSON.stringify(settable(theirs ?? seen))} />
      <div className={styles['pair']}>
        <TextField
          label="The batch starts on"
          name="start"
          type="date"
          required
          defaultValue={values['start'] ?? dates.start}
          hint="For students to read. Their weeks run from the day they choose a project, also before this day."
        />
        <TextField
          label="Viva deadline"
          name="viva_deadline"
          type="datetime-local"
          step={1}
          defaultValue={values['viva_deadline'] ?? dates.viva_deadline ?? ''}
          hint="Left empty: 35 days after each project’s start."
        />
      </div>
      <p
        className={styles['hint']}
      >{`Times are those of ${dates.zone}. A due day lasts to its end, and never ends within 24 hours of a student’s own opening. What comes later is noted as late, and taken all the same; receipts keep what held when they were given.`}</p>
      <div className={styles['dues']}>
        {dueTasks.map((task) => (
          <DueFields key={task} task={task} day={dates.due[task]} values={values} error={errorAt(task)} />
        ))}
      </div>
      <MessageRoom>
        {failure !== undefined && theirs === null && posted?.field == null && (
          <Notice tone="error">{failure}</Notice>
        )}
        {failure !== undefined && theirs !== null && (
          <Notice
            tone="warning"
            role="alert"
            title={failure}
          >{`What stands there now: ${datesWords(theirs)}. Saving once more puts yours in its place.`}</Notice>
        )}
      </MessageRoom>
      <div>
        <Button type="submit" busy={isBusy}>
          Save the dates
        </Button>
      </div>
    </form>
  );
}
