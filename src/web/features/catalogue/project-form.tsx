import { type ReactNode, useId } from 'react';
import { limits } from '#contract/limits';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import styles from './catalogue.module.css';
import { type CourseChoice, CourseField } from './course-field.tsx';
import { EntryForm, useEntryForm } from './entry-form.tsx';
import { FileUpload } from './file-upload.tsx';
import type { ProjectEntry } from '#contract/catalogue/calls';
import type { Project } from '#contract/projects/calls';
import { projectDraft } from '../../lib/stored-names/staff.ts';
import { ProjectView } from '../projects/project-view.tsx';
import { blankProject, readProjectFields } from './entry-fields.ts';

/** With its draft, and the project as students would see it. @param stored undefined for a new project */
function useProjectForm(
  userId: string,
  stored: ProjectEntry | undefined,
  initial: { course: string; id: string },
) {
  const form = useEntryForm('project', stored, {
    initial: blankProject(initial),
    draft: { key: projectDraft(userId, stored?.id ?? 'new') },
  });
  const { values } = form;
  const { seats, ...fields } = readProjectFields(values);
  const shown: Project = {
    ...fields,
    ...(seats !== null && seats >= 0 && { seats, seats_left: seats }),
    id: stored?.id ?? (values['id'] || 'new'),
    name: fields.name || 'Name of the project',
  };
  return { ...form, shown };
}

type ProjectFormState = ReturnType<typeof useProjectForm>;

const references = ['ref1', 'ref2', 'ref3', 'ref4'] as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles['fields']}>{children}</div>
    </section>
  );
}

function ProjectForm({
  form,
  isNew,
  courses,
}: {
  form: ProjectFormState;
  isNew: boolean;
  courses: CourseChoice;
}) {
  const text = form.field;
  const list = { rows: 4, hint: 'One per line.' };
  const picture = form.values['backgroundImage'] ?? '';
  return (
    <EntryForm
      form={form}
      button={isNew ? 'Add the project' : 'Save the project'}
      further={
        form.isChanged && (
          <Button variant="quiet" onClick={form.reset}>
            Discard changes
          </Button>
        )
      }
    >
      <Part title="Basics">
        {isNew && (
          <TextField
            label="Id"
            required
            maxLength={limits.projectId}
            autoComplete="off"
            spellCheck={false}
            hint="A short code. It cannot be changed later."
            {...text('id')}
          />
        )}
        <TextField label="Name" required maxLength={limits.projectName} {...text('name')} />
        <div className={styles['pair']}>
          <CourseField choice={courses} {...text('course')} />
          <TextField
            label="Seats"
            type="number"
            min={0}
            max={limits.seats}
            inputMode="numeric"
            hint="Maximum number of students. Leave empty for no limit."
            {...text('seats')}
          />
        </div>
      </Part>
      <Part title="Text">
        <TextArea
          label="Details"
          rows={6}
          maxLength={limits.projectDetails}
          hint="Students can choose the project once it has details."
          {...text('details')}
        />
        <TextArea label="Overview" {...list} {...text('overview')} />
        <TextArea label="Prerequisite knowledge" {...list} {...text('prerequisiteKnowledge')} />
        <TextArea label="Job opportunities" {...list} {...text('jobOpportunities')} />
      </Part>
      <Part title="Picture and document">
        {picture !== '' && (
          <img src={picture} alt="" width={320} height={180} className={styles['preview']} />
        )}
        <FileUpload
          label="Upload a picture"
          accept=".svg,.png,.jpg,.jpeg,.webp,.avif"
          folder="images"
          onStored={(path) => form.set('backgroundImage', path)}
        />
        <TextField
          label="Picture"
          hint="The path of an uploaded picture, or a link to one."
          {...text('backgroundImage')}
        />
        <FileUpload
          label="Upload a document"
          accept=".html,.pdf"
          folder="documents"
          onStored={(path) => form.set('project_url', path)}
        />
        <TextField
          label="Overview document"
          hint="The path of an uploaded document, or a link to a shared one."
          {...text('project_url')}
        />
      </Part>
      <Part title="References">
        {references.map((name, index) => (
          <TextField
            key={name}
            label={`Reference ${index + 1}`}
            type="url"
            hint={index === 0 ? 'Up to four links that begin with http:// or https://.' : undefined}
            {...text(name)}
          />
        ))}
      </Part>
    </EntryForm>
  );
}

/** The form, and beside it the project as it is typed. @param stored undefined for a new project */
export function ProjectEditor({
  userId,
  stored,
  initial,
  courses,
}: {
  userId: string;
  stored?: ProjectEntry;
  initial: { course: string; id: string };
  courses: CourseChoice;
}) {
  const form = useProjectForm(userId, stored, initial);
  return (
    <div className={styles['both']}>
      <ProjectForm form={form} isNew={stored === undefined} courses={courses} />
      {/* Scrollable, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" className={styles['view']} aria-labelledby="as-students-see-it" tabIndex={0}>
        <h2 id="as-students-see-it">As students see it</h2>
        <ProjectView project={form.shown} />
      </div>
    </div>
  );
}
