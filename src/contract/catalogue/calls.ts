import { z } from 'zod';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  removalOf,
  nothing,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';
import { declaration } from '../submissions/calls.ts';

/** A change with another `version` is 409 with `current`. A `used` entry can be archived, not removed. */
const entryState = { retired: z.boolean(), used: z.boolean(), version: z.string() };

const joining = z.enum(['anyone', 'invited']);

const courseEntry = z.object({ name: z.string(), ...entryState });
export type CourseEntry = z.infer<typeof courseEntry>;

const batchEntry = z.object({
  name: z.string(),
  course: z.string(),
  open: z.boolean(),
  default: z.boolean(),
  comment_first: z.boolean(),
  /** Who may join by typing the name. */
  joining,
  /** Asked with each submission; null for none. */
  declaration: declaration.nullable(),
  mentors: z.array(z.string()),
  /** Mentors with an account, managed elsewhere. */
  accounts: z.array(z.string()),
  ...entryState,
});
export type BatchEntry = z.infer<typeof batchEntry>;

const projectEntry = z.object({
  id: z.string(),
  name: z.string(),
  course: z.string(),
  details: z.string(),
  overview: z.array(z.string()),
  prerequisiteKnowledge: z.array(z.string()),
  jobOpportunities: z.array(z.string()),
  backgroundImage: z.string(),
  project_url: z.string(),
  ref1: z.string(),
  ref2: z.string(),
  ref3: z.string(),
  ref4: z.string(),
  /** Null: no limit. */
  seats: z.number().nullable(),
  ...entryState,
});
export type ProjectEntry = z.infer<typeof projectEntry>;

const fileEntry = z.object({
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** At most ten projects. */
  used_by: z.array(z.string()),
});
export type FileEntry = z.infer<typeof fileEntry>;

const listedBatch = z.object({
  name: z.string(),
  open: z.boolean(),
  default: z.boolean(),
  retired: z.boolean(),
  /** Absent from older servers, like the rest. */
  starts_at: instant.optional(),
  joining: joining.optional(),
  /** Joined by commas. */
  mentors: z.string().optional(),
  students: z.number().optional(),
  unmarked: z.number().optional(),
});
export type ListedBatch = z.infer<typeof listedBatch>;
const listedProject = z.object({
  id: z.string(),
  name: z.string(),
  backgroundImage: z.string(),
  retired: z.boolean(),
  /** False: students cannot choose it yet. Absent from older servers. */
  ready: z.boolean().optional(),
  /** Absent: no limit. */
  seats: z.number().optional(),
  seats_left: z.number().optional(),
});
export type ListedProject = z.infer<typeof listedProject>;
/** Newest batches first, projects by id; `next_…` continues, null at the end. */
const listedCourse = z.object({
  name: z.string(),
  retired: z.boolean(),
  batches: z.array(listedBatch),
  next_batches: z.string().nullable(),
  projects: z.array(listedProject),
  next_projects: z.string().nullable(),
});
export type ListedCourse = z.infer<typeof listedCourse>;

const text = (what: string) => z.string(`${what} must be a text`);
const flag = (what: string) => z.boolean(`${what} must be true or false`);
const texts = (what: string) => z.array(text(`Each entry of ${what}`), `${what} must be a list of texts`);
const cursor = (what: string) =>
  z.string().max(200, `${what} must be the "next" value of the page before`).optional();
const name = text('name');
const version = text('version').max(64, 'version must be the one that you read').optional();

const courseFields = { name };
const batchFields = {
  name,
  course: text('course'),
  open: flag('open').default(true),
  default: flag('default').default(false),
  comment_first: flag('comment_first').default(false),
  /** Absent: unchanged; by default anyone. */
  joining: z.enum(['anyone', 'invited'], 'joining must be anyone or invited').optional(),
  /** Absent: unchanged; null: none. */
  declaration: declaration.nullish(),
  mentors: texts('mentors').default([]),
};
const projectFields = {
  name,
  course: text('course'),
  /** Absent, here and below: unchanged, and empty in a new project. */
  details: text('details').optional(),
  overview: texts('overview').optional(),
  prerequisiteKnowledge: texts('prerequisiteKnowledge').optional(),
  jobOpportunities: texts('jobOpportunities').optional(),
  backgroundImage: text('backgroundImage').optional(),
  project_url: text('project_url').optional(),
  ref1: text('ref1').optional(),
  ref2: text('ref2').optional(),
  ref3: text('ref3').optional(),
  ref4: text('ref4').optional(),
  /** Null: no limit. */
  seats: z
    .number(`seats must be a whole number from 0 to ${limits.seats}, or empty (null) for no limit`)
    .nullish(),
};
const changeFields = { retired: flag('retired').default(false), version };

const ofCourse = z.object({ course: z.string() });
const ofBatch = z.object({ batch: z.string() });
const ofProject = z.object({ p_id: z.string() });
const ofFile = z.object({ folder: z.string(), name: z.string() });

const readAnswers = <Entry extends z.ZodType>(entry: Entry) => ({
  200: entry,
  401: errorBody,
  404: errorBody,
});
const addAnswers = <Entry extends z.ZodType>(entry: Entry) => ({
  201: entry,
  400: fieldsBody,
  401: errorBody,
  409: errorBody,
});
const changeAnswers = <Entry extends z.ZodType>(entry: Entry) => ({
  ...readAnswers(entry),
  400: fieldsBody,
  409: conflictBody(entry),
});
const removeAnswers = { 204: nothing, 401: errorBody, 404: errorBody, 409: errorBody } as const;

export const listCatalogue = endpoint('GET', '/api/staff/catalogue', {
  summary: `Courses with their newest batches and first projects, ${limits.catalogueCourses} a page; \`after\` is the former page's \`next\``,
  query: z.object({ after: cursor('after') }),
  answers: {
    200: z.object({
      courses: z.array(listedCourse),
      next: z.string().nullable(),
      next_project: z.string().optional(),
    }),
    401: errorBody,
  },
});

export const readCourseEntry = endpoint('GET', '/api/staff/catalogue/courses/:course', {
  summary: 'A course with a page of its batches and of its projects',
  params: ofCourse,
  query: z.object({ batches: cursor('batches'), projects: cursor('projects') }),
  answers: readAnswers(z.object({ course: courseEntry, listed: listedCourse })),
});
export const addCourse = endpoint('POST', '/api/staff/catalogue/courses', {
  summary: 'Add a course',
  takesIdempotencyKey: true,
  body: z.object(courseFields),
  answers: addAnswers(courseEntry),
});
export const changeCourse = endpoint('PUT', '/api/staff/catalogue/courses/:course', {
  summary: 'Change, archive or restore a course; it cannot be archived while a batch is open',
  params: ofCourse,
  takesIdempotencyKey: true,
  body: changes({ ...courseFields, ...changeFields }),
  answers: changeAnswers(courseEntry),
});
export const removeCourse = endpoint('DELETE', '/api/staff/catalogue/courses/:course', {
  summary: 'Remove a course without batches and projects. `began.version` is the one that was seen',
  params: ofCourse,
  takesIdempotencyKey: true,
  body: removalOf({ version: z.string() }),
  answers: { ...removeAnswers, 409: conflictBody(courseEntry) },
});

export const readBatchEntry = endpoint('GET', '/api/staff/catalogue/batches/:batch', {
  summary: 'A batch; its dates have a call of their own',
  params: ofBatch,
  answers: readAnswers(batchEntry),
});
export const addBatch = endpoint('POST', '/api/staff/catalogue/batches', {
  summary: "Add a batch; `start` is a day, `viva_deadline` a day or a time, both in the academy's zone",
  takesIdempotencyKey: true,
  body: z.object({
    ...batchFields,
    start: text('start'),
    viva_deadline: text('viva_deadline').nullable().default(null),
  }),
  answers: addAnswers(batchEntry),
});
export const changeBatch = endpoint('PUT', '/api/staff/catalogue/batches/:batch', {
  summary:
    'Change a batch except its dates, archive and close it, or restore it; a new default replaces the former one',
  params: ofBatch,
  takesIdempotencyKey: true,
  body: changes({ ...batchFields, ...changeFields }),
  answers: changeAnswers(batchEntry),
});
export const removeBatch = endpoint('DELETE', '/api/staff/catalogue/batches/:batch', {
  summary: 'Remove a batch that was never used. `began.version` is the one that was seen',
  params: ofBatch,
  takesIdempotencyKey: true,
  body: removalOf({ version: z.string() }),
  answers: { ...removeAnswers, 409: conflictBody(batchEntry) },
});

export const readProjectEntry = endpoint('GET', '/api/staff/catalogue/projects/:p_id', {
  summary: 'A project with its references',
  params: ofProject,
  answers: readAnswers(projectEntry),
});
export const addProject = endpoint('POST', '/api/staff/catalogue/projects', {
  summary: 'Add a project; students can choose it once it has details',
  takesIdempotencyKey: true,
  body: z.object({ id: text('id'), ...projectFields }),
  answers: addAnswers(projectEntry),
});
export const changeProject = endpoint('PUT', '/api/staff/catalogue/projects/:p_id', {
  summary: 'Change, archive or restore a project; students who have chosen it keep it',
  params: ofProject,
  takesIdempotencyKey: true,
  body: changes({ ...projectFields, ...changeFields }),
  answers: changeAnswers(projectEntry),
});
export const removeProject = endpoint('DELETE', '/api/staff/catalogue/projects/:p_id', {
  summary: 'Remove a project that nobody has ever chosen. `began.version` is the one that was seen',
  params: ofProject,
  takesIdempotencyKey: true,
  body: removalOf({ version: z.string() }),
  answers: { ...removeAnswers, 409: conflictBody(projectEntry) },
});

export const listCatalogueFiles = endpoint('GET', '/api/staff/catalogue/files', {
  summary: `Pictures and documents by their paths, ${limits.pageSize} a page; \`after\` is the former page's \`next\``,
  query: z.object({ after: cursor('after') }),
  answers: { 200: z.object({ files: z.array(fileEntry), next: z.string().nullable() }), 401: errorBody },
});
export const putCatalogueFile = endpoint('POST', '/api/staff/catalogue/files', {
  summary:
    'Store a picture at /images/… or a document at /documents/…; an existing file is 409 with `current`, unless `original` is its SHA-256',
  multipart: true,
  takesIdempotencyKey: true,
  body: z.object({ original: z.string().optional() }),
  answers: { 200: fileEntry, 401: errorBody, 409: conflictBody(fileEntry), 413: errorBody, 415: errorBody },
});
export const removeCatalogueFile = endpoint('DELETE', '/api/staff/catalogue/files/:folder/:name', {
  summary: 'Remove a picture or document that no project shows. `began.sha256` is the one that was seen',
  params: ofFile,
  takesIdempotencyKey: true,
  body: removalOf({ sha256: z.string() }),
  answers: { ...removeAnswers, 409: conflictBody(fileEntry) },
});

export const suggestBatches = endpoint('GET', '/api/auth/batches', {
  summary: 'Open batches whose name contains `q`, at most ten',
  query: z.object({
    q: z.string().max(limits.batch, `q can have at most ${limits.batch} characters`).optional(),
  }),
  answers: {
    200: z.array(
      z.object({
        name: z.string(),
        course: z.string(),
        /** Only for batches that take invited emails. */
        joining: z.literal('invited').optional(),
      }),
    ),
  },
});
