import { z } from 'zod';
import { tasks } from '../dates.ts';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import { beganWith, conflictBody, endpoint, errorBody, instant, visibleText } from '../wire/endpoint.ts';
import { result, resultFigures, statuses } from './result-calls.ts';
import { resultRule } from './rule-calls.ts';
import { csvFormats } from './sheet-headings.ts';

/** A student's line of a sheet, as it is stored: nothing that tells who the student is. */
const frozenContent = result.extend({
  lines: z.array(result.shape.lines.element.extend({ marked_by: z.string().nullable() })),
  rule: resultRule,
  /** 0: the portal's own. */
  rule_version: z.number(),
  course: z.string(),
  batch: z.string(),
  project: z.string(),
  started_at: instant,
  /** The sheet that first had it: one that was not opened is in the later ones unchanged. */
  since: z.object({ number: z.number(), at: instant, by: z.string() }),
});
export type FrozenContent = z.infer<typeof frozenContent>;

const frozenResult = z.object({ student: studentName, ...frozenContent.shape });
export type FrozenResult = z.infer<typeof frozenResult>;

const freeze = z.object({
  number: z.number(),
  students: z.number(),
  rule_version: z.number(),
  /** Why there is another sheet; null for the first. */
  reason: z.string().nullable(),
  by: z.string(),
  at: instant,
});

/** A student whose result the next freeze would have. */
const nextResult = z.object({
  student: studentName,
  ...resultFigures.shape,
  /** Tasks that count and have nothing yet. */
  open: z.array(z.enum(tasks)),
  under_review: z.array(z.enum(tasks)),
  /** A newer version has no mark yet; the released mark of an earlier one counts. */
  newer_version: z.array(z.enum(tasks)),
  /** `frozen`: stays as it is. `opened`: by the office since. */
  standing: z.enum(['new', 'frozen', 'opened']),
  opened: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** Of `frozen`: the sheet that first had the result. */
  since: z.number().optional(),
});
export type NextResult = z.infer<typeof nextResult>;

/** Would be released. */
const nextRelease = z.object({
  student: studentName,
  task: z.enum(tasks),
  status: z.enum(statuses).exclude(['open']),
  marks: z.number().nullable(),
  /** The marks that the student sees now. */
  seen: z.number().nullable(),
  marked_by: z.string().nullable(),
});
export type NextRelease = z.infer<typeof nextRelease>;

const batchFreezes = z.object({
  batch: z.string(),
  /** Newest first. */
  freezes: z.array(freeze),
  next: z.object({
    number: z.number(),
    rule: z.object({ version: z.number(), sentences: z.array(z.string()) }),
    students: z.array(nextResult),
    releases: z.array(nextRelease),
    /** Without a project, or frozen in another batch: on no sheet of this one. */
    left_out: z.array(studentName.extend({ why: z.enum(['no_project', 'other_batch']) })),
    /** Of all of the above: what is frozen is what was seen. */
    digest: z.string(),
  }),
});
export type BatchFreezes = z.infer<typeof batchFreezes>;

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

export const readFreezes = endpoint('GET', '/api/staff/batches/:batch/freezes', {
  scope: 'batch:read',
  summary:
    "A batch's frozen sheets, and what the next one would have and release. The freeze sends `next.digest` back",
  ...ofBatch,
  answers: { 200: batchFreezes, 401: errorBody, 404: errorBody },
});

export const freezeResults = endpoint('POST', '/api/staff/batches/:batch/freezes', {
  summary:
    'Freeze the results of a batch and release what they are made of. Results that are frozen and not opened stay as they are. `incomplete` students are left out unless `freeze`. After the first sheet it needs a `reason`. 409 with `current` if anything has changed since `digest`. For administrators',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z.object({
    digest: z.string('digest must be a text').max(100, 'digest must be that of the list'),
    incomplete: z
      .enum(['leave_out', 'freeze'], 'incomplete must be leave_out or freeze')
      .default('leave_out'),
    reason: z
      .string('reason must be a text')
      .trim()
      .max(limits.reason, `The reason can have at most ${limits.reason.toLocaleString('en')} characters`)
      .default(''),
  }),
  answers: { 200: batchFreezes, 401: errorBody, 404: errorBody, 409: conflictBody(batchFreezes) },
});

const sheet = z.object({
  batch: z.string(),
  ...freeze.shape,
  rule: z.array(z.string()),
  /** With the key's SHA-256 and where the signed file can be checked. Null: frozen before sheets were signed. */
  signed: z
    .object({ number: z.string(), key: z.string(), fingerprint: z.string(), check_at: z.string() })
    .nullable(),
  /** Of its CSV, as the office has chosen. */
  csv_format: z.enum(csvFormats),
  /** By name. */
  results: z.array(frozenResult),
});
export type Sheet = z.infer<typeof sheet>;

export const readFreeze = endpoint('GET', '/api/staff/batches/:batch/freezes/:number', {
  scope: 'batch:read',
  summary: 'A frozen sheet of a batch, with every result on it',
  params: z.object({ batch: z.string(), number: z.string() }),
  answers: { 200: sheet, 401: errorBody, 404: errorBody },
});

const standing = z.object({
  student: studentName,
  /** Null: never frozen. */
  frozen: z
    .object({
      batch: z.string(),
      number: z.number(),
      opened: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
    })
    .nullable(),
});
export type FrozenStanding = z.infer<typeof standing>;

export const openResult = endpoint('POST', '/api/staff/students/:s_id/results/open', {
  summary:
    'Open a frozen result, with a reason for the audit log: marks, name, choice and extensions can change again until the next freeze. The student is told. For administrators',
  params: z.object({ s_id: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({
    reason: visibleText('The reason', limits.reason),
    began: beganWith({ since: z.number() }),
  }),
  answers: { 200: standing, 401: errorBody, 404: errorBody, 409: conflictBody(standing) },
});
