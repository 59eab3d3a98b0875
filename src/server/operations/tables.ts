import type { SecretTables } from '../platform/database/secret-tables.ts';
import type { AsStored } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    operations: {
      backups: {
        /** The instant of its rows. */
        made_at: AsStored;
        /** Its address without secrets. */
        place: AsStored;
        /** Files that were new to the place. */
        copied_files: AsStored;
        /** Missing or altered files of the portal. */
        faults: AsStored;
        /** When a test restore last succeeded. */
        rehearsed_at: AsStored;
      };
      /** Rows that changed since they were last copied: triggers write it (`journal/note-changes.ts`). */
      journal_changes: {
        /** Raised by each change of its row. */
        seq: AsStored;
        /** Null, for backups by 1.0.0. */
        id: AsStored;
        /** A JSON list, in the order of the table's key. */
        row_key: AsStored;
      };
      /** One row: the line of segments that this database writes. Absent from backups: a restored one begins another. */
      journal: {
        /** Its folder in the place. */
        line: AsStored;
        /** Of the line in the place; the highest holds the claim. */
        number: AsStored;
        /** The address without secrets. */
        place: AsStored;
        /** Of the triggers: another schema begins another line. */
        schema: AsStored;
        /** A backup of this line; null: segments have nothing to be laid on yet. */
        base: AsStored;
        /** The newest segment, and the hash of its bytes. */
        head: AsStored;
        /** Of all segments of the line. */
        bytes: AsStored;
        /** Whatever was committed before is in the place. */
        copied_at: AsStored;
        /** When another portal was found to hold the place. */
        displaced_at: AsStored;
        /** The process that ships, until then. */
        holder: AsStored;
      };
    };
  }
}

/** Keys of other tables, hashes of tokens among them, until they are copied; in no backup (`copied-tables.ts`). */
export const operationsSecrets = {
  journal_changes: { secret: 'row_key', restore: 'itself', erasure: 'keep' },
} as const satisfies SecretTables;
