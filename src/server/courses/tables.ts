import type { Flag, Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    courses: {
      courses: {
        id: Id;
        name: string;
        retired_at: number | null;
      };
      batches: {
        id: Id;
        name: string;
        name_key: string;
        course_id: number;
        /** Midnight of the first day in the academy's zone. */
        starts_at: number;
        viva_deadline: number | null;
        is_open: Flag;
        is_default: Flag;
        /** Null as for `anyone`; `invited` for invited addresses only. */
        joining: 'anyone' | 'invited' | null;
        /** The latest end of a pinned announcement, possibly past. */
        announced_until: number | null;
        /** Whether students see a mark's comment before its number; null as for 0. */
        comment_first: Flag | null;
        /** JSON: due dates by task (`DueDays`). */
        due_days: string | null;
        /** A student's first request up to so many days is granted at once; null for none. */
        extension_days: number | null;
        /** A review of a mark can be requested so many days after its release; null for no limit. */
        review_days: number | null;
        /** When projects may be chosen, inclusive at both ends; null leaves an end open. */
        choose_from: number | null;
        choose_until: number | null;
        /** Asked with each submission; null for none. */
        declaration_id: string | null;
        retired_at: number | null;
      };
      /** Of batches, now or earlier; `ai_use` is JSON: the furthest allowed answer by task. */
      declarations: { id: string; statement: string; ai_use: string };
      batch_mentors: { id: Id; batch_id: number; name: string; account_id: number | null };
      /** Former names, each of the batch that had it last. */
      former_batch_names: { name_key: string; batch_id: number };
    };
  }
}

/** What the tables know about a person. */
export const coursesPersonal: PersonalTables = {
  batch_mentors: { of: [], by: 'account_id', erase: 'keep' },
};
