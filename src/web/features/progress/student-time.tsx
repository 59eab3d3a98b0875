import { limits } from '#contract/limits';
import type { StudentTime } from '#contract/progress/schedule-calls';
import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { taskLabel } from '../../lib/task-label.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { FoldCard } from '../../ui/fold-card.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import styles from './student-time.module.css';
import { TimeActs } from './time-acts.tsx';
import { useStaffForm } from '../../lib/forms/use-staff-form.ts';

type Of = { s_id: string; time: StudentTime };

const forStaffAlone = 'For the record among staff; the student is told what changed, not why.';

function Reason({ value, error }: { value: string | undefined; error: string | undefined }) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      error={error}
      rows={2}
      required
      maxLength={limits.reason}
      defaultValue={value ?? ''}
      hint={forStaffAlone}
    />
  );
}

function Extension({ s_id, time }: Of) {
  const due = time.tasks.filter(({ common_due_at }) => common_due_at !== null);
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'extend',
    async ({ task, until = '', reason = '' }, idempotencyKey) => {
      const body = { task: task as StudentTime['tasks'][number]['task'], until, reason };
      await call('extendDueDate', { params: { s_id }, body, idempotencyKey });
    },
    'more-time',
  );
  if (due.length === 0) return <p>The batch has no due days, so that nothing is late.</p>;
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="extend" />
      <input type="hidden" name="act" value="extend" />
      <SelectField label="Task" name="task" defaultValue={values['task'] ?? due[0]?.task}>
        {due.map(({ task }) => (
          <option key={task} value={task}>
            {taskLabel(task)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Due until the end of"
        name="until"
        error={errorAt('until')}
        type="date"
        required
        defaultValue={values['until'] ?? ''}
        hint={`A day of ${time.zone}. Of several extensions of a task the newest counts.`}
      />
      <Reason value={values['reason']} error={errorAt('reason')} />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Give more time
        </Button>
      </div>
    </form>
  );
}

function Start({ s_id, time }: Of) {
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'start',
    async ({ start = '', reason = '' }, idempotencyKey) => {
      await call('correctStart', { params: { s_id }, body: { start, reason }, idempotencyKey });
    },
    'start-corrected',
  );
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="start" />
      <input type="hidden" name="act" value="start" />
      <TextField
        key={time.start}
        label="The project started on"
        name="start"
        error={errorAt('start')}
        type="datetime-local"
        required
        defaultValue={values['start'] ?? time.start ?? ''}
        hint={`In ${time.zone}. Weeks open by it, and due days follow; what is handed in stays.`}
      />
      <Reason value={values['reason']} error={errorAt('reason')} />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Correct the start
        </Button>
      </div>
    </form>
  );
}

/** Undoes a student's choice of a project, with a reason. */
export function UndoChoice({ s_id, project }: { s_id: string; project: StudentTime['project'] }) {
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'undo',
    async ({ p_id = '', reason = '' }, idempotencyKey) => {
      await call('undoSelection', { params: { s_id }, body: { p_id, reason }, idempotencyKey });
    },
    'choice-undone',
  );
  if (project === null) return <FormOutcome failure={failure} />;
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="undo" />
      <input type="hidden" name="act" value="undo" />
      <input type="hidden" name="p_id" value={project.id} />
      <p>{`The student chooses a project anew, and weeks open by the new start. What was handed in for ${project.name} stays with it.`}</p>
      <Reason value={values['reason']} error={errorAt('reason')} />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="danger" busy={isBusy}>
          {`Undo the choice of ${project.name}`}
        </Button>
      </div>
    </form>
  );
}

/** A student's dates: what is due when, more time, a corrected start, an undone choice, and what was done of these. */
export function StudentTimeSection({ s_id, time, isAdministrator }: Of & { isAdministrator: boolean }) {
  const due = time.tasks.filter(({ due_at }) => due_at !== null);
  return (
    <div className={styles['time']}>
      {due.length > 0 && (
        <dl className={styles['dates']}>
          {due.map(({ task, due_at, common_due_at }) => (
            <div key={task}>
              <dt>{taskLabel(task)}</dt>
              <dd>
                <span>Due </span>
                <Time value={due_at as string} />
                {due_at !== common_due_at && (
                  <span className={styles['common']}>
                    for everybody <Time value={common_due_at as string} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {time.project === null ? (
        <p>Dates follow the choice of a project.</p>
      ) : (
        <>
          <FoldCard title="More time for a task">
            <Extension s_id={s_id} time={time} />
          </FoldCard>
          <FoldCard title="Another start of the project">
            <Start s_id={s_id} time={time} />
          </FoldCard>
        </>
      )}
      {isAdministrator && time.project !== null && (
        <FoldCard title="Another project">
          <UndoChoice s_id={s_id} project={time.project} />
        </FoldCard>
      )}
      <TimeActs acts={time.acts} />
    </div>
  );
}
