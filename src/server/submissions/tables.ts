import type { Generated } from 'kysely';
import type { Task } from '#contract/dates';
import type { AiUse } from '#contract/submissions/declaration';
import type { Flag, Id } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    submissions: {
      submissions: {
        id: Id;
        account_id: number;
        task: Task;
        version: number;
        number: string;
        submitted_at: number;
        late: Flag;
        links: string;
        comments: string;
        file_id: string | null;
        file_name: string | null;
        file_bytes: number | null;
        file_sha256: string | null;
        idempotency_key: string | null;
        /** A retry names the upload again. */
        upload_id: string | null;
        /** Due date at `submitted_at`; null for none. */
        due_at: number | null;
        /** The statement that was confirmed; empty if asked for and not given, null if not asked for. */
        declared: string | null;
        /** With a declaration. */
        ai_use: AiUse | null;
        ai_text: string | null;
        /** Content erased on request; receipt data stays. */
        erased_at: number | null;
      };
      /** Unsubmitted; bytes in the bucket, or `DATA_DIR/uploads` by id. */
      uploads: {
        id: string;
        account_id: number;
        task: Task;
        /** As stored; full size in bytes. */
        name: string;
        bytes: number;
        begun_at: number;
        expires_at: number;
        /** See `PartialFile`; null from an earlier version. */
        arrived_bytes: number | null;
        hash_state: string | null;
        sha256: string | null;
        place: string | null;
        /** The one writing request; null for none. */
        lease: string | null;
        /** 1: another request asks, 2: the holder releases. */
        lease_wanted: number | null;
        /** Times taken from an unresponsive holder. */
        fence: number | null;
      };
      /** The newest extension of a task counts. */
      extensions: {
        id: Id;
        account_id: number;
        task: Task;
        due_at: number;
        due_before: number;
        outage_from: number | null;
        outage_to: number | null;
        /** Shown to staff only. */
        reason: string;
        granted_by: number;
        granted_at: number;
      };
      /**
       * One open per task; answered once, by nobody if granted at once. `granted_until` is null for a
       * declined one.
       */
      extension_requests: {
        id: Id;
        account_id: number;
        task: Task;
        wanted_until: number;
        /** For the batch's mentors and the office. */
        reason: string;
        asked_at: number;
        answered_at: number | null;
        answered_by: number | null;
        granted_until: number | null;
        words: string | null;
        /** JSON `AttachmentView`; null for none. */
        file: string | null;
      };
      /** JSON `Extensions`, newest per task; no row for none. */
      student_extensions: { account_id: number; newest: string };
      /** Of submissions being received. */
      idempotency_locks: { account_id: number; task: Task; idempotency_key: string; expires_at: number };
      /** Newest version, and newest released mark of the current choice; kept by triggers. */
      task_progress: {
        account_id: number;
        task: Task;
        /** Null also for a version of an earlier choice: lists and counts of the batch leave it out. */
        batch_id: number | null;
        submission_id: number;
        version: number;
        is_marked: Flag;
        released_id: number | null;
        has_open_look: Flag | null;
        /** 0: the newest version was made for a choice that was undone. */
        is_current: Generated<Flag>;
      };
      /**
       * Before step 27: Ed25519, 32 bytes each, base64url. The private half is emptied when encrypted or
       * replaced.
       */
      receipt_key: { id: number; public_key: string; private_key: string; made_at: number };
      /** All that ever signed; the newest signs. */
      receipt_keys: {
        id: Id;
        public_key: string;
        made_at: number;
        /** Since then its signatures count only with their row. */
        stolen_at: number | null;
      };
      /** Plain, or encrypted with the operator's key. */
      receipt_private_keys: { public_key: string; private_key: string; is_sealed: Flag };
    };
  }
}

export const submissionsPersonal: PersonalTables = {
  submissions: { of: 'account_id', erase: 'itself' },
  uploads: { of: 'account_id', erase: 'itself' },
  extensions: { of: 'account_id', by: 'granted_by', erase: { reason: removedWords } },
  extension_requests: { of: 'account_id', by: 'answered_by', erase: 'delete' },
  student_extensions: { of: 'account_id', erase: 'keep' },
  idempotency_locks: { of: 'account_id', erase: 'delete' },
  task_progress: { of: 'account_id', erase: 'keep' },
};

/** Who signed stays provable; `rotate-receipt-key` replaces a key. */
export const submissionsSecrets: SecretTables = {
  receipt_key: { secret: 'private_key', restore: 'keep', erasure: 'keep' },
  receipt_private_keys: { secret: 'private_key', restore: 'keep', erasure: 'keep' },
};
