import type { AsStored } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    selections: {
      selections: {
        /** Null where it equals `started_at`, which may have been corrected since. */
        chosen_at: AsStored;
      };
      /** Former choices: undone, or with a corrected start. */
      former_selections: AsStored;
    };
  }
}

/** What the tables know about a person. */
export const selectionsPersonal: PersonalTables = {
  selections: { owner: 'account_id', erase: 'keep' },
  former_selections: { owner: 'account_id', by: 'ended_by', erase: { reason: removedWords } },
};
