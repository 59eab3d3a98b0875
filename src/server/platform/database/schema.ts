import type { Generated } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import type { AttachmentType } from '#contract/forum/attachment-view';
import type { Task } from '#contract/dates';
import type { RowState } from '#contract/people/intake-fields';
import type { NoticeKind, NoticeMail } from '#contract/notices/notice-kinds';
import type { TextPage } from '#contract/screens';

export type Flag = 0 | 1;
type Id = Generated<number>;
/** Absent until it is rendered. */
type Html = Generated<string | null>;

/**
 * The tables as rows are read, by the folder in src/server whose queries may name them. Everybody else, whatever comes
 * later in the order of capabilities too, reads and writes through functions of the owner's `queries.ts`, so that a
 * column can change in one place; `scripts/check-boundaries/` checks it. Instants are milliseconds since 1970 UTC, flags
 * 0 or 1, lists JSON texts; ids are internal and counted up by the database.
 */
type TablesByOwner = {
  platform: {
    /** Mail to send, written in the same transaction as the change that it reports. */
    outbox: {
      id: Id;
      /** The event that it reports, such as `receipt:CAP-…`: no event is mailed twice. */
      event: string;
      recipient: string;
      subject: string;
      text: string;
      html: string;
      /** Whether it holds a token that opens an account: its text is erased when it is sent or refused. */
      is_secret: Flag;
      /** Text and HTML of a secret mail, sealed; `text` and `html` then say only that they cannot be read. */
      sealed: string | null;
      created_at: number;
      /** Not to be sent before; a sender moves this on first, which locks the row against other senders. */
      due_at: number;
      attempts: Generated<number>;
      sent_at: number | null;
      /** When the mail server refused it for good. */
      refused_at: number | null;
      last_error: string | null;
      /** Where mail of this kind is turned off by one press, without a login; null for mail that is always sent. */
      turn_off_url: string | null;
    };
    /** The steps that the schema has gone through, written by Kysely's migrator. */
    migrations: { name: string; timestamp: string };
    /** One row: the oldest version of the portal that may run on this schema, by the number of its newest step. */
    schema_range: { id: number; oldest_program: number };
    /** Work for later that runs until it is done; mail has its own rows, in the outbox. */
    jobs: {
      id: Id;
      kind: string;
      /** No two jobs of a kind have the same: one that is wanted again is the same job. Null for any number of them. */
      key: string | null;
      /** JSON. */
      payload: string;
      created_at: number;
      /** When it was first to run, whatever attempts failed since. */
      wanted_at: number;
      /** When it runs next; while it runs, when its claim ends. */
      due_at: number;
      is_running: Generated<Flag>;
      /** When it was wanted once more while it was running: it may have begun before what it is wanted for. */
      wanted_again_at: number | null;
      attempts: Generated<number>;
      /** When it was given up: a dead letter. */
      failed_at: number | null;
      last_error: string | null;
    };
    /** The files of the web's builds that are or were in use, by their addresses. */
    built_files: {
      path: string;
      content_type: string;
      /** How `body` is compressed. */
      encoding: 'gzip' | 'identity';
      body: Buffer;
      /** When a process last started with a build that has it, within a day. */
      used_at: number;
    };
    /** What requests with an Idempotency-Key have made or changed, for 90 days; a hand-in keeps its key in its own row. */
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
      /** Of what the request said: another text is no repetition. */
      content_sha256: string;
      /** The id of the row that was made or changed; null only within the transaction that makes it. */
      made_id: number | null;
      created_at: number;
    };
  };
  audit: {
    audit_log: {
      id: Id;
      at: number;
      /** The account that acted, or null for the operator's commands. */
      actor_id: number | null;
      act: string;
      subject: string;
      before: string | null;
      after: string | null;
      /** The account that it is about; null for nobody's, and in lines of versions before there was the column. */
      about_id: number | null;
      /** Where it came from, shortened to a provider or an office; security events alone have it. */
      network: string | null;
    };
    /** Why lines were removed: all from before an instant were past their time. A row stays. */
    audit_removals: { id: Id; lines_before: number; removed_at: number };
    /** Why lines were changed: what they said of somebody was erased. A row stays. */
    audit_erasures: { id: Id; account_id: number; at: number };
  };
  courses: {
    courses: {
      id: Id;
      name: string;
      /** Since when no new batch or project is made for it; null while there may be. */
      retired_at: number | null;
    };
    batches: {
      id: Id;
      name: string;
      /** The name without case and spaces: what a signup's batch is matched by. */
      name_key: string;
      course_id: number;
      /** Midnight of the first day in the academy's zone. */
      starts_at: number;
      viva_deadline: number | null;
      is_open: Flag;
      is_default: Flag;
      /** Who joins by typing its name: anybody, as for null, or nobody, since only invited addresses come into it. */
      joining: 'anyone' | 'invited' | null;
      /** Until when something announced is pinned for its students; null for nothing. It may be over. */
      announced_until: number | null;
      /** Whether students see a mark's comment first, and its number by a press; null as for 0. */
      comment_first: Flag | null;
      /** JSON: by task, until when hand-ins are in time (`DueDays`); null where nothing is due. */
      due_days: string | null;
      /** Since when it is not offered any more, and closed; null while it is. */
      retired_at: number | null;
    };
    /** Who mentors a batch: a name, with or without an account. */
    batch_mentors: { id: Id; batch_id: number; name: string; account_id: number | null };
    /** The keys of names that batches had, each of the batch that had it last. */
    former_batch_names: { name_key: string; batch_id: number };
  };
  accounts: {
    accounts: {
      id: Id;
      email: string;
      name: string;
      role: Role;
      phone: string | null;
      /** The name as it is compared, where that is more than A to Z in small letters; it counts while `folded_from` is the name. */
      folded_name: string | null;
      folded_from: string | null;
      /** Argon2id in PHC form; null until somebody invited chooses a password. */
      password_hash: string | null;
      batch_id: number | null;
      /** The batch as the student typed it at signup. */
      typed_batch: string | null;
      /** When the address was shown to belong to the account's holder. */
      confirmed_at: number | null;
      /**
       * Whether the address has to be confirmed before a project is chosen for good and the forum is open, where the portal
       * asks for that; null as for 0.
       */
      must_confirm: Flag | null;
      /** The addresses that the account had, a JSON list with the first one first; null for none. */
      former_emails: string | null;
      /** Whether a login needs more than the password; null as for 0. */
      has_second_factor: Flag | null;
      exit_score: number | null;
      grade: string | null;
      created_at: number;
      seen_at: number | null;
      /** How many notices are not read; triggers maintain it. */
      unread_notices: Generated<number>;
      /** Since when nobody logs in to it and no mail goes to it; null where it is not suspended. */
      suspended_at: number | null;
      /** Why it is suspended; for staff alone. */
      suspension_reason: string | null;
      /** When everything that names its holder was removed, on request; null where it was not. */
      anonymised_at: number | null;
    };
    /** What an operator imported about an e-mail address; copied to the account once the address is confirmed. */
    imported_people: {
      email: string;
      batch_id: number | null;
      exit_score: number | null;
      grade: string | null;
      /** For whoever has no account yet: an account has its holder's own. */
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
      /** What the browser called itself at the login, in short. */
      device: string | null;
      /** When it was last proven with it that its holder sits there: at the login, or by a fresh proof since. */
      proven_at: number | null;
    };
    /** What proves beside the password that it is an account's holder. */
    second_factors: {
      id: Id;
      account_id: number;
      kind: 'passkey' | 'app';
      /** As its holder calls it. */
      name: string;
      /** A passkey's public key in base64url, an app's shared secret in base32 or, where the operator gives a key, sealed. */
      secret: string;
      /** A passkey's alone, in base64url. */
      credential_id: string | null;
      /** A JSON list; a passkey's alone. */
      transports: string | null;
      /** What must grow with each use: a passkey's own count, or an app's period of 30 seconds since 1970. */
      counter: number;
      added_at: number;
      used_at: number | null;
    };
    /** Codes that work once, when nothing else does, by their first characters; a used one stays, to be told from a wrong one. */
    recovery_codes: {
      account_id: number;
      label: string;
      /** Argon2id in PHC form. */
      code_hash: string;
      used_at: number | null;
    };
    /** Logins whose password was right and whose second step is still to come, by the hash of their cookie. */
    pending_logins: {
      token_hash: string;
      account_id: number;
      attempts: number;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
    /** What a passkey is to sign, or an app's secret before its first code; `holder_hash` is that of a session or pending login. */
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
    /** Links that confirm an address of an account, by the hash of their token. */
    email_confirmations: {
      token_hash: string;
      account_id: number;
      email: string;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
    /** Addresses that accounts had: nobody else gets one of them. */
    former_emails: { email: string; account_id: number; left_at: number };
    /** Who at an identity provider opens an account: an issuer and its unchanging name for somebody. */
    external_identities: { issuer: string; subject: string; account_id: number; linked_at: number };
    /** Logins at an identity provider that have begun a session, by the hash of their state: none does twice. */
    used_login_states: { token_hash: string; expires_at: number };
    /** Whose holder has asked to be deleted. */
    deletion_requests: { account_id: number; asked_at: number };
    /** Devices from which accounts were logged in to, by the hash of their cookie. */
    known_devices: { id: Id; token_hash: string; account_id: number; made_at: number; expires_at: number };
    /** Accounts whose quotas staff have lifted. */
    lifted_limits: { account_id: number; until_at: number };
    /**
     * What counts against a rate limit (failed logins, signups), by account or network address; `source` is the network or
     * device that it came from, where that matters beside the account.
     */
    rate_limit_hits: { id: Id; kind: string; subject: string; at: number; source: string | null };
    /** Kinds of mail that a reader does not want; without a row they are sent. */
    turned_off_mails: { account_id: number; mail: NoticeMail };
  };
  notices: {
    /** What happened, a row for each of its readers; 90 days after it happened it goes. */
    notices: {
      id: Id;
      account_id: number;
      kind: NoticeKind;
      /** Names the event within its kind: nobody is told of it twice. */
      event: string;
      /** The thing whose opening reads it, such as `task:week-2`. */
      about: string;
      /** One sentence for this reader. */
      text: string;
      /** Where the portal shows the thing. */
      href: string;
      created_at: number;
      read_at: number | null;
      /** When a mail of its own is due; null once it is in the outbox, and for those that have none. */
      mail_due_at: number | null;
      /** Whether it waits for its reader's daily mail. */
      is_daily: Flag;
    };
    /** What signs the addresses in a reader's mails by which a kind of mail is turned off: 32 bytes in base64url. */
    mail_link_keys: { account_id: number; secret: string };
    /** One row: the last day, as `YYYY-MM-DD` in the academy's zone, whose mail has gone out. */
    daily_mails: { id: number; day: string };
    /** What mentors announced to a batch; one that was taken back stays, out of sight. */
    announcements: {
      id: Id;
      batch_id: number;
      author_id: number;
      text: string;
      created_at: number;
      pinned_until: number;
      withdrawn_at: number | null;
      /** How many students were told. */
      told: number;
      /** How many have had it in view; a trigger maintains it. */
      seen_by: Generated<number>;
    };
    /** Who has had an announcement in view. */
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
      /** Since when it is not offered any more; null while it is. */
      retired_at: number | null;
      /** How many students may choose it; null for as many as come. */
      seats: number | null;
      /** How many have, where it has seats; triggers maintain it. */
      seats_taken: Generated<number>;
    };
    /** Pictures and documents of the catalogue, served under /images/ and /documents/. */
    catalogue_files: { path: string; content_type: string; sha256: string; body: Buffer };
    /** What a project asks for in a task, as Markdown. */
    briefs: { project_id: string; task: Task; text: string; changed_at: number };
    /**
     * Versions of the lines of rubrics. None is changed, or removed but with a project that nobody ever chose: what a mark was given
     * by stays what it was.
     */
    rubric_lines: {
      id: Id;
      project_id: string;
      task: Task;
      /** The first version of this line; null for the first itself. */
      first_id: number | null;
      text: string;
      points: number;
      /** Whether its points come beside the full marks. */
      is_optional: Flag;
      /** Null for the operator's commands. */
      made_by: number | null;
      made_at: number;
    };
    /** The lines that stand, in their order. */
    rubric_places: { project_id: string; task: Task; position: number; line_id: number };
  };
  selections: {
    /** The one standing choice of a student. */
    selections: {
      id: Id;
      account_id: number;
      project_id: string;
      started_at: number;
      /** When the project was chosen; null for when it started, which may have been corrected since. */
      chosen_at: number | null;
    };
    /** Choices that stood before: undone, or another row since their start was corrected. */
    former_selections: {
      id: Id;
      selection_id: number;
      account_id: number;
      project_id: string;
      started_at: number;
      chosen_at: number;
      ended_at: number;
      ended_as: 'corrected' | 'undone';
      /** For staff alone. */
      reason: string;
      ended_by: number;
    };
  };
  people: {
    /** A row for each account, by which people are filtered and counted; triggers maintain it. */
    people: {
      account_id: number;
      /** 0 without a batch. */
      batch_id: number;
      /** The batch typed at signup, without case and spaces; empty for none. */
      typed_key: string;
      is_student: Flag;
      is_confirmed: Flag;
      is_suspended: Flag;
      /** A student without a batch, or in another one than was typed at signup. */
      is_waiting: Flag;
      has_project: Flag;
      asks_deletion: Flag;
      is_anonymised: Flag;
    };
    /** Name, address and phone from each beginning of a word on, A to Z in small letters; a trigger maintains it. */
    person_words: { account_id: number; word: string };
    /** Changes of how many people there are at each stage, added up into few rows; their sums are the counts. Triggers maintain it. */
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
    /** Spreadsheets of people, from the upload to the import. */
    intakes: {
      id: Id;
      file_name: string;
      /** JSON lists, a column each: headings, and which field it is. */
      headings: string;
      columns: string;
      is_remembered: Flag;
      state: 'reading' | 'read' | 'checked' | 'imported';
      row_count: number;
      /** What the dry run came to. */
      new_count: number;
      changed_count: number;
      unchanged_count: number;
      wrong_count: number;
      /** How many people there were at the dry run. */
      people_there: number;
      /** Names the one dry run that may write; another one takes it over. */
      check_key: string | null;
      /** Null for the operator's commands. */
      made_by: number | null;
      made_at: number;
      imported_at: number | null;
    };
    /** A spreadsheet's rows as they came, a JSON list of cells; they go with the import, or after a day. */
    intake_lines: { intake_id: number; line: number; cells: string };
    /** The same rows as people, for the dry run and the import. */
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
      /** JSON: what is wrong with the cells, by field; null for nothing. */
      faults: string | null;
      /** Null until the dry run has come to it. */
      state: RowState | null;
      /** JSON: what the dry run found where the row would change something, of what it brings; null for other rows. */
      known: string | null;
    };
    /** Which field each column was, by the hash of a spreadsheet's headings. */
    intake_columns: { headings_hash: string; columns: string; used_at: number };
    /** Links that make an account, by the hash of their token. */
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
      /** When it was taken back, or a newer one took its place. */
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
      /** The resumable upload that brought the file, if one did: a retried submission names it again. */
      upload_id: string | null;
      /** Until when it would have been in time, as that stood at `submitted_at`; null where nothing was due. */
      due_at: number | null;
      /** When links, comments and the file's name and bytes went, on request; what the receipt stands for stays. */
      erased_at: number | null;
    };
    /** Resumable uploads that are not submitted yet; their bytes lie in the bucket, or in `DATA_DIR/uploads` under the id. */
    uploads: {
      id: string;
      account_id: number;
      task: Task;
      /** The file's name as it will be stored, and its full size in bytes. */
      name: string;
      bytes: number;
      begun_at: number;
      expires_at: number;
      /** Progress, as `PartialFile` has it; null where a version before this one began the upload. */
      arrived_bytes: number | null;
      hash_state: string | null;
      sha256: string | null;
      place: string | null;
      /** Names the one request that may write; null while nobody does. */
      lease: string | null;
      /** Another request asks for the lease: 1; and its holder is about to give way: 2. */
      lease_wanted: number | null;
      /** How often a lease was taken from a holder that did not answer. */
      fence: number | null;
    };
    /** More time that a student was given for a task; of several the newest counts. */
    extensions: {
      id: Id;
      account_id: number;
      task: Task;
      due_at: number;
      /** Until when it was due before. */
      due_before: number;
      /** The outage for which the time was given, if it was for one. */
      outage_from: number | null;
      outage_to: number | null;
      /** For staff alone. */
      reason: string;
      granted_by: number;
      granted_at: number;
    };
    /** JSON: the newest extension of each task (`Extensions`); no row without one. */
    student_extensions: { account_id: number; newest: string };
    /** Submissions with an Idempotency-Key that are being received: a lock each, with an expiry. */
    idempotency_locks: { account_id: number; task: Task; idempotency_key: string; expires_at: number };
    marks: {
      submission_id: number;
      marks: number;
      comments: string;
      released: Flag;
      marked_by: number | null;
      marked_at: number;
      /** Since when it is released without a break; null while it is not, and where a version before this one released it. */
      released_at: number | null;
      /** When the student last read it: it may have been changed since. */
      read_at: number | null;
      /** When the student asked for a second look, which has a row in `second_looks`. */
      second_look_at: number | null;
      /** What the comments are written in; null, as for all before there was a choice: plain text. */
      format: 'markdown' | null;
      html: Html;
      /**
       * The lines that it was given by, as they were then: a JSON list of `{id, line, text, points}`, read with the mark at no cost;
       * null for none.
       */
      rubric: string | null;
      /** Why the marks are not what those lines come to, for staff alone. */
      overrule_reason: string | null;
    };
    /** Why a student asked for a second look at a mark, once for each; a row stays as it was written. */
    second_looks: {
      submission_id: number;
      account_id: number;
      task: Task;
      reason: string;
      asked_at: number;
    };
    /** What a mentor answered; a row stays as it was written. */
    second_look_answers: {
      submission_id: number;
      answer: string;
      answered_by: number;
      answered_at: number;
    };
    /** By which versions of lines a mark was given: the same as its `rubric`, to find the marks of a line. */
    mark_rubric_lines: { line_id: number; submission_id: number };
    /** A student's newest version and newest released mark in a task; triggers maintain it. */
    task_progress: {
      account_id: number;
      task: Task;
      batch_id: number | null;
      /** The newest version, which is the one of the highest number. */
      submission_id: number;
      version: number;
      /** Whether the newest version has a mark, released or not. */
      is_marked: Flag;
      /** The newest version with a released mark. */
      released_id: number | null;
      /** Whether a second look waits for its answer; null as for 0. */
      has_open_look: Flag | null;
    };
    /**
     * The first key pair that signed receipts, for versions before step 27: Ed25519, each half's 32 bytes in base64url. The
     * private half is empty once it is sealed or replaced.
     */
    receipt_key: { id: number; public_key: string; private_key: string; made_at: number };
    /** The public halves of all key pairs that have signed receipts; the newest signs. */
    receipt_keys: { id: Id; public_key: string; made_at: number };
    /** The private half of the pair that signs: as it is, or sealed with the operator's key. */
    receipt_private_keys: { public_key: string; private_key: string; is_sealed: Flag };
  };
  marking: {
    /** Changes of a batch's counts, added up into few rows; their sums are the counts. Triggers maintain it. */
    batch_counts: {
      id: Id;
      batch_id: number;
      students: number;
      with_project: number;
      submissions: number;
      unmarked: number;
      /** Newest versions with a mark that is not released. */
      held_back: Generated<number>;
    };
    /** Who has a hand-in open, and when they last did something there. */
    open_submissions: { submission_id: number; account_id: number; opened_at: number; seen_at: number };
    /** Texts of a staff member's own, which their names bring into a comment. */
    staff_phrases: { id: Id; account_id: number; name: string; text: string };
  };
  forum: {
    /**
     * Counts the changes of a batch's discussion (questions, edits, deletions, comments; not views); triggers maintain it.
     * No row before the first question.
     */
    discussion_versions: { batch_id: number; version: number };
    /**
     * With which version of its discussion a question was asked (0: before this was kept) and changed last; triggers maintain it.
     * No row for one that has not changed since this is kept.
     */
    question_changes: { question_id: number; batch_id: number; asked_version: number; version: number };
    questions: {
      id: Id;
      batch_id: number;
      author_id: number;
      text: string;
      /** Of `text`; null is plain. */
      format: 'markdown' | null;
      /** JSON: the names in the text that mention somebody, each with its `@`; null for none. */
      mentions: string | null;
      /** What is rendered of a Markdown, as `htmlForRow` has it. */
      html: Html;
      created_at: number;
      edited_at: number | null;
      deleted_at: number | null;
      /** The account that deleted it; null for what was deleted before this was kept. */
      deleted_by: number | null;
      view_count: Generated<number>;
      /** Whether classmates are not told who asked. */
      is_anonymous: Generated<Flag>;
    };
    comments: {
      id: Id;
      question_id: number;
      author_id: number;
      text: string;
      /** Of `text`; null is plain. */
      format: 'markdown' | null;
      /** As of a question. */
      mentions: string | null;
      /** What is rendered of a Markdown, as `htmlForRow` has it. */
      html: Html;
      created_at: number;
      edited_at: number | null;
      deleted_at: number | null;
      deleted_by: number | null;
      /** When it had been marked as the answer, where its deletion has taken that mark. */
      deleted_mark_at: number | null;
      /** Whether it is by the author of a question that is. */
      is_anonymous: Generated<Flag>;
    };
    /** What questions and comments said before they were edited. */
    former_texts: {
      id: Id;
      question_id: number;
      /** Null for a text of the question itself. */
      comment_id: number | null;
      /** Who wrote the question or comment, whoever edited it since. */
      author_id: number;
      text: string;
      /** Of `text`; null is plain. */
      format: 'markdown' | null;
      html: Html;
      /** Since when it stood there … */
      written_at: number;
      /** … and when an edit took its place, and whose. */
      replaced_at: number;
      replaced_by: number;
    };
    /** How many comments a question has, where it has any; triggers maintain it. */
    comment_counts: { question_id: number; comments: number };
    /**
     * A row for each question that is there, by which it is found. Triggers add it, take it away with the question, and empty its
     * words whenever the text changes; who changes a text writes them in the same transaction, and a job those that are missing.
     */
    question_words: {
      question_id: number;
      batch_id: number;
      is_answered: Flag;
      /** The terms of the text with the batch in front of each, by which the text index finds it; null until it is read. */
      words: string | null;
    };
    /** Terms that so many questions of a batch have that a search does not begin with them. */
    common_words: { batch_id: number; word: string };
    /**
     * Until when somebody is online in a batch's discussion, in milliseconds since 1970; written by the process that has their
     * streams, again and again. Rows that are over are removed with the next ones.
     */
    presences: { batch_id: number; account_id: number; online_until: number };
    /** Which comment is marked as the answer to a question; without a row it is not solved. */
    question_solutions: { question_id: number; batch_id: number; comment_id: number; marked_at: number };
    /**
     * With which version of its discussion each question and comment came; triggers maintain it. No row for posts of before this is
     * kept: they count as read.
     */
    post_versions: {
      batch_id: number;
      version: number;
      question_id: number;
      /** Null for the question itself. */
      comment_id: number | null;
      author_id: number;
      /** Whether its comment is; a trigger maintains it. */
      is_deleted: Generated<Flag>;
    };
    /**
     * Who is in a batch, and the version of its discussion after which a post can be unread for them: that at which they came, or
     * which they have read to. Triggers begin it.
     */
    discussion_reads: { account_id: number; batch_id: number; version: number };
    /** What a reader has to do with a question: nothing without a row. */
    question_reads: {
      account_id: number;
      question_id: number;
      batch_id: number;
      /** The posts up to this version of its discussion are read; 0 for none. */
      version: number;
      /** Whether the reader has marked it as unread again. */
      is_unread: Flag;
      is_muted: Flag;
    };
    /** Files that were sent for posts; their bytes lie in the file store. */
    attachments: {
      id: Id;
      /** Its id on the wire, which nobody can guess. */
      code: string;
      batch_id: number;
      account_id: number;
      name: string;
      type: AttachmentType;
      bytes: number;
      sha256: string;
      /** Of a picture, in pixels as it is looked at. */
      width: number | null;
      height: number | null;
      created_at: number;
      /** Since when no post names it; null while one does. */
      unused_since: number | null;
      /** When it was given up: nobody sees it any more, and row and bytes go as soon as they can. */
      erased_at: number | null;
    };
    /** Which posts show an attachment; `comment_id` is 0 for the question itself. */
    attachment_posts: { attachment_id: number; question_id: number; comment_id: number };
    /** What members of a batch have reported to its mentors; the comment, or without one the question. */
    post_reports: {
      id: Id;
      batch_id: number;
      question_id: number;
      comment_id: number | null;
      /** `question:<id>` or `comment:<id>`: nobody reports one twice. */
      post: string;
      reporter_id: number;
      reason: string | null;
      reported_at: number;
      /** When a mentor found that there is nothing to do; null while it is open. */
      settled_at: number | null;
    };
    /** What mentors have hidden, locked and pinned: a row as long as it is so; the comment, or without one the question. */
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
      /** Null for what a mentor has deleted without one. */
      reason: string | null;
      made_at: number;
    };
    question_favorites: { question_id: number; account_id: number };
    question_views: { question_id: number; account_id: number };
  };
  progress: {
    /** A row for each student, by which a batch is sorted and filtered; triggers maintain it, `is_silent` a job too. */
    student_progress: {
      account_id: number;
      /** 0 for a student without a batch. */
      batch_id: number;
      /** What the name sorts by, and what a search looks through: the name and the address in small letters. */
      name_key: string;
      search_text: string;
      project_id: string | null;
      /**
       * Since when the student could have done what comes next: when the first task without a hand-in opened, before the
       * choice of a project the signup, beyond all instants once everything is handed in.
       */
      behind_from: number;
      /** When the student was last seen, or signed up. */
      seen_at: number;
      has_submitted: Flag;
      /** Whether the newest version of some task came late. */
      is_late: Flag;
      /** Without a batch, or in another one than was typed at signup. */
      is_waiting: Flag;
      /** Not seen for seven days, as far as the job has noted it. */
      is_silent: Flag;
    };
    /** What staff wrote about a student; it never reaches the student. */
    staff_notes: { id: Id; account_id: number; author_id: number; text: string; created_at: number };
  };
  catalogue: {
    /** The operator's words for a page, as Markdown; without a row the portal's own show. */
    operator_texts: { page: TextPage; text: string; sha256: string; changed_at: number };
    /** One row where the sample was taken away: no start loads it again. */
    sample_removal: { id: number; removed_at: number };
  };
  privacy: {
    /** Whose name, words and files were erased on request; a row is never removed. */
    anonymisations: {
      account_id: number;
      at: number;
      /** Null for the operator's commands, and for what a restored backup had brought back. */
      actor_id: number | null;
      /** Why, without anything about the person. */
      reason: string;
      /** When the account was made: with its id it tells the account from a later one of the same id. */
      signed_up_at: number;
      /** Hashes of the addresses that the person had, a JSON list, each hashed together with the salt. */
      salt: string;
      addresses: string;
      /** Set within the act's own transaction alone: while it is, rows that never change let their words go. */
      is_running: Flag;
      /** When no bytes of the person's files were left in the store. */
      files_gone_at: number | null;
    };
  };
  operations: {
    /** Backups that were made; what lies in them is told by their own manifests. */
    backups: {
      id: Id;
      /** The instant of its rows. */
      made_at: number;
      /** Where it lies, without secrets, and its name there. */
      place: string;
      name: string;
      rows: number;
      files: number;
      /** Of all its files. */
      bytes: number;
      /** The files that the place did not have yet. */
      copied_files: number;
      /** Files that were missing or altered where the portal keeps them. */
      faults: number;
      took_ms: number;
      /** When it was last restored for trial, with nothing amiss. */
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
