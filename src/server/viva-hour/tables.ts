import { type VivaStep } from '#contract/vivas/viva-steps';
import type { Answered, OutcomeWay } from '#contract/viva-hour/hour';
import { removedWords, type PersonalTables } from '../platform/database/personal-tables.ts';
import type { Flag, Id } from '../platform/database/schema.ts';

/** Of one examiner of one viva; `account_id` is the student's. */
type OfExaminer = { hour_id: number; examiner_id: number; account_id: number };

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    'viva-hour': {
      viva_rules: {
        batch_id: number;
        how: OutcomeWay;
        /** Points between two marks that need no reason. */
        apart: number;
        shows_weeks: Flag;
        /** Null: as 0. */
        two_mark_final: Flag | null;
        changed_by: number;
        changed_at: number;
      };
      /** From the first marks of a panel on. */
      viva_hours: {
        id: Id;
        account_id: number;
        /** As of `recorded_marks`. */
        choice: number;
        /** 1, and 2 for a repetition. */
        number: number;
        batch_id: number;
        /** Since when the panel sees all: nothing that was given changes. */
        opened_at: number | null;
        /** The office, because somebody gave no marks. */
        closed_at: number | null;
        closed_by: number | null;
        closed_reason: string | null;
        outcome: number | null;
        outcome_reason: string | null;
        outcome_comments: string | null;
        proposed_by: number | null;
        proposed_at: number | null;
        /** The time as it was when the outcome was confirmed. */
        held_at: number | null;
        held_minutes: number | null;
        confirmed_at: number | null;
      };
      viva_marks: OfExaminer & {
        /** Null: gave none before the panel was closed. */
        given_at: number | null;
        marks: number | null;
        /** JSON `{line, text, most, points}[]` of that time. */
        points: string;
        words: string;
        confirmed_at: number | null;
      };
      viva_asked: OfExaminer & {
        place: number;
        step: VivaStep | null;
        text: string;
        answered: Answered;
      };
      viva_incidents: OfExaminer & { place: number; noted_at: number | null; text: string };
      /** Of a version of a final project that two mark, from the first own marks on. Columns as of `viva_hours`. */
      final_outcomes: {
        submission_id: number;
        account_id: number;
        version: number;
        opened_at: number | null;
        closed_at: number | null;
        closed_by: number | null;
        closed_reason: string | null;
        outcome: number | null;
        outcome_reason: string | null;
        outcome_comments: string | null;
        proposed_by: number | null;
        proposed_at: number | null;
        confirmed_at: number | null;
      };
      final_marks: {
        submission_id: number;
        marker_id: number;
        account_id: number;
        given_at: number;
        marks: number;
        /** As of `viva_marks`. */
        points: string;
        words: string;
        confirmed_at: number | null;
      };
      /** Rows never change; the newest version of an hour counts. */
      viva_records: {
        id: Id;
        hour_id: number;
        account_id: number;
        /** From 1; the next one after a review has changed the result. */
        version: number;
        /** Such as `VIVA-2026-…`. */
        number: string;
        /** JSON (`SignedDocument`) with null in the places of the lines. */
        document: string;
        made_at: number;
      };
      /** A field of a record that says more than times and result; an anonymisation removes it with its salt. */
      viva_record_lines: {
        record_id: number;
        account_id: number;
        /** Among the document's fields, from 0. */
        place: number;
        /** JSON: name, value and salt. */
        field: string;
      };
    };
  }
}

/** Numbers, times and the outcome stay; words go. */
export const vivaHourPersonal: PersonalTables = {
  viva_rules: { of: [], by: 'changed_by', erase: 'keep' },
  viva_hours: {
    of: 'account_id',
    by: ['closed_by', 'proposed_by'],
    erase: { closed_reason: removedWords, outcome_reason: removedWords, outcome_comments: removedWords },
  },
  viva_marks: { of: 'account_id', by: 'examiner_id', erase: { words: removedWords } },
  viva_asked: { of: 'account_id', by: 'examiner_id', erase: { text: removedWords } },
  viva_incidents: { of: 'account_id', by: 'examiner_id', erase: 'delete' },
  final_outcomes: {
    of: 'account_id',
    by: ['closed_by', 'proposed_by'],
    erase: { closed_reason: removedWords, outcome_reason: removedWords, outcome_comments: removedWords },
  },
  final_marks: { of: 'account_id', by: 'marker_id', erase: { words: removedWords } },
  viva_records: { of: 'account_id', erase: 'keep' },
  viva_record_lines: { of: 'account_id', erase: 'delete' },
};
