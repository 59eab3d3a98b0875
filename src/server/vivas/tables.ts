import type { Attendance } from '#contract/vivas/day';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    vivas: {
      viva_plans: {
        batch_id: number;
        /** JSON (`PlanSettings`). */
        settings: string;
        changed_by: number;
        changed_at: number;
      };
      /** Of the academy, so that two batches in one room are seen; by name and link. */
      viva_rooms: { id: Id; room_key: string; name: string; link: string | null };
      viva_examiners: {
        batch_id: number;
        account_id: number;
        /** JSON, by day; null: all of the plan's. */
        hours: string | null;
      };
      /** Minutes more than others have. */
      viva_extra: { account_id: number; minutes: number; given_by: number; given_at: number };
      viva_slots: {
        id: Id;
        purpose: 'viva' | 'talk';
        batch_id: number;
        account_id: number;
        room_id: number;
        /** A whole multiple of five minutes. */
        starts_at: number;
        minutes: number;
        buffer: number;
        placed_by: number;
        placed_at: number;
      };
      /** Whom the office has written by WhatsApp, of what `viva_times` has told so many times. */
      viva_messages: {
        account_id: number;
        purpose: 'viva' | 'talk';
        told: number;
        sent_by: number;
        sent_at: number;
      };
      viva_panels: { slot_id: number; account_id: number };
      /** Five minutes of a person or a room, which nobody else has; those of an offer have its id. */
      viva_steps: {
        kind: 'person' | 'room';
        who: number;
        step: number;
        slot_id: number;
        offer_id: number | null;
      };
      /** A time that a student may have instead; `held` and `picked` ones have steps. */
      viva_offers: {
        id: Id;
        account_id: number;
        request_id: number;
        slot_id: number;
        room_id: number;
        starts_at: number;
        minutes: number;
        buffer: number;
        state: 'held' | 'picked' | 'refused' | 'lapsed';
        held_until: number;
        offered_at: number;
      };
      /** Who waited for a student who was absent with a reason. */
      viva_missed_panels: { account_id: number; starts_at: number; examiner_id: number };
      /** What became of a viva. It stays when the student gets another time. */
      viva_attendance: {
        account_id: number;
        starts_at: number;
        batch_id: number;
        state: Attendance;
        reason: string;
        /** Of `broken_off`; `broken_to` null where it did not go on. */
        broken_from: number | null;
        broken_to: number | null;
        /** `recorded_at` of the mark without a file that came with it. */
        mark_recorded_at: number | null;
        recorded_by: number;
        recorded_at: number;
      };
    };
  }
}

export const vivasPersonal: PersonalTables = {
  viva_plans: { of: [], by: 'changed_by', erase: 'keep' },
  viva_examiners: { of: 'account_id', erase: 'delete' },
  viva_extra: { of: 'account_id', by: 'given_by', erase: 'delete' },
  // Panel and steps go with it.
  viva_slots: { of: 'account_id', by: 'placed_by', erase: 'delete' },
  viva_attendance: {
    of: 'account_id',
    by: 'recorded_by',
    erase: 'delete',
    export: ['starts_at', 'state', 'reason', 'broken_from', 'broken_to', 'recorded_at'],
  },
  viva_missed_panels: { of: 'account_id', by: 'examiner_id', erase: 'delete' },
  viva_messages: { of: 'account_id', by: 'sent_by', erase: 'delete' },
  viva_offers: { of: 'account_id', erase: 'delete', export: ['starts_at', 'minutes', 'state', 'offered_at'] },
  viva_panels: { of: [], by: 'account_id', erase: 'keep' },
};
