import type { MarkingShares } from '#contract/marking/share-calls';
import type { CurrentUser, StudentCourse } from '#contract/accounts/calls';
import { isoInstant, opensAt, tasks, type Task } from '#contract/dates';
import type { DeskSubmission, StaffBatch, StaffSubmission } from '#contract/marking/calls';
import { reachOf } from '#contract/results/reach';
import { resultOf, type Counted, type Parts } from '#contract/results/result';
import type { StudentResult } from '#contract/results/result-calls';
import { defaultRule, type ResultRule } from '#contract/results/rule';
import { ruleSentences } from '#contract/results/sentences';
import type { RecordedTask } from '#contract/marking/recorded-calls';
import type { OwnRecord, StaffRecord } from '#contract/marking/recorded-mark-calls';
import type { Project, ProjectCard, References } from '#contract/projects/calls';
import type { Selection } from '#contract/selections/calls';
import type { ListedReceipt, Timeline, TimelineTask } from '#contract/submissions/calls';

/** Answers of the wire for component tests; each takes the fields that a test is about. */

export const student: CurrentUser = {
  s_id: 'asha@example.test',
  account: 'asha@example.test',
  s_name: 'Asha Kumari',
  role: 'student',
  batch: 'MERN-2026-11',
  batches: ['MERN-2026-11'],
  confirmation: 'none',
  second_factor: 'none',
  unread_notices: 0,
  announced: false,
};
export const mentor: CurrentUser = {
  s_id: 'ravi@example.test',
  account: 'ravi@example.test',
  s_name: 'Ravi Menon',
  role: 'mentor',
  batch: null,
  batches: ['MERN-2026-11', 'DSA-2026-10'],
  confirmation: 'none',
  second_factor: 'none',
  unread_notices: 0,
  announced: false,
};

const day = 86_400_000;
export const projectStart = '2026-11-02T03:30:00.000Z';

export function timelineTask(task: Task, fields: Partial<TimelineTask> = {}): TimelineTask {
  return {
    task,
    opens_at: isoInstant(opensAt(task, Date.parse(projectStart))),
    state: 'locked',
    version: null,
    submitted_at: null,
    late: false,
    marks: null,
    comments: null,
    marked_version: null,
    marked_at: null,
    marked_by: null,
    read_at: null,
    second_look: null,
    due_at: null,
    extended_at: null,
    earlier_project: false,
    ...fields,
  };
}

/** The timeline of a project on its nth day; `submitted` tells about tasks that have a version. */
export function timelineOnDay(
  days: number,
  submitted: Partial<Record<Task, Partial<TimelineTask>>> = {},
): Timeline {
  const now = Date.parse(projectStart) + days * day + 60_000;
  return {
    start_date: projectStart,
    now: isoInstant(now),
    viva_deadline: isoInstant(Date.parse(projectStart) + 35 * day),
    comment_first: false,
    tasks: tasks.map((task) => {
      const isOpen = opensAt(task, Date.parse(projectStart)) <= now;
      const noExtension = { no_extension: 'This task has no due date.' };
      const own = submitted[task];
      const hasDate = own?.due_at != null;
      return timelineTask(task, {
        state: isOpen ? 'open' : 'locked',
        ...(hasDate ? {} : noExtension),
        ...own,
      });
    }),
  };
}

/** The result of a timeline's marks, as the portal makes it. */
export function resultFrom(
  timeline: Timeline,
  rule: ResultRule = defaultRule,
  fields: Partial<StudentResult> = {},
): StudentResult {
  const part = ({ marks }: TimelineTask): Counted =>
    marks === null ? { status: 'open', late_days: 0 } : { status: 'marked', marks, late_days: 0 };
  const parts = Object.fromEntries(timeline.tasks.map((task) => [task.task, part(task)])) as Parts;
  const { least, most, sentence } = reachOf(rule, parts);
  const version = rule === defaultRule ? 0 : 1;
  const made_at = version === 0 ? null : '2026-11-01T04:00:00.000Z';
  return {
    ...resultOf(rule, parts),
    rule: { version, sentences: ruleSentences(rule), reason: null, made_at },
    reach: { least, most, sentence },
    ...fields,
  };
}

/** The timeline of a student who has no project. */
export const emptyTimeline: Timeline = {
  start_date: null,
  now: projectStart,
  viva_deadline: null,
  comment_first: false,
  tasks: tasks.map((task) => timelineTask(task, { opens_at: null })),
};

/** A released mark without a file, as its student sees it. */
export function ownRecord(fields: Partial<OwnRecord> = {}): OwnRecord {
  return {
    status: 'absent',
    marks: 0,
    comments: '',
    at: '2026-11-18T09:00:00.000Z',
    by: 'Ravi Menon',
    counts: true,
    submitted_after: false,
    read_at: null,
    second_look: null,
    ...fields,
  };
}

/** As its page of staff reads it; nothing is recorded or submitted. */
export function recordedTask(fields: Partial<RecordedTask> = {}): RecordedTask {
  return {
    student: { s_id: student.s_id, s_name: student.s_name },
    batch: 'MERN-2026-11',
    task: 'week-2',
    project: { id: project.id, name: project.name },
    opens_at: '2026-11-16T03:30:00.000Z',
    due_at: null,
    record: null,
    newest: null,
    seen: null,
    other_marks: [],
    history: [],
    ...fields,
  };
}

export function staffRecord(fields: Partial<StaffRecord> = {}): StaffRecord {
  return {
    ...ownRecord(),
    released: false,
    take_back_until: null,
    format: 'markdown',
    ...fields,
  } as StaffRecord;
}

export function receipt(fields: Partial<ListedReceipt> = {}): ListedReceipt {
  return {
    number: 'CAP-7K3M-92QX-W4TD-A8JH',
    task: 'week-1',
    version: 1,
    submitted_at: '2026-11-10T04:05:06.789Z',
    late: false,
    links: 'https://git.example.test/asha',
    comments: 'The first screens.',
    file: { id: 'f1', name: 'week-1.zip', bytes: 12_345, sha256: 'ab'.repeat(32) },
    ...fields,
  };
}

export function staffSubmission(fields: Partial<StaffSubmission> = {}): StaffSubmission {
  return {
    ...receipt(),
    student: { s_id: student.s_id, s_name: student.s_name },
    state: 'submitted',
    marks: null,
    mark_comments: null,
    released: false,
    take_back_until: null,
    shown: null,
    earlier: null,
    second_look: null,
    ...fields,
  };
}

/** A submission that is open on the marking desk. */
export function deskSubmission(fields: Partial<DeskSubmission> = {}): DeskSubmission {
  const submission = staffSubmission(fields);
  return {
    ...submission,
    project: { id: project.id, name: project.name },
    newest: submission.number,
    other_marks: [],
    ...fields,
  };
}

export function staffBatch(fields: Partial<StaffBatch> = {}): StaffBatch {
  return {
    name: 'MERN-2026-11',
    course: 'MERN Stack',
    start: '2026-11-01T18:30:00.000Z',
    students: 24,
    withProject: 20,
    submissions: 2,
    unmarked: 1,
    heldBack: 0,
    commentFirst: false,
    ...fields,
  };
}

/** Of the mentor alone. */
export function markingShares(fields: Partial<MarkingShares> = {}): MarkingShares {
  return {
    batch: 'MERN-2026-11',
    state: '',
    mentors: [],
    unassigned: { students: 24, unmarked: 1 },
    ...fields,
  };
}

export const project: Project = {
  id: 'P001',
  name: 'Co-operative Bank Loan Desk',
  course: 'MERN Stack',
  details: 'Loans of a village bank, from the form to the pass book.',
  overview: ['Plan', 'Build'],
  prerequisiteKnowledge: ['HTML'],
  jobOpportunities: ['Front-end developer'],
  backgroundImage: '/images/P001.svg',
  project_url: '/documents/P001.html',
};
export const projectCard: ProjectCard = {
  id: project.id,
  name: project.name,
  course: project.course,
  details: project.details,
  backgroundImage: project.backgroundImage,
};
export const references: References = {
  p_id: project.id,
  p_name: project.name,
  ref1: 'https://react.example.test/learn',
  ref2: 'http://node.example.test/',
  ref3: 'The library, third shelf',
  ref4: 'javascript:alert(1)',
};
export const selection: Selection = {
  sp_id: student.s_id,
  sp_name: student.s_name,
  p_id: project.id,
  p_name: project.name,
  start_date: projectStart,
};
export const course: StudentCourse = {
  s_id: student.s_id,
  s_name: student.s_name,
  s_course: 'MERN Stack',
  s_startdate: '2026-11-01T18:30:00.000Z',
  s_mentor: 'Ravi Menon',
  s_grade: null,
  s_exitscore: 72,
  s_typedbatch: null,
};
