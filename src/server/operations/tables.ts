import type { Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    operations: {
      backups: {
        id: Id;
        /** The instant of its rows. */
        made_at: number;
        /** Without secrets, and the name there. */
        place: string;
        name: string;
        rows: number;
        files: number;
        bytes: number;
        /** Files that the place did not have yet. */
        copied_files: number;
        /** Files that were missing or altered in the portal's store. */
        faults: number;
        took_ms: number;
        /** When a test restore last succeeded. */
        rehearsed_at: number | null;
        removed_at: number | null;
      };
    };
  }
  interface KeyKinds {
    operations: 'test-mail';
  }
}
