import { useState } from 'react';
import { Link } from 'react-router';
import type { BatchEntry } from '#contract/catalogue/calls';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { staffMembersAddress } from '#contract/people/people-view';
import { aiUses } from '#contract/submissions/declaration';
import { taskLabel } from '../../lib/task-label.ts';
import { FoldSummary } from '../../ui/layout.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { CourseField, type CourseChoice } from './course-field.tsx';
import { blankBatch, furthestWords, joiningWords } from './entry-fields.ts';
import styles from './catalogue.module.css';
import { EntryForm, useEntryForm } from './entry-form.tsx';

const boxes = [
  ['open', 'Open for signup', 'Students can sign up with its name.'],
  [
    'default',
    'Default for unknown names',
    'Students who enter an unknown batch name join this one. Only one batch can be the default.',
  ],
  ['comment_first', 'Show the comment first', 'Students see the comment first, and the mark after a click.'],
] as const;

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** `open` where only invited emails join. */
const openToInvited =
  'The name is suggested at signup. Students who were not invited wait until you place them.';

/** A stored batch's dates have their own screen. */
export function BatchForm({
  batch,
  courses,
  initialCourse = '',
  zone,
}: {
  batch?: BatchEntry;
  courses: CourseChoice;
  initialCourse?: string;
  /** For the dates of a new batch. */
  zone?: string;
}) {
  const form = useEntryForm('batch', batch, { initial: blankBatch(initialCourse) });
  const { values, field: text } = form;
  const accounts = batch?.accounts ?? [];
  const [declarationIsOpen] = useState(
    () => Boolean(values['declaration']) || form.errorAt('declaration') !== undefined,
  );
  return (
    <EntryForm form={form} button={batch === undefined ? 'Add the batch' : 'Save the batch'}>
      <div className={styles['pair']}>
        <TextField label="Name of the batch" required maxLength={limits.batch} {...text('name')} />
        <CourseField choice={courses} {...text('course')} />
      </div>
      {batch === undefined && (
        <div className={styles['pair']}>
          <TextField
            label="The batch starts on"
            type="date"
            required
            hint={`Students see this date (${zone}). Their weeks count from the day they choose a project.`}
            {...text('start')}
          />
          <TextField
            label="Viva deadline"
            type="datetime-local"
            hint="Leave empty for 35 days after each project’s start."
            {...text('viva_deadline')}
          />
        </div>
      )}
      <section className={styles['part']} aria-labelledby="batch-students">
        <h2 id="batch-students">Students</h2>
        <div className={styles['fields']}>
          <SelectField label="Who joins" {...text('joining')}>
            {Object.entries(joiningWords).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          {boxes.map(([name, label, hint]) => (
            <Checkbox
              key={name}
              label={label}
              hint={name === 'open' && values['joining'] === 'invited' ? openToInvited : hint}
              disabled={batch?.retired === true && name !== 'comment_first'}
              {...form.box(name)}
            />
          ))}
        </div>
      </section>
      <details className={styles['folded']} open={declarationIsOpen}>
        <FoldSummary>Declaration with each submission</FoldSummary>
        <div className={styles['fields']}>
          <TextArea
            label="Words of the declaration"
            rows={3}
            maxLength={limits.declaration}
            hint="For example “This is my own work.” Students tick it before they submit. Leave empty to ask for none."
            {...text('declaration')}
          />
          <p>Choose how students may use AI tools. With each submission, students say how they used them.</p>
          <div className={styles['pair']}>
            {tasks.map((task) => (
              <SelectField key={task} label={taskLabel(task)} {...text(`ai-${task}`)}>
                {aiUses.map((use) => (
                  <option key={use} value={use}>
                    {furthestWords[use]}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </div>
      </details>
      <TextArea
        label="Mentors"
        rows={3}
        hint={
          accounts.length === 0 ? (
            'One name per line, as students see them.'
          ) : (
            <>
              <span>{`One name per line, as students see them. ${lists.format(accounts)} ${accounts.length === 1 ? 'has an account' : 'have accounts'}. To take a mentor with an account off the batch, open the mentor under `}</span>
              <Link to={staffMembersAddress()}>Staff</Link>
              <span>.</span>
            </>
          )
        }
        {...text('mentors')}
      />
    </EntryForm>
  );
}
