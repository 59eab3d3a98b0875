import type { ProjectEntry } from '#contract/catalogue/calls';
import type { Project } from '#contract/projects/calls';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { projectFields, readProjectFields } from './entry-fields.ts';
import { useEntryForm } from './entry-form.tsx';

function parseDraft(text: string): Fields | null {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return null;
  }
}

/** With its draft, and the project as students would see it. @param stored undefined for a new project */
export function useProjectForm(
  userId: string,
  stored: ProjectEntry | undefined,
  initial: { course: string; id: string },
) {
  const [draft, setDraft] = useDraft(`${userId} project ${stored?.id ?? 'new'}`);
  const form = useEntryForm('project', stored, () => setDraft(''));
  const before = stored === undefined ? initial : projectFields(stored);
  const values: Fields = parseDraft(draft) ?? form.values ?? before;
  const body = readProjectFields(values);
  const { seats, ...fields } = body;
  const shown: Project = {
    ...fields,
    ...(seats !== null && seats >= 0 && { seats, seats_left: seats }),
    id: stored?.id ?? (values['id'] || 'new'),
    name: body.name || 'Name of the project',
  };
  return {
    ...form,
    values,
    body,
    shown,
    isChanged: draft !== '',
    set: (name: string, value: string) => setDraft(JSON.stringify({ ...values, [name]: value })),
    /** Discards changes. */
    reset: () => setDraft(''),
  };
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;
