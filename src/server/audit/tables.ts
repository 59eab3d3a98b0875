import type { AsStored } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    audit: {
      audit_log: {
        /** Null for the operator's commands. */
        actor_id: AsStored;
        /** The account that it concerns; null for none, and in old lines. */
        about_id: AsStored;
        /** Shortened to a provider or office; for security events only. */
        network: AsStored;
      };
      /** All lines before an instant expired; never removed. */
      audit_removals: AsStored;
      /** Lines about an account were erased; never removed. */
      audit_erasures: AsStored;
    };
  }
}

/** What the tables know about a person. */
export const auditPersonal: PersonalTables = {
  audit_log: { owner: ['about_id', 'actor_id'], erase: 'itself' },
  audit_erasures: { owner: 'account_id', erase: 'keep' },
};
