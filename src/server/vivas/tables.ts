import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { AsStored } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    vivas: {
      viva_plans: {
        /** JSON (`PlanSettings`). */
        settings: AsStored;
      };
      /** Of the academy, so that two batches in one room are seen; by name and link. */
      viva_rooms: AsStored;
      viva_examiners: {
        /** JSON, by day; null: all of the plan's. */
        hours: AsStored;
      };
      /** Minutes more than others have. */
      viva_extra: AsStored;
      viva_slots: {
        /** A whole multiple of five minutes. */
        starts_at: AsStored;
      };
      /** Whom the office has written by WhatsApp, of what `viva_times` has told so many times. */
      viva_messages: AsStored;
      viva_panels: AsStored;
      /** Five minutes of a person or a room, which nobody else has; those of an offer have its id. */
      viva_steps: AsStored;
      /** A time that a student may have instead; `held` and `picked` ones have steps. */
      viva_offers: AsStored;
      /** Who waited for a student who was absent with a reason. */
      viva_missed_panels: AsStored;
      /** What became of a viva. It stays when the student gets another time. */
      viva_attendance: {
        /** Of `broken_off`; `broken_to` null where it did not go on. */
        broken_from: AsStored;
        /** `recorded_at` of the mark without a file that came with it. */
        mark_recorded_at: AsStored;
      };
    };
  }
}

export const vivasPersonal: PersonalTables = {
  viva_plans: { owner: [], by: 'changed_by', erase: 'keep' },
  viva_examiners: { owner: 'account_id', erase: 'delete' },
  viva_extra: { owner: 'account_id', by: 'given_by', erase: 'delete' },
  // Panel and steps go with it.
  viva_slots: { owner: 'account_id', by: 'placed_by', erase: 'delete' },
  viva_attendance: {
    owner: 'account_id',
    by: 'recorded_by',
    erase: 'delete',
    export: ['starts_at', 'state', 'reason', 'broken_from', 'broken_to', 'recorded_at'],
  },
  viva_missed_panels: { owner: 'account_id', by: 'examiner_id', erase: 'delete' },
  viva_messages: { owner: 'account_id', by: 'sent_by', erase: 'delete' },
  viva_offers: {
    owner: 'account_id',
    erase: 'delete',
    export: ['starts_at', 'minutes', 'state', 'offered_at'],
  },
  viva_panels: { owner: [], by: 'account_id', erase: 'keep' },
};
