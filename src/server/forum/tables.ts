import type { AttachmentType } from '#contract/forum/attachment-view';
import type { AsStored, Flag } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    forum: {
      /** Changes but views; kept by triggers. */
      discussion_versions: AsStored;
      /** Forum versions (0 if unknown); kept by triggers. */
      question_changes: AsStored;
      questions: {
        format: 'markdown' | null;
        /** JSON, each with its `@`; null for none. */
        mentions: AsStored;
        /** See `htmlForRow`. */
        html: AsStored;
        is_anonymous: Flag;
      };
      comments: {
        format: 'markdown' | null;
        /** When it was marked as the answer, if deletion undid that. */
        deleted_mark_at: AsStored;
        /** The author asked the question anonymously. */
        is_anonymous: Flag;
      };
      former_texts: {
        format: 'markdown' | null;
      };
      /** No row for none; kept by triggers. */
      comment_counts: AsStored;
      /**
       * Triggers add, remove and empty rows; the writer fills them in the same transaction, a job the rest.
       */
      question_words: {
        is_answered: Flag;
        /** Prefixed by the batch; null until computed. */
        words: AsStored;
      };
      /** Too frequent to begin a search with. */
      common_words: AsStored;
      /** Renewed with streams; expired rows go with the next write. */
      presences: AsStored;
      /** No row for none. */
      question_solutions: AsStored;
      /** Forum version of each post, kept by triggers; posts without a row are read. */
      post_versions: AsStored;
      /** Members, and the version from which posts can be unread; made by triggers. */
      discussion_reads: AsStored;
      question_reads: {
        /** Posts up to this version are read; 0 for none. */
        version: AsStored;
      };
      attachments: {
        /** Not guessable. */
        code: AsStored;
        type: AttachmentType;
        /** Pixels of a picture after rotation. */
        width: AsStored;
        /** Since no post uses it; null while in use. */
        unused_since: AsStored;
        /** Hidden from then on, removed later. */
        erased_at: AsStored;
        /** The student whose private questions show it; the forum can show it, too, once one is opened. */
        private_to: AsStored;
        /** Shown by an extension request of the sender. */
        for_request: Flag;
      };
      /** `comment_id` is 0 for the question. */
      attachment_posts: AsStored;
      /** Without a comment, of the question. */
      post_reports: {
        /** `question:<id>` or `comment:<id>`, once per reporter. */
        post: AsStored;
        /** When a mentor dismissed it; null while open. */
        settled_at: AsStored;
      };
      /** While it lasts; without a comment, of the question. */
      post_interventions: {
        /** `question:<id>` or `comment:<id>`. */
        post: AsStored;
      };
      question_favorites: AsStored;
      question_views: AsStored;
    };
  }
}

const removedPost = { text: removedWords, html: null, mentions: null };

/** Others' comments and counts of views stay. */
export const forumPersonal: PersonalTables = {
  questions: { owner: 'author_id', by: 'deleted_by', erase: removedPost },
  comments: { owner: 'author_id', by: 'deleted_by', erase: removedPost },
  former_texts: { owner: 'author_id', by: 'replaced_by', erase: { text: removedWords, html: null } },
  presences: { owner: 'account_id', erase: 'delete' },
  post_versions: { owner: 'author_id', erase: 'keep' },
  discussion_reads: { owner: 'account_id', erase: 'delete' },
  question_reads: { owner: 'account_id', erase: 'delete' },
  question_views: { owner: 'account_id', erase: 'delete' },
  question_favorites: { owner: 'account_id', erase: 'delete' },
  attachments: { owner: 'account_id', erase: 'itself' },
  post_reports: { owner: 'reporter_id', erase: { reason: null } },
  // About the person's posts, and by the person.
  post_interventions: { owner: ['author_id', 'actor_id'], erase: { reason: removedWords } },
};
