import type { SecretTables } from '../platform/database/secret-tables.ts';
import type { Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    operations: {
      backups: {
        id: Id;
        /** The instant of its rows. */
        made_at: number;
        /** Its address without secrets. */
        place: string;
        name: string;
        rows: number;
        files: number;
        bytes: number;
        /** Files that were new to the place. */
        copied_files: number;
        /** Missing or altered files of the portal. */
        faults: number;
        took_ms: number;
        /** When a test restore last succeeded. */
        rehearsed_at: number | null;
        removed_at: number | null;
      };
      /** Rows that changed since they were last copied: triggers write it (`journal/note-changes.ts`). */
      journal_changes: {
        /** Raised by each change of its row. */
        seq: Id;
        table_name: string;
        /** A JSON list, in the order of the table's key. */
        row_key: string;
      };
      /** One row: the line of segments that this database writes. Absent from backups: a restored one begins another. */
      journal: {
        id: number;
        /** Its folder in the place. */
        line: string;
        /** Of the line in the place; the highest holds the claim. */
        number: number;
        /** The address without secrets. */
        place: string;
        /** Of the triggers: another schema begins another line. */
        schema: string;
        begun_at: number;
        /** A backup of this line; null: segments have nothing to be laid on yet. */
        base: string | null;
        /** The newest segment, and the hash of its bytes. */
        head: number;
        head_sha256: string;
        /** Of all segments of the line. */
        bytes: number;
        /** Whatever was committed before is in the place. */
        copied_at: number | null;
        /** When another portal was found to hold the place. */
        displaced_at: number | null;
        /** The process that ships, until then. */
        holder: string | null;
        held_until: number;
      };
    };
  }
}

/** Keys of other tables, hashes of tokens among them, until they are copied; in no backup (`copied-tables.ts`). */
export const operationsSecrets = {
  journal_changes: { secret: 'row_key', restore: 'itself', erasure: 'keep' },
} as const satisfies SecretTables;
