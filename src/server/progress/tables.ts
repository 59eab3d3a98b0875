import type { AsStored, Flag } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    progress: {
      /** To sort and filter a batch; triggers maintain it, and a job `is_silent`. */
      student_progress: {
        /** Sort key of the name; `search_text` is name and email in lower case. */
        name_key: AsStored;
        /** Opening of the first task not submitted, signup before a choice, the far future when done. */
        behind_from: AsStored;
        has_submitted: Flag;
        is_late: Flag;
        is_waiting: Flag;
        /** Not seen for seven days, as of the job's last run. */
        is_silent: Flag;
      };
      /** Never shown to the student. */
      staff_notes: AsStored;
      /** As students were told. */
      viva_times: {
        /** How often, also of a cancellation. */
        told: AsStored;
      };
      /** Of a room, for all batches that use it. */
      viva_delays: {
        /** `YYYY-MM-DD`, in the academy's zone. */
        day: AsStored;
      };
      /** As examiners were told. */
      viva_examiner_times: AsStored;
    };
  }
}

/** What the tables know about a person. */
export const progressPersonal: PersonalTables = {
  // The account's own goes; a trigger does not follow a null.
  student_progress: { owner: 'account_id', erase: { seen_at: 0 } },
  staff_notes: { owner: 'account_id', by: 'author_id', erase: 'delete' },
  viva_times: {
    owner: 'account_id',
    by: 'told_by',
    erase: 'delete',
    export: ['starts_at', 'minutes', 'room', 'cancelled_at', 'told_at'],
  },
  viva_delays: { owner: [], by: 'said_by', erase: 'keep' },
  viva_examiner_times: { owner: ['student_id', 'examiner_id'], erase: 'delete' },
};
