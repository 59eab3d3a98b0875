import { type VivaStep } from '#contract/vivas/viva-steps';
import { removedWords, type PersonalTables } from '../platform/database/personal-tables.ts';
import type { AsStored, Flag } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    'viva-hour': {
      viva_rules: {
        /** Points between two marks that need no reason. */
        apart: AsStored;
        /** Null: as 0. */
        two_mark_final: Flag | null;
      };
      /** From the first marks of a panel on. */
      viva_hours: {
        /** As of `recorded_marks`. */
        choice: AsStored;
        /** 1, and 2 for a repetition. */
        number: AsStored;
        /** Since when the panel sees all: nothing that was given changes. */
        opened_at: AsStored;
        /** The office, because somebody gave no marks. */
        closed_at: AsStored;
        /** The time as it was when the outcome was confirmed. */
        held_at: AsStored;
      };
      /** Of one examiner of one viva; `account_id` is the student's. */
      viva_marks: {
        /** Null: gave none before the panel was closed. */
        given_at: AsStored;
        /** JSON `{line, text, most, points}[]` of that time. */
        points: AsStored;
      };
      viva_asked: {
        step: VivaStep | null;
      };
      viva_incidents: AsStored;
      /** Of a version of a final project that two mark, from the first own marks on. Columns as of `viva_hours`. */
      final_outcomes: AsStored;
      final_marks: {
        /** As of `viva_marks`. */
        points: AsStored;
      };
      /** Rows never change; the newest version of an hour counts. */
      viva_records: {
        /** From 1; the next one after a review has changed the result. */
        version: AsStored;
        /** Such as `VIVA-2026-…`. */
        number: AsStored;
        /** JSON (`SignedDocument`) with null in the places of the lines. */
        document: AsStored;
      };
      /** A field of a record that says more than times and result; an anonymisation removes it with its salt. */
      viva_record_lines: {
        /** Among the document's fields, from 0. */
        place: AsStored;
        /** JSON: name, value and salt. */
        field: AsStored;
      };
    };
  }
}

/** Numbers, times and the outcome stay; words go. */
export const vivaHourPersonal: PersonalTables = {
  viva_rules: { owner: [], by: 'changed_by', erase: 'keep' },
  viva_hours: {
    owner: 'account_id',
    by: ['closed_by', 'proposed_by'],
    erase: { closed_reason: removedWords, outcome_reason: removedWords, outcome_comments: removedWords },
  },
  viva_marks: { owner: 'account_id', by: 'examiner_id', erase: { words: removedWords } },
  viva_asked: { owner: 'account_id', by: 'examiner_id', erase: { text: removedWords } },
  viva_incidents: { owner: 'account_id', by: 'examiner_id', erase: 'delete' },
  final_outcomes: {
    owner: 'account_id',
    by: ['closed_by', 'proposed_by'],
    erase: { closed_reason: removedWords, outcome_reason: removedWords, outcome_comments: removedWords },
  },
  final_marks: { owner: 'account_id', by: 'marker_id', erase: { words: removedWords } },
  viva_records: { owner: 'account_id', erase: 'keep' },
  viva_record_lines: { owner: 'account_id', erase: 'delete' },
};
