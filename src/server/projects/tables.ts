import type { Generated } from 'kysely';
import type { Task } from '#contract/dates';
import type { BankPart } from '#contract/projects/viva-bank';
import type { Flag, Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    projects: {
      projects: {
        id: string;
        course_id: number;
        name: string;
        details: string;
        overview: string;
        prerequisite_knowledge: string;
        job_opportunities: string;
        background_image: string;
        project_url: string;
        ref1: string;
        ref2: string;
        ref3: string;
        ref4: string;
        /** Archived since then; null while offered. */
        retired_at: number | null;
        /** Most students who may choose it; null for no limit. */
        seats: number | null;
        /** Triggers maintain it, where seats are limited. */
        seats_taken: Generated<number>;
      };
      catalogue_files: { path: string; content_type: string; sha256: string; body: Buffer };
      briefs: { project_id: string; task: Task; text: string; changed_at: number };
      /** Immutable versions: a mark keeps its lines. Removed only with a project that nobody chose. */
      rubric_lines: {
        id: Id;
        project_id: string;
        task: Task;
        /** The first version of this line; null for itself. */
        first_id: number | null;
        text: string;
        points: number;
        is_optional: Flag;
        /** Null for the operator's commands. */
        made_by: number | null;
        made_at: number;
      };
      /** Markdown: a list has one question a line. */
      viva_questions: { project_id: string; part: BankPart; text: string; changed_at: number };
      rubric_places: { project_id: string; task: Task; position: number; line_id: number };
    };
  }
}

/** What the tables know about a person. */
export const projectsPersonal: PersonalTables = {
  rubric_lines: { of: [], by: 'made_by', erase: 'keep' },
};
