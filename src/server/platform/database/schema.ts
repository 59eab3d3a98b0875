import type { Generated } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import type { AttachmentType } from '#contract/forum/attachment-view';
import type { Task } from '#contract/dates';
import type { RowState } from '#contract/people/intake-fields';
import type { NoticeKind, NoticeMail } from '#contract/notices/notice-kinds';
import type { TextPage } from '#contract/screens';

export type Flag = 0 | 1;
type Id = Generated<number>;
type Html = Generated<string | null>;

/**
 * Tables as rows are read, by the folder of src/server that owns them (`scripts/check-boundaries/` checks
 * it): others use its `queries.ts`.
 * Instants are milliseconds since 1970 UTC, flags 0 or 1, lists JSON; ids are internal.
 */
type TablesByOwner = {
  platform: {
    /** Mail to send, written in the transaction that it reports. */
    outbox: {
      id: Id;
      /** Unique, such as `receipt:CAP-…`: no event is mailed twice. */
      event: string;
      recipient: string;
      subject: string;
      text: string;
      html: string;
      /** Whether it holds a token: the text is erased once sent or refused. */
      is_secret: Flag;
      /** Encrypted text and HTML; `text` and `html` then hold a notice only. */
      sealed: string | null;
      created_at: number;
      /** Earliest time to send; a sender moves it on first, which locks the row. */
      due_at: number;
      attempts: Generated<number>;
      sent_at: number | null;
      refused_at: number | null;
      last_error: string | null;
      /** One-click unsubscribe; null for mail that is always sent. */
      turn_off_url: string | null;
    };
    /** Applied migrations, written by Kysely's migrator. */
    migrations: { name: string; timestamp: string };
    /** One row: the oldest version that may run, by its newest step. */
    schema_range: { id: number; oldest_program: number };
    jobs: {
      id: Id;
      kind: string;
      /** Unique within a kind, to queue a job once; null for any number. */
      key: string | null;
      payload: string;
      created_at: number;
      /** When it was first due, before any retries. */
      wanted_at: number;
      /** When it runs next; while it runs, when its claim expires. */
      due_at: number;
      is_running: Generated<Flag>;
      /** When it was requested again while running. */
      wanted_again_at: number | null;
      attempts: Generated<number>;
      /** When it became a dead letter. */
      failed_at: number | null;
      last_error: string | null;
    };
    built_files: {
      path: string;
      content_type: string;
      encoding: 'gzip' | 'identity';
      body: Buffer;
      /** Last start of a process with it, to the day. */
      used_at: number;
    };
    /** Kept for 90 days; submissions have the key in their own row. */
    idempotency_keys: {
      account_id: number;
      kind:
        | 'question'
        | 'comment'
        | 'question-edit'
        | 'question-deletion'
        | 'solution'
        | 'favorite'
        | 'reading'
        | 'mute'
        | 'comment-edit'
        | 'comment-deletion'
        | 'post-restoration'
        | 'post-report'
        | 'report-dismissal'
        | 'moderation'
        | 'test-mail'
        | 'mark'
        | 'note'
        | 'note-deletion'
        | 'release'
        | 'second-look'
        | 'second-look-answer'
        | 'comment-first'
        | 'rubric'
        | 'remark'
        | 'phrase'
        | 'phrase-edit'
        | 'phrase-deletion'
        | 'selection'
        | 'batch-dates'
        | 'extension'
        | 'outage'
        | 'start'
        | 'undoing'
        | 'brief'
        | 'sample-removal'
        | 'account'
        | 'confirmation'
        | 'profile'
        | 'password'
        | 'email'
        | 'deletion'
        | 'sessions'
        | 'mail-choice'
        | 'intake'
        | 'invitations'
        | 'revoked-invitations'
        | 'announcement'
        | 'announcement-withdrawal'
        | 'person-profile'
        | 'person-address'
        | 'people-act'
        | 'staff-invitation'
        | 'staff-change'
        | 'course'
        | 'course-removal'
        | 'batch'
        | 'batch-removal'
        | 'project'
        | 'project-removal'
        | 'attachment'
        | 'catalogue-file'
        | 'catalogue-file-removal'
        | 'anonymisation';
      idempotency_key: string;
      /** Of the request: other content is another request. */
      content_sha256: string;
      /** The row made or changed; null only within its transaction. */
      made_id: number | null;
      created_at: number;
    };
  };
  audit: {
    audit_log: {
      id: Id;
      at: number;
      /** Null for the operator's commands. */
      actor_id: number | null;
      act: string;
      subject: string;
      before: string | null;
      after: string | null;
      /** The account that it concerns; null for none, and in old lines. */
      about_id: number | null;
      /** Shortened to a provider or office; for security events only. */
      network: string | null;
    };
    /** All lines before an instant expired; never removed. */
    audit_removals: { id: Id; lines_before: number; removed_at: number };
    /** Lines about an account were erased; never removed. */
    audit_erasures: { id: Id; account_id: number; at: number };
  };
  courses: {
    courses: {
      id: Id;
      name: string;
      retired_at: number | null;
    };
    batches: {
      id: Id;
      name: string;
      name_key: string;
      course_id: number;
      /** Midnight of the first day in the academy's zone. */
      starts_at: number;
      viva_deadline: number | null;
      is_open: Flag;
      is_default: Flag;
      /** Null as for `anyone`; `invited` for invited addresses only. */
      joining: 'anyone' | 'invited' | null;
      /** The latest end of a pinned announcement, possibly past. */
      announced_until: number | null;
      /** Whether students see a mark's comment before its number; null as for 0. */
      comment_first: Flag | null;
      /** JSON: due dates by task (`DueDays`). */
      due_days: string | null;
      retired_at: number | null;
    };
    /** Mentors by name, with or without an account. */
    batch_mentors: { id: Id; batch_id: number; name: string; account_id: number | null };
    /** Former names, each of the batch that had it last. */
    former_batch_names: { name_key: string; batch_id: number };
  };
  accounts: {
    accounts: {
      id: Id;
      email: string;
      name: string;
      role: Role;
      phone: string | null;
      /** For letters beyond A to Z; valid while `folded_from` equals the name. */
      folded_name: string | null;
      folded_from: string | null;
      /** Argon2id in PHC form; null until an invited person chooses a password. */
      password_hash: string | null;
      batch_id: number | null;
      typed_batch: string | null;
      confirmed_at: number | null;
      must_confirm: Flag | null;
      /** JSON list, oldest first; null for none. */
      former_emails: string | null;
      /** Null as for 0. */
      has_second_factor: Flag | null;
      exit_score: number | null;
      grade: string | null;
      created_at: number;
      seen_at: number | null;
      /** Triggers maintain it. */
      unread_notices: Generated<number>;
      /** No logins and no mail since then; null while active. */
      suspended_at: number | null;
      /** For staff only. */
      suspension_reason: string | null;
      /** When everything that identifies the holder was removed. */
      anonymised_at: number | null;
    };
    /** Copied to the account once the email is confirmed. */
    imported_people: {
      email: string;
      batch_id: number | null;
      exit_score: number | null;
      grade: string | null;
      /** For people without an account only. */
      name: string | null;
      phone: string | null;
      imported_at: number;
    };
    sessions: {
      token_hash: string;
      account_id: number;
      created_at: number;
      used_at: number;
      expires_at: number;
      /** Short name of the browser at login. */
      device: string | null;
      /** When the holder last confirmed that it is them. */
      proven_at: number | null;
    };
    second_factors: {
      id: Id;
      account_id: number;
      kind: 'passkey' | 'app';
      name: string;
      /**
       * A passkey's public key in base64url, or an app's secret in base32, encrypted where the operator sets
       * a key.
       */
      secret: string;
      /** Passkeys only, in base64url. */
      credential_id: string | null;
      /** JSON list; passkeys only. */
      transports: string | null;
      /** A passkey's counter, or an app's period of 30 seconds since 1970; must grow. */
      counter: number;
      added_at: number;
      used_at: number | null;
    };
    /** By their first characters; a used one stays, to tell it from a wrong one. */
    recovery_codes: {
      account_id: number;
      label: string;
      /** Argon2id in PHC form. */
      code_hash: string;
      used_at: number | null;
    };
    /** Logins that still need the second factor, by the hash of their cookie. */
    pending_logins: {
      token_hash: string;
      account_id: number;
      attempts: number;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
    /** A passkey's challenge or an app's new secret, by the hash of a session or pending login. */
    factor_challenges: {
      holder_hash: string;
      purpose: 'add-passkey' | 'add-app' | 'prove';
      value: string;
      expires_at: number;
    };
    one_time_tokens: {
      token_hash: string;
      purpose: 'setup' | 'reset';
      account_id: number | null;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
    email_confirmations: {
      token_hash: string;
      account_id: number;
      email: string;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
    /** No other account gets one. */
    former_emails: { email: string; account_id: number; left_at: number };
    external_identities: { issuer: string; subject: string; account_id: number; linked_at: number };
    /** OIDC states by their hash: each works once. */
    used_login_states: { token_hash: string; expires_at: number };
    deletion_requests: { account_id: number; asked_at: number };
    known_devices: { id: Id; token_hash: string; account_id: number; made_at: number; expires_at: number };
    lifted_limits: { account_id: number; until_at: number };
    /** By account or network; `source` is the network or device where it matters beside the account. */
    rate_limit_hits: { id: Id; kind: string; subject: string; at: number; source: string | null };
    /** Kinds of mail that a reader turned off; without a row they are sent. */
    turned_off_mails: { account_id: number; mail: NoticeMail };
  };
  notices: {
    /** A row for each reader; removed after 90 days. */
    notices: {
      id: Id;
      account_id: number;
      kind: NoticeKind;
      /** Unique within the kind: nobody is notified twice. */
      event: string;
      /** What marks it as read when opened, such as `task:week-2`. */
      about: string;
      text: string;
      href: string;
      created_at: number;
      read_at: number | null;
      /** Null once queued, and for kinds without mail. */
      mail_due_at: number | null;
      is_daily: Flag;
    };
    /** For unsubscribe links: 32 bytes in base64url. */
    mail_link_keys: { account_id: number; secret: string };
    /** One row: the last day sent, `YYYY-MM-DD` in the academy's zone. */
    daily_mails: { id: number; day: string };
    /** Withdrawn ones stay, hidden. */
    announcements: {
      id: Id;
      batch_id: number;
      author_id: number;
      text: string;
      created_at: number;
      pinned_until: number;
      withdrawn_at: number | null;
      told: number;
      /** How many have seen it; a trigger maintains it. */
      seen_by: Generated<number>;
    };
    announcement_views: { announcement_id: number; account_id: number };
  };
  projects: {
    projects: {
      id: string;
      course_id: number;
      name: string;
      details: string;
      overview: string;
      prerequisite_knowledge: string;
      job_opportunities: string;
      background_image: string;
      project_url: string;
      ref1: string;
      ref2: string;
      ref3: string;
      ref4: string;
      /** Archived since then; null while offered. */
      retired_at: number | null;
      /** Most students who may choose it; null for no limit. */
      seats: number | null;
      /** Triggers maintain it, where seats are limited. */
      seats_taken: Generated<number>;
    };
    catalogue_files: { path: string; content_type: string; sha256: string; body: Buffer };
    briefs: { project_id: string; task: Task; text: string; changed_at: number };
    /** Immutable versions: a mark keeps its lines. Removed only with a project that nobody chose. */
    rubric_lines: {
      id: Id;
      project_id: string;
      task: Task;
      /** The first version of this line; null for itself. */
      first_id: number | null;
      text: string;
      points: number;
      is_optional: Flag;
      /** Null for the operator's commands. */
      made_by: number | null;
      made_at: number;
    };
    rubric_places: { project_id: string; task: Task; position: number; line_id: number };
  };
  selections: {
    selections: {
      id: Id;
      account_id: number;
      project_id: string;
      started_at: number;
      /** Null where it equals `started_at`, which may have been corrected since. */
      chosen_at: number | null;
    };
    /** Former choices: undone, or with a corrected start. */
    former_selections: {
      id: Id;
      selection_id: number;
      account_id: number;
      project_id: string;
      started_at: number;
      chosen_at: number;
      ended_at: number;
      ended_as: 'corrected' | 'undone';
      reason: string;
      ended_by: number;
    };
  };
  people: {
    /** A row for each account, to filter and count; triggers maintain it. */
    people: {
      account_id: number;
      /** 0 for none. */
      batch_id: number;
      /** The batch typed at signup, without case and spaces; empty for none. */
      typed_key: string;
      is_student: Flag;
      is_confirmed: Flag;
      is_suspended: Flag;
      is_waiting: Flag;
      has_project: Flag;
      asks_deletion: Flag;
      is_anonymised: Flag;
    };
    /** Words of name, email and phone, A to Z in lower case; a trigger maintains it. */
    person_words: { account_id: number; word: string };
    /** Changes of counts; their sums are the counts. Triggers maintain it. */
    people_counts: {
      id: Id;
      counted: number;
      everybody: number;
      unconfirmed: number;
      confirmed: number;
      waiting: number;
      placed: number;
      with_project: number;
      suspended: number;
      staff: number;
      deletion_asked: number;
      anonymised: number;
    };
    intakes: {
      id: Id;
      file_name: string;
      /** JSON lists, one entry a column. */
      headings: string;
      columns: string;
      is_remembered: Flag;
      state: 'reading' | 'read' | 'checked' | 'imported';
      row_count: number;
      new_count: number;
      changed_count: number;
      unchanged_count: number;
      wrong_count: number;
      people_there: number;
      /** Identifies the one preview that may write. */
      check_key: string | null;
      /** Null for the operator's commands. */
      made_by: number | null;
      made_at: number;
      imported_at: number | null;
    };
    /** JSON lists of cells; removed with the import, or after a day. */
    intake_lines: { intake_id: number; line: number; cells: string };
    intake_people: {
      intake_id: number;
      line: number;
      email: string;
      name: string | null;
      phone: string | null;
      batch: string | null;
      batch_key: string | null;
      exit_score: number | null;
      grade: string | null;
      /** JSON: errors by field; null for none. */
      faults: string | null;
      /** Null until the preview reaches it. */
      state: RowState | null;
      /** JSON: current values of what the row would change; null for other rows. */
      known: string | null;
    };
    /** The field of each column, by the hash of a spreadsheet's headings. */
    intake_columns: { headings_hash: string; columns: string; used_at: number };
    /** Links that create an account, by the hash of their token. */
    invitations: {
      id: Id;
      email: string;
      token_hash: string;
      way: 'mail' | 'print';
      made_by: number | null;
      made_at: number;
      expires_at: number;
      opened_at: number | null;
      used_at: number | null;
      revoked_at: number | null;
    };
  };
  submissions: {
    submissions: {
      id: Id;
      account_id: number;
      task: Task;
      version: number;
      number: string;
      submitted_at: number;
      late: Flag;
      links: string;
      comments: string;
      file_id: string | null;
      file_name: string | null;
      file_bytes: number | null;
      file_sha256: string | null;
      idempotency_key: string | null;
      /** The resumable upload of the file, which a retry names again. */
      upload_id: string | null;
      /** The deadline at `submitted_at`; null without one. */
      due_at: number | null;
      /** When its content was erased on request; the receipt's data stays. */
      erased_at: number | null;
    };
    /** Unsubmitted resumable uploads; bytes are in the bucket, or in `DATA_DIR/uploads` by id. */
    uploads: {
      id: string;
      account_id: number;
      task: Task;
      /** The name to store, and the full size in bytes. */
      name: string;
      bytes: number;
      begun_at: number;
      expires_at: number;
      /** See `PartialFile`; null where an earlier version began the upload. */
      arrived_bytes: number | null;
      hash_state: string | null;
      sha256: string | null;
      place: string | null;
      /** Identifies the one request that may write; null for none. */
      lease: string | null;
      /** 1 when another request asks for the lease, 2 when its holder releases it. */
      lease_wanted: number | null;
      /** How often the lease was taken from an unresponsive holder. */
      fence: number | null;
    };
    /** Extensions for one student; the newest of a task counts. */
    extensions: {
      id: Id;
      account_id: number;
      task: Task;
      due_at: number;
      due_before: number;
      /** The outage that it makes up for, if any. */
      outage_from: number | null;
      outage_to: number | null;
      /** For staff only. */
      reason: string;
      granted_by: number;
      granted_at: number;
    };
    /** JSON: the newest extension of each task (`Extensions`); no row without one. */
    student_extensions: { account_id: number; newest: string };
    /** One for each submission being received, with an expiry. */
    idempotency_locks: { account_id: number; task: Task; idempotency_key: string; expires_at: number };
    marks: {
      submission_id: number;
      marks: number;
      comments: string;
      released: Flag;
      marked_by: number | null;
      marked_at: number;
      released_at: number | null;
      read_at: number | null;
      /** When the student requested a review, with a row in `second_looks`. */
      second_look_at: number | null;
      /** Of the comments; null is plain text. */
      format: 'markdown' | null;
      html: Html;
      /** JSON list of `{id, line, text, points}` as they were; null for none. */
      rubric: string | null;
      /** Why the marks differ from the rubric; for staff only. */
      overrule_reason: string | null;
    };
    second_looks: {
      submission_id: number;
      account_id: number;
      task: Task;
      reason: string;
      asked_at: number;
    };
    second_look_answers: {
      submission_id: number;
      answer: string;
      answered_by: number;
      answered_at: number;
    };
    /** The same as the mark's `rubric`, to find the marks of a line. */
    mark_rubric_lines: { line_id: number; submission_id: number };
    /** Newest version and newest released mark by student and task; triggers maintain it. */
    task_progress: {
      account_id: number;
      task: Task;
      batch_id: number | null;
      submission_id: number;
      version: number;
      is_marked: Flag;
      released_id: number | null;
      has_open_look: Flag | null;
    };
    /**
     * For versions before step 27: Ed25519, 32 bytes each in base64url. The private half is empty once
     * encrypted or replaced.
     */
    receipt_key: { id: number; public_key: string; private_key: string; made_at: number };
    /** Public keys of all pairs that have signed receipts; the newest signs. */
    receipt_keys: { id: Id; public_key: string; made_at: number };
    /** The private key that signs, plain or encrypted with the operator's key. */
    receipt_private_keys: { public_key: string; private_key: string; is_sealed: Flag };
  };
  marking: {
    /** Changes of counts; their sums are the counts. Triggers maintain it. */
    batch_counts: {
      id: Id;
      batch_id: number;
      students: number;
      with_project: number;
      submissions: number;
      unmarked: number;
      /** Newest versions with an unreleased mark. */
      held_back: Generated<number>;
    };
    open_submissions: { submission_id: number; account_id: number; opened_at: number; seen_at: number };
    staff_phrases: { id: Id; account_id: number; name: string; text: string };
  };
  forum: {
    /** Counts changes of a batch's forum (not views); triggers maintain it. */
    discussion_versions: { batch_id: number; version: number };
    /** Forum versions at which a question was asked (0 if unknown) and last changed; triggers maintain it. */
    question_changes: { question_id: number; batch_id: number; asked_version: number; version: number };
    questions: {
      id: Id;
      batch_id: number;
      author_id: number;
      text: string;
      format: 'markdown' | null;
      /** JSON: the mentions in the text, each with its `@`; null for none. */
      mentions: string | null;
      /** Rendered Markdown, see `htmlForRow`. */
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
      /** When it had been marked as the answer, if deletion removed that. */
      deleted_mark_at: number | null;
      /** Whether its author is that of an anonymous question. */
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
    /** No row for none; triggers maintain it. */
    comment_counts: { question_id: number; comments: number };
    /**
     * Triggers add and remove rows and empty `words` when the text changes; the writer fills them in the same
     * transaction, a job the rest.
     */
    question_words: {
      question_id: number;
      batch_id: number;
      is_answered: Flag;
      /** Terms, each prefixed by the batch, for the text index; null until computed. */
      words: string | null;
    };
    /** Terms too frequent in a batch to begin a search with. */
    common_words: { batch_id: number; word: string };
    /** Renewed by the process with their streams; expired rows go with the next write. */
    presences: { batch_id: number; account_id: number; online_until: number };
    /** The comment marked as the answer; no row for none. */
    question_solutions: { question_id: number; batch_id: number; comment_id: number; marked_at: number };
    /** Forum version of each post; triggers maintain it. Posts without a row count as read. */
    post_versions: {
      batch_id: number;
      version: number;
      question_id: number;
      comment_id: number | null;
      author_id: number;
      is_deleted: Generated<Flag>;
    };
    /** Members, and the forum version from which posts can be unread. Triggers create it. */
    discussion_reads: { account_id: number; batch_id: number; version: number };
    question_reads: {
      account_id: number;
      question_id: number;
      batch_id: number;
      /** Posts up to this forum version are read; 0 for none. */
      version: number;
      is_unread: Flag;
      is_muted: Flag;
    };
    attachments: {
      id: Id;
      /** Id on the wire, not guessable. */
      code: string;
      batch_id: number;
      account_id: number;
      name: string;
      type: AttachmentType;
      bytes: number;
      sha256: string;
      /** Pictures only, in pixels after rotation. */
      width: number | null;
      height: number | null;
      created_at: number;
      /** When the last post stopped using it; null while in use. */
      unused_since: number | null;
      /** When it was discarded: hidden at once, removed later. */
      erased_at: number | null;
    };
    /** Posts that show an attachment; `comment_id` is 0 for the question itself. */
    attachment_posts: { attachment_id: number; question_id: number; comment_id: number };
    /** Of the comment or, without one, the question. */
    post_reports: {
      id: Id;
      batch_id: number;
      question_id: number;
      comment_id: number | null;
      /** `question:<id>` or `comment:<id>`, unique for each reporter. */
      post: string;
      reporter_id: number;
      reason: string | null;
      reported_at: number;
      /** When a mentor dismissed it; null while open. */
      settled_at: number | null;
    };
    /** While it lasts: of the comment or, without one, the question. */
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
  progress: {
    /** To sort and filter a batch; triggers maintain it, and a job `is_silent`. */
    student_progress: {
      account_id: number;
      /** 0 without a batch. */
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
  };
  catalogue: {
    /** The operator's Markdown for a page; without a row the default shows. */
    operator_texts: { page: TextPage; text: string; sha256: string; changed_at: number };
    /** One row once the sample was removed: no start loads it again. */
    sample_removal: { id: number; removed_at: number };
  };
  privacy: {
    anonymisations: {
      account_id: number;
      at: number;
      /** Null for the operator's commands, and after a restore. */
      actor_id: number | null;
      reason: string;
      /** Distinguishes the account from a later one with the same id. */
      signed_up_at: number;
      /** For `addresses`: a JSON list of emails, each hashed with the salt. */
      salt: string;
      addresses: string;
      /** Set only within the erasing transaction, which may change immutable rows. */
      is_running: Flag;
      /** When the last of the person's files left the store. */
      files_gone_at: number | null;
    };
  };
  operations: {
    backups: {
      id: Id;
      /** The instant of its rows. */
      made_at: number;
      /** Without secrets, and the name there. */
      place: string;
      name: string;
      rows: number;
      files: number;
      bytes: number;
      /** Files that the place did not have yet. */
      copied_files: number;
      /** Files that were missing or altered in the portal's store. */
      faults: number;
      took_ms: number;
      /** When a test restore last succeeded. */
      rehearsed_at: number | null;
      removed_at: number | null;
    };
  };
};

type Owner = keyof TablesByOwner;
type TableName = { [O in Owner]: keyof TablesByOwner[O] }[Owner];

export type Tables = {
  [Name in TableName]: {
    [O in Owner]: Name extends keyof TablesByOwner[O] ? TablesByOwner[O][Name] : never;
  }[Owner];
};
