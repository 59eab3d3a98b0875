import type { Flag, Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    progress: {
      /** To sort and filter a batch; triggers maintain it, and a job `is_silent`. */
      student_progress: {
        account_id: number;
        batch_id: number;
        /** Sort key of the name; `search_text` is name and email in lower case. */
        name_key: string;
        search_text: string;
        project_id: string | null;
        /** Opening of the first task not submitted, signup before a choice, the far future when done. */
        behind_from: number;
        seen_at: number;
        has_submitted: Flag;
        is_late: Flag;
        is_waiting: Flag;
        /** Not seen for seven days, as of the job's last run. */
        is_silent: Flag;
      };
      /** Never shown to the student. */
      staff_notes: { id: Id; account_id: number; author_id: number; text: string; created_at: number };
      /** As students were told. */
      viva_times: {
        account_id: number;
        purpose: 'viva' | 'talk';
        batch_id: number;
        starts_at: number;
        minutes: number;
        room: string;
        link: string | null;
        /** How often, also of a cancellation. */
        told: number;
        cancelled_at: number | null;
        told_by: number;
        told_at: number;
      };
      /** Of a room, for all batches that use it. */
      viva_delays: {
        room_key: string;
        /** `YYYY-MM-DD`, in the academy's zone. */
        day: string;
        minutes: number;
        said_by: number;
        said_at: number;
      };
      /** As examiners were told. */
      viva_examiner_times: {
        student_id: number;
        examiner_id: number;
        batch_id: number;
        starts_at: number;
        minutes: number;
        room: string;
        link: string | null;
      };
    };
  }
}

/** What the tables know about a person. */
export const progressPersonal: PersonalTables = {
  // The account's own goes; a trigger does not follow a null.
  student_progress: { of: 'account_id', erase: { seen_at: 0 } },
  staff_notes: { of: 'account_id', by: 'author_id', erase: 'delete' },
  viva_times: {
    of: 'account_id',
    by: 'told_by',
    erase: 'delete',
    export: ['starts_at', 'minutes', 'room', 'cancelled_at', 'told_at'],
  },
  viva_delays: { of: [], by: 'said_by', erase: 'keep' },
  viva_examiner_times: { of: ['student_id', 'examiner_id'], erase: 'delete' },
};
