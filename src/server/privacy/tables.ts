import type { AsStored } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    privacy: {
      anonymisations: {
        /** Null for the operator's commands, and after a restore. */
        actor_id: AsStored;
        /** Distinguishes the account from a later one with the same id. */
        signed_up_at: AsStored;
        /** For `addresses`: a JSON list of emails, each hashed with the salt. */
        salt: AsStored;
        /** Set only within the erasing transaction, which may change immutable rows. */
        is_running: AsStored;
        /** When the last of the person's files left the store. */
        files_gone_at: AsStored;
        /** The last migration known to the program that erased last; null for version 1.0.0. */
        program: AsStored;
      };
      /** One row, or none before the first change. */
      retention: {
        /** After the end of a batch; null: nobody is anonymised automatically. */
        years: AsStored;
        /** How long the portal has run by small steps: neither a jump of the clock nor a stop counts as waiting. */
        observed_ms: AsStored;
        /** When removals were planned last. */
        planned_at: AsStored;
      };
      /** Announced to the office, then to the person; removed when anything that it was made of changes. */
      retention_plans: AsStored;
      /** On a person or a batch. */
      retention_holds: AsStored;
    };
  }
}

/** What the tables know about a person. */
export const privacyPersonal: PersonalTables = {
  anonymisations: { owner: 'account_id', by: 'actor_id', erase: 'keep' },
  retention_plans: { owner: 'account_id', erase: 'delete' },
  retention_holds: { owner: 'account_id', by: 'set_by', erase: 'delete' },
};

export const privacySecrets: SecretTables = {
  // Finds the person again in a restored backup.
  anonymisations: { secret: 'salt', restore: 'keep', erasure: 'keep' },
};
