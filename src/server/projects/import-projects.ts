import { z } from 'zod';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { courseName, resolveCourse, type KnownCourses } from '../courses/import-courses.ts';
import type { Reader } from '../platform/database/database.ts';
import {
  flagField,
  isLocalPath,
  isWebAddress,
  optionalTextField,
  optionalTextListField,
  optionalWebAddressField,
  textField,
} from '../platform/import-files/fields.ts';
import type { ImportError, Located } from '../platform/import-files/source-location.ts';
import { changeOf, differingFields, type Plan } from '../platform/import-files/plan.ts';
import {
  inOrder,
  readProjectState,
  type Briefs,
  type ProjectState,
  writeProject,
  type ProjectWrite,
} from './project-state.ts';

type FrameRule = {
  /** FRAME_HOSTS; `*.` in front means any subdomain. */
  hosts: readonly string[];
  /** Null if unknown. */
  publicUrl: URL | null;
};

/** The same rule as browsers apply to the CSP. */
function mayFrame(address: string, { hosts, publicUrl }: FrameRule): boolean {
  const url = new URL(address);
  if (publicUrl !== null && url.host === publicUrl.host) return true;
  return hosts.some((allowed) => {
    const [name = '', port] = allowed.toLowerCase().split(':');
    if ((port ?? '') !== url.port) return false;
    return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
  });
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

const seatsMessage = `must be a whole number from 0 to ${limits.seats}, or empty (null) for no limit`;

function isByTask(texts: Record<string, string>): texts is Briefs {
  return Object.keys(texts).every((key) => (tasks as readonly string[]).includes(key));
}

const isAddress = (value: string) => isLocalPath(value) || isWebAddress(value);

/** In `projects.yaml`: the wire's keys and four references. Absent fields are unchanged, and empty in a new project. */
export function projectRecord(frames: FrameRule) {
  const hosts = ['the portal itself (a path such as /documents/plan.html)', ...frames.hosts].join(', ');
  return z.strictObject({
    id: textField(limits.projectId).regex(
      idPattern,
      'must be 1 to 40 letters, digits, dots, hyphens or underscores, such as P001',
    ),
    name: textField(limits.projectName),
    course: courseName,
    details: optionalTextField(limits.projectDetails),
    overview: optionalTextListField(limits.projectItem),
    prerequisiteKnowledge: optionalTextListField(limits.projectItem),
    jobOpportunities: optionalTextListField(limits.projectItem),
    backgroundImage: optionalTextField(
      2_000,
      isAddress,
      'must be a path such as /images/plan.svg, or an address that begins with http:// or https://',
    ),
    project_url: optionalTextField(
      2_000,
      isAddress,
      'must be a path such as /documents/plan.html, or an address that begins with http:// or https://',
    ).refine(
      (value) => value === undefined || !isWebAddress(value) || mayFrame(value, frames),
      `is an address that the portal does not show in a frame; allowed hosts: ${hosts} (setting FRAME_HOSTS)`,
    ),
    ref1: optionalWebAddressField(),
    ref2: optionalWebAddressField(),
    ref3: optionalWebAddressField(),
    ref4: optionalWebAddressField(),
    /** Null: no limit; absent: unchanged. */
    seats: z
      .number(seatsMessage)
      .int(seatsMessage)
      .min(0, seatsMessage)
      .max(limits.seats, seatsMessage)
      .nullish(),
    /** Absent tasks are unchanged. */
    briefs: z
      .record(z.string(), textField(limits.brief), 'must give a text for each task, such as week-1')
      .refine(isByTask, `must name tasks: ${tasks.join(', ')}`)
      .optional(),
    // Absent: unchanged.
    retired: flagField().optional(),
  });
}
type ProjectRecord = z.output<ReturnType<typeof projectRecord>>;

const blank = {
  id: '',
  name: '',
  course: '',
  details: '',
  overview: [],
  prerequisiteKnowledge: [],
  jobOpportunities: [],
  backgroundImage: '',
  project_url: '',
  ref1: '',
  ref2: '',
  ref3: '',
  ref4: '',
  seats: null,
};

/** Absent fields stay as before. @param course its key */
export function stateAfter(
  before: ProjectState | undefined,
  { retired: archived, briefs, ...fields }: ProjectRecord,
  course: string,
): ProjectState {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...(before ?? blank),
    ...Object.fromEntries(given),
    course,
    is_retired: archived ?? before?.is_retired ?? false,
    briefs: inOrder({ ...before?.briefs, ...briefs }),
  };
}

/** @param chosen ids of projects whose course stays, because a student has chosen them */
export async function planProjects(
  database: Reader,
  records: readonly Located<ProjectRecord>[],
  courses: KnownCourses,
  chosen: ReadonlySet<string>,
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const ids = records.map(({ value }) => value.id);
  const existing = await readProjectState(database, ids);
  const seen = new Set<string>();
  const writes: ProjectWrite[] = [];
  for (const record of records) {
    const { value, at } = record;
    if (seen.has(value.id)) faults.push({ ...at('id'), message: `the project ${value.id} appears twice` });
    seen.add(value.id);
    const course = resolveCourse(courses, record, faults);
    if (course === null) continue;
    const before = existing.get(value.id);
    const after = stateAfter(before, value, course);
    if (before !== undefined && before.course !== course && chosen.has(before.id)) {
      const message = `students have chosen ${value.id} already; its course stays "${courses.get(before.course)}"`;
      faults.push({ ...at('course'), message });
    }
    if (before === undefined || differingFields(before, after).length > 0) {
      writes.push({ before: before ?? null, after });
    }
  }
  return {
    noun: 'projects',
    changes: writes.map(({ before, after }) => changeOf(`project ${after.id}`, before, after)),
    unchanged: records.length - writes.length,
    async write(writer, actorId) {
      const by = { actorId, at: now, act: 'import-project' } as const;
      for (const write of writes) await writeProject(writer, write, by);
    },
  };
}
