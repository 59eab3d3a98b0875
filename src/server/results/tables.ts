import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    results: {
      /** Rows never change; the newest version counts. */
      result_rules: {
        batch_id: number;
        /** From 1. */
        version: number;
        /** JSON (`ResultRule`). */
        rule: string;
        /** For students and staff; null before the first released mark. */
        reason: string | null;
        made_by: number;
        made_at: number;
      };
    };
  }
}

/** The office writes rules: nothing of a student is in them. */
export const resultsPersonal: PersonalTables = {
  result_rules: { of: [], by: 'made_by', erase: 'keep' },
};
