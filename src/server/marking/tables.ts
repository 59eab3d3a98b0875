import type { Generated } from 'kysely';
import type { Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    marking: {
      /** Changes whose sums are the counts; kept by triggers. */
      batch_counts: {
        id: Id;
        batch_id: number;
        students: number;
        with_project: number;
        submissions: number;
        unmarked: number;
        /** Unreleased marks of newest versions. */
        held_back: Generated<number>;
      };
      open_submissions: { submission_id: number; account_id: number; opened_at: number; seen_at: number };
      staff_phrases: { id: Id; account_id: number; name: string; text: string };
    };
  }
  interface KeyKinds {
    marking:
      | 'mark'
      | 'release'
      | 'second-look-answer'
      | 'second-look-comment'
      | 'comment-first'
      | 'remark'
      | 'phrase'
      | 'phrase-edit'
      | 'phrase-deletion';
  }
}

export const markingPersonal: PersonalTables = {
  open_submissions: { of: [], by: 'account_id', erase: 'keep' },
  staff_phrases: { of: [], by: 'account_id', erase: 'keep' },
};
