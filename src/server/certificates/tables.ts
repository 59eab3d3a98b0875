import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    certificates: {
      /** Rows never change; a student's newest counts. */
      certificate_names: {
        id: Id;
        account_id: number;
        line: string;
        confirmed_at: number;
        /** Null for the student. */
        confirmed_by: number | null;
        /** Of a student under 18: who confirmed, how, and on which day (`YYYY-MM-DD`). */
        guardian: string | null;
        guardian_how: string | null;
        guardian_on: string | null;
      };
    };
  }
}

export const certificatesPersonal: PersonalTables = {
  certificate_names: {
    of: 'account_id',
    by: 'confirmed_by',
    erase: 'delete',
  },
};
