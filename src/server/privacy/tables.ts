import type { Generated } from 'kysely';
import type { Flag } from '../platform/database/schema.ts';
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
    };
  }
}

/** What the tables know about a person. */
export const privacyPersonal: PersonalTables = {
  anonymisations: { of: 'account_id', by: 'actor_id', erase: 'keep' },
};

export const privacySecrets: SecretTables = {
  // Finds the person again in a restored backup.
  anonymisations: { secret: 'salt', restore: 'keep', erasure: 'keep' },
};
