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
  const list = { rows: 6, hint: 'One per line.' };
  return (
    <EntryForm
      form={form}
      button={isNew ? 'Add the project' : 'Save the project'}
      mine={form.body}
      further={
        form.isChanged && (
          <Button variant="quiet" onClick={form.reset}>
            Discard changes
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
          hint="A short code such as P011. It cannot be changed later."
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
        hint="Maximum number of students. Empty: no limit."
        {...text('seats')}
      />
      <TextArea label="Details" required rows={8} maxLength={limits.projectDetails} {...text('details')} />
      <TextArea label="Overview" required {...list} {...text('overview')} />
      <TextArea label="Prerequisite knowledge" required {...list} {...text('prerequisiteKnowledge')} />
      <TextArea label="Job opportunities" required {...list} {...text('jobOpportunities')} />
      <TextField
        label="Picture"
        required
        hint="A path such as /images/plan.svg, or a link to a picture."
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
        hint="A path such as /documents/plan.html, or a link to a shared document."
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
            hint={index === 0 ? 'Links that begin with http:// or https://.' : undefined}
            {...text(name)}
          />
        ))}
      </div>
    </EntryForm>
  );
}
