import type { Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    audit: {
      audit_log: {
        id: Id;
        at: number;
        /** Null for the operator's commands. */
        actor_id: number | null;
        act: string;
        subject: string;
        before: string | null;
        after: string | null;
        /** The account that it concerns; null for none, and in old lines. */
        about_id: number | null;
        /** Shortened to a provider or office; for security events only. */
        network: string | null;
      };
      /** All lines before an instant expired; never removed. */
      audit_removals: { id: Id; lines_before: number; removed_at: number };
      /** Lines about an account were erased; never removed. */
      audit_erasures: { id: Id; account_id: number; at: number };
    };
  }
}

/** What the tables know about a person. */
export const auditPersonal: PersonalTables = {
  audit_log: { of: ['about_id', 'actor_id'], erase: 'itself' },
  audit_erasures: { of: 'account_id', erase: 'keep' },
};
