import type { Task } from '#contract/dates';
import type { AiUse } from '#contract/submissions/declaration';
import type { AsStored, Flag } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    submissions: {
      submissions: {
        /** A retry names the upload again. */
        upload_id: AsStored;
        /** Due date at `submitted_at`; null for none. */
        due_at: AsStored;
        /** The statement that was confirmed; empty if asked for and not given, null if not asked for. */
        declared: AsStored;
        /** With a declaration. */
        ai_use: AiUse | null;
        /** Content erased on request; receipt data stays. */
        erased_at: AsStored;
      };
      /** Unsubmitted; bytes in the bucket, or `DATA_DIR/uploads` by id. */
      uploads: {
        task: Task;
        /** As stored; full size in bytes. */
        name: AsStored;
        /** See `PartialFile`; null from an earlier version. */
        arrived_bytes: AsStored;
        /** The one writing request; null for none. */
        lease: AsStored;
        /** 1: another request asks, 2: the holder releases. */
        lease_wanted: AsStored;
        /** Times taken from an unresponsive holder. */
        fence: AsStored;
      };
      /** The newest extension of a task counts. */
      extensions: {
        /** Shown to staff only. */
        reason: AsStored;
      };
      /**
       * One open per task; answered once, by nobody if granted at once. `granted_until` is null for a
       * declined one.
       */
      extension_requests: {
        /** For the batch's mentors and the office. */
        reason: AsStored;
        /** JSON `AttachmentView`; null for none. */
        file: AsStored;
      };
      /** JSON `Extensions`, newest per task; no row for none. */
      student_extensions: AsStored;
      /** Of submissions being received. */
      idempotency_locks: {
        task: Task;
      };
      /** Newest version, and newest released mark of the current choice; kept by triggers. */
      task_progress: {
        task: Task;
        /** Null also for a version of an earlier choice: lists and counts of the batch leave it out. */
        batch_id: AsStored;
        has_open_look: Flag | null;
        /** 0: the newest version was made for a choice that was undone. */
        is_current: Flag;
      };
      /**
       * Before step 27: Ed25519, 32 bytes each, base64url. The private half is emptied when encrypted or
       * replaced.
       */
      receipt_key: AsStored;
      /** All that ever signed; the newest signs. */
      receipt_keys: {
        /** Since then its signatures count only with their row. */
        stolen_at: AsStored;
      };
      /** Plain, or encrypted with the operator's key. */
      receipt_private_keys: {
        is_sealed: Flag;
      };
    };
  }
}

export const submissionsPersonal: PersonalTables = {
  submissions: { owner: 'account_id', erase: 'itself' },
  uploads: { owner: 'account_id', erase: 'itself' },
  extensions: { owner: 'account_id', by: 'granted_by', erase: { reason: removedWords } },
  extension_requests: { owner: 'account_id', by: 'answered_by', erase: 'delete' },
  student_extensions: { owner: 'account_id', erase: 'keep' },
  idempotency_locks: { owner: 'account_id', erase: 'delete' },
  task_progress: { owner: 'account_id', erase: 'keep' },
};

/** Who signed stays provable; `rotate-receipt-key` replaces a key. */
export const submissionsSecrets: SecretTables = {
  receipt_key: { secret: 'private_key', restore: 'keep', erasure: 'keep' },
  receipt_private_keys: { secret: 'private_key', restore: 'keep', erasure: 'keep' },
};
