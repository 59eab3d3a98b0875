import type { Generated } from 'kysely';
import type { AttachmentType } from '#contract/forum/attachment-view';
import type { Flag, Id, Html } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    forum: {
      /** Changes but views; kept by triggers. */
      discussion_versions: { batch_id: number; version: number };
      /** Forum versions (0 if unknown); kept by triggers. */
      question_changes: { question_id: number; batch_id: number; asked_version: number; version: number };
      questions: {
        id: Id;
        batch_id: number;
        author_id: number;
        text: string;
        format: 'markdown' | null;
        /** JSON, each with its `@`; null for none. */
        mentions: string | null;
        /** See `htmlForRow`. */
        html: Html;
        created_at: number;
        edited_at: number | null;
        deleted_at: number | null;
        deleted_by: number | null;
        view_count: Generated<number>;
        is_anonymous: Generated<Flag>;
      };
      comments: {
        id: Id;
        question_id: number;
        author_id: number;
        text: string;
        format: 'markdown' | null;
        mentions: string | null;
        html: Html;
        created_at: number;
        edited_at: number | null;
        deleted_at: number | null;
        deleted_by: number | null;
        /** When it was marked as the answer, if deletion undid that. */
        deleted_mark_at: number | null;
        /** The author asked the question anonymously. */
        is_anonymous: Generated<Flag>;
      };
      former_texts: {
        id: Id;
        question_id: number;
        comment_id: number | null;
        author_id: number;
        text: string;
        format: 'markdown' | null;
        html: Html;
        written_at: number;
        replaced_at: number;
        replaced_by: number;
      };
      /** No row for none; kept by triggers. */
      comment_counts: { question_id: number; comments: number };
      /**
       * Triggers add, remove and empty rows; the writer fills them in the same transaction, a job the rest.
       */
      question_words: {
        question_id: number;
        batch_id: number;
        is_answered: Flag;
        /** Prefixed by the batch; null until computed. */
        words: string | null;
      };
      /** Too frequent to begin a search with. */
      common_words: { batch_id: number; word: string };
      /** Renewed with streams; expired rows go with the next write. */
      presences: { batch_id: number; account_id: number; online_until: number };
      /** No row for none. */
      question_solutions: { question_id: number; batch_id: number; comment_id: number; marked_at: number };
      /** Forum version of each post, kept by triggers; posts without a row are read. */
      post_versions: {
        batch_id: number;
        version: number;
        question_id: number;
        comment_id: number | null;
        author_id: number;
        is_deleted: Generated<Flag>;
      };
      /** Members, and the version from which posts can be unread; made by triggers. */
      discussion_reads: { account_id: number; batch_id: number; version: number };
      question_reads: {
        account_id: number;
        question_id: number;
        batch_id: number;
        /** Posts up to this version are read; 0 for none. */
        version: number;
        is_unread: Flag;
        is_muted: Flag;
      };
      attachments: {
        id: Id;
        /** Not guessable. */
        code: string;
        batch_id: number;
        account_id: number;
        name: string;
        type: AttachmentType;
        bytes: number;
        sha256: string;
        /** Pixels of a picture after rotation. */
        width: number | null;
        height: number | null;
        created_at: number;
        /** Since no post uses it; null while in use. */
        unused_since: number | null;
        /** Hidden from then on, removed later. */
        erased_at: number | null;
        /** The student whose private questions show it; the forum can show it, too, once one is opened. */
        private_to: number | null;
        /** Shown by an extension request of the sender. */
        for_request: Generated<Flag>;
      };
      /** `comment_id` is 0 for the question. */
      attachment_posts: { attachment_id: number; question_id: number; comment_id: number };
      /** Without a comment, of the question. */
      post_reports: {
        id: Id;
        batch_id: number;
        question_id: number;
        comment_id: number | null;
        /** `question:<id>` or `comment:<id>`, once per reporter. */
        post: string;
        reporter_id: number;
        reason: string | null;
        reported_at: number;
        /** When a mentor dismissed it; null while open. */
        settled_at: number | null;
      };
      /** While it lasts; without a comment, of the question. */
      post_interventions: {
        id: Id;
        batch_id: number;
        kind: 'hidden' | 'locked' | 'pinned';
        question_id: number;
        comment_id: number | null;
        /** `question:<id>` or `comment:<id>`. */
        post: string;
        author_id: number;
        actor_id: number;
        reason: string | null;
        made_at: number;
      };
      question_favorites: { question_id: number; account_id: number };
      question_views: { question_id: number; account_id: number };
    };
  }
}

const removedPost = { text: removedWords, html: null, mentions: null };

/** Others' comments and counts of views stay. */
export const forumPersonal: PersonalTables = {
  questions: { of: 'author_id', by: 'deleted_by', erase: removedPost },
  comments: { of: 'author_id', by: 'deleted_by', erase: removedPost },
  former_texts: { of: 'author_id', by: 'replaced_by', erase: { text: removedWords, html: null } },
  presences: { of: 'account_id', erase: 'delete' },
  post_versions: { of: 'author_id', erase: 'keep' },
  discussion_reads: { of: 'account_id', erase: 'delete' },
  question_reads: { of: 'account_id', erase: 'delete' },
  question_views: { of: 'account_id', erase: 'delete' },
  question_favorites: { of: 'account_id', erase: 'delete' },
  attachments: { of: 'account_id', erase: 'itself' },
  post_reports: { of: 'reporter_id', erase: { reason: null } },
  // About the person's posts, and by the person.
  post_interventions: { of: ['author_id', 'actor_id'], erase: { reason: removedWords } },
};
