// Written by `npm run reference` from the migrations; a test compares. Do not edit.
import type { Generated } from 'kysely';

export interface StoredTables {
  academy_face: {
    id: number;
    words: string;
    logo_light: string | null;
    logo_dark: string | null;
    changed_at: number;
    zone: string | null;
  };
  access_tokens: {
    id: Generated<number>;
    token_hash: string;
    account_id: number;
    name: string;
    scopes: 'batch:read' | 'people:import' | 'batch:read people:import';
    batch_id: number | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  accounts: {
    id: Generated<number>;
    email: string;
    name: string;
    role: 'student' | 'mentor' | 'administrator';
    phone: string | null;
    password_hash: string | null;
    batch_id: number | null;
    typed_batch: string | null;
    confirmed_at: number | null;
    exit_score: number | null;
    grade: string | null;
    created_at: number;
    seen_at: number | null;
    must_confirm: number | null;
    former_emails: string | null;
    has_second_factor: number | null;
    unread_notices: Generated<number>;
    suspended_at: number | null;
    suspension_reason: string | null;
    anonymised_at: number | null;
    folded_name: string | null;
    folded_from: string | null;
    preferred_project: string | null;
  };
  alarms: {
    id: string;
    kind: string;
    facts: string;
    found_at: number;
    acknowledged_at: number | null;
  };
  announcement_views: {
    announcement_id: number;
    account_id: number;
  };
  announcements: {
    id: Generated<number>;
    batch_id: number;
    author_id: number;
    text: string;
    created_at: number;
    pinned_until: number;
    withdrawn_at: number | null;
    told: number;
    seen_by: Generated<number>;
    edits: Generated<number>;
    day: string | null;
  };
  anonymisations: {
    account_id: number;
    at: number;
    actor_id: number | null;
    reason: string;
    signed_up_at: number;
    salt: string;
    addresses: string;
    is_running: 0 | 1;
    files_gone_at: number | null;
    program: number | null;
  };
  attachment_posts: {
    attachment_id: number;
    question_id: number;
    comment_id: number;
  };
  attachments: {
    id: Generated<number>;
    code: string;
    batch_id: number;
    account_id: number;
    name: string;
    type: string;
    bytes: number;
    sha256: string;
    width: number | null;
    height: number | null;
    created_at: number;
    unused_since: number | null;
    erased_at: number | null;
    private_to: number | null;
    for_request: Generated<number>;
  };
  audit_erasures: {
    id: Generated<number>;
    account_id: number;
    at: number;
  };
  audit_log: {
    id: Generated<number>;
    at: number;
    actor_id: number | null;
    act: string;
    subject: string;
    before: string | null;
    after: string | null;
    about_id: number | null;
    network: string | null;
  };
  audit_removals: {
    id: Generated<number>;
    lines_before: number;
    removed_at: number;
  };
  backups: {
    id: Generated<number>;
    made_at: number;
    place: string;
    name: string;
    rows: number;
    files: number;
    bytes: number;
    copied_files: number;
    faults: number;
    took_ms: number;
    rehearsed_at: number | null;
    removed_at: number | null;
  };
  batch_counts: {
    id: Generated<number>;
    batch_id: number;
    students: number;
    with_project: number;
    submissions: number;
    unmarked: number;
    held_back: Generated<number>;
  };
  batch_mentors: {
    id: Generated<number>;
    batch_id: number;
    name: string;
    account_id: number | null;
  };
  batches: {
    id: Generated<number>;
    name: string;
    name_key: string;
    course_id: number;
    starts_at: number;
    viva_deadline: number | null;
    is_open: 0 | 1;
    is_default: 0 | 1;
    announced_until: number | null;
    comment_first: number | null;
    due_days: string | null;
    retired_at: number | null;
    joining: string | null;
    extension_days: number | null;
    choose_from: number | null;
    choose_until: number | null;
    declaration_id: string | null;
    review_days: number | null;
  };
  briefs: {
    project_id: string;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    text: string;
    changed_at: number;
  };
  built_files: {
    path: string;
    content_type: string;
    encoding: string;
    body: Buffer;
    used_at: number;
  };
  calendars: {
    account_id: number;
    secret: string;
    schedule: string;
    sequence: Generated<number>;
    changed_at: number;
    secret_hash: string | null;
  };
  catalogue_files: {
    path: string;
    content_type: string;
    sha256: string;
    body: Buffer;
  };
  certificate_backgrounds: {
    kind: 'certificate' | 'statement';
    sha256: string | null;
    type: string | null;
    bytes: Buffer | null;
    changed_by: number;
    changed_at: number;
  };
  certificate_names: {
    id: Generated<number>;
    account_id: number;
    line: string;
    confirmed_at: number;
    confirmed_by: number | null;
    guardian: string | null;
    guardian_how: string | null;
    guardian_on: string | null;
  };
  certificate_pictures: {
    sha256: string;
    type: string;
    bytes: Buffer;
  };
  certificate_wishes: {
    account_id: number;
    keeps: 0 | 1;
  };
  certificate_wordings: {
    id: Generated<number>;
    kind: 'certificate' | 'statement';
    wording: string;
    made_by: number;
    made_at: number;
  };
  certificates: {
    id: Generated<number>;
    number: string;
    kind: 'certificate' | 'statement';
    account_id: number;
    batch_id: number;
    freeze_id: number;
    layout: number;
    logo: string | null;
    document: string;
    issued_at: number;
    issued_by: number;
    revoked_at: number | null;
    revoked_by: number | null;
    revocation: 'replaced' | 'wrong_entry' | 'withdrawn' | 'holder' | null;
    note: string | null;
    erased_at: number | null;
    background: string | null;
  };
  comment_counts: {
    question_id: number;
    comments: number;
  };
  comments: {
    id: Generated<number>;
    question_id: number;
    author_id: number;
    text: string;
    created_at: number;
    format: string | null;
    is_anonymous: Generated<number>;
    edited_at: number | null;
    deleted_at: number | null;
    deleted_by: number | null;
    deleted_mark_at: number | null;
    mentions: string | null;
    html: string | null;
  };
  common_words: {
    batch_id: number;
    word: string;
  };
  consents: {
    id: Generated<number>;
    account_id: number;
    page: string;
    version_id: number;
    form: 'signup' | 'invitation' | 'login' | 'account';
    given_at: number;
    withdrawn_at: number | null;
  };
  courses: {
    id: Generated<number>;
    name: string;
    retired_at: number | null;
  };
  daily_mails: {
    id: number;
    day: string;
  };
  declarations: {
    id: string;
    statement: string;
    ai_use: string;
  };
  deletion_requests: {
    account_id: number;
    asked_at: number;
  };
  discussion_reads: {
    account_id: number;
    batch_id: number;
    version: number;
  };
  discussion_versions: {
    batch_id: number;
    version: number;
  };
  email_confirmations: {
    token_hash: string;
    account_id: number;
    email: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  examiner_accounts: {
    account_id: number;
    invited_by: number;
    invited_at: number;
    removed_by: number | null;
    removed_at: number | null;
  };
  expected_counts: {
    id: Generated<number>;
    counted: number;
    imported: number;
    invited: number;
  };
  expected_people: {
    id: Generated<number>;
    email: string;
    batch_id: number;
    is_invited: number;
    listed_at: number;
  };
  expected_words: {
    expected_id: number;
    word: string;
  };
  extension_requests: {
    id: Generated<number>;
    account_id: number;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    wanted_until: number;
    reason: string;
    asked_at: number;
    answered_at: number | null;
    answered_by: number | null;
    granted_until: number | null;
    words: string | null;
    file: string | null;
  };
  extensions: {
    id: Generated<number>;
    account_id: number;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    due_at: number;
    due_before: number;
    outage_from: number | null;
    outage_to: number | null;
    reason: string;
    granted_by: number;
    granted_at: number;
  };
  external_identities: {
    issuer: string;
    subject: string;
    account_id: number;
    linked_at: number;
  };
  factor_challenges: {
    holder_hash: string;
    purpose: string;
    value: string;
    expires_at: number;
  };
  final_marks: {
    submission_id: number;
    marker_id: number;
    account_id: number;
    given_at: number;
    marks: number;
    points: string;
    words: string;
    confirmed_at: number | null;
  };
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
  former_batch_names: {
    name_key: string;
    batch_id: number;
  };
  former_emails: {
    email: string;
    account_id: number;
    left_at: number;
  };
  former_selections: {
    id: Generated<number>;
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
  former_texts: {
    id: Generated<number>;
    question_id: number;
    comment_id: number | null;
    author_id: number;
    text: string;
    format: string | null;
    written_at: number;
    replaced_at: number;
    replaced_by: number;
    html: string | null;
  };
  frozen_results: {
    freeze_id: number;
    account_id: number;
    name: string;
    content: string;
  };
  frozen_students: {
    account_id: number;
    freeze_id: number;
    opened_at: number | null;
    opened_by: number | null;
    reason: string | null;
  };
  guardian_rule: {
    id: number;
    asked_since: number;
  };
  guardians: {
    account_id: number;
    name: string | null;
    contact: string | null;
    noted_at: number;
    confirmed_at: number | null;
    confirmed_by: number | null;
  };
  idempotency_keys: {
    account_id: number;
    kind: string;
    idempotency_key: string;
    content_sha256: string;
    made_id: number | null;
    created_at: number;
  };
  idempotency_locks: {
    account_id: number;
    task: string;
    idempotency_key: string;
    expires_at: number;
  };
  imported_people: {
    email: string;
    batch_id: number | null;
    exit_score: number | null;
    grade: string | null;
    imported_at: number;
    name: string | null;
    phone: string | null;
    is_correction: Generated<number>;
    intake_id: number | null;
    folded_name: string | null;
    folded_from: string | null;
  };
  intake_columns: {
    headings_hash: string;
    columns: string;
    used_at: number;
  };
  intake_lines: {
    intake_id: number;
    line: number;
    cells: string;
  };
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
    faults: string | null;
    state: 'new' | 'changed' | 'unchanged' | 'wrong' | null;
    known: string | null;
  };
  intakes: {
    id: Generated<number>;
    file_name: string;
    headings: string;
    columns: string;
    is_remembered: 0 | 1;
    state: 'reading' | 'read' | 'checked' | 'imported';
    row_count: number;
    new_count: number;
    changed_count: number;
    unchanged_count: number;
    wrong_count: number;
    people_there: number;
    check_key: string | null;
    made_by: number | null;
    made_at: number;
    imported_at: number | null;
    undone_at: number | null;
    undone_count: number | null;
  };
  invitations: {
    id: Generated<number>;
    email: string;
    token_hash: string;
    way: 'mail' | 'print';
    made_by: number | null;
    made_at: number;
    expires_at: number;
    opened_at: number | null;
    used_at: number | null;
    revoked_at: number | null;
    code_hash: string | null;
    code_token_hash: string | null;
  };
  jobs: {
    id: Generated<number>;
    kind: string;
    key: string | null;
    payload: string;
    created_at: number;
    wanted_at: number;
    due_at: number;
    is_running: Generated<0 | 1>;
    wanted_again_at: number | null;
    attempts: Generated<number>;
    failed_at: number | null;
    last_error: string | null;
  };
  joint_markers: {
    account_id: number;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    choice: number;
    marker_id: number;
  };
  journal: {
    id: number;
    line: string;
    number: number;
    place: string;
    schema: string;
    begun_at: number;
    base: string | null;
    head: number;
    head_sha256: string;
    bytes: number;
    copied_at: number | null;
    displaced_at: number | null;
    holder: string | null;
    held_until: Generated<number>;
  };
  journal_changes: {
    seq: Generated<number>;
    table_name: string;
    row_key: string;
    id: number | null;
  };
  known_devices: {
    id: Generated<number>;
    token_hash: string;
    account_id: number;
    made_at: number;
    expires_at: number;
  };
  lifted_limits: {
    account_id: number;
    until_at: number;
  };
  line_comments: {
    id: Generated<number>;
    submission_id: number;
    account_id: number;
    path: string | null;
    line: number;
    text: string;
    written_by: number;
    written_at: number;
    edited_at: number | null;
  };
  mail_link_keys: {
    account_id: number;
    secret: string;
  };
  mail_words: {
    mail: string;
    subject: string;
    body: string;
    changed_by: number;
    changed_at: number;
  };
  mark_rubric_lines: {
    line_id: number;
    submission_id: number;
  };
  marking_shares: {
    account_id: number;
    batch_id: number;
    mentor_id: number;
  };
  marks: {
    submission_id: number;
    marks: number;
    comments: string;
    released: 0 | 1;
    marked_by: number | null;
    marked_at: number;
    released_at: number | null;
    read_at: number | null;
    second_look_at: number | null;
    format: string | null;
    rubric: string | null;
    overrule_reason: string | null;
    html: string | null;
    number_since: number | null;
  };
  migrations: {
    name: string;
    timestamp: string;
  };
  notices: {
    id: Generated<number>;
    account_id: number;
    kind: string;
    event: string;
    about: string;
    text: string;
    href: string;
    created_at: number;
    read_at: number | null;
    mail_due_at: number | null;
    is_daily: 0 | 1;
    later_mail_due_at: number | null;
    is_later_daily: Generated<number>;
    appointment: string | null;
    mailed_at: number | null;
  };
  one_time_tokens: {
    token_hash: string;
    purpose: 'setup' | 'reset';
    account_id: number | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  open_submissions: {
    submission_id: number;
    account_id: number;
    opened_at: number;
    seen_at: number;
  };
  operator_texts: {
    page: string;
    text: string;
    sha256: string;
    changed_at: number;
  };
  outbox: {
    id: Generated<number>;
    event: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    is_secret: 0 | 1;
    created_at: number;
    due_at: number;
    attempts: Generated<number>;
    sent_at: number | null;
    refused_at: number | null;
    last_error: string | null;
    sealed: string | null;
    turn_off_url: string | null;
    calendar: string | null;
  };
  pending_logins: {
    token_hash: string;
    account_id: number;
    attempts: number;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  people: {
    account_id: number;
    batch_id: number;
    typed_key: string;
    is_student: number;
    is_confirmed: number;
    is_suspended: number;
    is_waiting: number;
    has_project: number;
    asks_deletion: number;
    is_anonymised: number;
  };
  people_counts: {
    id: Generated<number>;
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
  person_words: {
    account_id: number;
    word: string;
  };
  planned_announcements: {
    id: Generated<number>;
    batch_id: number;
    author_id: number;
    text: string;
    publish_at: number;
    pinned_until: number;
    day: string | null;
  };
  post_interventions: {
    id: Generated<number>;
    batch_id: number;
    kind: 'hidden' | 'locked' | 'pinned';
    question_id: number;
    comment_id: number | null;
    post: string;
    author_id: number;
    actor_id: number;
    reason: string | null;
    made_at: number;
  };
  post_reports: {
    id: Generated<number>;
    batch_id: number;
    question_id: number;
    comment_id: number | null;
    post: string;
    reporter_id: number;
    reason: string | null;
    reported_at: number;
    settled_at: number | null;
  };
  post_versions: {
    batch_id: number;
    version: number;
    question_id: number;
    comment_id: number | null;
    author_id: number;
    is_deleted: Generated<0 | 1>;
  };
  presences: {
    batch_id: number;
    account_id: number;
    online_until: number;
  };
  printed_sheets: {
    id: Generated<number>;
    made_by: number | null;
    made_at: number;
    printed_at: number | null;
  };
  private_posts: {
    id: Generated<number>;
    question_id: number;
    author_id: number;
    text: string;
    format: string | null;
    html: string | null;
    created_at: number;
    edited_at: number | null;
    deleted_at: number | null;
  };
  private_questions: {
    id: Generated<number>;
    batch_id: number;
    author_id: number;
    waiting_since: number | null;
    taken_by: number | null;
    open_asked_by: number | null;
    opened_as: number | null;
    deleted_at: number | null;
    taken_at: number | null;
  };
  private_reads: {
    account_id: number;
    question_id: number;
    post_id: number;
  };
  private_versions: {
    batch_id: number;
    author_id: number;
    version: number;
  };
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
    retired_at: number | null;
    seats: number | null;
    seats_taken: Generated<number>;
  };
  question_changes: {
    question_id: number;
    batch_id: number;
    asked_version: number;
    version: number;
  };
  question_favorites: {
    question_id: number;
    account_id: number;
  };
  question_reads: {
    account_id: number;
    question_id: number;
    batch_id: number;
    version: number;
    is_unread: 0 | 1;
    is_muted: 0 | 1;
  };
  question_solutions: {
    question_id: number;
    batch_id: number;
    comment_id: number;
    marked_at: number;
  };
  question_views: {
    question_id: number;
    account_id: number;
  };
  question_words: {
    question_id: number;
    batch_id: number;
    is_answered: number;
    words: string | null;
  };
  questions: {
    id: Generated<number>;
    batch_id: number;
    author_id: number;
    text: string;
    created_at: number;
    edited_at: number | null;
    deleted_at: number | null;
    view_count: Generated<number>;
    format: string | null;
    is_anonymous: Generated<number>;
    deleted_by: number | null;
    mentions: string | null;
    html: string | null;
  };
  rate_limit_hits: {
    id: Generated<number>;
    kind: string;
    subject: string;
    at: number;
    source: string | null;
  };
  receipt_key: {
    id: number;
    public_key: string;
    private_key: string;
    made_at: number;
  };
  receipt_keys: {
    id: Generated<number>;
    public_key: string;
    made_at: number;
    stolen_at: number | null;
  };
  receipt_private_keys: {
    public_key: string;
    private_key: string;
    is_sealed: number;
  };
  recorded_mark_review_comments: {
    id: Generated<number>;
    record_id: number;
    account_id: number;
    comment: string;
    to_office: 0 | 1;
    written_by: number;
    written_at: number;
  };
  recorded_mark_reviews: {
    record_id: number;
    account_id: number;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    reason: string;
    asked_at: number;
    marks: number | null;
    marked_by: number | null;
    answer: string | null;
    answered_by: number | null;
    answered_at: number | null;
    opened_by: number | null;
  };
  recorded_marks: {
    id: Generated<number>;
    account_id: number;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    choice: number;
    status: 'marked' | 'not_submitted' | 'absent' | 'excused';
    marks: number | null;
    comments: string;
    format: string | null;
    html: string | null;
    rubric: string | null;
    overrule_reason: string | null;
    released: 0 | 1;
    released_at: number | null;
    recorded_by: number | null;
    recorded_at: number;
    read_at: number | null;
    second_look_at: number | null;
    submission_id: number | null;
    number_since: number | null;
  };
  recovery_codes: {
    account_id: number;
    label: string;
    code_hash: string;
    used_at: number | null;
  };
  result_freezes: {
    id: Generated<number>;
    batch_id: number;
    number: number;
    rule_version: number;
    rule: string;
    reason: string | null;
    frozen_by: number;
    frozen_at: number;
  };
  result_rules: {
    batch_id: number;
    version: number;
    rule: string;
    reason: string | null;
    made_by: number;
    made_at: number;
  };
  retention: {
    id: number;
    years: number | null;
    observed_ms: number;
    looked_at: number | null;
    planned_at: number | null;
  };
  retention_holds: {
    id: Generated<number>;
    account_id: number | null;
    batch_id: number | null;
    reason: string;
    set_by: number;
    set_at: number;
  };
  retention_plans: {
    account_id: number;
    years: number;
    batch_id: number;
    ended_at: number;
    office_at: number;
    office_observed_ms: number;
    person_at: number | null;
    person_observed_ms: number | null;
  };
  rubric_lines: {
    id: Generated<number>;
    project_id: string;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    first_id: number | null;
    text: string;
    points: number;
    is_optional: 0 | 1;
    made_by: number | null;
    made_at: number;
  };
  rubric_places: {
    project_id: string;
    task: string;
    position: number;
    line_id: number;
  };
  sample_removal: {
    id: number;
    removed_at: number;
  };
  schema_range: {
    id: number;
    oldest_program: number;
  };
  second_factors: {
    id: Generated<number>;
    account_id: number;
    kind: string;
    name: string;
    secret: string;
    credential_id: string | null;
    transports: string | null;
    counter: number;
    added_at: number;
    used_at: number | null;
  };
  second_look_answers: {
    submission_id: number;
    answer: string;
    answered_by: number;
    answered_at: number;
  };
  second_look_comments: {
    id: Generated<number>;
    submission_id: number;
    account_id: number;
    comment: string;
    to_office: 0 | 1;
    written_by: number;
    written_at: number;
  };
  second_looks: {
    submission_id: number;
    account_id: number;
    task: string;
    reason: string;
    asked_at: number;
    marks: number | null;
    marked_by: number | null;
    opened_by: number | null;
  };
  selections: {
    id: Generated<number>;
    account_id: number;
    project_id: string;
    started_at: number;
    chosen_at: number | null;
  };
  sessions: {
    token_hash: string;
    account_id: number;
    created_at: number;
    used_at: number;
    expires_at: number;
    device: string | null;
    proven_at: number | null;
  };
  shared_phrases: {
    id: Generated<number>;
    batch_id: number | null;
    project_id: string | null;
    name: string;
    text: string;
    changed_by: number | null;
    changed_at: number;
  };
  sheet_headings: {
    id: Generated<number>;
    headings: string;
    made_by: number;
    made_at: number;
  };
  sheet_invitations: {
    invitation_id: number;
    sheet_id: number;
  };
  signed_sheet_lines: {
    freeze_id: number;
    account_id: number;
    place: number;
    field: string;
  };
  signed_sheets: {
    freeze_id: number;
    number: string;
    document: string;
  };
  staff_notes: {
    id: Generated<number>;
    account_id: number;
    author_id: number;
    text: string;
    created_at: number;
  };
  staff_phrases: {
    id: Generated<number>;
    account_id: number;
    name: string;
    text: string;
  };
  student_extensions: {
    account_id: number;
    newest: string;
  };
  student_progress: {
    account_id: number;
    batch_id: number;
    name_key: string;
    search_text: string;
    project_id: string | null;
    behind_from: number;
    seen_at: number;
    has_submitted: number;
    is_late: number;
    is_waiting: number;
    is_silent: number;
  };
  submissions: {
    id: Generated<number>;
    account_id: number;
    task: 'week-1' | 'week-2' | 'week-3' | 'week-4' | 'final' | 'viva';
    version: number;
    number: string;
    submitted_at: number;
    late: 0 | 1;
    links: string;
    comments: string;
    file_id: string | null;
    file_name: string | null;
    file_bytes: number | null;
    file_sha256: string | null;
    idempotency_key: string | null;
    upload_id: string | null;
    due_at: number | null;
    erased_at: number | null;
    declared: string | null;
    ai_use: string | null;
    ai_text: string | null;
  };
  task_progress: {
    account_id: number;
    task: string;
    batch_id: number | null;
    submission_id: number;
    version: number;
    is_marked: 0 | 1;
    released_id: number | null;
    has_open_look: number | null;
    is_current: Generated<number>;
  };
  text_versions: {
    id: Generated<number>;
    page: string;
    number: number;
    sha256: string;
    text: string;
    recorded_at: number;
    asked_at: number | null;
    asked_by: number | null;
    note: string | null;
  };
  translated_texts: {
    page: string;
    text: string;
    sha256: string;
    changed_at: number;
  };
  turned_off_mails: {
    account_id: number;
    mail: string;
  };
  uploads: {
    id: string;
    account_id: number;
    task: string;
    name: string;
    bytes: number;
    begun_at: number;
    expires_at: number;
    arrived_bytes: number | null;
    hash_state: string | null;
    sha256: string | null;
    place: string | null;
    lease: string | null;
    lease_wanted: number | null;
    fence: number | null;
  };
  used_login_states: {
    token_hash: string;
    expires_at: number;
  };
  viva_asked: {
    hour_id: number;
    examiner_id: number;
    account_id: number;
    place: number;
    step: string | null;
    text: string;
    answered: 'fully' | 'right' | 'with-help' | 'partly' | 'not';
  };
  viva_attendance: {
    account_id: number;
    starts_at: number;
    batch_id: number;
    state: 'came' | 'absent' | 'excused' | 'broken_off';
    reason: string;
    broken_from: number | null;
    broken_to: number | null;
    mark_recorded_at: number | null;
    recorded_by: number;
    recorded_at: number;
  };
  viva_delays: {
    room_key: string;
    day: string;
    minutes: number;
    said_by: number;
    said_at: number;
  };
  viva_examiner_times: {
    student_id: number;
    examiner_id: number;
    batch_id: number;
    starts_at: number;
    minutes: number;
    room: string;
    link: string | null;
  };
  viva_examiners: {
    batch_id: number;
    account_id: number;
    hours: string | null;
  };
  viva_extra: {
    account_id: number;
    minutes: number;
    given_by: number;
    given_at: number;
  };
  viva_hours: {
    id: Generated<number>;
    account_id: number;
    choice: number;
    number: number;
    batch_id: number;
    opened_at: number | null;
    closed_at: number | null;
    closed_by: number | null;
    closed_reason: string | null;
    outcome: number | null;
    outcome_reason: string | null;
    outcome_comments: string | null;
    proposed_by: number | null;
    proposed_at: number | null;
    held_at: number | null;
    held_minutes: number | null;
    confirmed_at: number | null;
  };
  viva_incidents: {
    hour_id: number;
    examiner_id: number;
    account_id: number;
    place: number;
    noted_at: number | null;
    text: string;
  };
  viva_marks: {
    hour_id: number;
    examiner_id: number;
    account_id: number;
    given_at: number | null;
    marks: number | null;
    points: string;
    words: string;
    confirmed_at: number | null;
  };
  viva_messages: {
    account_id: number;
    purpose: 'viva' | 'talk';
    told: number;
    sent_by: number;
    sent_at: number;
  };
  viva_missed_panels: {
    account_id: number;
    starts_at: number;
    examiner_id: number;
  };
  viva_offers: {
    id: Generated<number>;
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
  viva_panels: {
    slot_id: number;
    account_id: number;
  };
  viva_plans: {
    batch_id: number;
    settings: string;
    changed_by: number;
    changed_at: number;
  };
  viva_questions: {
    project_id: string;
    part:
      | 'introduction'
      | 'methodology'
      | 'findings'
      | 'challenges'
      | 'qa'
      | 'conclusion'
      | 'samples'
      | 'bring';
    text: string;
    changed_at: number;
  };
  viva_record_lines: {
    record_id: number;
    account_id: number;
    place: number;
    field: string;
  };
  viva_records: {
    id: Generated<number>;
    hour_id: number;
    account_id: number;
    version: number;
    number: string;
    document: string;
    made_at: number;
  };
  viva_rooms: {
    id: Generated<number>;
    room_key: string;
    name: string;
    link: string | null;
  };
  viva_rules: {
    batch_id: number;
    how: 'mean' | 'agreed';
    apart: number;
    shows_weeks: 0 | 1;
    changed_by: number;
    changed_at: number;
    two_mark_final: number | null;
  };
  viva_slots: {
    id: Generated<number>;
    purpose: 'viva' | 'talk';
    batch_id: number;
    account_id: number;
    room_id: number;
    starts_at: number;
    minutes: number;
    buffer: number;
    placed_by: number;
    placed_at: number;
  };
  viva_steps: {
    kind: 'person' | 'room';
    who: number;
    step: number;
    slot_id: number;
    offer_id: number | null;
  };
  viva_times: {
    account_id: number;
    purpose: 'viva' | 'talk';
    batch_id: number;
    starts_at: number;
    minutes: number;
    room: string;
    link: string | null;
    told: number;
    cancelled_at: number | null;
    told_by: number;
    told_at: number;
  };
}
