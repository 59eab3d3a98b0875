import type { Task } from '#contract/dates';
import type { Flag, Id, Html } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import { removedWords } from '../platform/removed-words.ts';

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
        /** The resumable upload of the file, which a retry names again. */
        upload_id: string | null;
        /** The deadline at `submitted_at`; null without one. */
        due_at: number | null;
        /** When its content was erased on request; the receipt's data stays. */
        erased_at: number | null;
      };
      /** Unsubmitted resumable uploads; bytes are in the bucket, or in `DATA_DIR/uploads` by id. */
      uploads: {
        id: string;
        account_id: number;
        task: Task;
        /** The name to store, and the full size in bytes. */
        name: string;
        bytes: number;
        begun_at: number;
        expires_at: number;
        /** See `PartialFile`; null where an earlier version began the upload. */
        arrived_bytes: number | null;
        hash_state: string | null;
        sha256: string | null;
        place: string | null;
        /** Identifies the one request that may write; null for none. */
        lease: string | null;
        /** 1 when another request asks for the lease, 2 when its holder releases it. */
        lease_wanted: number | null;
        /** How often the lease was taken from an unresponsive holder. */
        fence: number | null;
      };
      /** Extensions for one student; the newest of a task counts. */
      extensions: {
        id: Id;
        account_id: number;
        task: Task;
        due_at: number;
        due_before: number;
        /** The outage that it makes up for, if any. */
        outage_from: number | null;
        outage_to: number | null;
        /** For staff only. */
        reason: string;
        granted_by: number;
        granted_at: number;
      };
      /** JSON: the newest extension of each task (`Extensions`); no row without one. */
      student_extensions: { account_id: number; newest: string };
      /** One for each submission being received, with an expiry. */
      idempotency_locks: { account_id: number; task: Task; idempotency_key: string; expires_at: number };
      marks: {
        submission_id: number;
        marks: number;
        comments: string;
        released: Flag;
        marked_by: number | null;
        marked_at: number;
        released_at: number | null;
        read_at: number | null;
        /** When the student requested a review, with a row in `second_looks`. */
        second_look_at: number | null;
        /** Of the comments; null is plain text. */
        format: 'markdown' | null;
        html: Html;
        /** JSON list of `{id, line, text, points}` as they were; null for none. */
        rubric: string | null;
        /** Why the marks differ from the rubric; for staff only. */
        overrule_reason: string | null;
      };
      second_looks: {
        submission_id: number;
        account_id: number;
        task: Task;
        reason: string;
        asked_at: number;
      };
      second_look_answers: {
        submission_id: number;
        answer: string;
        answered_by: number;
        answered_at: number;
      };
      /** The same as the mark's `rubric`, to find the marks of a line. */
      mark_rubric_lines: { line_id: number; submission_id: number };
      /** Newest version and newest released mark by student and task; triggers maintain it. */
      task_progress: {
        account_id: number;
        task: Task;
        batch_id: number | null;
        submission_id: number;
        version: number;
        is_marked: Flag;
        released_id: number | null;
        has_open_look: Flag | null;
      };
      /**
       * For versions before step 27: Ed25519, 32 bytes each in base64url. The private half is empty once
       * encrypted or replaced.
       */
      receipt_key: { id: number; public_key: string; private_key: string; made_at: number };
      /** Public keys of all pairs that have signed receipts; the newest signs. */
      receipt_keys: { id: Id; public_key: string; made_at: number };
      /** The private key that signs, plain or encrypted with the operator's key. */
      receipt_private_keys: { public_key: string; private_key: string; is_sealed: Flag };
    };
  }
  interface KeyKinds {
    submissions: 'second-look';
  }
}

/** What the tables know about a person. */
export const submissionsPersonal: PersonalTables = {
  submissions: { of: 'account_id', erase: 'itself' },
  uploads: { of: 'account_id', erase: 'itself' },
  extensions: { of: 'account_id', by: 'granted_by', erase: { reason: removedWords } },
  student_extensions: { of: 'account_id', erase: 'keep' },
  idempotency_locks: { of: 'account_id', erase: 'delete' },
  marks: { of: 'submission_id', by: 'marked_by', erase: 'itself' },
  second_looks: { of: 'account_id', erase: { reason: removedWords } },
  second_look_answers: { of: 'submission_id', by: 'answered_by', erase: 'itself' },
  task_progress: { of: 'account_id', erase: 'keep' },
};
