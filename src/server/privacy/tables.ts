import type { Generated } from 'kysely';
import type { Flag, Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    privacy: {
      anonymisations: {
        account_id: number;
        at: number;
        /** Null for the operator's commands, and after a restore. */
        actor_id: number | null;
        reason: string;
        /** Distinguishes the account from a later one with the same id. */
        signed_up_at: number;
        /** For `addresses`: a JSON list of emails, each hashed with the salt. */
        salt: string;
        addresses: string;
        /** Set only within the erasing transaction, which may change immutable rows. */
        is_running: Flag;
        /** When the last of the person's files left the store. */
        files_gone_at: number | null;
        /** The last migration known to the program that erased last; null for version 1.0.0. */
        program: Generated<number | null>;
      };
      /** One row, or none before the first change. */
      retention: {
        id: number;
        /** After the end of a batch; null: nobody is anonymised automatically. */
        years: number | null;
        /** How long the portal has run by small steps: neither a jump of the clock nor a stop counts as waiting. */
        observed_ms: number;
        looked_at: number | null;
        /** When removals were planned last. */
        planned_at: number | null;
      };
      /** Announced to the office, then to the person; removed when anything that it was made of changes. */
      retention_plans: {
        account_id: number;
        years: number;
        batch_id: number;
        ended_at: number;
        office_at: number;
        office_observed_ms: number;
        person_at: number | null;
        person_observed_ms: number | null;
      };
      /** On a person or a batch. */
      retention_holds: {
        id: Id;
        account_id: number | null;
        batch_id: number | null;
        reason: string;
        set_by: number;
        set_at: number;
      };
    };
  }
}

/** What the tables know about a person. */
export const privacyPersonal: PersonalTables = {
  anonymisations: { of: 'account_id', by: 'actor_id', erase: 'keep' },
  retention_plans: { of: 'account_id', erase: 'delete' },
  retention_holds: { of: 'account_id', by: 'set_by', erase: 'delete' },
};

export const privacySecrets: SecretTables = {
  // Finds the person again in a restored backup.
  anonymisations: { secret: 'salt', restore: 'keep', erasure: 'keep' },
};
