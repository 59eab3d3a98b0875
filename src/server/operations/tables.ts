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
    };
  }
}
