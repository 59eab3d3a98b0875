import type { Generated } from 'kysely';
import type { Task } from '#contract/dates';
import type { RecordStatus } from '#contract/marking/recorded';
import type { Flag, Html, Id } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    marking: {
      marks: {
        submission_id: number;
        marks: number;
        comments: string;
        released: Flag;
        marked_by: number | null;
        marked_at: number;
        released_at: number | null;
        read_at: number | null;
        second_look_at: number | null;
        /** When the number last changed after its release; null for never. */
        number_since: number | null;
        /** Of comments; null: plain. */
        format: 'markdown' | null;
        html: Html;
        /** JSON `{id, line, text, points}[]` of that time; null for none. */
        rubric: string | null;
        /** For staff, where marks differ from the rubric. */
        overrule_reason: string | null;
      };
      second_looks: {
        submission_id: number;
        account_id: number;
        task: Task;
        reason: string;
        asked_at: number;
        /** Under review, and by whom; null for an operator's mark, and before step 84. */
        marks: number | null;
        marked_by: number | null;
        /** The office, in place of the student. */
        opened_by: number | null;
      };
      /** Of staff; the student sees them with the answer. */
      second_look_comments: {
        id: Id;
        submission_id: number;
        /** The student's. */
        account_id: number;
        comment: string;
        /** Leaves the decision to the office. */
        to_office: Flag;
        written_by: number;
        written_at: number;
      };
      second_look_answers: {
        submission_id: number;
        answer: string;
        answered_by: number;
        answered_at: number;
      };
      /** Marks without a file; one for a student, a task and a choice. */
      recorded_marks: {
        id: Id;
        account_id: number;
        task: Task;
        /** When the project was chosen: of a choice that was undone, it counts no more. */
        choice: number;
        status: RecordStatus;
        /** 0 for `not_submitted` and `absent`, null for `excused`. */
        marks: number | null;
        comments: string;
        format: 'markdown' | null;
        html: Html;
        /** As of `marks`. */
        rubric: string | null;
        overrule_reason: string | null;
        released: Flag;
        released_at: number | null;
        /** When what is recorded last changed after its release; null for never. */
        number_since: number | null;
        recorded_by: number | null;
        recorded_at: number;
        read_at: number | null;
        second_look_at: number | null;
        /** The newest version that was there; null for none. It counts over the marks of that one and earlier ones. */
        submission_id: number | null;
      };
      /** A request, then its answer. */
      recorded_mark_reviews: {
        record_id: number;
        account_id: number;
        task: Task;
        reason: string;
        asked_at: number;
        /** What it asks to review. */
        marks: number | null;
        marked_by: number | null;
        answer: string | null;
        answered_by: number | null;
        answered_at: number | null;
        /** The office, in place of the student. */
        opened_by: number | null;
      };
      recorded_mark_review_comments: {
        id: Id;
        record_id: number;
        /** The student's. */
        account_id: number;
        comment: string;
        to_office: Flag;
        written_by: number;
        written_at: number;
      };
      /** Who has given a student's mark together: none of them decides its review. */
      joint_markers: {
        account_id: number;
        task: Task;
        /** As of `recorded_marks`. */
        choice: number;
        marker_id: number;
      };
      /** The student sees them while the version's mark is released. */
      line_comments: {
        id: Id;
        submission_id: number;
        /** The student's. */
        account_id: number;
        /** In the ZIP; null: the file itself. */
        path: string | null;
        /** From 1. */
        line: number;
        text: string;
        /** The text's author. */
        written_by: number;
        written_at: number;
        edited_at: number | null;
      };
      mark_rubric_lines: { line_id: number; submission_id: number };
      /** Changes whose sums are the counts; kept by triggers. */
      batch_counts: {
        id: Id;
        batch_id: number;
        students: number;
        with_project: number;
        submissions: number;
        unmarked: number;
        /** Unreleased marks of newest versions. */
        held_back: Generated<number>;
      };
      open_submissions: { submission_id: number; account_id: number; opened_at: number; seen_at: number };
      /** Which mentor of the batch marks a student; it counts while the student is in the batch. */
      marking_shares: { account_id: number; batch_id: number; mentor_id: number };
      /** Of a batch or of a project. */
      shared_phrases: {
        id: Id;
        batch_id: number | null;
        project_id: string | null;
        name: string;
        text: string;
        changed_by: number | null;
        changed_at: number;
      };
      staff_phrases: { id: Id; account_id: number; name: string; text: string };
    };
  }
}

export const markingPersonal: PersonalTables = {
  marks: { of: 'submission_id', by: 'marked_by', erase: 'itself' },
  recorded_marks: { of: 'account_id', by: 'recorded_by', erase: 'itself' },
  recorded_mark_reviews: {
    of: 'account_id',
    by: ['marked_by', 'answered_by', 'opened_by'],
    erase: { reason: removedWords, answer: removedWords },
  },
  recorded_mark_review_comments: { of: 'account_id', by: 'written_by', erase: 'delete' },
  joint_markers: { of: 'account_id', by: 'marker_id', erase: 'keep' },
  second_looks: { of: 'account_id', by: ['marked_by', 'opened_by'], erase: { reason: removedWords } },
  second_look_comments: { of: 'account_id', by: 'written_by', erase: 'delete' },
  second_look_answers: { of: 'submission_id', by: 'answered_by', erase: 'itself' },
  line_comments: { of: 'account_id', by: 'written_by', erase: 'delete' },
  open_submissions: { of: [], by: 'account_id', erase: 'keep' },
  marking_shares: { of: 'account_id', by: 'mentor_id', erase: 'delete' },
  /** Mentors write them for many students. */
  shared_phrases: { of: [], by: 'changed_by', erase: 'keep' },
  staff_phrases: { of: [], by: 'account_id', erase: 'keep' },
};
