import type { AsStored, Flag } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    courses: {
      courses: AsStored;
      batches: {
        /** Midnight of the first day in the academy's zone. */
        starts_at: AsStored;
        /** Null as for `anyone`; `invited` for invited addresses only. */
        joining: 'anyone' | 'invited' | null;
        /** The latest end of a pinned announcement, possibly past. */
        announced_until: AsStored;
        /** Whether students see a mark's comment before its number; null as for 0. */
        comment_first: Flag | null;
        /** JSON: due dates by task (`DueDays`). */
        due_days: AsStored;
        /** A student's first request up to so many days is granted at once; null for none. */
        extension_days: AsStored;
        /** A review of a mark can be requested so many days after its release; null for no limit. */
        review_days: AsStored;
        /** When projects may be chosen, inclusive at both ends; null leaves an end open. */
        choose_from: AsStored;
        /** Asked with each submission; null for none. */
        declaration_id: AsStored;
      };
      /** Of batches, now or earlier; `ai_use` is JSON: the furthest allowed answer by task. */
      declarations: AsStored;
      batch_mentors: AsStored;
      /** Former names, each of the batch that had it last. */
      former_batch_names: AsStored;
    };
  }
}

/** What the tables know about a person. */
export const coursesPersonal: PersonalTables = {
  batch_mentors: { owner: [], by: 'account_id', erase: 'keep' },
};
