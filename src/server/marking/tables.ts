import type { Task } from '#contract/dates';
import type { AsStored } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    marking: {
      marks: {
        /** When the number last changed after its release; null for never. */
        number_since: AsStored;
        /** Of comments; null: plain. */
        format: 'markdown' | null;
        /** JSON `{id, line, text, points}[]` of that time; null for none. */
        rubric: AsStored;
        /** For staff, where marks differ from the rubric. */
        overrule_reason: AsStored;
      };
      second_looks: {
        task: Task;
        /** Under review, and by whom; null for an operator's mark, and before step 84. */
        marks: AsStored;
        /** The office, in place of the student. */
        opened_by: AsStored;
      };
      /** Of staff; the student sees them with the answer. */
      second_look_comments: {
        /** The student's. */
        account_id: AsStored;
        /** Leaves the decision to the office. */
        to_office: AsStored;
      };
      second_look_answers: AsStored;
      /** Marks without a file; one for a student, a task and a choice. */
      recorded_marks: {
        /** When the project was chosen: of a choice that was undone, it counts no more. */
        choice: AsStored;
        /** 0 for `not_submitted` and `absent`, null for `excused`. */
        marks: AsStored;
        format: 'markdown' | null;
        /** As of `marks`. */
        rubric: AsStored;
        /** When what is recorded last changed after its release; null for never. */
        number_since: AsStored;
        /** The newest version that was there; null for none. It counts over the marks of that one and earlier ones. */
        submission_id: AsStored;
      };
      /** A request, then its answer. */
      recorded_mark_reviews: {
        /** What it asks to review. */
        marks: AsStored;
        /** The office, in place of the student. */
        opened_by: AsStored;
      };
      recorded_mark_review_comments: {
        /** The student's. */
        account_id: AsStored;
      };
      /** Who has given a student's mark together: none of them decides its review. */
      joint_markers: {
        /** As of `recorded_marks`. */
        choice: AsStored;
      };
      /** The student sees them while the version's mark is released. */
      line_comments: {
        /** The student's. */
        account_id: AsStored;
        /** In the ZIP; null: the file itself. */
        path: AsStored;
        /** From 1. */
        line: AsStored;
        /** The text's author. */
        written_by: AsStored;
      };
      mark_rubric_lines: AsStored;
      /** Changes whose sums are the counts; kept by triggers. */
      batch_counts: {
        /** Unreleased marks of newest versions. */
        held_back: AsStored;
      };
      open_submissions: AsStored;
      /** Which mentor of the batch marks a student; it counts while the student is in the batch. */
      marking_shares: AsStored;
      /** Of a batch or of a project. */
      shared_phrases: AsStored;
      staff_phrases: AsStored;
    };
  }
}

export const markingPersonal: PersonalTables = {
  marks: { owner: 'submission_id', by: 'marked_by', erase: 'itself' },
  recorded_marks: { owner: 'account_id', by: 'recorded_by', erase: 'itself' },
  recorded_mark_reviews: {
    owner: 'account_id',
    by: ['marked_by', 'answered_by', 'opened_by'],
    erase: { reason: removedWords, answer: removedWords },
  },
  recorded_mark_review_comments: { owner: 'account_id', by: 'written_by', erase: 'delete' },
  joint_markers: { owner: 'account_id', by: 'marker_id', erase: 'keep' },
  second_looks: { owner: 'account_id', by: ['marked_by', 'opened_by'], erase: { reason: removedWords } },
  second_look_comments: { owner: 'account_id', by: 'written_by', erase: 'delete' },
  second_look_answers: { owner: 'submission_id', by: 'answered_by', erase: 'itself' },
  line_comments: { owner: 'account_id', by: 'written_by', erase: 'delete' },
  open_submissions: { owner: [], by: 'account_id', erase: 'keep' },
  marking_shares: { owner: 'account_id', by: 'mentor_id', erase: 'delete' },
  /** Mentors write them for many students. */
  shared_phrases: { owner: [], by: 'changed_by', erase: 'keep' },
  staff_phrases: { owner: [], by: 'account_id', erase: 'keep' },
};
