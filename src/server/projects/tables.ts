import type { Task } from '#contract/dates';
import type { AsStored } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    projects: {
      projects: {
        /** Archived since then; null while offered. */
        retired_at: AsStored;
        /** Most students who may choose it; null for no limit. */
        seats: AsStored;
        /** Triggers maintain it, where seats are limited. */
        seats_taken: AsStored;
      };
      catalogue_files: AsStored;
      briefs: AsStored;
      /** Immutable versions: a mark keeps its lines. Removed only with a project that nobody chose. */
      rubric_lines: {
        /** The first version of this line; null for itself. */
        first_id: AsStored;
        /** Null for the operator's commands. */
        made_by: AsStored;
      };
      /** Markdown: a list has one question a line. */
      viva_questions: AsStored;
      rubric_places: {
        task: Task;
      };
    };
  }
}

/** What the tables know about a person. */
export const projectsPersonal: PersonalTables = {
  rubric_lines: { owner: [], by: 'made_by', erase: 'keep' },
};
