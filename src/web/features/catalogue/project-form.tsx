import { limits } from '#contract/limits';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { CourseField, type CourseChoice } from './course-field.tsx';
import styles from './entry-form.module.css';
import { EntryForm } from './entry-form.tsx';
import { FileUpload } from './file-upload.tsx';
import type { ProjectFormState } from './use-project-form.ts';

const references = ['ref1', 'ref2', 'ref3', 'ref4'] as const;

/** All that a project says. What is typed shows at once in the project that `form` shows. */
export function ProjectForm({
  form,
  isNew,
  courses,
}: {
  form: ProjectFormState;
  isNew: boolean;
  courses: CourseChoice;
}) {
  const text = (name: string) => ({
    name,
    value: form.values[name] ?? '',
    error: form.errorAt(name),
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
  });
  const list = { rows: 6, hint: 'One entry a line.' };
  return (
    <EntryForm
      form={form}
      button={isNew ? 'Add the project' : 'Save the project'}
      mine={form.body}
      further={
        form.isChanged && (
          <Button variant="quiet" onClick={form.reset}>
            Take back what is typed
          </Button>
        )
      }
    >
      {isNew && (
        <TextField
          label="Id"
          required
          maxLength={limits.projectId}
          autoComplete="off"
          spellCheck={false}
          hint="Short and for good, such as P011: it stands in addresses, and students look references up by it."
          {...text('id')}
        />
      )}
      <TextField label="Name" required maxLength={limits.projectName} {...text('name')} />
      <CourseField
        choice={courses}
        value={form.values['course'] ?? ''}
        error={form.errorAt('course')}
        onChange={(value) => form.set('course', value)}
      />
      <TextField
        label="Seats"
        type="number"
        min={0}
        max={limits.seats}
        inputMode="numeric"
        hint="How many students may choose it. Left empty: as many as come."
        {...text('seats')}
      />
      <TextArea label="Details" required rows={8} maxLength={limits.projectDetails} {...text('details')} />
      <TextArea label="Overview" required {...list} {...text('overview')} />
      <TextArea label="Prerequisite knowledge" required {...list} {...text('prerequisiteKnowledge')} />
      <TextArea label="Job opportunities" required {...list} {...text('jobOpportunities')} />
      <TextField
        label="Picture"
        required
        hint="A path such as /images/plan.svg, or the address of a picture elsewhere."
        {...text('backgroundImage')}
      />
      <FileUpload
        label="Upload a picture"
        accept=".svg,.png,.jpg,.jpeg,.webp,.avif"
        folder="images"
        onStored={(path) => form.set('backgroundImage', path)}
      />
      <TextField
        label="Overview document"
        required
        hint="A path such as /documents/plan.html, or a shared document that the portal shows in a frame."
        {...text('project_url')}
      />
      <FileUpload
        label="Upload a document"
        accept=".html,.pdf"
        folder="documents"
        onStored={(path) => form.set('project_url', path)}
      />
      <div className={styles['references']}>
        {references.map((name, index) => (
          <TextField
            key={name}
            label={`Reference ${index + 1}`}
            type="url"
            required
            hint={index === 0 ? 'Addresses that begin with http:// or https://.' : undefined}
            {...text(name)}
          />
        ))}
      </div>
    </EntryForm>
  );
}
