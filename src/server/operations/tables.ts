import type { Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    operations: {
      backups: {
        id: Id;
        /** Of its rows. */
        made_at: number;
        /** Without secrets. */
        place: string;
        name: string;
        rows: number;
        files: number;
        bytes: number;
        /** New to the place. */
        copied_files: number;
        /** Missing or altered files of the portal. */
        faults: number;
        took_ms: number;
        /** Last successful one. */
        rehearsed_at: number | null;
        removed_at: number | null;
      };
    };
  }
  interface KeyKinds {
    operations: 'test-mail';
  }
}
