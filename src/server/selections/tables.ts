import type { Id } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    selections: {
      selections: {
        id: Id;
        account_id: number;
        project_id: string;
        started_at: number;
        /** Null where it equals `started_at`, which may have been corrected since. */
        chosen_at: number | null;
      };
      /** Former choices: undone, or with a corrected start. */
      former_selections: {
        id: Id;
        selection_id: number;
        account_id: number;
        project_id: string;
        started_at: number;
        chosen_at: number;
        ended_at: number;
        ended_as: 'corrected' | 'undone';
        reason: string;
        ended_by: number;
      };
    };
  }
}

/** What the tables know about a person. */
export const selectionsPersonal: PersonalTables = {
  selections: { of: 'account_id', erase: 'keep' },
  former_selections: { of: 'account_id', by: 'ended_by', erase: { reason: removedWords } },
};
